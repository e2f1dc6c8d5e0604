"""Whatever a page does, its rendering ends within the limits, and nothing gets out."""

import asyncio
import socket
from contextlib import suppress
from dataclasses import replace

import pytest

from blogforever.errors import BrowserFailed
from blogforever.render.browser_request import BrowserResponse
from tests.render.small_site import HOME, SHORT, SmallSite, given, new_browser, page

TALL = "<div style='height:1200px'>Part</div>"


def test_dialogs_and_windows_are_sent_away(site):
    shown = site.show("""<p id=x></p><script>
        alert("Hello"); confirm("Sure?"); prompt("Name?");
        window.open("/popup"); window.onbeforeunload = () => "Stay!";
        x.textContent = "went on";
    </script><a id=y href="/blank" target="_blank">y</a><script>y.click()</script>""")
    assert "went on" in shown.html
    assert site.asked == []


@pytest.mark.parametrize("going", ["location.href = '/away'", "document.querySelector('form').submit()"])
def test_a_page_that_goes_elsewhere_stays(site, going):
    shown = site.show(f"<p>Here</p><form action='/away'></form><script>setTimeout(() => {{ {going} }}, 100)</script>")
    assert "Here" in shown.html
    assert "wanted to go to http://blog.example/away" in shown.notes[0]
    assert site.asked == []


def test_a_frame_cannot_take_the_page_elsewhere(site):
    site["/frame"] = page("<p>Frame</p><script>top.location = '/away'</script>")
    assert "Here" in site.show("<p>Here</p><iframe src=/frame></iframe>").html


def test_a_page_that_never_rests_is_taken_as_it_is_after_a_while(site):
    shown = site.show("<ul id=x></ul><script>setInterval(() => x.append(document.createElement('li')), 20)</script>")
    assert "<li></li>" in shown.html
    assert any(note.startswith("still busy after") for note in shown.notes)


def test_a_clock_or_a_typing_headline_does_not_keep_us_waiting(site):
    shown = site.show("<p id=x></p><script>setInterval(() => { x.textContent = Math.random(); }, 20)</script>")
    assert shown.notes == ()


def test_infinite_scroll_that_never_ends_is_left(site):
    shown = site.show(f"""<div id=x>{TALL}{TALL}</div><script>
        addEventListener("scroll", () => x.insertAdjacentHTML("beforeend", "{TALL}"));
    </script>""")
    assert 10 < shown.html.count("Part") < 60
    assert any("not scrolled further" in note for note in shown.notes)


def test_a_question_that_is_never_answered_is_given_up(site):
    async def never(_request_key):
        await asyncio.sleep(3600)

    site["/never"] = never
    shown = site.show("<p>Text</p><script>fetch('/never')</script>")
    assert "Text" in shown.html
    assert shown.notes == (f"no answer from {HOME}never",)


def test_the_same_question_is_answered_only_so_often(site):
    site["/poll"] = given("{}", "application/json")
    shown = site.show("<script>setInterval(() => fetch('/poll'), 50)</script>")
    assert len(site.asked) == 8
    assert "asked for the same again and again" in shown.notes


@pytest.mark.slow
def test_scripts_without_end_are_a_failure_and_the_next_page_is_none(site):
    with pytest.raises(BrowserFailed, match="never come to an end"):
        site.show("<script>setTimeout(() => { for (;;) {} }, 50)</script>")
    assert "Next" in site.show("<p>Next</p>").html


def test_a_page_that_wipes_itself_out_is_a_failure(site):
    with pytest.raises(BrowserFailed, match=r"replaced it by about:blank|context was destroyed"):
        site.show("<p>Text</p><script>setTimeout(() => { location = 'about:blank' }, 50)</script>")


@pytest.mark.parametrize("status", [0, 204, 301, 404])
def test_a_page_with_an_odd_status_and_odd_headers_is_shown(site, status):
    headers = (
        ("Content-Type", "text/html"), ("Location", "/away"), ("X-Odd", "a\r\nb\0 ☃"), ("Bad Name", "x"), ("", "x"),
        ("Content-Disposition", "attachment"), ("Content-Encoding", "gzip"), ("Content-Length", "7"), ("X-Odd", "c"),
    )  # fmt: skip
    original = BrowserResponse(status=status, headers=headers, body=b"<p>Text</p>")
    assert "<p>Text</p>" in site.show(original).html


def test_a_failure_of_the_crawl_itself_is_told(site):
    def broken(_request_key):
        raise ZeroDivisionError

    site["/broken"] = broken
    with pytest.raises(ZeroDivisionError):
        site.show("<script>fetch('/broken')</script>")


def test_what_the_crawl_refuses_looks_broken_to_the_page(site):
    shown = site.show("<p id=x></p><script>fetch('/no').catch(() => { x.textContent = 'refused' })</script>")
    assert "refused" in shown.html
    assert site.addresses() == [HOME + "no"]


def test_a_page_that_breaks_its_own_tools_is_read_all_the_same(site):
    shown = site.show("""<p>Text</p><script>
        Array.from = Array.prototype.map = Node.prototype.appendChild = Document.prototype.importNode = null;
        Object.defineProperty(window, "__blogforever_places", {get() { throw 1; }});
    </script>""")
    assert "<p>Text</p>" in shown.html


def test_a_huge_page_is_shown(site):
    shown = site.show("<p>word word word</p>" * 20_000)
    assert shown.html.count("<p>") == 20_000


def test_trackers_fonts_and_films_are_not_asked_for_and_pictures_are_clear(site):
    shown = site.show("""<style>@font-face { font-family: f; src: url(/font.woff2) } p { font-family: f }</style>
        <script src="https://www.google-analytics.com/analytics.js"></script>
        <script src="https://www.googletagmanager.com/gtag/js?id=G-1"></script><script src="/matomo.js"></script>
        <video src="/film.mp4" autoplay></video><audio src="/sound.mp3" autoplay></audio>
        <script>navigator.sendBeacon("/beacon", "x"); new EventSource("/events")</script>
        <p id=x>Text</p><img src="/picture.png" onload="x.textContent = 'loaded'">
        <link rel=stylesheet href=/style.css>""")
    assert "loaded" in shown.html
    assert site.addresses() == [HOME + "style.css"]


def test_the_browser_never_reaches_the_network_by_itself(site):
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as udp:
        udp.bind(("127.0.0.1", 0))
        port, udp_port = server.getsockname()[1], udp.getsockname()[1]
        far = f"http://127.0.0.1:{port}/"
        site[far + "redirect"] = lambda _request_key: given("", status=302)
        shown = site.show(
            f"""<link rel=dns-prefetch href={far}><link rel=preconnect href={far}>
            <link rel=prefetch href={far}prefetch><link rel=preload as=script href={far}preload>
            <script type=speculationrules>{{"prefetch": [{{"source": "list", "urls": ["{far}rules"]}}],
                "prerender": [{{"source": "list", "urls": ["{far}prerender"]}}]}}</script>
            <script src={far}script></script><img src={far}image><iframe src={far}redirect></iframe>
            <object data={far}object></object><embed src={far}embed><a id=l href={far}file download ping={far}ping>l</a>
            <iframe srcdoc="<script src={far}inner></script>"></iframe><div id=x></div>
            <script>
                new WebSocket("{far}socket".replace("http", "ws"));
                new RTCPeerConnection({{iceServers: [{{urls: "stun:127.0.0.1:{udp_port}"}}]}})
                    .createDataChannel("x");
                const peer = new RTCPeerConnection({{iceServers: [
                    {{urls: "stun:127.0.0.1:{udp_port}"}},
                    {{urls: "turn:127.0.0.1:{port}?transport=tcp", username: "u", credential: "c"}}]}});
                peer.createDataChannel("x");
                peer.createOffer().then((offer) => peer.setLocalDescription(offer));
                new Worker(URL.createObjectURL(new Blob([`fetch("{far}worker")`])));
                navigator.serviceWorker && navigator.serviceWorker.register("{far}service").catch(() => 0);
                fetch("{far}keep", {{keepalive: true, mode: "no-cors"}}).catch(() => 0);
                navigator.sendBeacon("{far}beacon", "x");
                try {{ new WebTransport("{far}transport".replace("http", "https")); }} catch {{}}
                l.click(); window.open("{far}window");
                setTimeout(() => {{ x.textContent = "Still here"; }}, 300);
            </script>""",
            head=f'<meta http-equiv="refresh" content="1;url={far}refreshed">',
        )
        assert "Still here" in shown.html
        for one in (server, udp):
            one.settimeout(0.2)
        with pytest.raises(TimeoutError):
            server.accept()
        with pytest.raises(TimeoutError):
            udp.recv(1)


def test_a_page_is_answered_a_few_questions_at_a_time(site):
    under_way, most = [], []
    full = asyncio.Event()

    async def slow(request):
        under_way.append(request)
        most.append(len(under_way))
        if len(under_way) >= SHORT.at_once:
            full.set()
        with suppress(TimeoutError):
            await asyncio.wait_for(full.wait(), SHORT.answer * 0.8)
        await asyncio.sleep(0.05)  # for one too many to come in
        under_way.remove(request)
        return given("ok", "text/plain")

    site["/slow"] = slow
    shown = site.show("""<p id=x>0</p><script>
        for (let n = 0; n < 30; n++) fetch(`/slow?${n}`).then(() => { x.textContent = Number(x.textContent) + 1; });
    </script>""")
    assert '<p id="x">30</p>' in shown.html
    assert max(most) == SHORT.at_once


def test_a_page_that_wants_more_than_it_may_have_gets_no_more(loop, browser_found):
    site = SmallSite(loop=loop)
    browser = new_browser(site.fetch, browser_found, limits=replace(SHORT, received=250_000, sent=1_000))
    site["/large"] = given("x" * 100_000, "text/plain")
    try:
        shown = site.show(
            """<p id=x>0</p><script>
                const heard = () => { x.textContent = Number(x.textContent) + 1; };
                for (let n = 0; n < 5; n++) fetch(`/large?${n}`).then(heard);
                fetch("/large", {method: "POST", body: "y".repeat(2000)});
            </script>""",
            browser=browser,
        )
    finally:
        loop.run(browser.close())
    assert '<p id="x">2</p>' in shown.html
    assert "asked for too much" in shown.notes
    assert {request.method for request in site.asked} == {"GET"}


def test_a_browser_that_takes_too_much_memory_is_ended_and_the_next_page_is_shown(loop, browser_found):
    site = SmallSite(loop=loop)
    limits = replace(SHORT, memory=700_000_000, idle=60.0, longest=60.0, hardest=60.0)
    browser = new_browser(site.fetch, browser_found, limits=limits)
    hoard = "(window.held ??= []).push(new Uint8Array(2e7).fill(7)); document.body.append('.')"  # and is never calm
    try:
        with pytest.raises(BrowserFailed, match="need more than 700 MB"):
            site.show(f"<script>setInterval(() => {{ {hoard} }}, 10)</script>", browser=browser)
        assert "Hello" in site.show("<p>Hello</p>", browser=browser).html
    finally:
        loop.run(browser.close())
