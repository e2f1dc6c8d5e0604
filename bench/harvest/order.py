"""How many pages that are no posts a crawl fetches until it knows most posts, in one order or another."""

import multiprocessing
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bench.harvest.link_graph import LinkGraph, read_graph
from bench.harvest.policies import BreadthFirst, DepthFirst, MostPostLinks
from bench.progress import Progress
from blogforever.frontier.policy import NewPosts, Policy

MOST = 0.9
"""The share of the posts that must be known."""
LIMIT = 0.85
FEWEST_POSTS = 10
WORKERS = 2
ORDERS: dict[str, tuple[Callable[[], Policy], bool]] = {
    "breadth-first": (BreadthFirst, False),
    "breadth-first, posts first": (BreadthFirst, True),
    "depth-first, posts first": (DepthFirst, True),
    "L(u) of the paper, posts first": (MostPostLinks, True),
    "blogforever": (NewPosts, True),
}
"""Each policy, and whether posts that are known are fetched before all other pages."""


def measure(corpus: Path, abouts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """For each order the mean over blogs of the share of non-post pages that were fetched, and their sum."""
    progress = Progress("order", len(abouts))
    rows = []
    with multiprocessing.Pool(WORKERS) as pool:
        tasks = [(corpus, about, place) for place, about in enumerate(abouts)]
        for row in pool.imap_unordered(_compare, tasks):
            progress.step(row["blog"])
            rows.append(row)
    compared = [row for row in rows if row["fetched"]]
    return {
        "blogs": len(compared),
        "orders": {
            name: {
                "share": sum(row["fetched"][name] / row["others"] for row in compared) / max(1, len(compared)),
                "pages": sum(row["fetched"][name] for row in compared),
            }
            for name in ORDERS
        },
        "without_path": sorted(row["blog"] for row in rows if not row["has_path"]),
    }


def _compare(task: tuple[Path, dict[str, Any], int]) -> dict[str, Any]:
    graph = read_graph(*task)
    others = graph.is_post.count(False)
    orders = ORDERS if graph.is_post.count(True) >= FEWEST_POSTS else {}
    return {
        "blog": graph.slug,
        "has_path": graph.has_path,
        "others": others,
        "fetched": {name: simulate(graph, make(), posts_first=first) for name, (make, first) in orders.items()},
    }


def simulate(graph: LinkGraph, policy: Policy, *, posts_first: bool) -> int:
    """The pages that are no posts and that were fetched until most posts were known."""
    wanted = MOST * graph.is_post.count(True)
    seen = {0}
    posts: deque[int] = deque()
    policy.push(0, graph.addresses[0])
    known, fetched = int(graph.is_post[0]), 0
    while known < wanted:
        number = posts.popleft() if posts else policy.pop()
        if number is None:
            break
        fetched += not graph.is_post[number]
        new = [link for link in graph.links[number] if link not in seen]
        seen.update(new)
        for link in new:
            if graph.is_post[link] and posts_first:
                posts.append(link)
            else:
                policy.push(link, graph.addresses[link])
        found = sum(graph.is_post[link] for link in new)
        known += found
        policy.learn(graph.addresses[number], sum(graph.is_post[link] for link in graph.links[number]), found)
    return fetched
