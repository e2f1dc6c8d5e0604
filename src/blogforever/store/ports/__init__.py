"""Where a harvest goes: the two ports of model/ports.py over an archive, over WARC files of others, and in memory."""
