"""Writes down anew what is read from the golden blogs: `python -m tests.blogs.write [NAME …]`.

It prints each difference first, so that nothing changes unseen; `--check` only prints.
"""

import argparse
import json
import sys
from difflib import unified_diff

from tests.blogs.golden import HERE, NAMES, Line, expected, read_blog


def main() -> int:
    """Print and write the differences; 1 when there are any and nothing was to be written."""
    parser = argparse.ArgumentParser(prog="python -m tests.blogs.write", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="of a blog; without any, all of them")
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    differs = False
    for name in options.names or NAMES:
        before, after = expected(name), list(read_blog(name))
        differs |= before != after
        labels = (f"{name}, written down", f"{name}, read now")
        sys.stdout.writelines(unified_diff(_as_text(before), _as_text(after), *labels))
        if before != after and not options.check:
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in after)
            (HERE / name / "expected.jsonl").write_text(text, "utf-8")
    return int(differs and options.check)


def _as_text(lines: list[Line]) -> list[str]:
    """One value a line, for people."""
    return "".join(json.dumps(line, ensure_ascii=False, indent=1) + "\n" for line in lines).splitlines(keepends=True)


if __name__ == "__main__":
    sys.exit(main())
