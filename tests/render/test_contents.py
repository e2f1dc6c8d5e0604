"""What scripts bring to a page is in its rendering."""

import json

import pytest

from tests.render.small_site import HOME, given, page

COMMENT = "<p class=comment>{}</p>"


def late(script, milliseconds=300):
    return f"<script>setTimeout(() => {{ {script} }}, {milliseconds})</script>"


@pytest.mark.parametrize(
    "address, route",
    [(HOME + "#/post/one", "location.hash.slice(1)"), (HOME + "post/one", "location.pathname")],
    ids=["hash", "history"],
)
def test_an_application_shows_the_post_that_its_address_names(site, address, route):
    site["/api/post/one"] = given(json.dumps({"title": "Seeds", "text": "Sown in March."}), "application/json")
    shell = f"""<div id=app></div><script type=module>
        const post = await (await fetch("/api" + {route})).json();
        document.title = post.title;
        document.querySelector("#app").innerHTML = `<h1>${{post.title}}</h1><article>${{post.text}}</article>`;
    </script>"""
    shown = site.show(shell, address=address)
    assert '<div id="app"><h1>Seeds</h1><article>Sown in March.</article></div>' in shown.html
    assert "<title>Seeds</title>" in shown.html
    assert (shown.address, shown.notes, shown.presses) == (address, (), 0)
    assert site.addresses() == [HOME + "api/post/one"]


def test_what_comes_late_is_waited_for(site):
    site["/first"] = given("second", "text/plain")
    site["/second"] = given("Said at last", "text/plain")
    chain = "fetch('/first').then(r => r.text()).then(n => setTimeout(() => fetch('/' + n).then(r => r.text())"
    shown = site.show("<div id=x></div>" + late(chain + ".then(t => x.textContent = t), 250))"))
    assert "Said at last" in shown.html


def test_scripts_are_left_out_and_what_describes_the_page_is_kept(site):
    head = """<meta name=author content=Ada><link rel=canonical href=/here><script>var secret</script>
        <script type="application/ld+json">{"@type": "BlogPosting"}</script>"""
    shown = site.show("<p>Text</p><noscript>Please enable JavaScript</noscript><script>1</script>", head=head)
    assert '<meta name="author" content="Ada">' in shown.html
    assert '<link rel="canonical" href="/here">' in shown.html
    assert '{"@type": "BlogPosting"}' in shown.html
    assert "secret" not in shown.html
    assert "enable JavaScript" not in shown.html
    assert shown.html.startswith("<!DOCTYPE html><html>")


def test_a_frame_of_another_site_stands_in_its_place_with_all_frames_in_it(site):
    site["http://talk.example/thread"] = page(
        COMMENT.format("First!") + '<a href="#c1">1</a><a href="user/7">Bo</a><iframe src="/deeper"></iframe>'
    )
    site["http://talk.example/deeper"] = page("<b>Deeper still</b>")
    shown = site.show("<i>Before</i><iframe src='http://talk.example/thread'></iframe><i>After</i>")
    assert (
        '<i>Before</i><div data-frame="http://talk.example/thread"><p class="comment">First!</p><a href="#c1">1</a>'
        '<a href="http://talk.example/user/7">Bo</a><div data-frame="http://talk.example/deeper"><b>Deeper still</b>'
        "</div></div><i>After</i>"
    ) in shown.html


def test_a_frame_that_was_redirected_lies_where_its_document_came_from(site):
    site["http://talk.example/old"] = given("<p>Moved</p><a href=x>x</a>", address="http://new.example/thread/")
    shown = site.show("<iframe src='http://talk.example/old'></iframe>")
    assert (
        '<div data-frame="http://new.example/thread/"><p>Moved</p><a href="http://new.example/thread/x">' in shown.html
    )
    assert site.addresses() == ["http://talk.example/old"]


def test_a_frame_without_text_stays_a_frame(site):
    site["/empty"] = page("<img src=x.png>")
    assert '<iframe src="/empty"></iframe>' in site.show("<iframe src=/empty></iframe>").html


def test_shadow_trees_are_read_in_their_hosts(site):
    script = """<script>
        const root = document.querySelector("my-talk").attachShadow({mode: "open"});
        setTimeout(() => { root.innerHTML = "<p>In the shadow</p><slot></slot>"; }, 200);
    </script>"""
    shown = site.show(f"<my-talk><u>In the light</u></my-talk>{script}")
    assert '<my-talk><div data-shadow=""><p>In the shadow</p><slot></slot></div><u>In the light</u>' in shown.html


def test_infinite_scroll_is_followed_as_far_as_it_goes(site):
    script = """<script>
        let page = 1;
        const more = () => {
            if (page < 4 && scrollY + innerHeight > document.body.scrollHeight - 200) {
                page += 1;
                document.querySelector("#list").insertAdjacentHTML(
                    "beforeend", `<div style="height:1500px">Part ${page}</div>`);
            }
        };
        addEventListener("scroll", more);
    </script>"""
    shown = site.show(f"<div id=list><div style='height:1500px'>Part 1</div></div>{script}")
    assert [f"Part {number}" in shown.html for number in range(1, 6)] == [True, True, True, True, False]
    assert shown.notes == ()


def test_what_loads_when_it_comes_into_view_is_loaded(site):
    site["/frame"] = page("<p>Lazy words</p>")
    script = """<script>
        new IntersectionObserver(([seen]) => { if (seen.isIntersecting) seen.target.textContent = "Seen"; })
            .observe(document.querySelector("#far"));
    </script>"""
    tall = "<div style='height:6000px'></div>"
    shown = site.show(f"{tall}<p id=far></p>{script}{tall}<iframe loading=lazy src=/frame></iframe>")
    assert '<p id="far">Seen</p>' in shown.html
    assert "Lazy words" in shown.html


def test_the_answer_to_a_question_with_a_body_comes_from_the_crawl_too(site):
    site["/wp-admin/admin-ajax.php"] = lambda request: given(
        f"<p>{request.method} {request.body.decode()} {dict(request.headers)['content-type']}</p>"
    )
    shown = site.show("""<div id=x></div><script>
        fetch("/wp-admin/admin-ajax.php", {method: "POST", body: new URLSearchParams({action: "more", post: "7"})})
            .then((answer) => answer.text()).then((html) => { document.querySelector("#x").innerHTML = html; });
    </script>""")
    assert "<p>POST action=more&amp;post=7 application/x-www-form-urlencoded" in shown.html
    assert site.asked[0].referrer == HOME


def test_other_hosts_are_asked_without_asking_them_for_leave_first(site):
    site["http://api.example/comments"] = lambda request: given(f'"{request.method}"', "application/json")
    shown = site.show("""<p id=x></p><script>
        const asked = {method: "POST", headers: {"Content-Type": "application/json", "X-Token": "1"}, body: "{}"};
        fetch("http://api.example/comments", asked).then((answer) => answer.json())
            .then((said) => { document.querySelector("#x").textContent = `It said ${said}`; });
    </script>""")
    assert "It said POST" in shown.html
    assert [request.method for request in site.asked] == ["POST"]


def test_workers_get_their_answers_from_the_crawl_too(site):
    site["/worker.js"] = given("fetch('/data').then(a => a.text()).then(t => postMessage(t))", "text/javascript")
    site["/data"] = given("By a worker", "text/plain")
    shown = site.show(
        "<p id=x></p><script>new Worker('/worker.js').onmessage = (e) => { x.textContent = e.data }</script>"
    )
    assert "By a worker" in shown.html


def test_a_page_that_was_redirected_is_shown_where_it_came_from(site):
    original = given("<p id=x></p><script>x.textContent = location.href</script>", address="http://blog.example/new/")
    shown = site.show(original, address="http://blog.example/old#part")
    assert "http://blog.example/new/#part" in shown.html
    assert shown.address == "http://blog.example/old#part"


def test_the_browser_says_who_it_is(site):
    shown = site.show("<p id=x></p><script>x.textContent = navigator.userAgent + navigator.webdriver</script>")
    assert "blogforever-tests/1.0true" in shown.html


def test_pages_in_any_charset_are_read_as_the_server_says(site):
    original = given("<p>Füße</p>".encode("cp1252"), "text/html; charset=windows-1252")
    assert "Füße" in site.show(original).html
