"""The archive: a database of what was understood, beside files of what went over the wire."""
