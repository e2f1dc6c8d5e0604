"""The edge to the web: Scrapy, and nothing but Scrapy."""
