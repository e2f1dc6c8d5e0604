"""What is printed for people: lines made from what actions answer."""
