"""One module per thing a user can ask for: the public Python API."""
