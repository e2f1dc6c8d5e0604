"""Write every generated part of the documentation: `make docs`."""

import sys
from pathlib import Path

from docs.generate.accuracy import copy_table
from docs.generate.commands import command_reference
from docs.generate.picture import draw_picture
from docs.generate.python import python_reference

ROOT = Path(__file__).parent.parent.parent


def main() -> None:
    """Write the files, and print their names."""
    readme, figures = ROOT / "README.md", ROOT / "docs" / "bench.md"
    parts = {
        ROOT / "docs" / "reference" / "commands.md": command_reference(),
        ROOT / "docs" / "reference" / "python.md": python_reference(),
        ROOT / "docs" / "picture.svg": draw_picture(),
    }
    if figures.is_file():
        parts[readme] = copy_table(readme.read_text("utf-8"), figures.read_text("utf-8"))
    for file, text in parts.items():
        file.write_text(text, "utf-8")
        sys.stdout.write(f"docs: wrote {file.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
