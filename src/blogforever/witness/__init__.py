"""What can be said about a page's article without any rule: the general extractor, at learning time a witness."""
