"""Small charts as SVG: bars, and cumulative lines on a logarithmic axis. Light and dark follow the reader's system."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

_Scale = Callable[[float], float]
_WIDTH = 760
_LINE = 24
_LABELS = 190
_VALUES = 70
_STYLE = """<style>
svg { background: var(--ground); font: 13px system-ui, sans-serif; color-scheme: light dark;
  --ground: #ffffff; --text: #1f2328; --dim: #59636e; --grid: #d8dee4; --bar: #2f6fb2;
  --line0: #9a6700; --line1: #bc4c00; --line2: #1a7f37; --line3: #0969da; --line4: #8250df; }
@media (prefers-color-scheme: dark) { svg { --ground: #0d1117; --text: #e6edf3; --dim: #9198a1; --grid: #30363d;
  --bar: #4493f8; --line0: #d29922; --line1: #f0883e; --line2: #3fb950; --line3: #58a6ff; --line4: #bc8cff; } }
text { fill: var(--text); } .dim { fill: var(--dim); } .title { font-size: 16px; font-weight: 600; }
.grid { stroke: var(--grid); } .bar { fill: var(--bar); } .curve { fill: none; stroke-width: 2; }
.end { text-anchor: end; } .middle { text-anchor: middle; }
</style>"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What stands around a chart."""

    title: str
    axis: str
    """What the numbers are."""
    alt: str
    """The chart in a sentence or two, for those who do not see it."""


def bar_chart(words: Words, bars: Mapping[str, int]) -> str:
    """A horizontal bar for each number, in the order given."""
    most = max(bars.values(), default=0) or 1
    room = _WIDTH - _LABELS - _VALUES - 20
    height = 74 + _LINE * len(bars)
    parts = [_text(20, 30, words.title, "title")]
    for place, (name, number) in enumerate(bars.items()):
        top, length = 50 + _LINE * place, number / most * room
        parts += [
            _text(_LABELS, top + 15, name if len(name) <= 26 else f"{name[:25]}…", "end"),
            f'<rect class="bar" x="{_LABELS + 10}" y="{top + 3}" width="{length:.1f}" height="16" rx="2"/>',
            _text(_LABELS + 16 + length, top + 15, f"{number:,}", "dim"),
        ]
    parts.append(_text(_LABELS + 10, height - 8, words.axis, "dim"))
    return _picture(words, height, parts)


def cumulative_chart(words: Words, series: Mapping[str, Sequence[float]], ticks: Mapping[str, float]) -> str:
    """For each series the share of its values up to x, over a logarithmic axis from the first tick to the last."""
    left, right, top, bottom = 64, _WIDTH - 44, 84, 400
    low, high = (math.log10(edge) for edge in (min(ticks.values()), max(ticks.values())))

    def across(value: float) -> float:
        place = (math.log10(max(value, 1e-9)) - low) / (high - low)
        return left + min(max(place, 0.0), 1.0) * (right - left)

    def down(share: float) -> float:
        return bottom - share * (bottom - top)

    parts = [_text(20, 30, words.title, "title")]
    for share in (0, 0.25, 0.5, 0.75, 1):
        parts += [
            f'<path class="grid" d="M{left} {down(share):.1f}H{right}"/>',
            _text(left - 8, down(share) + 4, f"{share:.0%}", "dim end"),
        ]
    for name, value in ticks.items():
        parts += [
            f'<path class="grid" d="M{across(value):.1f} {top}V{bottom}"/>',
            _text(across(value), bottom + 20, name, "dim middle"),
        ]
    for place, (name, values) in enumerate(series.items()):
        colour = f"var(--line{place % 5})"
        path = "".join(_steps(sorted(values), across, down))
        start = 64 + 138 * place
        parts += [
            f'<path class="curve" style="stroke:{colour}" d="M{left} {bottom}{path}H{right}"/>',
            f'<path class="curve" style="stroke:{colour};stroke-width:4" d="M{start} 56h20"/>',
            _text(start + 26, 60, name),
        ]
    parts.append(_text((left + right) / 2, bottom + 44, words.axis, "dim middle"))
    return _picture(words, bottom + 60, parts)


def _steps(values: Sequence[float], across: _Scale, down: _Scale) -> Iterator[str]:
    """Up by one share at each value."""
    for number, value in enumerate(values, 1):
        yield f"H{across(value):.1f}V{down(number / len(values)):.1f}"


def _text(x: float, y: float, words: str, kind: str = "") -> str:
    marked = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{marked}>{_safe(words)}</text>'


def _picture(words: Words, height: int, parts: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_WIDTH}" height="{height}" '
        f'viewBox="0 0 {_WIDTH} {height}" role="img" aria-labelledby="title alt">'
    )
    told = f'<title id="title">{_safe(words.title)}</title>\n<desc id="alt">{_safe(words.alt)}</desc>'
    return "\n".join((head, told, _STYLE, *parts, "</svg>")) + "\n"


def _safe(words: str) -> str:
    """Text for XML: feeds name their languages and formats as they please."""
    return escape("".join(character for character in words if character.isprintable()))
