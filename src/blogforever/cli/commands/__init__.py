"""One module per command: parse, call one action, print."""
