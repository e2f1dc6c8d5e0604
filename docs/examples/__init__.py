"""Small programs that the documentation uses."""
