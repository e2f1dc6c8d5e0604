"""The browser: pages as they are after their scripts have run."""
