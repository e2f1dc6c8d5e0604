"""The charts of feed statistics, after the figures of [OS 3.2]."""

from blogforever.actions._files.svg_chart import Words, bar_chart, cumulative_chart
from blogforever.schedule.feed_statistics import FeedStatistics

_HOUR = 3_600
_DAY = 24 * _HOUR
_TICKS = {
    "1 minute": 60,
    "1 hour": _HOUR,
    "1 day": _DAY,
    "1 week": 7 * _DAY,
    "30 days": 30 * _DAY,
    "1 year": 365 * _DAY,
    "10 years": 3_650 * _DAY,
}
_SERIES = {
    "minimum": "minimum",
    "lower quartile": "lower_quartile",
    "median": "median",
    "upper quartile": "upper_quartile",
    "maximum": "maximum",
}
_MOST_BARS = 20


def feed_charts(statistics: FeedStatistics) -> dict[str, str]:
    """Each chart by the name of its file."""
    feeds = f"{statistics.readable:,} feeds" if statistics.readable != 1 else "1 feed"
    charts = {
        "formats.svg": bar_chart(
            Words(
                title=f"Formats of {feeds}",
                axis="number of feeds",
                alt=f"Formats of {feeds}. {_listed(statistics.formats)}",
            ),
            statistics.formats,
        ),
        "entries.svg": bar_chart(
            Words(
                title=f"Entries that {feeds} show",
                axis="number of feeds, by the number of their entries",
                alt=f"How many feeds show so many entries. {_listed(statistics.sizes)}",
            ),
            statistics.sizes,
        ),
        "time-elements.svg": bar_chart(
            Words(
                title=f"Elements about time in {feeds}",
                axis="number of feeds that have the element",
                alt=f"How many feeds have which element about time. {_listed(statistics.time_elements)}",
            ),
            dict(list(statistics.time_elements.items())[:_MOST_BARS]),
        ),
    }
    if statistics.intervals:
        charts["intervals.svg"] = _intervals(statistics)
    return charts


def _intervals(statistics: FeedStatistics) -> str:
    within_a_week = sum(found.median <= 7 * _DAY for found in statistics.intervals) / len(statistics.intervals)
    words = Words(
        title=f"Time between posts of {len(statistics.intervals):,} feeds, cumulated",
        axis="time between one post and the next (logarithmic)",
        alt=f"Share of the feeds whose minimum, quartiles and maximum of the time between two posts are up to a value. "
        f"For {within_a_week:.0%} of the feeds the median is a week or less.",
    )
    series = {name: [getattr(found, field) for found in statistics.intervals] for name, field in _SERIES.items()}
    return cumulative_chart(words, series, _TICKS)


def _listed(numbers: dict[str, int]) -> str:
    return ", ".join(f"{name}: {number:,}" for name, number in numbers.items()) + "."
