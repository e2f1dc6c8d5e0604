"""Look at blogs and feeds, and at what became of an address, without changing anything."""
