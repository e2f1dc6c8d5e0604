"""How much of a blog a harvest keeps, at which cost and with which manners. `make bench-harvest` runs it."""
