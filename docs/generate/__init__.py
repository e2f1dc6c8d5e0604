"""What `make docs` writes: the command reference, the picture, and the accuracy table of the README."""
