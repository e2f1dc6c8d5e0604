"""What people correct, as the database has it: decisions about addresses, blogs and posts that are one."""
