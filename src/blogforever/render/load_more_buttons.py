"""By what a button for more is known: the services' own ones, and the words of twenty languages. Data only."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache

KNOWN_BUTTONS: dict[str, str] = {
    "Artalk": ".atk-list-read-more-inner",
    "Blogger": ".comments .loadmore:not(.hidden) a",
    "Commento": ".commento-button-load-more",
    "Coral": "#comments-allComments-loadMore, #comments-loadMore",
    "Disqus": "a[data-action=more-posts], .load-more__button, a.load-more-refresh__button",
    "FastComments": ".fast-comments .next-page",
    "Gitalk": ".gt-btn-loadmore",
    "GitHub": "button.ajax-pagination-btn",
    "IntenseDebate": ".idc-loadmore a, #IDShowMoreLink",
    "Isso": ".isso-load-hidden",
    "Jetpack": "#infinite-handle button",
    "Livefyre": ".fyre-stream-more-container",
    "Remark42": ".comments__more, .thread__more, button.more-comments",
    "Spot.IM": "[data-spot-im-class=load-more-messages], .spcv_load-more-messages",
    "Twikoo": ".tk-expand",
    "Valine": ".vmore",
    "Waline": ".wl-more button",
    "giscus": ".gsc-pagination-button",
    "utterances": ".pagination-loader-container button",
    "wpDiscuz": ".wpd-load-more-submit",
}
"""CSS by service."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MoreWords:
    """The words that such buttons are made of in one language, in lower case."""

    verbs: tuple[str, ...]
    """What the button does: "load"."""
    more: tuple[str, ...]
    """How much of it: "more", "older"."""
    talk: tuple[str, ...]
    """What readers write: "comments"."""
    things: tuple[str, ...] = ()
    """What else there may be more of: "posts"."""
    between: tuple[str, ...] = ()
    """Words that change nothing: "the"."""


MORE_WORDS: dict[str, MoreWords] = {
    "en": MoreWords(
        verbs=("load", "show", "view", "see", "display", "expand", "reveal", "fetch"),
        more=("more", "older", "earlier", "previous", "all", "additional", "remaining", "hidden", "other"),
        talk=("comments", "comment", "replies", "reply", "responses", "response", "answers", "messages", "discussion",
              "reactions", "conversation"),
        things=("posts", "articles", "entries", "results", "items", "stories"),
        between=("the", "of", "s", "in", "this", "thread"),
    ),
    "de": MoreWords(
        verbs=("laden", "anzeigen", "zeigen", "zeige", "lade", "einblenden", "nachladen", "ansehen", "ausklappen"),
        more=("mehr", "weitere", "ältere", "alle", "frühere", "vorherige"),
        talk=("kommentare", "kommentar", "antworten", "antwort", "beiträge", "diskussion", "reaktionen"),
        things=("artikel", "einträge", "ergebnisse", "posts"),
        between=("die", "der", "noch"),
    ),
    "fr": MoreWords(
        verbs=("charger", "afficher", "voir", "montrer"),
        more=("plus", "autres", "précédents", "anciens", "suite", "tous", "toutes", "davantage"),
        talk=("commentaires", "commentaire", "réponses", "réponse", "réactions"),
        things=("articles", "billets", "résultats"),
        between=("de", "d", "les", "la", "des", "le"),
    ),
    "es": MoreWords(
        verbs=("cargar", "mostrar", "ver", "cargue"),
        more=("más", "mas", "anteriores", "antiguos", "todos", "todas", "otros"),
        talk=("comentarios", "comentario", "respuestas", "respuesta"),
        things=("entradas", "artículos", "resultados", "publicaciones"),
        between=("los", "las", "de"),
    ),
    "pt": MoreWords(
        verbs=("carregar", "mostrar", "ver", "exibir"),
        more=("mais", "anteriores", "antigos", "todos", "todas", "outros"),
        talk=("comentários", "comentário", "respostas", "resposta"),
        things=("postagens", "artigos", "resultados", "posts"),
        between=("os", "as", "de"),
    ),
    "it": MoreWords(
        verbs=("carica", "mostra", "visualizza", "vedi", "leggi", "caricare"),
        more=("altri", "altro", "altre", "di più", "precedenti", "tutti", "tutte", "più"),
        talk=("commenti", "commento", "risposte", "risposta"),
        things=("articoli", "risultati", "post"),
        between=("i", "gli", "le", "di"),
    ),
    "nl": MoreWords(
        verbs=("laad", "laden", "toon", "bekijk", "weergeven", "tonen"),
        more=("meer", "oudere", "eerdere", "alle", "overige", "vorige"),
        talk=("reacties", "reactie", "antwoorden", "antwoord", "opmerkingen"),
        things=("berichten", "artikelen", "resultaten"),
        between=("de",),
    ),
    "sv": MoreWords(
        verbs=("ladda", "visa", "se", "hämta"),
        more=("fler", "mer", "äldre", "alla", "tidigare"),
        talk=("kommentarer", "svar"),
        things=("inlägg", "artiklar"),
    ),
    "da": MoreWords(
        verbs=("indlæs", "vis", "se", "hent"),
        more=("flere", "mere", "ældre", "alle", "tidligere"),
        talk=("kommentarer", "svar"),
        things=("indlæg", "artikler"),
    ),
    "no": MoreWords(
        verbs=("last", "last inn", "vis", "se", "hent"),
        more=("flere", "mer", "eldre", "alle", "tidligere"),
        talk=("kommentarer", "svar"),
        things=("innlegg", "artikler"),
    ),
    "fi": MoreWords(
        verbs=("lataa", "näytä", "katso"),
        more=("lisää", "vanhemmat", "kaikki", "aiemmat"),
        talk=("kommentit", "kommentteja", "vastaukset", "vastauksia"),
        things=("artikkeleita",),
    ),
    "pl": MoreWords(
        verbs=("załaduj", "pokaż", "wczytaj", "zobacz", "wyświetl"),
        more=("więcej", "starsze", "wszystkie", "poprzednie", "kolejne"),
        talk=("komentarze", "komentarzy", "odpowiedzi", "odpowiedź"),
        things=("wpisów", "artykułów"),
    ),
    "cs": MoreWords(
        verbs=("načíst", "zobrazit", "ukázat"),
        more=("další", "více", "starší", "všechny", "předchozí"),
        talk=("komentáře", "komentářů", "odpovědi", "odpovědí"),
        things=("články", "příspěvky"),
    ),
    "hu": MoreWords(
        verbs=("betöltése", "mutatása", "megjelenítése", "betölt"),
        more=("több", "további", "régebbi", "korábbi", "összes"),
        talk=("hozzászólás", "hozzászólások", "komment", "válasz", "válaszok"),
        things=("bejegyzés",),
    ),
    "ro": MoreWords(
        verbs=("încarcă", "arată", "vezi", "afișează"),
        more=("mai multe", "mai vechi", "toate"),
        talk=("comentarii", "comentariile", "răspunsuri", "răspunsurile"),
        things=("articole",),
    ),
    "ru": MoreWords(
        verbs=("загрузить", "показать", "посмотреть", "развернуть", "открыть"),
        more=("ещё", "еще", "больше", "все", "предыдущие", "старые", "остальные"),
        talk=("комментарии", "комментариев", "комментария", "ответы", "ответов", "ответа"),
        things=("записи", "записей", "статьи"),
    ),
    "uk": MoreWords(
        verbs=("завантажити", "показати", "переглянути"),
        more=("ще", "більше", "всі", "усі", "попередні", "старіші"),
        talk=("коментарі", "коментарів", "відповіді", "відповідей"),
        things=("записи", "записів"),
    ),
    "el": MoreWords(
        verbs=("φόρτωση", "εμφάνιση", "προβολή", "δείτε"),
        more=("περισσότερα", "περισσότερων", "παλαιότερα", "όλα"),
        talk=("σχόλια", "σχολίων", "απαντήσεις", "απαντήσεων"),
    ),
    "tr": MoreWords(
        verbs=("yükle", "göster", "gör", "görüntüle"),
        more=("daha fazla", "daha", "eski", "tüm", "tümünü", "önceki"),
        talk=("yorum", "yorumlar", "yorumları", "yanıt", "yanıtlar", "yanıtları", "cevapları"),
        things=("yazı",),
    ),
    "ar": MoreWords(
        verbs=("تحميل", "عرض", "إظهار", "مشاهدة"),
        more=("المزيد", "مزيد", "كل", "جميع"),
        talk=("التعليقات", "تعليقات", "الردود", "ردود"),
        between=("من",),
    ),
    "he": MoreWords(
        verbs=("טען", "הצג", "הראה"), more=("עוד", "נוספות", "כל"), talk=("תגובות", "התגובות", "תשובות"),
    ),
    "id": MoreWords(
        verbs=("muat", "tampilkan", "lihat"),
        more=("lebih banyak", "lagi", "lainnya", "semua", "sebelumnya", "lama"),
        talk=("komentar", "balasan"),
        things=("artikel",),
    ),
    "vi": MoreWords(
        verbs=("tải", "xem", "hiển thị"),
        more=("thêm", "cũ hơn", "tất cả", "trước"),
        talk=("bình luận", "phản hồi", "trả lời"),
        things=("bài viết",),
    ),
    "ja": MoreWords(
        verbs=("読み込む", "読み込み", "読込", "表示する", "表示", "見る", "みる", "を見る"),
        more=("もっと", "さらに", "さらに多くの", "続きを", "以前の", "過去の", "他の", "すべての", "全ての", "次の"),
        talk=("コメント", "返信", "件の返信", "件のコメント"),
        things=("記事",),
        between=("を", "の", "件"),
    ),
    "zh": MoreWords(
        verbs=("加载", "加載", "載入", "载入", "查看", "显示", "顯示", "展开", "展開", "浏览"),
        more=("更多", "全部", "所有", "更早", "更早的", "其余", "剩余"),
        talk=("评论", "評論", "回复", "回覆", "留言", "回應"),
        things=("文章",),
        between=("的", "条", "條"),
    ),
    "ko": MoreWords(
        verbs=("보기", "불러오기", "보이기", "표시", "펼치기"),
        more=("더", "이전", "모든", "전체"),
        talk=("댓글", "답글", "답변"),
        things=("글",),
        between=("개", "개의"),
    ),
}  # fmt: skip


_LETTERS = re.compile(r"[^\W\d_]+")
_MEANING = frozenset({"verb", "more", "talk"})
_WRITTEN_TOGETHER = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


def says_more(text: str) -> bool:
    """True for what a button for more says, whatever numbers and arrows stand in it: "View 3 replies ▾"."""
    plain = " ".join(_LETTERS.findall(unicodedata.normalize("NFKC", text).lower()))
    # "show more", "older comments", "view replies"; but not "more" (a menu) or "posts" (a link).
    return any(len(_kinds(plain, language) & _MEANING) >= 2 for language in MORE_WORDS)


def _kinds(plain: str, language: str) -> set[str]:
    """The kinds of words that the text is made of; none if it has others too."""
    pattern, kind_of = _vocabulary(language)
    kinds = set()
    at = 0
    while at < len(plain):
        found = pattern.match(plain, at)
        if found is None:
            return set()
        kinds.add(kind_of[found.group(1)])
        at = found.end()
    return kinds


@cache
def _vocabulary(language: str) -> tuple[re.Pattern[str], dict[str, str]]:
    kind_of = _kind_of(MORE_WORDS[language])
    longest_first = sorted(kind_of, key=len, reverse=True)  # "daha fazla" before "daha"
    together = any(_WRITTEN_TOGETHER.match(word) for word in kind_of)
    return re.compile(f"({'|'.join(map(re.escape, longest_first))})(?:{' ?' if together else ' |$'})"), kind_of


def _kind_of(words: MoreWords) -> dict[str, str]:
    kinds = {
        "between": words.between,
        "thing": words.things,
        "talk": words.talk,
        "more": words.more,
        "verb": words.verbs,
    }
    return {word: kind for kind, known in kinds.items() for word in known}
