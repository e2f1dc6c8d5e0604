"""How well visits are planned, and how quickly the archive finds what is due."""
