"""Numbers and times as people say them."""


def count(number: int, thing: str) -> str:
    """So many things: "1 post", "1,200 posts"."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"


def duration(seconds: float) -> str:
    """A time: "3 s", "1 min 20 s", "2 h 5 min"."""
    whole = max(0, round(seconds))
    hours, minutes = divmod(whole // 60, 60)
    if hours:
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    if minutes:
        return f"{minutes} min {whole % 60} s" if whole % 60 else f"{minutes} min"
    return f"{whole} s"
