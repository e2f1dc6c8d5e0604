"""The tables of the database, and the writing of rows."""
