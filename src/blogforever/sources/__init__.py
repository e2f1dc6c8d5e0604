"""Whatever names many posts at once: feeds, sitemaps, the APIs of platforms."""
