"""How good and how quick blogforever is, beside other extractors, on a corpus of real blogs. `make bench` runs it."""
