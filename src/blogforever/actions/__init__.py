"""One module for each thing a user can ask for. The command line and the Python API call these."""
