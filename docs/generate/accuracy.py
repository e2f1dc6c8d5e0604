"""The accuracy table of the README, taken from docs/bench.md."""

START = "<!-- accuracy: `make docs` copies this table from docs/bench.md -->"
END = "<!-- end of accuracy -->"


def copy_table(readme: str, bench: str) -> str:
    """The README with the table of the benchmark's section on accuracy between its two marks."""
    before, start, rest = readme.partition(START)
    _, end, after = rest.partition(END)
    table = accuracy_table(bench)
    if not start or not end or not table:
        return readme
    return f"{before}{START}\n{table}\n{END}{after}"


def accuracy_table(bench: str) -> str:
    """The lines of the table; "" when the page has none."""
    _, _, section = bench.partition("## Accuracy")
    section, _, _ = section.partition("\n## ")
    return "\n".join(line for line in section.splitlines() if line.startswith("|"))
