"""Which addresses a blog has, which of them are worth a request, and in what order. Pure: it fetches nothing."""
