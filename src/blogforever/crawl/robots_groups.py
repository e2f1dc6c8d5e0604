"""The groups of a robots.txt that speak to us; all others as one.

The parser copies every rule for each agent that its group names: a thousand names before a thousand rules would make a
million of them.
"""

import re
from collections.abc import Iterable

_AGENT = re.compile(r"\s*+(?:user[- ]?agent\s*+:|user(?:-|\s*+)agent\s(?![^#]*:(?:\s|$)))\s*+([^#]*)", re.IGNORECASE)
"""As generous as the parser: the colon may be missing."""
_SOMEONE_ELSE = "User-agent: someone-else"


def only_for(names: Iterable[str], text: str) -> str:
    """The same robots.txt for all that these agents ask of it: other agents share one name."""
    lines = text.splitlines()
    agents = {number: found[1].strip().lower() for number, line in enumerate(lines) if (found := _AGENT.match(line))}
    ours = {_best(name.lower(), set(agents.values())) for name in names}
    for number, agent in agents.items():
        if agent.replace("*", "") not in ours and agent not in ours:
            lines[number] = _SOMEONE_ELSE
    return "\n".join(lines)


def _best(name: str, agents: set[str]) -> str:
    """The agent whose group the name belongs to: the longest that is a word of it, else everyone."""
    plain = {agent.replace("*", "") for agent in agents if len(agent) <= 2 * len(name)}
    fitting = [agent for agent in plain if agent and re.search(rf"(?<![\w-]){re.escape(agent)}", name)]
    return max(fitting, key=len, default="*")
