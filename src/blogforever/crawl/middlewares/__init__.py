"""What every request and response passes on its way: private networks, robots.txt, retries, decompression, replay."""
