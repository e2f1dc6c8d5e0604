"""blogforever keeps a blog forever. The public doors are `blogforever.actions` and `blogforever.model`."""
