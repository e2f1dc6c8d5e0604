"""The software behind a blog."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.dom.tree import parse_text
from blogforever.sources.platform_fingerprints import FILES, GENERATORS, HEADERS, HOMES, HOSTS, MARKUP
from blogforever.sources.platforms import find_platform, platform_of_generator


def found(html="", *, headers=(), address="http://blog.example/", generator=None):
    document = parse_text(html) if html else None
    return find_platform(document, headers=headers, address=address, feed_generator=generator)


@pytest.mark.parametrize(
    "written, name, version",
    [
        ("WordPress 6.5.3", "WordPress", "6.5.3"),
        ("WordPress 4.1 with StaticPress ver.0.4.3.7", "WordPress", "4.1"),
        ("WordPress.com", "WordPress.com", None),
        ("blogger", "Blogger", None),
        ("Ghost 4.1", "Ghost", "4.1"),
        ("Hugo 0.123.8", "Hugo", "0.123.8"),
        ("Jekyll v4.2.0", "Jekyll", "4.2.0"),
        ("Astro v5.2.3", "Astro", "5.2.3"),
        ("mkdocs-1.6.1, mkdocs-material-9.7.7", "MkDocs", "1.6.1"),
        ("http://www.movabletype.org/", "Movable Type", None),
        ("Movable Type Pro 4.38", "Movable Type", "4.38"),
        ("Drupal 8 (https://www.drupal.org)", "Drupal", "8"),
        ("Nikola (getnikola.com)", "Nikola", None),
        ("Gatsby 5.8.1", "Gatsby", "5.8.1"),
        ("Eleventy v2.0.1", "Eleventy", "2.0.1"),
        ("Docusaurus v3.1.0", "Docusaurus", "3.1.0"),
        ("Serendipity v.2.3", "Serendipity", None),
        ("Joomla! - Open Source Content Management", "Joomla", None),
        ("Wix.com Website Builder", "Wix", None),
        ("Textpattern CMS 4.8", "Textpattern", "4.8"),
    ],
)
def test_a_generator_line_names_the_platform_and_its_version(written, name, version):
    platform = found(f"<meta name='Generator' content='{written}'>")
    assert (platform.name, platform.version) == (name, version)
    assert platform.reason == f"meta generator: {written}"


@pytest.mark.parametrize(
    "written, name",
    [
        ("https://wordpress.org/?v=5.4.2", "WordPress"),
        ("http://wordpress.com/", "WordPress.com"),
        ("Hugo -- gohugo.io", "Hugo"),
        ("MkDocs RSS plugin - v1.19.0", "MkDocs"),
        ("GatsbyJS", "Gatsby"),
        ("RSS for Node", None),
        ("PyRSS2Gen-1.1.0", None),
    ],
)
def test_a_feed_generator_names_the_platform(written, name):
    assert platform_of_generator(written) == name
    platform = found(generator=written)
    assert (platform.name if platform else None) == name


@pytest.mark.parametrize(
    "address, name",
    [
        ("https://anna.wordpress.com/", "WordPress.com"),
        ("http://anna.blogspot.com/", "Blogger"),
        ("http://anna.blogspot.co.uk/2011/", "Blogger"),
        ("https://medium.com/@anna", "Medium"),
        ("https://anna.substack.com/p/x", "Substack"),
        ("https://anna.tumblr.com/", "Tumblr"),
        ("http://anna.typepad.com/", "TypePad"),
        ("http://anna.livejournal.com/", "LiveJournal"),
        ("https://anna.bearblog.dev/", "Bear Blog"),
        ("https://notmedium.com/", None),
        ("https://anna.github.io/", None),
    ],
)
def test_a_host_names_the_platform(address, name):
    platform = found(address=address)
    assert (platform.name if platform else None) == name


@pytest.mark.parametrize(
    "header, name",
    [
        (("Link", '<https://blog.example/wp-json/>; rel="https://api.w.org/"'), "WordPress"),
        (("X-Generator", "Drupal 10 (https://www.drupal.org)"), "Drupal"),
        (("X-Ghost-Cache-Status", "From Cache"), "Ghost"),
        (("Server", "Squarespace"), "Squarespace"),
        (("X-Tumblr-User", "anna"), "Tumblr"),
        (("Server", "nginx"), None),
    ],
)
def test_a_header_names_the_platform(header, name):
    platform = found(headers=(header,))
    assert (platform.name if platform else None) == name


def test_a_copy_of_a_wordpress_blog_on_github_is_wordpress():
    html = '<link rel="stylesheet" href="/wp-content/themes/x/style.css"><div class="wp-caption">x</div>'
    platform = found(html, address="https://anna.github.io/")
    assert platform.name == "WordPress"
    assert platform.sure > 0.8
    assert platform.reason == "the page uses …/wp-content/"


def test_a_kind_of_wordpress_is_told_from_the_rest_of_them():
    html = (
        '<meta name="generator" content="{}"><link rel="https://api.w.org/" href="/x">'
        '<link rel="stylesheet" href="/wp-content/x.css"><p class="wp-caption"></p>'
    )
    assert found(html.format("WordPress.com")).name == "WordPress.com"
    assert found(html.format("WordPress 6.1")).name == "WordPress"
    assert found(html.format("")).name == "WordPress"


def test_what_a_page_says_of_itself_outweighs_pictures_of_an_older_platform():
    html = '<meta name="generator" content="Jekyll 3.6.2"><link rel="icon" href="http://old.example/wp-content/i.png">'
    assert found(html).name == "Jekyll"


def test_a_credit_is_believed_and_a_link_in_an_article_is_not():
    credit = '<p>Powered by <a href="http://www.movabletype.org">Movable Type 2.64</a></p>'
    assert (found(credit).name, found(credit).version) == ("Movable Type", "2.64")
    article = (
        f"<p>{'I tried many systems this year. ' * 20}<a href='https://gohugo.io/'>this one</a> was built well.</p>"
    )
    assert found(article) is None


def test_nothing_is_said_of_a_hand_made_page():
    assert found("<html><body><h1>Anna</h1><a href='1.html'>One</a></body></html>") is None


def test_a_page_made_to_take_long_does_not():
    scripts = "".join(f"<script src='{'/assets/css/' * 40}'></script>" for _ in range(400))
    links = "<a href='https://wordpress.org/'>x</a>" * 3_000
    assert found(f"<body>{scripts}{links}{'x ' * 500_000}") is None


def test_each_selector_is_one_that_the_tree_understands():
    page = parse_text("<p>x</p>")
    assert [css for _, css, _ in MARKUP if page.select_one(css) is not None] == []


def test_many_platforms_are_known():
    known = {row[0] for table in (GENERATORS, HEADERS, HOSTS, FILES, MARKUP, HOMES) for row in table}
    assert len(known) > 45


@given(st.text(max_size=80), st.lists(st.tuples(st.text(max_size=20), st.text(max_size=40)), max_size=4), st.text())
def test_any_input_is_answered(text, headers, address):
    html = (
        f"<meta name=generator content='{text}'><a href='https://wordpress.org/{text}'>{text}</a><script src='{text}'>"
    )
    platform = find_platform(parse_text(html), headers=tuple(headers), address=address, feed_generator=text)
    assert platform is None or 0 < platform.sure <= 1
