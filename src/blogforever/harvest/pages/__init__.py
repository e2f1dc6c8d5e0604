"""Pages of a harvest: read as they come, kept, recalled from their captures, and read again by better rules."""
