"""How the comments of known systems stand on their pages, as data.

Of several selectors in one field the first that finds something counts, so the more exact one stands first. A field
that a system leaves empty is looked for by COMMON, which knows the names that most themes use.
"""

from blogforever.extract.comments.service_markup import SERVICES
from blogforever.model.comment import CommentMarkup


def _numbered(prefix: str, tag: str = "") -> str:
    """Selects ids that are the prefix and a number: comment-17, but not comment-form."""
    return ", ".join(f"{tag}[id^='{prefix}{digit}']" for digit in range(1, 10))


COMMON = CommentMarkup(
    name="common names",
    comment="",
    content=(
        ".comment-content, .comment_content, .commentcontent, .commentContent, .comment__content, .comment--content, "
        "[class$='comment-content'], .comment-text, .comment_text, .commenttext, .commentText, .comment__text, "
        ".comment-message, .comment_message, .comment__message, .commentmessage, .comment-entry, .commententry, "
        ".comment_entry, .comment-copy, .comment-main-text, [itemprop='text'], [itemprop='commentText'], .e-content, "
        ".comment__body, .comment-body, .comment_body, .commentbody, .commentBody, .comments-body, .c-body, "
        ".commentary, .message, .content, .text, .entry, .body, blockquote.comment"
    ),
    cut=(
        ".reply, .replies, .comment-reply, .comment-reply-link, .comment_reply, .reply-link, .reply-container, "
        ".comment-actions, .comment-action, .comment-edit-link, .comment-edit, .edit-link, "
        ".comment-awaiting-moderation, "
        ".comment-meta, .comment_meta, .commentmetadata, .comment-metadata, .comment-info, .comment-header, "
        ".comment-head, "
        ".avatar, img.avatar, .comment-avatar, .comment_avatar, .gravatar, .says, .sharedaddy, .comment-likes, "
        ".cld-like-dislike-wrap, .comment-links, .comment-permalink, .comment-number, .comment-date, .comment-time, "
        ".comment-author, .comment_author, .comment-footer, .comment-controls, .comment-tools, .comment-votes, "
        ".comment-replybox-single, ul.links, .user-signature, .screen-reader-text, .visually-hidden, .wpulike, "
        "#cancel-comment-reply-link, form, .comment-respond, #respond"
    ),
    author=(
        ".comment-author .fn, .comment_author .fn, .vcard .fn, .fn, .comment-author-name, .comment_author_name, "
        ".comment-author__name, .comment__author-name, .commenter-name, .commentator-name, .author-name, "
        ".author .name, "
        "[itemprop='author'] [itemprop='name'], [itemprop='creator'] [itemprop='name'], .p-author .p-name, "
        "[class$='comment-author'] cite, [class$='comment-author'], .comment-author, .comment_author, .commentauthor, "
        ".commentAuthor, .comment__author, .comment-name, .comment_name, .commentname, .comment-by, .commenter, "
        ".commentator, .comment-poster, .comment-user, .comment-username, .comment__username, .username, .user-name, "
        "[itemprop='author'], [itemprop='creator'], .p-author, .author .url, .author, .vcard, .byline, .nickname, "
        ".nick, cite, .name, .user, .poster, .comment-meta a.url, a.url, a[rel~='external'][rel~='nofollow']"
    ),
    published=(
        ".comment-meta time, .comment-metadata time, header time, footer time, time.comment-date, time, "
        "abbr.published, "
        "[itemprop='datePublished'], [itemprop='dateCreated'], [itemprop='commentTime'], .dt-published, .comment-date, "
        ".comment_date, .commentdate, .commentDate, .comment__date, .comment-time, .comment_time, .commenttime, "
        ".comment-timestamp, .comment_timestamp, .comment__time, .comment-datetime, .comment-posted, .datetime, "
        ".date-time, .timestamp, .date, .time, .commentmetadata, .comment-metadata, .comment-meta, .comment_meta, "
        ".commentmeta, .comment-info, .comment-header, .comment-head, .comment-footer, .comments-post, .posted, "
        ".published, .meta, small"
    ),
    permalink=(
        ".comment-permalink, a.permalink, .comment-meta a[href*='#'], .comment-metadata a[href*='#'], "
        ".commentmetadata a[href*='#'], .comment-date a[href*='#'], .datetime a, time a[href], a[rel~='bookmark'], "
        "a[href*='#comment-'], a[href*='#c']"
    ),
    avatar="img.avatar, img.photo, .avatar img, .comment-avatar img, .gravatar img, img.gravatar, img[src*='gravatar']",
    reply_to=(
        "a[rel~='in-reply-to'], .in-reply-to a, .in_reply_to a, a.in-reply-to, .comment-in-reply-to a, .u-in-reply-to, "
        "[data-parent-id], [data-parent], [data-comment-parent], [data-reply-to], [data-in-reply-to]"
    ),
    deleted=".deleted-comment, .comment-deleted, .comment_deleted, .is-deleted",
)

_PLATFORMS = (
    CommentMarkup(
        name="Blogger",
        comment=".comment-thread li.comment, #comment-holder li.comment",
        content=".comment-content",
        cut=".comment-actions",
        author=".comment-header .user, cite.user",
        published=".datetime",
        permalink=".datetime a",
        avatar=".avatar-image-container img",
        deleted=".deleted-comment",
    ),
    CommentMarkup(
        name="Blogger, old layout",
        comment="#comments-block > dt, dl.comments-block > dt, #comments dl.avatar-comment-indent > dt",
        beside="dd",
        content="dd.comment-body, dd.comment-data",
        author="dt.comment-author",
        published="dd.comment-footer, .comment-timestamp, .comment-data",
        permalink="dd.comment-footer a[href*='#c'], .comment-timestamp a",
        avatar=".avatar-image-container img",
        deleted=".deleted-comment",
    ),
    CommentMarkup(
        name="Movable Type",
        comment=".comments-body:has(.comments-post)",
        content=".comments-body",
        cut=".comments-post",
        author=".comments-post",
        published=".comments-post",
    ),
    CommentMarkup(
        name="Movable Type, old layout",
        comment=", ".join(f"#comments ~ {part}" for part in _numbered("c", "div").split(", ")),
        beside="p.posted, .posted, .comments-post, p.comment-footer",
        author=".posted, .comments-post, .comment-footer",
        published=".posted, .comments-post, .comment-footer",
    ),
    CommentMarkup(
        name="TypePad",
        comment=".comments-content .comment, .comments .comment:has(.comment-footer), #all-comments .comment",
        content=".comment-content, .comment-body",
        author=".vcard.author, .comment-author, .comment-footer a[href], .comment-footer",
        published="abbr.published, .comment-footer, .comment-author",
        permalink=".comment-footer a[href*='#comment'], .byline a[href*='#comment']",
    ),
    CommentMarkup(
        name="Drupal",
        comment=(
            ".comment-wrapper .comment, #comments > .comment, #comments .indented > .comment, "
            ".comments > .comment.js-comment, [data-comment-user-id], article.comment.js-comment"
        ),
        content=(
            ".field-name-comment-body, .field--name-comment-body, .comment-body, .comment__content, .comment-content, "
            "div.content"
        ),
        cut="ul.links, .user-signature, .new, .comment__meta, .submitted",
        author=".username, .submitted a, .submitted, .author",
        published=".comment__time, .submitted time, .submitted, .date",
        permalink=".permalink, a[rel='bookmark'], a[href*='#comment-']",
    ),
    CommentMarkup(
        name="Serendipity",
        comment=".serendipity_comment",
        content=".serendipity_commentBody, .comment_content, .c_body",
        cut=".serendipity_comment_source, .comment_source",
        author=".comment_source_author, .serendipity_comment_source a, .serendipity_comment_source",
        published=".comment_source_date, .serendipity_comment_source, time",
        permalink=".comment_source_trace, a[href*='#c']",
    ),
    CommentMarkup(
        name="Dotclear",
        comment="#comments dt[id^='c'], .comments dt[id^='c'], #pings dt[id^='c']",
        beside="dd",
        content="dd",
        author=".comment-author, .commentAuthor",
        published="dt",
    ),
    CommentMarkup(
        name="b2evolution",
        comment=".bComment, .evo_comment",
        content=".bCommentText, .evo_comment_text, .evo_comment__text",
        author=".bCommentTitle .login, .evo_comment_title a, .evo_comment_title, .bCommentTitle",
        published=".bCommentTitle, .evo_comment_title, .evo_comment_info, .bCommentSmallPrint",
        permalink=".evo_comment_title a[href*='#c'], .permalink, a[href*='#c']",
    ),
    CommentMarkup(
        name="Squarespace",
        comment=".squarespace-comments .comment, .comment-list > .comment[id^='comment-']:has(.author-name)",
        content=".comment-body",
        author=".author-name, .comment-author",
        published=".date, .comment-date",
    ),
    CommentMarkup(
        name="JComments",
        comment="[id^='comment-item-']",
        content=".comment-body",
        author=".comment-author",
        published=".comment-date",
        permalink=".comment-anchor",
    ),
    CommentMarkup(
        name="K2 for Joomla",
        comment="ul.itemCommentsList > li, .itemComments li:has(.commentDate)",
        content="p",
        author=".commentAuthorName, .commentAuthor",
        published=".commentDate",
        permalink=".commentLink a",
    ),
    CommentMarkup(
        name="dasBlog",
        comment=".commentBoxStyle",
        content=".commentBodyStyle",
        author="a.commentPermalinkStyle, .commentPermalinkStyle",
        published=".commentDateStyle",
    ),
    CommentMarkup(
        name="LiveJournal",
        comment=".b-leaf[id], .ljcmt_full, .comment-wrap[id^='ljcmt']",
        content=".b-leaf-article, .comment-text, .comment-body",
        author=".b-leaf-username .i-ljuser-username, .ljuser",
        published=".b-leaf-createdtime, .comment-datetimelink, .datetime",
        permalink=".b-leaf-permalink, .comment-permalink",
    ),
    CommentMarkup(
        name="Dreamwidth",
        comment=".comment-thread .dwexpcomment, .comment-thread .full",
        content=".comment-content",
        author=".poster .ljuser, .ljuser",
        published=".datetime",
        permalink=".commentpermalink a, a[href*='#cmt']",
    ),
    CommentMarkup(
        name="webmentions",
        comment=(
            ".u-comment, .p-comment, .h-cite.comment, .h-cite.webmention, .webmentions .h-cite, #webmentions .h-cite, "
            ".webmention-list .h-cite, .webmentions .webmention, .webmentions__item, .webmention-comments .h-cite"
        ),
        content=".e-content, .p-content, .p-summary, .webmention__content, .webmention-content",
        author=".p-author .p-name, .h-card .p-name, .p-author, .h-card, .webmention__author__name",
        author_url=".p-author.u-url, .p-author .u-url, .h-card .u-url, a.h-card",
        published=".dt-published, time",
        permalink="a.u-url:not(.p-author):not(.h-card)",
        avatar=".u-photo",
    ),
    CommentMarkup(
        name="schema.org microdata",
        comment=(
            "[itemtype$='schema.org/Comment'], [itemtype$='schema.org/UserComments'], [itemprop='comment'][itemscope]"
        ),
        content="[itemprop='text'], [itemprop='commentText'], .comment-content",
        author=(
            "[itemprop='author'] [itemprop='name'], [itemprop='creator'] [itemprop='name'], [itemprop='author'], "
            "[itemprop='creator']"
        ),
        author_url="[itemprop='author'] [itemprop='url'], [itemprop='creator'] [itemprop='url']",
        published="[itemprop='datePublished'], [itemprop='dateCreated'], [itemprop='commentTime'], time",
        permalink="[itemprop='url']",
    ),
    CommentMarkup(
        name="WordPress, definition list",
        comment=_numbered("comment-", "dt"),
        beside="dd",
        content="dd",
    ),
    CommentMarkup(
        name="WordPress",
        comment=", ".join((
            "li.comment, li.pingback, li.trackback, .commentlist > li, .comment-list > li, .comments-list > li",
            "#commentlist > li, #comment-list > li, .wp-block-comment-template > li",
            _numbered("comment-", ":not(a, dt)"),
            _numbered("li-comment-"),
            _numbered("div-comment-"),
        )),
        content=(
            ".comment-content, .wp-block-comment-content, .comment-text, .comment_text, .comment-entry, .commenttext, "
            ".commententry"
        ),
        published=(
            ".comment-metadata time, .comment-meta time, .wp-block-comment-date time, .comment-metadata, .comment-date"
        ),
        author=".comment-author .fn, .wp-block-comment-author-name, .fn, .comment-author cite",
    ),
)  # fmt: skip

_BY_CLASS = CommentMarkup(
    name="comment classes",
    comment=(
        ".comment, .comment-item, .comment_item, .commentitem, .comments-item, .single-comment, .comment-box, "
        ".commentbox, .comment-container, .blog-comment, .post-comment, .user-comment, .comment-single, .comment-row, "
        ".comment-node, "
        ".commentblock, .comment-block, .comment-entry, .commententry, .Comment, .comentario, .commentaire, "
        ".kommentar, "
        "[id^='comment_'], " + _numbered("comment") + ", " + _numbered("cmt")
    ),
)
"""Systems without a name of their own, which use the obvious class names."""

SYSTEMS: tuple[CommentMarkup, ...] = (*SERVICES, *_PLATFORMS, _BY_CLASS)
"""All known systems; of two that read a page equally well the first counts."""
