"""Comment services that pages embed."""

import pytest

from blogforever.dom.tree import parse_text
from blogforever.extract.comments.services import SERVICES, comment_service


@pytest.mark.parametrize(
    "html, name",
    [
        ("<div id='disqus_thread'></div>", "Disqus"),
        ("<script>var disqus_shortname = 'sheep';</script>", "Disqus"),
        ("<script src='https://giscus.app/client.js' async></script>", "giscus"),
        ("<script src='https://utteranc.es/client.js'></script>", "utterances"),
        ("<section id='isso-thread'></section>", "Isso"),
        ("<iframe src='https://www.facebook.com/plugins/comments.php?href=x'></iframe>", "Facebook comments"),
        ("<script>twikoo.init({envId: 'x'})</script>", "Twikoo"),
        ("<div id='discourse-comments'></div>", "Discourse"),
        ("<script src='/js/jquery.js'></script><p>Disqus is a service.</p>", None),
        ("", None),
    ],
)
def test_a_service_is_told_by_its_script_frame_or_place(html: str, name: str | None) -> None:
    assert comment_service(parse_text(html)) == name


def test_every_service_has_a_name_of_its_own_and_something_that_tells_it() -> None:
    assert len({service.name for service in SERVICES}) == len(SERVICES)
    assert all(service.sources or service.places or service.code for service in SERVICES)
