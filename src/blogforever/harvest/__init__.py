"""The engine of one harvest: home page, feeds, rules, every page, comments. It knows neither Scrapy nor a database."""
