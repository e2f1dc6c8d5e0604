"""What is shown while a command works: on a terminal, and in a log."""
