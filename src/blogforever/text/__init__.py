"""What the words of a page say: pure functions over strings."""
