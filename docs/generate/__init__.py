"""What `make docs` writes: the command and Python references, the picture, and the README's accuracy table."""
