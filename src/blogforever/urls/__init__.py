"""Web addresses: made absolute and canonical, compared, and the patterns that they follow. Nothing here knows a DOM."""
