"""What pages say around comments, in many languages, as data: "Anna says:", "12 comments", "awaiting moderation"."""

import re
from functools import lru_cache

from blogforever.text.words import tidy

_SAYS = (
    "says", "said", "say", "wrote", "writes", "commented", "comments", "replied", "responded", "adds", "added",
    "sagt", "sagte", "schreibt", "schrieb", "meint", "meinte", "kommentierte", "antwortet", "antwortete",
    "dit", "a dit", "a écrit", "écrit", "à dit", "a commenté", "a répondu", "répond",
    "dice", "dijo", "escribió", "escribio", "escribe", "comentó", "comento", "ha dicho", "respondió",
    "ha detto", "ha scritto", "scrive", "scrisse", "disse", "commenta", "diz", "escreveu", "comentou", "disse...",
    "zegt", "schreef", "schrijft", "zei", "säger", "skriver", "skrev", "sier", "sa", "siger",
    "sanoo", "sanoi", "kirjoitti", "kirjoittaa", "pisze", "napisał", "napisała", "napisał(a)", "mówi", "komentuje",
    "napsal", "napsala", "napsal(a)", "říká", "píše", "napísal", "hovorí", "mondta", "írta", "mondja",
    "spune", "a spus", "a scris", "zice", "diu", "ha dit", "diu que", "va dir", "ha escrit", "dedi ki", "diyor ki",
    "dedi", "yazdı", "говорит", "пишет", "сказал", "сказала", "написал", "написала", "написал(а)", "комментирует",
    "каже", "пише", "пишет:", "λέει", "είπε", "έγραψε", "viết", "nói", "berkata", "mengatakan", "menulis", "kata",
    "より", "さん", "さんのコメント", "说道", "说", "說道", "說", "表示", "님의 말", "말", "says...", "يقول",
    "قال", "says that",
    "אומר", "כתב", "dixo", "esan du", "kaže", "je napisao", "pravi", "ütles", "saka", "rašo",
)  # fmt: skip
"""Words between a name and what its owner said."""

_SAID_BY = (
    "comment by", "comment from", "posted by", "written by", "reply by", "response by", "left by", "submitted by",
    "from", "by", "name", "author", "guest", "kommentar von", "geschrieben von", "verfasst von", "von", "autor",
    "commentaire de", "commentaire par", "commentaire n°", "posté par", "écrit par", "publié par", "par", "auteur",
    "comentario de", "comentario por", "comentado por", "escrito por", "enviado por", "publicado por", "por",
    "commento di", "commento da", "scritto da", "inviato da", "postato da", "di", "da parte di", "comentário de",
    "comentário por", "reactie van", "reactie door", "geplaatst door", "door", "kommentar av", "kommentar fra",
    "kommentar fran", "skrevet av", "skrivet av", "av", "kommentti käyttäjältä", "komentarz od", "napisane przez",
    "dodane przez", "przez", "autor:", "komentář od", "vložil", "hozzászólás tőle:", "комментарий от", "автор",
    "оставил", "投稿者", "コメント by", "名前", "作者", "评论者", "작성자", "oleh", "bởi", "gönderen", "yazan",
)  # fmt: skip
"""Words before a name."""

_JOINTS = (
    "on", "at", "am", "um", "le", "el", "il", "à", "a las", "a", "alle", "alle ore", "op", "om", "den", "dne",
    "kl", "kl.",
    "w", "w dniu", "dnia", "em", "às", "no dia", "dia", "the", "in", "and", "og", "ja", "в", "о", "на", "στις", "στο",
    "lúc", "vào", "pada", "tarihinde", "kello", "klo", "o", "ora", "ore", "del", "de", "of", "posted", "posté",
    "uhr", "date", "datum", "fecha", "data", "said on", "edited", "permalink", "link", "reply",
)  # fmt: skip
"""Words between a name and a date."""

_LABELS = frozenset({
    "reply", "to", "this", "comment", "permalink", "permanent", "link", "quote", "edit", "delete", "report", "flag",
    "antworten", "zitieren", "permanentlink", "répondre", "citer", "lien", "responder", "citar", "enlace",
    "permanente", "rispondi", "cita", "beantwoorden", "reageer", "svara", "svar", "besvar", "vastaa", "odpowiedz",
    "odpovědět", "odpovedať", "válasz", "răspunde", "respon", "yanıtla", "cevapla", "ответить", "відповісти",
    "απάντηση", "trả", "lời", "balas", "返信", "返信する", "回复", "回覆", "답글", "הגב", "رد",
})  # fmt: skip
"""Words on the links and buttons of one comment."""

_PINGS = ("pingback", "trackback", "pingback from", "trackback from", "pingback von", "ping", "retrolink", "rétrolien")

_WEEKDAYS = (
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|montag|dienstag|mittwoch|donnerstag|freitag|"
    r"samstag|sonnabend|sonntag|mo|di|mi|do|fr|sa|so|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|"
    r"mi[ée]rcoles|jueves|viernes|s[áa]bado|domingo|luned[iì]|marted[iì]|mercoled[iì]|gioved[iì]|venerd[iì]|sabato|"
    r"domenica|(?:segunda|terça|quarta|quinta|sexta)(?:-feira)?|maandag|dinsdag|woensdag|donderdag|vrijdag|zaterdag|"
    r"zondag|m[åa]ndag|tisdag|tirsdag|onsdag|torsdag|fredag|l[öø]rdag|s[öø]ndag"
)

_NOUNS = (
    r"comments?|responses?|repl(?:y|ies)|thoughts?|reactions?|feedbacks?|trackbacks?|opinions?|remarks?|"
    r"kommentare?n?|antworten?|reaktionen|gedanken|meinung(?:en)?|commentaires?|réponses?|réactions?|"
    r"comentarios?|respuestas?|opiniones|commenti|commento|rispost[ae]|pensier[oi]|comentários?|respostas?|reacties?|"
    r"antwoord(?:en)?|gedachten?|kommentar(?:er|en)?|svar|tankar|komment(?:ti|tia|it|teja)|vastaus(?:ta)?|"
    r"ajatus(?:ta)?|"
    r"komentarz[ey]?|odpowiedzi|komentář[eůi]?|komentar(?:e|ov|i|a)?|odpověd[ií]|hozzászólás|megjegyzés|vélemény|"
    r"comentarii(?:le)?|răspunsuri|comentaris?|respostes|yorum(?:lar)?|комментари[йяев]{1,2}|ответ(?:а|ов)?|"
    r"отзыв(?:а|ов)?|"
    r"коментар(?:і|ів|я|и)?|σχόλι[αο]|απαντήσεις|bình luận|phản hồi|komentar|tanggapan|balasan|コメント|返信|评论|"
    r"評論|回复|回覆|留言|回應|댓글|답글|תגובות|تعليق(?:ات)?"
)
_ONE = r"one|ein(?:e)?|un[ea]?|uno|um|en|ett|één|een|yksi|jeden|egy|bir|один"
_NONE = r"no|keine|aucun|ningún|nessun|nenhum|geen|inga?|ingen|ei|brak|žádné|nincs|нет"

_CJK_COUNTERS = r"(?:件の?|条|條|則|则|个|個|개의?)?"
COUNT = re.compile(
    rf"(?<![\w.,/])(?:(?P<number>(?:\d{{1,3}}(?:[.,\s]\d{{3}})+|\d{{1,6}})(?!\d))|(?P<one>{_ONE})|(?P<none>{_NONE}))"
    rf"\s*+{_CJK_COUNTERS}\s*+(?:\w++\s++)?(?:{_NOUNS})(?!\w)",
    re.IGNORECASE,
)
COUNT_AFTER = re.compile(rf"(?<!\w)(?:{_NOUNS})\s*+[(（\[:：]\s*+(\d{{1,6}})\s*+(?:[)）\]]|$)", re.IGNORECASE)

HEADING = re.compile(
    rf"[\s«»\"'“”(\[#*>•-]*(?:\d[\d.,]*+\s*+{_CJK_COUNTERS}\s*+|(?:{_ONE}|{_NONE})\s+|(?:all|the|archived|user|readers?"
    rf"|readers?['’]s?|your|visitor|alle|leser|les|i|tutti i|los|os)\s+)*(?:{_NOUNS}|what (?:others|people|readers) "
    rf"(?:say|said|think)|talkback|guestbook)(?=\s*(?:$|[^\w\s]|\d|(?:and|on|to|for|from|about|of|zu[mr]?|und|sur|"
    rf"à|a|en|su|sobre"
    rf"|om|op|til|på|do|o|к|на|για)\b))",
    re.IGNORECASE,
)
"""How a heading over comments begins."""

CALL = re.compile(
    r"\s*(?:leave|post|write|add|submit|make|join|hinterlass|schreib|kommentar (?:schreiben|hinterlassen|abgeben)|"
    r"laisse[rz]|poste[rz]|écrire|ajoute[rz]|deja|dejar|escrib[ei]|publicar|envía|lascia|scrivi|invia|deixe|escreva|"
    r"plaats|geef|laat|skriv|lämna|legg|jätä|kirjoita|lisää|dodaj|zostaw|skomentuj|napsat|přidat|szólj|írj|lasă|scrie|"
    r"bir yorum|yorum yap|yanıt|добавить|оставить|написать|залишити|コメントを|コメントする|发表|發表|添加|留下|"
    r"댓글 ?(?:쓰기|남기기|달기))",
    re.IGNORECASE,
)
"""How a heading over an empty form begins."""

DELETED = re.compile(
    r"\s*\W{0,2}(?:this (?:comment|post|message) (?:has been|was|is) (?:removed|deleted)|"
    r"comment (?:has been )?(?:deleted|"
    r"removed)|\[?(?:deleted|removed)\]?\W*$|(?:dieser )?kommentar (?:wurde|ist) (?:vom? [\w-]+ )?(?:gelöscht|"
    r"entfernt)|ce (?:commentaire|message) a été supprimé|commentaire supprimé|"
    r"(?:este )?comentario (?:ha sido )?(?:eliminado|suprimido|"
    r"borrado)|(?:este )?comentário foi removido|(?:questo )?commento è stato (?:eliminato|rimosso)|(?:deze|"
    r"dit) reactie is "
    r"verwijderd|den här kommentaren har tagits bort|denne kommentar(?:en)? (?:er|ble) (?:fjernet|slettet)|"
    r"komentarz (?:został )?usunięty|комментарий (?:был )?удал[её]н|このコメントは(?:投稿者|"
    r"ブログの管理者)によって削除|此评论已)",
    re.IGNORECASE,
)
WAITING = re.compile(
    r"(?:your )?comment is (?:awaiting|waiting|being held|pending)[^.]{0,40}moderation|awaiting moderation|"
    r"wartet auf (?:moderation|freischaltung)|muss noch freigeschaltet|en attente de (?:modération|validation)|"
    r"(?:pendiente|a la espera) de moderación|in attesa di moderazione|aguardando moderação|wacht op (?:moderatie|"
    r"goedkeuring)|"
    r"väntar på (?:moderering|granskning)|oczekuje na (?:moderację|akceptację)|ожидает (?:модерации|проверки)|"
    r"承認待ち|等待审核|正等待審核",
    re.IGNORECASE,
)

OTHER_PAGE = re.compile(
    rf"\W*(?:(?:older|newer|previous|next|more|all|ältere|neuere|frühere|vorherige|nächste|anciens?|précédents?|"
    rf"plus récents|"
    rf"suivants?|antiguos|anteriores|siguientes|recientes|precedenti|successivi|oudere|nieuwere|äldre|nyare|eldre|"
    rf"nyere|"
    rf"vanhemmat|uudemmat|starsze|nowsze|starší|novější|régebbi|újabb|старые|новые|предыдущие|следующие|古い|新しい|"
    rf"以前の|次の|较早|较新|"
    rf"较旧|更新的)\s*)?(?:{_NOUNS})?\s*(?:(?:plus )?(?:anciens|récents|précédents|suivants|antiguos|anteriores|"
    rf"recientes|"
    rf"más (?:antiguos|recientes)|precedenti|(?:più )?(?:vecchi|recenti|nuovi)|antigos|recentes|»|→|›))?\W*",
    re.IGNORECASE,
)
"""The words of a link to older or newer comments; what it must not be is empty, or the noun alone."""
NOUN = re.compile(rf"(?<!\w)(?:{_NOUNS})(?!\w)", re.IGNORECASE)


def _alternatives(words: tuple[str, ...]) -> str:
    return "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True))


_LONGEST_LINK = 60
_LONGEST_LINE = 300
"""Characters of a line in which a name or a count is looked for."""
_MOST_DIGITS = 6
"""No page has more comments than this can count; longer numbers mean something else."""
_EDGE = r"[\s\W]*"
_BEFORE = re.compile(
    rf"(?:{_EDGE}(?:\d{{1,4}}\s*[.):]\s+|#\d{{1,4}}\b|(?:{_alternatives(_SAID_BY)})(?:\s*[:：]\s*|\s+)))+(?=\S)",
    re.IGNORECASE,
)
_SAYS_END = re.compile(
    rf"(?:(?<!\s)\s++|(?<=[^\x00-\x7f]))(?:{_alternatives(_SAYS)})\s*+[:：…,.]*+\s*+$", re.IGNORECASE
)
_JOINT_END = re.compile(
    rf"(?:^|(?<!\s)\s++|(?<=[,;|]))(?:{_alternatives(_JOINTS)}|{_WEEKDAYS})[.,:]*+\s*+$", re.IGNORECASE
)
_SOFT = " \t\n,;:|·•—–-\u00a0\u200b\u200e\u200f"
"""What is trimmed from a name; brackets and stars may belong to it."""
_HARD = _SOFT + "/\\~»«›‹→←<>*#"
"""What is trimmed from what is left of a line beside its date."""
_WORD = re.compile(r"[^\W_]+")
_LINKING = frozenset(
    word.lower() for phrase in (*_SAYS, *_SAID_BY, *_JOINTS, *_PINGS) for word in _WORD.findall(phrase)
)
_WEEKDAY = re.compile(_WEEKDAYS, re.IGNORECASE)


@lru_cache(maxsize=4096)
def name_of(text: str) -> str:
    """A name without the words around it: "Comment by Anna says:" names Anna. "" where nobody would look for one."""
    name = tidy(text).strip()
    if len(name) > _LONGEST_LINE:
        return ""
    before = None
    while name != before:
        before = name
        name = _SAYS_END.sub("", name).strip(_SOFT)
    start = _BEFORE.match(name)
    return (name[start.end() :] if start else name).strip(_SOFT)


def name_beside_date(text: str) -> str:
    """A name from what stands before or after a date: "Anna on Monday," names Anna."""
    name = tidy(text).strip(_HARD).rstrip("([").lstrip(")]")
    if len(name) > _LONGEST_LINE:
        return ""
    before = None
    while name != before:
        before = name
        name = _JOINT_END.sub("", name).strip(_HARD)
    return name_of(name).rstrip("([").lstrip(")]").strip()


def says_nothing(text: str) -> bool:
    """True for text that only links a name, a date and a comment: "says:", " on ", "|"."""
    return len(text) < _LONGEST_LINK and all(
        word.lower() in _LINKING or _WEEKDAY.fullmatch(word) for word in _WORD.findall(text)
    )


def is_label(text: str) -> bool:
    """True for what a button of one comment says: "Reply", "Permalink", "#3"."""
    words = _WORD.findall(text)
    return 0 < len(text) < _LONGEST_LINK and all(word.isdecimal() or word.lower() in _LABELS for word in words)


def stated_count(text: str) -> int | None:
    """How many comments a heading says there are; None when it does not."""
    if len(text) > _LONGEST_LINE:
        return None
    found = COUNT.search(text)
    if found:
        if found["number"]:
            digits = re.sub(r"\D", "", found["number"])
            return int(digits) if len(digits) <= _MOST_DIGITS else None
        return 1 if found["one"] else 0
    after = COUNT_AFTER.search(text)
    return int(after[1]) if after else None
