"""By what a page that is only a shell for scripts gives itself away. Data only; `need` applies it."""

import re

ROOTS = (
    "#app", "#root", "#__next", "#__nuxt", "#___gatsby", "#__layout", "#svelte", "#q-app", "#ember-app", "#main-app",
    "#app-root", "#react-root", "#vue-app", "#application", "#mount", "#container-app", "#elm", "#spa", "app-root",
    "[data-reactroot]", "[ng-app]", "[data-ng-app]", "[ng-view]", "[ui-view]", "router-outlet", "[v-cloak]",
    "[data-server-rendered]", "#output", "#docsify", "#marked", "#markdown", "[data-v-app]", "my-app", "main-app",
)  # fmt: skip
"""Where scripts put a whole page."""

FILLED_BY_SCRIPT = (
    (re.compile(r"\$docsify\b|/docsify(?:@[\w.]+)?/|docsify(?:\.min)?\.js"), "docsify"),
    (re.compile(r"blogger\.com/dyn-css|/dynamicviews/|dynamicviews_", re.IGNORECASE), "Blogger Dynamic Views"),
    (
        re.compile(r"/gitbook-plugin|marked(?:\.min)?\.js|showdown(?:\.min)?\.js|strapdown(?:\.min)?\.js"),
        "Markdown in the browser",
    ),
    (
        re.compile(r"webpackJsonp|__NUXT__|__NEXT_DATA__|__INITIAL_STATE__|static/js/main\.[0-9a-f]+(?:\.chunk)?\.js"),
        "an application's bundle",
    ),
    (re.compile(r"app\.[0-9a-f]{8,}\.js|chunk-vendors\.|/assets/index[.-][\w-]{8}\.js"), "an application's bundle"),
)
"""Names in scripts and their addresses."""

ASKS_FOR_SCRIPTS = re.compile(
    r"javascript|java script|enable js|activ\w{1,20} (?:le )?js\b|启用 ?js|开启 ?js|スクリプト|скрипт", re.IGNORECASE
)
ABOUT_A_PART = re.compile(
    r"comment|kommentar|coment|commento|reacti|disqus|livefyre|isso|评论|評論|留言|コメント|댓글|комментари|statist"
    r"|analytics|counter|tracking|gallery|slideshow|search|map\b|e-?mail|video|player|form\b|widget|translate",
    re.IGNORECASE,
)
"""Said of comments, a counter or a map, it says nothing of the page."""
