"""What feed software adds to posts, in the languages it speaks. Data only; `additions` and `markup` apply it."""

import re


def _listed(*selectors: str) -> str:
    return ", ".join(selectors)


UNSEEN = "embed, title, form"
"""Elements beside those that no reader reads on pages either: feeds carry them by mistake."""

ADDED_ELEMENTS = _listed(
    "div.feedflare", "p.feedflare", "div.wpcnt", "div.sharedaddy", "div.jp-relatedposts", "div.shareaholic-canvas",
    "div.addtoany_share_save_container", "p.wp-block-a8c-feed-footer", "div.blogger-post-footer",
    "p.syndicated-attribution",
    "div.social-share-feed", "p.rss-footer", "div.rss-footer", "a.more-link[href*='#more']", "p.feed-footer",
    "div.feed-footer",
    "a[href*='feeds.wordpress.com/1.0/']", "a[href*='feeds.feedburner.com/~ff/']",
    "a[href*='feeds.feedburner.com/~a/']",
    "a[href*='feedproxy.google.com/~ff/']", "a[href*='feedproxy.google.com/~f/']", "a[href*='rss.feedsportal.com/']",
    "a[href*='feedads.g.doubleclick.net/']", "a[href*='addtoany.com/share']", "a[href*='api.tweetmeme.com/share']",
    "a[href*='digg.com/submit']", "a[href*='del.icio.us/post?']", "a[href*='stumbleupon.com/submit']",
    "a[href*='reddit.com/submit?']", "a[href*='facebook.com/sharer']", "a[href*='twitter.com/intent/tweet']",
)  # fmt: skip
"""Blocks and links that sharing and counting services put into feeds."""

TRACKERS = _listed(
    "img[width='1'][height='1']", "img[width='0'][height='0']", "img[src*='stats.wordpress.com/']",
    "img[src*='pixel.wp.com/']", "img[src*='feeds.wordpress.com/']", "img[src*='feeds.feedburner.com/~r/']",
    "img[src*='feeds.feedburner.com/~ff/']", "img[src*='feedproxy.google.com/~r/']",
    "img[src*='blogger.googleusercontent.com/tracker/']",
    "img[src*='blogblog.com/tracker/']", "img[src*='blogger.com/tracker/']", "img[src*='google-analytics.com/']",
    "img[src*='feedsportal.com/']", "img[src*='feedburner.com/~4/']", "img[src*='vgwort.de/']",
    "img[src*='/piwik.php']",
    "img[src*='doubleclick.net/']", "img[src*='/matomo.php']",
)  # fmt: skip
"""Images that count readers and show nothing."""


EXCERPTS = (
    "[class*='post-excerpt'], [class*='entry-summary'], [class='excerpt'], [class*='post-summary'], [class*='teaser']"
)
"""Elements that say that they hold less than the post."""


def _any(*phrases: str) -> str:
    return "(?:" + "|".join(phrases) + ")"


READ_ON = re.compile(
    r"[\s\[(<←→»›\-–—.…]*"
    + _any(
        # English
        r"continue reading", r"keep reading", r"read (?:the )?(?:more|rest|on|full|whole|entire|complete|further)",
        r"more(?: ?[…»→]| ?\.\.\.|$)",
        r"click here to (?:read|continue)", r"view (?:the )?(?:full|original|entire) (?:post|article)", r"see more",
        r"learn more$", r"full (?:story|post|article)",
        r"view post", r"read (?:this )?(?:post|article|it)(?: on|$| ?[…»→])", r"read$",
        # German, Dutch, the Nordic languages
        r"weiter ?lesen", r"weiter(?: ?[…»→]|$)", r"mehr lesen",
        r"(?:den )?(?:ganzen |vollständigen )?(?:artikel|beitrag) (?:weiter|ganz|vollständig|komplett)? ?lesen",
        r"mehr(?: ?[…»→]|$)", r"jetzt lesen", r"zum (?:artikel|beitrag)", r"lees (?:verder|meer|het hele)",
        r"verder lezen", r"meer lezen",
        r"läs (?:mer|vidare|hela)", r"fortsätt (?:att )?läsa", r"läs inlägget", r"læs (?:mere|videre|resten)",
        r"fortsæt", r"les (?:mer|videre|resten)", r"fortsett å lese",
        r"lue (?:lisää|koko|loput)", r"jatka lukemista", r"lesa meira",
        # The Romance languages
        r"lire (?:la suite|plus|l[’']article|davantage|le reste)", r"en savoir plus",
        r"continuer (?:la|à) l(?:ecture|ire)", r"la suite",
        r"leggi (?:tutto|il resto|di più|ancora|l[’']articolo|l[’']intero|altro|di piu)",
        r"continua (?:a leggere|la lettura)", r"prosegui", r"continua(?: ?[…»→]|$)",
        r"leer (?:más|mas|el resto|completo|todo|la entrada|el artículo)", r"sigue leyendo", r"seguir leyendo",
        r"continuar leyendo", r"continúa leyendo", r"ver más",
        r"leia (?:mais|o resto|tudo)", r"ler mais", r"continue (?:a )?lendo", r"continue a ler",
        r"continuar (?:a )?le(?:ndo|r|itura)", r"saiba mais", r"lês mais",
        r"llegir[- ]?(?:ne )?(?:més|mes)", r"continua llegint", r"citește (?:mai (?:mult|departe)|restul|tot)",
        r"citeste (?:mai (?:mult|departe)|restul)", r"ler máis",
        # Slavic, Baltic, Hungarian, Greek, Turkish
        r"czytaj (?:dalej|więcej|całość|resztę)", r"więcej", r"czytaj$", r"číst (?:dále|více|celý)",
        r"pokračovat ve čtení", r"celý článek", r"čítať (?:ďalej|viac)", r"viac",
        r"читать (?:дал|полн|ещё|еще|всё|все|подробн)", r"подробнее", r"далее", r"продолжить чтение", r"продолжение",
        r"читати (?:далі|більше|повн)", r"детальніше", r"докладніше",
        r"прочети (?:още|цялата)", r"nastavi čitati", r"pročitaj(?:te)? (?:više|dalje|ostatak)", r"opširnije",
        r"preberi več", r"več", r"skaityti (?:daugiau|toliau)", r"lasīt (?:vairāk|tālāk)", r"loe (?:edasi|rohkem)",
        r"tovább(?: olvas|i|$| ?[…»→])", r"olvasd? (?:tovább|el)", r"folytatás", r"bővebben", r"διαβάστε",
        r"περισσότερα", r"συνέχεια", r"devamını (?:oku|gör)", r"devamı", r"okumaya devam",
        # Asia
        r"続きを読む", r"続きを見る", r"もっと読む", r"全文を読む",
        r"继续阅读", r"繼續閱讀", r"阅读全文", r"閱讀全文", r"阅读更多",
        r"閱讀更多", r"查看全文", r"더 ?보기",
        r"계속 ?읽기", r"더 ?읽기", r"전문 ?보기",
        r"baca (?:selengkapnya|lebih|lagi|selanjutnya)", r"selengkapnya", r"lanjut(?:kan)? (?:mem)?baca",
        r"đọc (?:tiếp|thêm)", r"xem thêm", r"อ่านต่อ", r"อ่านเพิ่มเติม",
        r"إقرأ المزيد", r"اقرأ المزيد", r"متابعة القراءة", r"المزيد", r"המשך (?:קריאה|לקרוא)", r"קרא עוד", r"ادامه",
        r"और पढ़ें",
    ),
    re.IGNORECASE,
)  # fmt: skip
"""How a link begins that leads from an excerpt to the whole post."""

APPEARED_FIRST = re.compile(
    _any(
        r"first appeared (?:on|at|in)\b", r"appeared first (?:on|at|in)\b",
        r"was (?:first|originally) (?:published|posted) (?:on|at|in)\b", r"originally appeared (?:on|at|in)\b",
        r"erschien zuerst (?:auf|bei|in|unter)\b", r"ist zuerst erschienen (?:auf|bei)\b",
        r"erschien zum ersten mal (?:auf|bei)\b", r"wurde zuerst (?:auf|bei)\b",
        r"est apparu en premier", r"apparaît en premier sur", r"a été publié en premier sur",
        r"se publicó primero en", r"aparece primero en", r"apareció primero en",
        r"sembra essere il primo su", r"proviene da\b", r"è apparso per primo su",
        r"è stato pubblicato per la prima volta su",
        r"verscheen (?:eerst|als eerste) op", r"is eerst verschenen op",
        r"(?:apareceu|aparece) primeiro (?:em|no|na)\b", r"foi publicado primeiro em",
        r"pochodzi z serwisu", r"появил(?:ись|ась|ось|ся) (?:сначала|впервые) на",
        r"(?:впервые|сначала) появил(?:ись|ась|ось|ся) на", r"(?:спершу|вперше) з[’']явився на",
        r"に最初に表示されました", r"最先出现在", r"最早出現於", r"에 처음 등장했습니다",
        r"dök först upp på", r"blev først udgivet på",
        r"blev vist først den", r"dukkede først op på",
        r"dukket først opp på", r"julkaistiin ensimmäisenä", r"ilmestyi ensin", r"üzerinde ortaya çıktı",
        r"ilk önce .{1,120} (?:ortaya çıktı|yayınlanmıştır)", r"bejegyzés először", r"jelent meg először",
        r"se (?:nejdříve|nejprve) objevil na", r"nejprve se objevil na", r"pochází z\b", r"zobrazený najskôr",
        r"apare prima dată (?:în|pe)\b", r"pojavila se prvi puta na", r"je prvotno objavljena na",
        r"εμφανίστηκε πρώτα στο", r"δημοσιεύτηκε πρώτα", r"ha aparegut primer a\b", r"es va publicar primer a\b",
        r"pertama kali (?:tampil|muncul) (?:pada|di)\b", r"xuất hiện đầu tiên (?:vào|trên)",
        r"أولاً على", r"הופיע (?:לראשונה|ראשון)", r"اولین بار در", r"е публикувана за пръв път на",
    ),
    re.IGNORECASE,
)  # fmt: skip
"""The heart of WordPress's "The post X appeared first on Y" as its translators put it."""

APPEARED_START = re.compile(
    _any(
        r"\b(?:the|this) (?:post|article|entry)\b", r"\b(?:der|dieser) (?:beitrag|artikel|post)\b",
        r"\b(?:l[’'‘]article|cet article)\b", r"\b(?:la entrada|el artículo|el post|la publicación|esta entrada)\b",
        r"\b(?:l[’'‘]articolo|il post|questo articolo)\b", r"\b(?:het|dit) (?:bericht|artikel)\b",
        r"\b(?:o post|o artigo|este artigo|a publicação|o conteúdo|esse post)\b", r"\b(?:artykuł|wpis)\b",
        r"\b(?:сообщение|запись|статья|пост)\b", r"\b(?:запис|публікація|допис)\b", r"投稿", r"\binlägget\b",
        r"\bindlægget\b", r"\binnlegget\b", r"\bartikkeli\b", r"\b(?:příspěvek|článek)\b", r"\b(?:príspevok|článok)\b",
        r"\b(?:articolul|postarea)\b", r"\bobjava\b", r"το άρθρο\b", r"\bl[’'‘]entrada\b", r"\bbài viết\b",
        r"ظهرت المقالة", r"הפוסט", r"نوشته", r"\bпубликацията\b",
    ),
    re.IGNORECASE,
)  # fmt: skip
"""How that sentence begins; where no such word is known the whole block is the sentence."""

LONGEST_APPEARED = 500

FOOTERS = re.compile(
    _any(
        r"filed under:?\s", r"tagged(?: with|:|\s+as)", r"tags?:\s", r"posted in:?\s.{1,80}$",
        r"categor(?:y|ies|ías?|ie|ias?):\s", r"kategorien?:\s", r"abgelegt unter:?\s", r"mots[- ]clés\s?:",
        r"classé sous\s?:",
        r"archiviato in:", r"archivado en:", r"arquivado em:", r"schlagwörter:\s", r"etiquetas:\s", r"ingedeeld onder:",
        r"(?:no comments|\d+ comments?|leave a comment|add (?:a )?comment|comment on this|comments? \(\d+\))[\s.»]*$",
        r"(?:add to|share (?:on|this)|digg this|tweet this|submit to|bookmark|email this|e-mail this"
        r"|stumble it|save to del\.icio\.us|add to del\.icio\.us)\b.{0,160}$",
        r"add to (?:digg|any|facebook|twitter|delicious)",
        r"copyright (?:©|\(c\)|&copy;) .{0,300}(?:feed|personal|rights|reserved).{0,400}$",
        r"(?:©|\(c\)) ?\d{4}.{0,200}(?:feed|rights reserved|alle rechte|tous droits|todos los derechos).{0,300}$",
        r"this (?:rss )?feed is (?:for|copyright).{0,400}$",
        r"if (?:this|you are not reading this|you're reading this|you see this).{0,80}(?:feed|aggregator"
        r"|news ?reader).{0,400}$",
        r"\(?digital ?fingerprint:?.{0,120}$", r"digital fingerprint.{0,160}$",
        r"(?:original(?:ly)? (?:post(?:ed)?|published|article)|cross-?posted|first published"
        r"|originally appeared) (?:at|on|from|in|by|here)\b.{0,250}$",
        r"original(?: post| article| source)?:\s*https?://\S+$",
        r"permalink:?\s*https?://\S+$", r"(?:reply|comment|respond) (?:via|by) e?-?mail.{0,100}$",
        r"thanks for (?:reading|subscribing).{0,60}(?:feed|rss).{0,200}$",
        r"thank you for (?:reading|using|following).{0,40}(?:feed|rss|via rss).{0,200}$",
        r"related (?:posts?|articles?|stories|entries)\s*+:?\s*+$",
        r"(?:ähnliche (?:beiträge|artikel)|articles (?:similaires|liés)|artículos relacionados"
        r"|entradas relacionadas|articoli correlati|gerelateerd(?:e berichten)?|posts relacionados)\s*+:?\s*+$",
        r"you (?:may|might) also (?:like|enjoy).{0,60}$", r"no related posts\.?$",
        r"related posts brought to you by.{0,80}$", r"(?:powered by|sent from) .{1,60}$",
        r"subscribe (?:to|via|by) .{0,120}(?:feed|rss|e-?mail).{0,80}$",
        r"related posts:.{0,40}$", r"gd star rating.{0,80}$", r"vn:.{0,10}[fr]:\w+.{0,120}$",
        r"rating: \d+\.\d+/\d+.{0,60}$", r"\[?(?:slideshow|gallery|kml_flashembed|audio)(?: [^\]]{0,200})?\]?$",
    ),
    re.IGNORECASE | re.DOTALL,
)  # fmt: skip
"""How a block begins that stands below posts in feeds only. Kept apart from articles by where it stands: at the end."""

LONGEST_FOOTER = 900

HEADERS = re.compile(
    _any(
        r"original(?:ly)? (?:posted|published) (?:at|on|in)\b.{0,200}$",
        r"this (?:post|article|entry) was (?:first|originally) (?:posted|published) (?:at|on|in)\b.{0,200}$",
        r"(?:share|tweet|like)(?: this)?$",
    ),
    re.IGNORECASE | re.DOTALL,
)  # fmt: skip
"""How a block begins that stands above posts in feeds only."""

CUT_MARK = re.compile(
    r"(?<!\s)\s*+(?:\[\s*+(?:…|\.\.\.|&hellip;|&#8230;)\s*+\]|\(\s*+(?:…|\.\.\.)\s*+\)|[\[(]\s*+(?:more|mehr|suite"
    r"|continua|más|mais)\s*+(?:…|\.\.\.)?\s*+[\])]|…|(?<!\.)\.{3,}+|。。。|(?<!⋯)⋯++)[\s»→>]*+$",
    re.IGNORECASE,
)  # fmt: skip
"""What stands where a text was cut off."""
