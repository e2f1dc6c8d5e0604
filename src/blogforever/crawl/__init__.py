"""The edge to the web: a thin adapter that lets Scrapy fetch what the harvest asks for."""
