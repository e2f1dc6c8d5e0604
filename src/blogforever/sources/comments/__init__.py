"""Comments as feeds and APIs give them."""
