"""What a command printed."""

import json


def records(answer):
    """The JSON lines of a command that succeeded."""
    assert answer.exit_code == 0
    return [json.loads(line) for line in answer.stdout.splitlines()]
