"""How a blog marks up its comments, learned from comment feeds [BF 3.5]."""
