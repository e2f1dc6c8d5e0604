"""What a person corrects in an archive: which blogs are one, and what is a post."""
