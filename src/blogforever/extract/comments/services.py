"""The JavaScript comment service that a page embeds, recognised by its script, frame or place-holder."""

from dataclasses import dataclass

from blogforever.dom.tree import Document


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """A comment service and how to recognise it."""

    name: str
    sources: tuple[str, ...] = ()
    """Parts of the addresses of its scripts and frames."""
    places: str = ""
    """Selects what it fills on the page."""
    code: tuple[str, ...] = ()
    """Parts of the code that pages embed it with."""


SERVICES = (
    Service(
        name="Disqus",
        sources=("disqus.com/embed", "disqus.com/count", "disqus.com/forums"),
        places="#disqus_thread, [id^='dsq-app'], .disqus-container, disqus-comments",
        code=("disqus_shortname", "disqus.com/embed.js", "disqus_config", "disqus_identifier"),
    ),
    Service(
        name="Isso",
        sources=("/isso/", "isso.min.js", "://isso."),
        places="#isso-thread, .isso-thread",
        code=("data-isso",),
    ),
    Service(name="Comentario", sources=("comentario",), places="comentario-comments, .comentario-root"),
    Service(name="Commento", sources=("commento",), places="#commento, .commento-root"),
    Service(name="Remark42", sources=("remark42",), places="#remark42", code=("remark_config",)),
    Service(
        name="Waline", sources=("waline",), places="#waline, .waline, .wl-comment", code=("Waline.init", "new Waline")
    ),
    Service(name="Valine", sources=("valine",), places="#valine, #vcomments, .vcomment", code=("new Valine",)),
    Service(name="Twikoo", sources=("twikoo",), places="#twikoo, .twikoo", code=("twikoo.init",)),
    Service(name="Artalk", sources=("artalk",), places=".artalk, #artalk", code=("Artalk.init", "new Artalk")),
    Service(name="giscus", sources=("giscus",), places=".giscus, giscus-widget, #giscus", code=("giscus.app",)),
    Service(
        name="utterances", sources=("utteranc.es", "utterances"), places=".utterances", code=("utteranc.es/client.js",)
    ),
    Service(name="gitalk", sources=("gitalk",), places="#gitalk-container, .gt-container", code=("new Gitalk",)),
    Service(name="gitment", sources=("gitment",), places="#gitment, .gitment-container", code=("new Gitment",)),
    Service(name="IntenseDebate", sources=("intensedebate.com",), places="#idc-container, #IDCommentsHead"),
    Service(
        name="Livefyre",
        sources=("livefyre.com",),
        places="#livefyre-comments, .fyre, #livefyre",
        code=("fyre.conv.load",),
    ),
    Service(name="Discourse", sources=("discourse",), places="#discourse-comments", code=("DiscourseEmbed",)),
    Service(
        name="Facebook comments",
        sources=("plugins/comments.php", "plugins/feedback.php"),
        places=".fb-comments, fb\\:comments",
    ),
    Service(name="Hyvor Talk", sources=("talk.hyvor.com",), places="hyvor-talk-comments, #hyvor-talk-view"),
    Service(name="Cusdis", sources=("cusdis",), places="#cusdis_thread"),
    Service(name="HashOver", sources=("hashover",), places="#hashover"),
    Service(name="Muut", sources=("cdn.muut.com", "moot.it"), places="a.muut, .muut, a.moot, .moot"),
    Service(
        name="Coral",
        sources=("coral.coralproject",),
        places="#coral_thread, #coral_talk_stream",
        code=("Coral.createStreamEmbed",),
    ),
    Service(
        name="Cactus Comments",
        sources=("cactus.chat",),
        places="#cactus-comments, .cactus-container",
        code=("initComments(",),
    ),
    Service(name="GraphComment", sources=("graphcomment.com",), places="#graphcomment"),
    Service(
        name="FastComments", sources=("fastcomments.com",), places="#fastcomments-widget", code=("FastCommentsUI",)
    ),
    Service(name="Duoshuo", sources=("duoshuo.com",), places=".ds-thread, #ds-thread", code=("duoshuoQuery",)),
    Service(name="Changyan", sources=("changyan.sohu.com", "changyan.itc.cn"), places="#SOHUCS"),
    Service(name="LiveRe", sources=("livere.com",), places="#lv-container"),
    Service(name="HyperComments", sources=("hypercomments.com",), places="#hypercomments_widget"),
    Service(name="Cackle", sources=("cackle.me",), places="#mc-container"),
    Service(
        name="JustComments", sources=("just-comments.com", "justcomments.com"), places=".just-comments, #just-comments"
    ),
    Service(name="Schnack", sources=("schnack",), places=".schnack"),
    Service(name="Blogger", sources=("blogger.com/comment", "blogger.com/comment-iframe"), places="#comment-editor"),
    Service(name="Echo", sources=("js-kit.com", "haloscan.com"), places=".js-kit-comments"),
    Service(name="webmention.io", sources=("webmention",), places="#webmentions:empty", code=("webmention.io/api",)),
    Service(
        name="Mastodon replies",
        sources=("mastodon-comments",),
        places="mastodon-comments, #mastodon-comments-list",
        code=("/api/v1/statuses/",),
    ),
    Service(name="Bluesky replies", sources=("bluesky-comments",), places="bluesky-comments, #bluesky-comments"),
)
"""The first that fits counts."""

_MOST_CODE = 200_000
_MOST_SCRIPTS = 300


def comment_service(document: Document) -> str | None:
    """The name of the service that the page embeds, whether its comments stand in the page already or not."""
    addresses: list[str] = []
    codes: list[str] = []
    for element in document.select("script, iframe[src], link[rel='preload'][href]")[:_MOST_SCRIPTS]:
        address = element.attr("src") or element.attr("data-src") or element.attr("href")
        if address:
            addresses.append(address.lower())
        elif element.tag == "script":
            codes.append(element.text[:_MOST_CODE])
    together, code = "\n".join(addresses), "\n".join(codes)
    places = document if document.select_one(_PLACES) is not None else None
    return next((service.name for service in SERVICES if _is_embedded(service, together, code, places)), None)


_PLACES = ", ".join(service.places for service in SERVICES if service.places)


def _is_embedded(service: Service, addresses: str, code: str, places: Document | None) -> bool:
    if any(part in addresses for part in service.sources) or any(part in code for part in service.code):
        return True
    return places is not None and bool(service.places) and places.select_one(service.places) is not None
