"""Two charts as SVG: accuracy field by field, and accuracy against cost."""

from pathlib import Path

import altair as alt
import vl_convert

from bench import cost
from bench.report import Figures

_FIELDS = ("article", "title", "author", "date")
_OURS, _OTHERS = "#c2410c", "#64748b"
_LABEL_LEFT = (cost.FAST, "trafilatura, precision")  # their right neighbours stand too close
_LEFT_OUT = "turbohtml, article() only"  # the same extractor as the row above it, without its date finder


def write_charts(figures: Figures, folder: Path) -> list[Path]:
    """The files written."""
    sampled = [row for row in figures.get("accuracy", ()) if row["kind"] == "sample" and row["name"] != _LEFT_OUT]
    if not sampled:
        return []
    files = {"bench-accuracy.svg": _accuracy(sampled)}
    if figures.get("cost"):
        files["bench-cost.svg"] = _cost(sampled, figures["cost"])
    for name, chart in files.items():
        styled = chart.configure_view(stroke=None).configure(background="white", font="sans-serif")
        (folder / name).write_text(vl_convert.vegalite_to_svg(styled.to_dict()) + "\n", "utf-8")
    return [folder / name for name in files]


def _accuracy(rows: list[dict]) -> alt.TopLevelMixin:
    values = [
        {"extractor": row["name"], "field": field, "share": row["scores"][field], "ours": _is_ours(row["name"])}
        for row in rows
        for field in _FIELDS
        if row["scores"].get(field) is not None
    ]
    order = [row["name"] for row in sorted(rows, key=lambda row: -(row["scores"]["article"] or 0))]
    bars = (
        alt.Chart(alt.Data(values=values))
        .encode(
            y=alt.Y("extractor:N", sort=order, title=None, axis=alt.Axis(ticks=False, domain=False)),
            x=alt.X("share:Q", scale=alt.Scale(domain=[0, 1]), title=None, axis=alt.Axis(tickCount=5)),
        )
        .properties(width=165, height=26 * len(order))
    )
    colour = alt.condition("datum.ours", alt.value(_OURS), alt.value(_OTHERS))
    layered = alt.layer(
        bars.mark_bar(height=16).encode(color=colour),
        bars.mark_text(align="right", dx=-4, color="white", fontSize=10).encode(text=alt.Text("share:Q", format=".2f")),
    )
    return layered.facet(
        column=alt.Column("field:N", sort=list(_FIELDS), title=None, header=alt.Header(labelFontSize=13)),
        title="Share of posts read correctly",
        spacing=14,
    )


def _cost(rows: list[dict], costs: dict[str, dict[str, float]]) -> alt.TopLevelMixin:
    values = []
    for row in rows:
        name = cost.FULL if _is_ours(row["name"]) else row["name"]
        if name in costs:
            values.append(
                {
                    "extractor": name,
                    "ms": costs[name]["ms"],
                    "article": row["scores"]["article"],
                    "ours": _is_ours(row["name"]),
                }
            )
    if cost.FAST in costs:
        ours = next(row for row in rows if _is_ours(row["name"]))
        values.append(
            {
                "extractor": cost.FAST,
                "ms": costs[cost.FAST]["ms"],
                "article": ours["scores"]["article"],
                "ours": True,
            }
        )
    colour = alt.condition("datum.ours", alt.value(_OURS), alt.value(_OTHERS))
    lowest = min(value["article"] for value in values) - 0.05
    points = alt.Chart(alt.Data(values=values), title="Accuracy against cost").encode(
        x=alt.X("ms:Q", scale=alt.Scale(type="log", domain=[0.03, 200]), title="CPU ms a page (median, logarithmic)"),
        y=alt.Y("article:Q", scale=alt.Scale(domain=[lowest, 1]), title="articles read correctly"),
    )
    labels = points.encode(text="extractor:N", color=colour)
    left = alt.FieldOneOfPredicate(field="extractor", oneOf=list(_LABEL_LEFT))
    return (
        alt.layer(
            points.mark_circle(size=110, opacity=1).encode(color=colour),
            labels.mark_text(align="left", dx=9, fontSize=11).transform_filter({"not": left}),
            labels.mark_text(align="right", dx=-9, fontSize=11).transform_filter(left),
        )
        .properties(width=640, height=360)
        .configure_axis(gridColor="#e5e7eb")
    )


def _is_ours(name: str) -> bool:
    return name.startswith("blogforever")
