"""`python -m blogforever` is the same as the command `blogforever`."""

from blogforever.cli.main import main

if __name__ == "__main__":
    main()
