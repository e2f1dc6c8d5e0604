"""File formats that are read and written: records, tables, pages, rules."""
