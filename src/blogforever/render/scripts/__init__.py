"""JavaScript that runs inside pages. Each file says at its top what goes in and out."""
