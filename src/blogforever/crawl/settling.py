"""The end of a harvest: decides what only the whole picture can decide, so that no order of answers changes it.

one address for the same bytes → pages of other themes get rules of their own → post or not
→ one address for each post → posts that only the feed has → comments from all their sources
"""

from blogforever.crawl.feed_posts import keep_missing
from blogforever.crawl.harvest import Harvest
from blogforever.crawl.late_lesson import learn_late
from blogforever.crawl.old_pages import learn_old_themes
from blogforever.crawl.rereading import keep_again, read_named_late
from blogforever.crawl.same_bytes import choose_speakers, is_copy
from blogforever.frontier.lines import Line, end_of
from blogforever.frontier.mirrors import mirrored
from blogforever.frontier.verdict import Sighting, Verdict, judge_pages
from blogforever.model.ledger import Outcome, Witness

_ANNOUNCES = 3
"""Posts that a page must announce to be called a list."""
_MOST_TEXTS = 2
"""Other texts of one post under its canonical address: with and without its comments, or in parts."""


def settle(harvest: Harvest) -> None:
    """Judge every page, and make the archive agree."""
    choose_speakers(harvest)
    read_named_late(harvest)
    learn_late(harvest)
    learn_old_themes(harvest)
    verdicts = _judge(harvest)
    posts = [harvest.plan.lines[number] for number, verdict in verdicts.items() if verdict.is_post]
    originals = _find_originals(harvest, posts)
    for number, verdict in verdicts.items():
        line = harvest.plan.lines[number]
        original = originals.get(number, line)
        if not verdict.is_post:
            _refuse(harvest, line, verdict)
        elif original is not line:
            _drop(harvest, line)
            harvest.plan.settle(line, Outcome.DUPLICATE, "the same post", to=original)
        else:
            _accept(harvest, line, verdict)
    _credit_lists(harvest)
    _name(harvest, posts, originals)
    keep_missing(harvest)
    harvest.discussions.settle()
    harvest.counts.posts = sum(seen.kept for seen in harvest.seen.values())


def give_up(harvest: Harvest) -> int:
    """A limit ended the harvest: how many addresses were left waiting."""
    return harvest.plan.give_up(Outcome.LIMIT, "the harvest ended before its turn came")


def _judge(harvest: Harvest) -> dict[int, Verdict]:
    own = {number: seen for number, seen in harvest.seen.items() if _is_judged(harvest, number)}
    sightings = [
        Sighting(line=harvest.plan.lines[number], fit=seen.fit, links=harvest.plan.links.get(number, ()))
        for number, seen in sorted(own.items())
    ]
    return judge_pages(sightings, entries=sorted(harvest.entries.values()))


def _is_judged(harvest: Harvest, number: int) -> bool:
    """False for a copy, and for a page that was given up: the ledger already says why it is not kept."""
    return not is_copy(harvest, number) and harvest.plan.lines[number].address not in harvest.given_up


def _find_originals(harvest: Harvest, posts: list[Line]) -> dict[int, Line]:
    """For each post that is a copy of another, the one that is kept."""
    groups: dict[bytes, list[Line]] = {}
    for line in posts:
        if text := harvest.seen[line.number].text:
            groups.setdefault(text, []).append(line)
    originals = _canonicals(harvest, posts)
    for group in groups.values():
        best = min(group, key=lambda line: (line.number in originals, *harvest.preference(line)))
        originals.update({line.number: best for line in group if line is not best})
        if originals.get(best.number) in group:  # each calls the other the original
            del originals[best.number]
    return {number: _last(number, line, originals) for number, line in originals.items()}


def _canonicals(harvest: Harvest, posts: list[Line]) -> dict[int, Line]:
    """For each post that calls another post its canonical address, that one.

    Where several different texts say so of one address it is a mistake of the blog's theme, and nobody is believed.
    """
    chosen = {line.number for line in posts}
    found: dict[int, list[Line]] = {}
    for line in posts:
        address = harvest.seen[line.number].canonical
        named = harvest.plan.known(address) if address else None
        if named is not None and named is not line and named.number in chosen:
            found.setdefault(named.number, []).append(line)
    texts = {number: {harvest.seen[line.number].text for line in lines} for number, lines in found.items()}
    return {
        line.number: harvest.plan.lines[number]
        for number, lines in found.items()
        if len(texts[number] - {harvest.seen[number].text}) <= _MOST_TEXTS
        for line in lines
    }


def _last(number: int, line: Line, originals: dict[int, Line]) -> Line:
    passed = {number}
    while line.number in originals and line.number not in passed:
        passed.add(line.number)
        line = originals[line.number]
    return line


def _accept(harvest: Harvest, line: Line, verdict: Verdict) -> None:
    seen = harvest.seen[line.number]
    if not seen.kept:
        if not keep_again(harvest, line):
            return
        seen.kept = True
    harvest.plan.settle(line, Outcome.POST, verdict.reason)


def _refuse(harvest: Harvest, line: Line, verdict: Verdict) -> None:
    _drop(harvest, line)
    outcome = Outcome.LIST if verdict.announces >= _ANNOUNCES else Outcome.PAGE
    told = f"announces {verdict.announces} posts; " if outcome is Outcome.LIST else ""
    harvest.plan.settle(line, outcome, told + verdict.reason)


def _drop(harvest: Harvest, line: Line) -> None:
    seen = harvest.seen[line.number]
    if seen.kept:
        seen.kept = False
        harvest.sink.drop_post(line.key)


def _credit_lists(harvest: Harvest) -> None:
    """Pages that turned out to be lists name the posts that they link to."""
    lines = harvest.plan.lines
    for number, links in harvest.plan.links.items():
        if lines[number].outcome is Outcome.LIST:
            for target in links:
                if lines[target].outcome is Outcome.POST:
                    lines[target].add(Witness.LIST)


def _name(harvest: Harvest, posts: list[Line], originals: dict[int, Line]) -> None:
    """Every post gets all addresses that lead to it."""
    aliases: dict[int, set[str]] = {}
    lines = harvest.plan.lines
    for line in posts:
        target = originals.get(line.number, line).number
        names = {line.address, harvest.seen[line.number].canonical or "", mirrored(line.address) or ""}
        aliases.setdefault(target, set()).update(names)
    for line in lines:
        end = end_of(line, lines)
        if end is not None and end.number in aliases:
            aliases[end.number].update({line.address, mirrored(line.address) or ""})
    for number, names in aliases.items():
        line = lines[number]
        others = tuple(sorted(names - {line.address, ""}))
        if harvest.seen[number].kept:
            harvest.sink.complete_post(line.key, aliases=others, witnesses=line.all_witnesses())
