"""Blogs out of the ordinary, and what a rule set says of itself."""

from dataclasses import replace
from statistics import mean

import pytest

from blogforever.dom.tree import parse_text
from blogforever.errors import NothingToLearnFrom
from blogforever.extract.fields import Reader
from blogforever.learn.pairs import MOST_PAGES
from blogforever.learn.ruleset import learn_rules
from blogforever.sources.feeds.parse import parse_feed
from tests.learn.blogs import FEED, learn, parsed, read, read_all
from tests.sample_blog.blog import HOME, make_blog, with_feed
from tests.sample_blog.feeds import FeedShape
from tests.sample_blog.themes import THEMES


def pages_of(blog):
    return [(address, parsed(blog.pages[address], address)) for address in blog.truth]


def all_fields_right(found):
    return all(one.title and one.authors and one.date and one.tags for one in found)


# Two themes


@pytest.fixture(scope="module")
def two_themes():
    blog = make_blog(theme="wordpress", old_theme="tables", posts=20, feed=20, old_posts=8)
    return blog, learn(blog)


def test_a_blog_of_two_themes_has_two_templates(two_themes):
    blog, rules = two_themes
    old = {address for address, post in blog.truth.items() if post.number in blog.old}
    new_pages, old_pages = (set(template.pages) for template in rules.templates)
    assert new_pages <= set(blog.truth) - old
    assert old_pages <= old


def test_posts_of_both_themes_are_read(two_themes):
    blog, rules = two_themes
    found = read_all(blog, rules)
    assert all_fields_right(found)
    assert min(one.text_f1 for one in found) >= 0.95


def test_a_post_is_read_by_the_template_of_its_theme(two_themes):
    blog, rules = two_themes
    new, old = rules.templates
    for one in read_all(blog, rules):
        assert one.read.template == (old if one.post.number in blog.old else new)


@pytest.mark.parametrize("old_theme", ["loose", "tables", "utility"])
def test_posts_of_a_theme_that_the_feed_does_not_show_are_read_without_rules(old_theme):
    blog = make_blog(theme="wordpress", old_theme=old_theme, posts=20, feed=10, old_posts=8)
    old = [one for one in read_all(blog, learn(blog)) if one.post.number in blog.old]
    assert all(one.read.template is None for one in old)
    assert all(one.title for one in old)
    assert all(one.date for one in old) or old_theme == "tables"  # its date stands in no place that has a name
    assert mean(one.text_f1 for one in old) >= 0.9


# Values that share their place with other text


def plain_blog(page, count=5):
    """A feed and pages that differ in numbers only; `page` makes one from its title, name, date and text."""
    topics = ["soup", "tea", "bread", "cheese", "plums", "honey"]
    names = ["Marta Lindqvist", "Jonas Okafor", "Ines Ferreira"]
    posts = [
        {
            "title": f"All about {topic} and more",
            "name": names[place % 3],
            "day": f"2019-03-{place + 10}",
            "shown": f"{place + 10} March 2019",
            "text": f"<p>We made {topic} on a cold morning and nobody complained, not even the {topic} judge.</p>"
            f"<p>Next week there will be less {topic}, more weather and a list of things that went wrong.</p>",
        }
        for place, topic in enumerate(topics[:count])
    ]
    items = "".join(
        f"<item><title>{post['title']}</title><link>http://plain.example/{place}</link><dc:creator>{post['name']}</dc:creator>"
        f"<pubDate>{post['day']}T08:00:00+01:00</pubDate><description><![CDATA[{post['text']}]]></description></item>"
        for place, post in enumerate(posts)
    )
    feed = parse_feed(
        f'<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>Plain</title>{items}</channel></rss>'.encode()
    )
    return posts, feed, [(f"http://plain.example/{place}", page(post)) for place, post in enumerate(posts)]


def read_plain(page):
    posts, feed, pages = plain_blog(page)
    reader = Reader(learn_rules(feed, [(address, parse_text(html)) for address, html in pages[:4]]))
    return [(post, read(parse_text(html), reader, address)) for post, (address, html) in zip(posts, pages, strict=True)]


@pytest.mark.parametrize(
    "title", ["{title} | Plain", "Plain: {title}", "Plain » Archive » {title}", "{title} – a post on Plain"]
)
def test_a_title_that_only_the_title_element_shows_loses_its_affix(title):
    found = read_plain(
        lambda post: f"<title>{title.format(**post)}</title><h1>Plain</h1><div class=text>{post['text']}</div>"
    )
    assert [read.title for _, read in found] == [post["title"] for post, _ in found]


@pytest.mark.parametrize(
    "byline",
    [
        "Posted by {name} on {shown}",
        "{shown} by {name}",
        "by {name}, {shown}",
        "Written by {name} in Kitchen",
        "Posted on {shown} by {name} | 3 comments",
    ],
)
def test_a_byline_gives_the_name_alone(byline):
    found = read_plain(
        lambda post: (
            f"<title>{post['title']}</title><h1>{post['title']}</h1><p class=by>{byline.format(**post)}</p>"
            f"<div class=text>{post['text']}</div>"
        )
    )
    assert [read.authors for _, read in found] == [(post["name"],) for post, _ in found]


def test_a_byline_gives_the_date_too():
    found = read_plain(
        lambda post: (
            f"<h1>{post['title']}</h1><p class=by>Posted by {post['name']} on {post['shown']}</p>"
            f"<div>{post['text']}</div>"
        )
    )
    assert [read.published.day for _, read in found] == [post["day"] for post, _ in found]


@pytest.mark.parametrize("shown, day_first", [("{d}/03/2019", True), ("03/{d}/2019", False)])
def test_the_feed_tells_in_which_order_day_and_month_stand(shown, day_first):
    _, feed, pages = plain_blog(
        lambda post: (
            f"<h1>{post['title']}</h1><i class=date>{shown.format(d=post['day'][-2:])}</i><div>{post['text']}</div>"
        )
    )
    feed = replace(feed, entries=feed.entries[:3])  # the tenth, eleventh and twelfth could be months as well
    rules = learn_rules(feed, [(address, parse_text(html)) for address, html in pages[:3]])
    assert rules.day_first is day_first


def test_one_author_of_the_whole_feed_is_a_constant():
    _, feed, pages = plain_blog(lambda post: f"<h1>{post['title']}</h1><div>{post['text']}</div>")
    feed = replace(feed, entries=tuple(replace(entry, authors=("Marta Lindqvist",)) for entry in feed.entries))
    rules = learn_rules(feed, [(address, parse_text(html)) for address, html in pages])
    assert rules.templates[0].authors.constant == ("Marta Lindqvist",)
    assert read(parse_text(pages[0][1]), Reader(rules)).authors == ("Marta Lindqvist",)


# Feeds that leave things out or point elsewhere


@pytest.mark.parametrize("theme", ["wordpress", "tables"])
def test_relative_links_find_their_pages(theme):
    blog = make_blog(theme=theme)
    feed = blog.feed(address_of=lambda post: blog.address_of(post).removeprefix(HOME[:-1]))
    assert all_fields_right(read_all(blog, learn(blog, feed=feed)))


@pytest.mark.parametrize("theme", ["wordpress", "utility", "loose"])
def test_links_through_a_proxy_find_their_pages_by_title_or_canonical_address(theme):
    blog = make_blog(theme=theme)
    feed = blog.feed(address_of=lambda post: f"http://feedproxy.google.com/~r/tidewater/~3/x{post.number}/")
    found = read_all(blog, learn(blog, feed=feed))
    assert all(one.title and one.date and one.tags for one in found)
    assert min(one.text_f1 for one in found) >= 0.95


@pytest.mark.parametrize("theme", ["wordpress", "utility", "loose"])
def test_a_feed_without_links_finds_its_pages_by_title(theme):
    blog = make_blog(theme=theme)
    pages = pages_of(blog)
    rules = learn_rules(parse_feed(blog.feed(FeedShape(links=False))), pages)
    assert len(rules.templates) == 1
    assert min(one.text_f1 for one in read_all(blog, rules)) >= 0.95


def test_pages_without_addresses_are_matched_by_what_they_say_of_themselves():
    blog = make_blog(theme="wordpress")
    rules = learn_rules(parse_feed(blog.feed()), [(None, document) for _, document in pages_of(blog)])
    assert all_fields_right(read_all(blog, rules))


@pytest.mark.parametrize(
    "theme, missing",
    [
        ("wordpress", "dates"),
        ("loose", "dates"),
        ("utility", "dates"),
        ("blogger", "dates"),
        ("wordpress", "authors"),
        ("blogger", "authors"),
        ("tables", "authors"),
        ("loose", "authors"),
        ("wordpress", "tags"),
        ("blogger", "tags"),
        ("tables", "tags"),
        ("loose", "tags"),
        ("utility", "tags"),
    ],
)
def test_what_the_feed_leaves_out_the_pages_still_tell(theme, missing):
    blog = make_blog(theme=theme)
    found = read_all(blog, learn(blog, FeedShape(**{missing: False})))
    assert all_fields_right(found)
    assert min(one.text_f1 for one in found) >= 0.95


@pytest.mark.parametrize("theme", THEMES)
def test_one_entry_is_enough_for_titles_dates_tags_and_articles(theme):
    blog = make_blog(theme=theme, feed=1)
    rules = learn(blog)
    assert [template.pages for template in rules.templates] == [(blog.address_of(blog.in_feed[0]),)]
    found = read_all(blog, rules)
    assert all(one.title and one.date and one.tags for one in found)
    assert min(one.text_f1 for one in found) >= 0.95


@pytest.mark.parametrize(
    "theme",
    [
        "wordpress",
        "blogger",
        "utility",
        "loose",
    ],
)
def test_one_entry_is_enough_for_names(theme):
    blog = make_blog(theme=theme, feed=1)
    assert all(one.authors for one in read_all(blog, learn(blog)))


def test_entries_that_all_point_to_one_page_teach_no_more_than_one_page():
    blog = make_blog(theme="wordpress")
    address = blog.address_of(blog.in_feed[0])
    feed = parse_feed(blog.feed(address_of=lambda _: address))
    rules = learn_rules(feed, [(address, parsed(blog.pages[address], address))])
    assert [template.pages for template in rules.templates] == [(address,)]


def test_pages_of_other_sites_among_the_pages_change_nothing():
    blog = make_blog(theme="wordpress")
    feed = parse_feed(blog.feed(), address=FEED)
    strangers = make_blog(theme="tables", seed=9)
    foreign = [
        (address.replace("tidewater", "elsewhere"), parsed(content)) for address, content in strangers.pages.items()
    ]
    assert learn_rules(feed, [*foreign, *pages_of(blog)]) == learn_rules(feed, pages_of(blog))


def test_the_order_of_the_pages_changes_nothing():
    blog = make_blog(theme="blogger")
    feed = parse_feed(blog.feed(), address=FEED)
    assert learn_rules(feed, pages_of(blog)[::-1]) == learn_rules(feed, pages_of(blog))


def test_a_feed_of_the_whole_blog_is_learned_from_a_spread_of_it():
    blog = make_blog(theme="wordpress", posts=60, feed=60)
    (template,) = learn(blog).templates
    assert len(template.pages) == MOST_PAGES
    years = [blog.truth[address].published.year for address in template.pages]
    assert max(years) - min(years) >= 15


@pytest.mark.parametrize(
    "feed",
    [
        b"<rss version='2.0'><channel><title>Empty</title></channel></rss>",
        b"<rss version='2.0'><channel><title>Other</title><item><link>http://other.example/a</link></item></channel></rss>",
        b"<rss version='2.0'><channel><item><title>Never written</title></item></channel></rss>",
    ],
    ids=["no entries", "entries of another blog", "entries without links"],
)
def test_feeds_and_pages_that_share_no_post_teach_nothing(feed):
    blog = make_blog()
    with pytest.raises(NothingToLearnFrom, match=r"none of its|has no entries"):
        learn_rules(parse_feed(feed), pages_of(blog))


def test_a_feed_without_pages_teaches_nothing():
    with pytest.raises(NothingToLearnFrom, match="0 pages"):
        learn_rules(parse_feed(make_blog().feed()), [])


def test_pages_without_any_text_give_no_template():
    blog = make_blog()
    pages = [(address, parse_text("<div></div>")) for address in blog.truth]
    assert learn_rules(parse_feed(blog.feed()), pages).templates == ()


# Evidence


@pytest.mark.parametrize("theme", ["wordpress", "blogger", "tables", "utility", "loose"])
def test_every_learned_field_states_its_evidence(theme):
    blog = make_blog(theme=theme)
    (template,) = learn(blog).templates
    trained = set(map(blog.address_of, blog.in_feed))
    assert set(template.pages) == trained
    for field in (template.article, template.title, template.authors, template.published, template.tags):
        assert field.rules
        evidence = field.evidence
        assert 0.9 <= evidence.confidence <= 1
        assert {address for address, _ in evidence.scores} == trained
        assert all(0 <= score <= 1 for _, score in evidence.scores)
        assert all(evidence.examples)
        assert evidence.runner_up is None or evidence.runner_up not in field.rules
        assert evidence.runner_up_confidence <= 1


@pytest.mark.parametrize("theme", ["wordpress", "blogger", "utility"])
def test_the_evidence_names_the_rule_that_came_second(theme):
    (template,) = learn(make_blog(theme=theme)).templates
    for field in (template.article, template.title, template.published):
        assert field.evidence.runner_up.css != field.rules[0].css
        assert field.evidence.runner_up_confidence > 0


def test_examples_are_values_as_the_rule_reads_them():
    blog = make_blog(theme="wordpress")
    (template,) = learn(blog).templates
    assert set(template.title.evidence.examples) <= {post.title for post in blog.in_feed}


def test_examples_of_names_are_names():
    blog = make_blog(theme="wordpress")
    (template,) = learn(blog).templates
    assert set(template.authors.evidence.examples) <= {post.authors[0] for post in blog.in_feed}


def test_a_rule_set_names_its_blog():
    rules = learn(make_blog())
    assert (rules.blog, rules.title, rules.language) == (HOME, "Tidewater Notebook", "en-GB")


def test_posts_that_the_feed_picks_from_all_years_teach_the_same_theme():
    blog = make_blog(theme="utility", posts=24)
    picked = with_feed(blog, tuple(post for place, post in enumerate(blog.in_feed) if place % 2))
    assert all_fields_right(read_all(picked, learn(picked)))
