"""Buttons for more are pressed until nothing more comes, and no others."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis.strategies import text

from blogforever.render.load_more_buttons import says_more
from tests.render.small_site import SHORT, new_browser, page

LIST = """<ul id=list></ul>{button}<script>
    let count = 0;
    function add() {{
        count += 1;
        const item = `<li>Comment ${{count}}</li>`;
        setTimeout(() => document.querySelector("#list").insertAdjacentHTML("beforeend", item), 50);
        if (count === {enough}) document.querySelector("#more").remove();
    }}
</script>"""


@pytest.mark.parametrize(
    "button",
    [
        "<button id=more onclick=add()>Load more</button>",
        "<a id=more href='#' onclick='add(); return false'>Weitere Kommentare anzeigen (12)</a>",
        "<div id=more role=button onclick=add()>↓ Показать ещё 5 комментариев</div>",
        "<a id=more href='/elsewhere' class=isso-load-hidden onclick='add(); return false'>37 Hidden</a>",
    ],
)
def test_a_button_for_more_is_pressed_until_it_is_gone(site, button):
    shown = site.show(LIST.format(button=button, enough=3))
    assert [f"Comment {number}<" in shown.html for number in range(1, 5)] == [True, True, True, False]
    assert (shown.presses, shown.notes) == (3, ())


def test_buttons_in_frames_are_pressed_too(site):
    site["http://talk.example/"] = page(
        LIST.format(button="<button id=more onclick=add()>View 3 replies</button>", enough=2)
    )
    shown = site.show("<iframe src='http://talk.example/'></iframe>")
    assert "Comment 2" in shown.html
    assert shown.presses == 2


def test_a_button_that_does_nothing_is_pressed_twice_at_most(site):
    shown = site.show("<button onclick='window.pressed = 1'>Show more</button><button>Load older comments</button>")
    assert shown.presses == 4


def test_a_button_that_hides_what_it_showed_leaves_it_open(site):
    toggle = "x.innerHTML = x.innerHTML ? '' : '<p>Replies, replies</p>'"
    shown = site.show(f'<button onclick="{toggle}">Show replies</button><div id=x></div>')
    assert "Replies, replies" in shown.html
    assert shown.presses <= 4


@pytest.mark.slow
def test_a_button_without_end_is_left_after_a_while(site, loop, browser_found):
    browser = new_browser(site.fetch, browser_found, limits=replace(SHORT, presses=6, longest=20))
    shown = site.show(
        LIST.format(button="<button id=more onclick=add()>Load more</button>", enough=10_000), browser=browser
    )
    loop.run(browser.close())
    assert shown.presses == 6
    assert shown.notes == ("pressed 6 times for more, and there was more",)


def test_other_buttons_are_left_alone(site):
    shown = site.show("""
        <script>document.addEventListener("click", () => document.body.append("PRESSED"), true)</script>
        <a href="/page/2">Load more</a> <button>More</button> <button>Share</button> <button>Log in</button>
        <button>Subscribe</button> <button>Reply</button> <button>Post comment</button> <button>Read more</button>
        <button>Hide replies</button> <nav><button>Show all comments</button></nav>
        <div class=cookie-banner><button>Show more</button></div> <button disabled>Load more</button>
        <button style="display:none">Load more</button> <button class=share-more>Show more</button>""")
    assert (shown.presses, "PRESSED" in shown.html) == (0, False)


def test_a_press_that_leads_away_leads_nowhere(site):
    shown = site.show("<p>Here</p><form action='/away'><button>Show more comments</button></form>")
    assert "Here" in shown.html
    assert site.asked == []
    assert shown.notes == ("wanted to go to http://blog.example/away?",)


@pytest.mark.parametrize("text", [
    "Load more", "Load more comments…", "Show 12 more replies", "View 3 replies", "View all 18 comments",
    "MORE COMMENTS", "Older comments", "« Older Comments", "Show hidden comments", "Show comments (4)",
    "Load all comments", "Mehr anzeigen", "Weitere 20 Kommentare laden", "Alle Antworten anzeigen",
    "Afficher plus de commentaires",
    "Voir les 3 réponses", "Charger plus", "Ver más comentarios", "Mostrar 2 respuestas", "Carregar mais",
    "Ver mais comentários", "Mostra altri commenti", "Carica altro", "Meer reacties laden", "Toon meer",
    "Visa fler kommentarer", "Vis flere svar", "Last inn flere kommentarer", "Näytä lisää", "Pokaż więcej komentarzy",
    "Załaduj więcej", "Načíst další komentáře", "További hozzászólások betöltése", "Vezi mai multe comentarii",
    "Показать ещё 10 комментариев", "Ещё комментарии", "Показати більше", "Εμφάνιση περισσότερων", "Daha fazla göster",
    "Daha fazla yorum yükle", "عرض المزيد", "הצג עוד תגובות", "Muat lebih banyak", "Lihat balasan lainnya",
    "Xem thêm bình luận", "もっと見る", "さらに表示", "返信を表示", "3件の返信を表示", "加载更多", "查看全部 12 条评论",
    "展开更多回复", "載入更多留言", "더 보기", "더보기", "댓글 더보기", "답글 3개 보기", "이전 댓글 보기",
])  # fmt: skip
def test_buttons_say_more_in_many_languages(text):
    assert says_more(text)


@pytest.mark.parametrize("text", [
    "", "More", "…", "12", "Comments", "Reply", "Post comment", "Read more", "Show less", "Hide comments", "Next",
    "Menu", "Show more about our cookies", "More information", "Load", "See also", "All posts", "Mehr",
    "Antworten", "Mehr erfahren", "Plus d'infos", "Leer más", "Saiba mais",
    "Mehr Informationen anzeigen", "详情", "更多", "评论",
    "共有", "メニュー", "Voir le site", "View profile", "Show password", "Hiển thị",
    "Subscribe to comments", "Notify me of new comments",
])  # fmt: skip
def test_other_words_do_not_say_more(text):
    assert not says_more(text)


@given(text())
def test_any_text_can_be_asked(output):
    assert says_more(output) in {True, False}


def test_a_text_that_can_be_read_in_many_ways_is_read_at_once():
    assert not says_more("を見る" * 10_000 + "x")
