"""Learn how a blog marks up its posts, from its feed and the pages that its entries link to."""
