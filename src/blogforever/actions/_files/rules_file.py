"""A file of rules: written, and read back."""

from pathlib import Path

from blogforever.actions._files.file_io import read_bytes, write_text
from blogforever.learn.rules_json import rules_as_json, rules_from_json
from blogforever.model.rules import RuleSet

__all__ = ["load_rules", "rules_as_json", "save_rules"]

_MOST_BYTES = 20_000_000


def save_rules(rules: RuleSet, file: Path | str) -> None:
    """Write the rules to a file. Raises UnreadableFile if it cannot be written."""
    write_text(file, rules_as_json(rules))


def load_rules(file: Path | str) -> RuleSet:
    """The rules saved in the file. Raises UnreadableFile or BadRules."""
    return rules_from_json(read_bytes(file, most=_MOST_BYTES), subject=str(file))
