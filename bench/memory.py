"""Peak memory of a fresh process that reads the same pages with one extractor."""

import argparse
import re
import resource
import subprocess
import sys
from pathlib import Path

from bench import defuddle
from bench.corpus import Blog, load_blog, read_index, sample_pages
from bench.peers import PEERS, read_safely
from bench.progress import Progress

BLOGS = 20
PAGES_A_BLOG = 5
HUGE = "blogforever, one page of 20 MB"
_HUGE_KB = 20_000


def measure_memory(corpus: Path, cache: Path, extractors: list[str], progress: Progress) -> dict[str, float]:
    """Peak MB of each extractor, each in a process of its own."""
    names = [name for name in extractors if name != defuddle.NAME]  # Node's memory is its own matter
    if "blogforever" in names:
        names.append(HUGE)
    peaks = {}
    for name in names:
        command = [sys.executable, "-W", "ignore", "-m", "bench.memory", name, str(corpus), str(cache)]
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
        if answer.returncode == 0:
            peaks[name] = float(answer.stdout.splitlines()[-1])
        else:
            print(f"bench: no memory figure for {name}: {answer.stderr.strip()[-300:]}", file=sys.stderr)
        progress.step(name)
    return peaks


def peak_mb() -> float:
    """The most memory that this process ever held."""
    try:
        # getrusage would also count what the parent held when it started us
        status = Path("/proc/self/status").read_text("ascii")
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        if found:
            return int(found.group(1)) / 1000
    except OSError:
        pass
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 1e6 if sys.platform == "darwin" else peak / 1000


def main() -> None:
    """Read the pages, then print the peak."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("cache", type=Path)
    options = parser.parse_args()
    if options.name == HUGE:
        _read_huge()
    else:
        for about in read_index(options.corpus)[:BLOGS]:
            _read(options.name, load_blog(options.corpus, about, options.cache))
    print(peak_mb())


def _read(name: str, blog: Blog) -> None:
    pages = sample_pages(blog, PAGES_A_BLOG)
    if name == "blogforever":
        from bench import ours

        ours.read_posts(pages, ours.learn(blog, ours.read_feed(blog)))
        return
    peer, read = PEERS[name], PEERS[name].load()
    for page in pages:
        read_safely(read, peer.material(page), page.address)


def _read_huge() -> None:
    from bench.growth import invent_blog
    from blogforever.actions.extract import extract_post
    from blogforever.actions.learn import learn_rules

    rules = learn_rules(*invent_blog(50))
    _, pages = invent_blog(_HUGE_KB // 50)
    page = pages[0]
    opening, closing = b'<div class="entry-content">', b'</div><p class="tags">'
    head, rest = page.content.split(opening, 1)
    article, tail = rest.split(closing, 1)
    content = b"".join([head, opening, *[article] * (_HUGE_KB * 1000 // len(article)), closing, tail])
    extract_post(type(page)(content=content, address=page.address), rules)


if __name__ == "__main__":
    main()
