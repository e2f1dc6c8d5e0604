"""Look after the archive: check it, repair it, read its captures again."""
