"""By what the software behind a blog gives itself away. Data only; `platforms` applies it.

Each table says how sure one such clue makes us. The first group of a pattern, if it has one, is the version.
"""

import re

GENERATOR_SURE = 0.95
FEED_SURE = 0.9
CREDIT_SURE = 0.7
"""A link to the software's home in a sentence such as "powered by …"."""
LINK_SURE = 0.15
"""The same link anywhere else: people also write about software."""
LEAST_SURE = 0.3
"""Below this, no platform is named."""

KINDS = {"WordPress.com": "WordPress", "Octopress": "Jekyll"}
"""A platform that is a kind of another: what speaks for the other speaks for it too, once it is known by itself."""
KNOWN_BY_ITSELF = 0.9


def _any_case(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _in_lines(pattern: str) -> re.Pattern[str]:
    """For a text of one address a line: addresses may be relative, so "^" also means the start of one."""
    return re.compile(pattern, re.MULTILINE)


_VERSION = r"(?:[ /-]*v?(\d[\w.]{0,20}))?"

GENERATORS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("WordPress.com", _any_case(r"^(?:https?://)?wordpress\.com")),
    ("WordPress", _any_case(r"^(?:https?://)?(?:www\.)?wordpress(?:mu)?(?:\.org/?)?(?:\?v=)?[ ]*(\d[\w.-]{0,20})?")),
    ("Blogger", _any_case(r"^blogger" + _VERSION)),
    ("Ghost", _any_case(r"^ghost" + _VERSION)),
    ("Medium", _any_case(r"^medium\b")),
    ("Substack", _any_case(r"^substack\b")),
    ("Tumblr", _any_case(r"^tumblr" + _VERSION)),
    ("TypePad", _any_case(r"^(?:https?://(?:www\.)?)?typepad")),
    ("Movable Type", _any_case(r"(?:^|[/.])movable ?type(?: (?:pro|open source|publishing platform))?" + _VERSION)),
    ("Drupal", _any_case(r"^(?:https?://(?:www\.)?)?drupal" + _VERSION)),
    ("Joomla", _any_case(r"^joomla!?" + _VERSION)),
    ("Squarespace", _any_case(r"^(?:site-server|squarespace)\b")),
    ("Wix", _any_case(r"^wix\.com")),
    ("Hugo", _any_case(r"^(?:hugo\b|source themes academic|wowchemy)" + _VERSION)),
    ("Octopress", _any_case(r"^octopress" + _VERSION)),
    ("Jekyll", _any_case(r"^jekyll" + _VERSION)),
    ("Hexo", _any_case(r"^hexo" + _VERSION)),
    ("Pelican", _any_case(r"^pelican" + _VERSION)),
    ("Nikola", _any_case(r"^nikola" + _VERSION)),
    ("Eleventy", _any_case(r"^eleventy" + _VERSION)),
    ("Gatsby", _any_case(r"^gatsby(?:js)?" + _VERSION)),
    ("Astro", _any_case(r"^astro" + _VERSION)),
    ("Docusaurus", _any_case(r"^docusaurus" + _VERSION)),
    ("Middleman", _any_case(r"^middleman" + _VERSION)),
    ("MkDocs", _any_case(r"^mkdocs(?:[ -]rss plugin.*|" + _VERSION + ")")),
    ("Zola", _any_case(r"^(?:zola|gutenberg$)" + _VERSION)),
    ("Sphinx", _any_case(r"^(?:ablog|sphinx)\b")),
    ("Next.js", _any_case(r"^next\.js" + _VERSION)),
    ("LiveJournal", _any_case(r"^livejournal")),
    ("Weebly", _any_case(r"^weebly")),
    ("Webflow", _any_case(r"^webflow")),
    ("Bear Blog", _any_case(r"^bear(?:blog| blog)")),
    ("WriteFreely", _any_case(r"^(?:writefreely|write\.as)" + _VERSION)),
    ("micro.blog", _any_case(r"^micro\.blog")),
    ("Serendipity", _any_case(r"^serendipity" + _VERSION)),
    ("b2evolution", _any_case(r"^b2evolution" + _VERSION)),
    ("Textpattern", _any_case(r"^(?:https?://(?:www\.)?)?textpattern(?:\.com/?)?(?: cms)?" + _VERSION)),
    ("ExpressionEngine", _any_case(r"^(?:https?://(?:www\.)?)?expressionengine" + _VERSION)),
    ("Dotclear", _any_case(r"^dotclear" + _VERSION)),
    ("Mataroa", _any_case(r"^mataroa")),
    ("Publii", _any_case(r"^publii")),
    ("VuePress", _any_case(r"^vuepress" + _VERSION)),
    ("VitePress", _any_case(r"^vitepress" + _VERSION)),
    ("Quarto", _any_case(r"^quarto[ -]?" + _VERSION)),
    ("Sculpin", _any_case(r"^sculpin" + _VERSION)),
    ("Franklin.jl", _any_case(r"^franklin")),
    ("Org mode", _any_case(r"\borg[ -]mode" + _VERSION)),
    ("Emacs Muse", _any_case(r"^emacs muse")),
    ("Typecho", _any_case(r"^typecho" + _VERSION)),
    ("Grav", _any_case(r"^grav(?:cms)?" + _VERSION)),
    ("Lektor", _any_case(r"^lektor")),
    ("Hatena Blog", _any_case(r"^hatena(?:::| )blog")),
    ("TYPO3", _any_case(r"^typo3" + _VERSION)),
    ("Plone", _any_case(r"^plone" + _VERSION)),
    ("DotNetNuke", _any_case(r"^dotnetnuke")),
    ("SPIP", _any_case(r"^spip" + _VERSION)),
    ("Habari", _any_case(r"^habari" + _VERSION)),
    ("Radio UserLand", _any_case(r"^radio userland" + _VERSION)),
)
"""What `<meta name=generator>` and a feed's generator say."""

HEADERS: tuple[tuple[str, re.Pattern[str], float], ...] = (
    ("WordPress.com", re.compile(r"^x-ac: |^host-header: wordpress\.com"), 0.8),
    ("WordPress", re.compile(r'^link: .*rel="?https://api\.w\.org/'), 0.95),
    ("WordPress", re.compile(r"^x-pingback: .*/xmlrpc\.php|^x-powered-by: wp engine|^x-redirect-by: wordpress"), 0.8),
    ("Blogger", re.compile(r"^server: (?:gse|blogger)$"), 0.5),
    ("Ghost", re.compile(r"^x-ghost-|^x-powered-by: ghost"), 0.95),
    ("Medium", re.compile(r"^x-powered-by: medium|^x-obvious-tid: |^medium-"), 0.9),
    ("Substack", re.compile(r"^x-sub: |^x-served-by: substack|^set-cookie: .*\bsubstack"), 0.9),
    ("Tumblr", re.compile(r"^x-tumblr-"), 0.95),
    ("TypePad", re.compile(r"^x-webserver: .*\btypepad|^x-phx: "), 0.8),
    ("Drupal", re.compile(r"^x-drupal-|^x-generator: drupal(?: (\d[\w.]*))?"), 0.95),
    ("Joomla", re.compile(r"^x-content-encoded-by: joomla!? ?(\d[\w.]*)?"), 0.9),
    ("Squarespace", re.compile(r"^server: squarespace"), 0.95),
    ("Wix", re.compile(r"^x-wix-|^server: pepyaka"), 0.95),
    ("Next.js", re.compile(r"^x-powered-by: next\.js ?(\d[\w.]*)?"), 0.6),
    ("LiveJournal", re.compile(r"^x-ws-id: .*livejournal|^set-cookie: ljuniq="), 0.8),
    ("Weebly", re.compile(r"^x-host: .*weebly"), 0.9),
    ("Textpattern", re.compile(r"^x-powered-by: textpattern(?: \((\d[\w.]*))?"), 0.9),
    ("ExpressionEngine", re.compile(r"^set-cookie: exp_(?:last_|tracker|csrf)"), 0.9),
    ("Dotclear", re.compile(r"^x-dotclear-"), 0.95),
    ("Serendipity", re.compile(r"^x-blog: serendipity"), 0.95),
    ("b2evolution", re.compile(r"^set-cookie: .*b2evo"), 0.8),
)
"""Response headers as "name: value" in lower case."""

HOSTS: tuple[tuple[str, re.Pattern[str], float], ...] = (
    ("WordPress.com", re.compile(r"\.wordpress\.com$"), 0.97),
    ("Blogger", re.compile(r"\.blogspot(?:\.[a-z]{2,3}){1,2}$"), 0.97),
    ("Ghost", re.compile(r"\.ghost\.(?:io|org)$"), 0.9),
    ("Medium", re.compile(r"(?:^|\.)medium\.com$"), 0.97),
    ("Substack", re.compile(r"\.substack\.com$"), 0.97),
    ("Tumblr", re.compile(r"\.tumblr\.com$"), 0.97),
    ("TypePad", re.compile(r"\.(?:typepad\.(?:com|fr|jp|co\.uk)|blogs\.com)$"), 0.95),
    ("LiveJournal", re.compile(r"\.livejournal\.com$"), 0.97),
    ("Wix", re.compile(r"\.wixsite\.com$"), 0.97),
    ("Squarespace", re.compile(r"\.squarespace\.com$"), 0.97),
    ("Weebly", re.compile(r"\.weebly\.com$"), 0.97),
    ("Webflow", re.compile(r"\.webflow\.io$"), 0.97),
    ("Bear Blog", re.compile(r"\.bearblog\.dev$"), 0.97),
    ("WriteFreely", re.compile(r"(?:^|\.)write\.as$"), 0.97),
    ("micro.blog", re.compile(r"\.micro\.blog$"), 0.97),
    ("Mataroa", re.compile(r"\.mataroa\.blog$"), 0.97),
    ("Hatena Blog", re.compile(r"\.(?:hatenablog\.(?:com|jp)|hatenadiary\.(?:org|jp|com))$|^d\.hatena\.ne\.jp$"), 0.95),
    ("Jekyll", re.compile(r"\.github\.(?:io|com)$"), 0.1),
)  # fmt: skip
"""Hosts that carry one kind of blog. Anything may lie on GitHub's pages; Jekyll is what they make by themselves."""

FILES: tuple[tuple[str, re.Pattern[str], float], ...] = (
    ("WordPress", _in_lines(r"(?:^|/)wp-(?:content|includes)/|/wp-json/|/xmlrpc\.php\?rsd"), 0.75),
    ("WordPress.com", _in_lines(r"//s\d?\.wp\.com/_static/"), 0.7),
    ("Blogger", _in_lines(r"\bblogger\.com/(?:static|dyn-css|feeds)/|\bresources\.blogblog\.com/"), 0.75),
    ("Ghost", _in_lines(r"/ghost/(?:api|shared|sdk)/|/public/(?:ghost-sdk|cards|member-attribution)(?:\.min)?\."), 0.8),
    ("Ghost", _in_lines(r"/assets/(?:built|css|js)/[^?\n]{1,80}\?v=[0-9a-f]{10}$"), 0.4),
    ("Medium", _in_lines(r"//(?:cdn-client|glyph|miro)\.medium\.com/"), 0.8),
    ("Substack", _in_lines(r"//substackcdn\.com/|//(?:cdn|bucketeer-[\w-]+)\.substack\.com/"), 0.8),
    ("Tumblr", _in_lines(r"//(?:assets|static|px\.srvcs)\.tumblr\.com/"), 0.75),
    ("TypePad", _in_lines(r"\btypepad\.com/\.shared|//static\.typepad\.com/"), 0.8),
    ("Movable Type", _in_lines(r"/mt-(?:static|site|theme-scale\d?|comments|search|tb|cp|add-notify)\b"), 0.75),
    ("Drupal", _in_lines(r"/sites/(?:default|all)/(?:files|themes|modules)|/misc/drupal\.js"), 0.8),
    ("Joomla", _in_lines(r"/media/(?:jui|system/js)/|/components/com_"), 0.75),
    ("Squarespace", _in_lines(r"//(?:static1?|assets)\.squarespace\.com/|/universal/styles-compressed/"), 0.8),
    ("Wix", _in_lines(r"//static\.(?:parastorage|wixstatic)\.com/"), 0.8),
    ("Octopress", _in_lines(r"/octopress\.js|/javascripts/(?:modernizr-2\.0|ender)\.js"), 0.7),
    ("Jekyll", _in_lines(r"/jekyll-|/assets/minima-|/tale\.css|/public/css/(?:poole|hyde|lanyon)\.css"), 0.5),
    ("Hexo", _in_lines(r"/hexo-|/fancybox/jquery\.fancybox\.(?:css|pack\.js)$|/lib/velocity/velocity\.min\.js"), 0.45),
    ("Pelican", _in_lines(r"(?:^|/)theme/css/[\w.-]+\.css|/theme/(?:js|stylesheet|pygments)/"), 0.5),
    ("Nikola", _in_lines(r"/assets/(?:css/(?:all-nocdn|rst|nikola_\w+)|js/all-nocdn)\.(?:css|js)"), 0.7),
    ("Gatsby", _in_lines(r"/webpack-runtime-[0-9a-f]+\.js|/page-data/(?:app-data|index/page-data)\.json"), 0.7),
    ("Astro", _in_lines(r"(?:^|/)_astro/"), 0.8),
    ("Docusaurus", _in_lines(r"/assets/js/runtime~main\."), 0.7),
    ("MkDocs", _in_lines(r"assets/(?:stylesheets|javascripts)/(?:main|palette|bundle)\.[0-9a-f]+\.min\."), 0.7),
    ("Sphinx", _in_lines(r"(?:^|/)_static/(?:sphinx_highlight|doctools|documentation_options|pygments)\b"), 0.75),
    ("Next.js", _in_lines(r"/_next/static/"), 0.5),
    ("LiveJournal", _in_lines(r"//(?:l-stat|[\w-]+\.files)\.livejournal\.(?:net|com)/"), 0.75),
    ("Weebly", _in_lines(r"//cdn\d*\.editmysite\.com/"), 0.8),
    ("Webflow", _in_lines(r"//(?:assets|uploads|cdn\.prod)[\w.-]*\.(?:webflow|website-files)\.com/"), 0.75),
    ("WriteFreely", _in_lines(r"//cdn\.writeas\.net/|/css/write\.css"), 0.6),
    ("micro.blog", _in_lines(r"//(?:cdn\.)?micro\.blog/"), 0.3),
    ("Serendipity", _in_lines(r"serendipity(?:\.css|_admin|_config|_editor)|/plugins/serendipity_"), 0.8),
    ("b2evolution", _in_lines(r"/rsc/(?:css|js|build)/(?:b2evo|basic|blog_base|bootstrap-b2evo)"), 0.7),
    ("Textpattern", _in_lines(r"/textpattern/|/css\.php\?n="), 0.6),
    ("Dotclear", _in_lines(r"\?[pt]f=|/themes/default/js/|/plugins/blogware"), 0.4),
    ("VuePress", _in_lines(r"/assets/js/app\.[0-9a-f]{8}\.js"), 0.35),
    ("docsify", _in_lines(r"/docsify(?:@[\d.]+)?(?:/|\.min\.js|\.js)"), 0.9),
    ("Franklin.jl", _in_lines(r"/(?:css|libs)/franklin(?:\.css|/)"), 0.8),
    ("Hatena Blog", _in_lines(r"//cdn\.blog\.st-hatena\.com/"), 0.85),
)  # fmt: skip
"""Addresses of the scripts, styles and other files that a page names in its head and loads, as written."""

MARKUP: tuple[tuple[str, str, float], ...] = (
    ("WordPress", "link[rel='https://api.w.org/'], link[rel='EditURI'][href*='xmlrpc.php']", 0.85),
    ("WordPress", "link[href*='wlwmanifest.xml'], form[action$='wp-comments-post.php']", 0.6),
    ("WordPress", "body.wp-singular, body.wp-custom-logo, [class*='wp-block-'], .wp-caption, #wp-calendar", 0.5),
    ("Blogger", "link[rel='service.post'], #b-navbar-iframe, #navbar-iframe, .blog-feeds, .blogger-clickTrap", 0.6),
    ("Ghost", "script[data-ghost], [class*='kg-card'], .gh-head, body.home-template .site-head", 0.6),
    ("Medium", "meta[property='al:ios:app_name'][content='Medium']", 0.9),
    ("Substack", "meta[property='og:image'][content*='substackcdn.com'], .substack-post", 0.5),
    ("Tumblr", "iframe#tumblr_controls, meta[property='al:ios:app_name'][content='Tumblr']", 0.9),
    ("TypePad", "body[class*='layout-'] #typepad-control-strip, .typelist", 0.6),
    ("Movable Type", "body[class^='mt-'], body#mt-blog, form[action*='mt-search'], form[action*='mt-comments']", 0.8),
    ("Movable Type", "a[href*='mt-search.cgi'], a[href*='mt-tb.cgi'], form[action*='mt-']", 0.6),
    ("Drupal", "[data-drupal-selector], [class*='views-row'], #block-system-main, div[id^='node-'] .links", 0.6),
    ("Drupal", ".block-drupal, .block-block, #block-user-0, div.node > .submitted, .feed-icon[href*='rss.xml']", 0.4),
    ("Joomla", "meta[name='rights'] ~ meta[name='generator'][content*='Joomla'], .com_content", 0.5),
    ("Squarespace", "body[id^='collection-'], .sqs-layout, #siteWrapper.site-wrapper", 0.7),
    ("Wix", "#SITE_CONTAINER, meta[http-equiv='X-Wix-Meta-Site-Id']", 0.8),
    ("Octopress", "nav[data-subscription='rss'], ul.subscription[data-subscription='rss']", 0.6),
    ("Jekyll", "code.highlighter-rouge, div.highlighter-rouge, figure.highlight > pre > code.language-text", 0.5),
    ("Jekyll", "body > .wrapper-masthead, body > .site-header + .page-content, #markdown-toc, .post-link", 0.3),
    ("Hexo", "figure.highlight td.gutter, figure.highlight td.code, .article-inner, meta[name='hexo-config']", 0.5),
    ("Pelican", "body#index.home, body > #banner.body, ol#posts-list.hfeed, aside#featured.body", 0.6),
    ("Nikola", "body > a.sr-only[href='#content'], .postindex > .h-entry.post-text, article.post-text.h-entry", 0.4),
    ("Eleventy", ".postlist-item, ol.postlist[reversed]", 0.6),
    ("Gatsby", "#___gatsby, #gatsby-focus-wrapper", 0.9),
    ("Astro", "astro-island, [class*='astro-'], style[data-astro-cid]", 0.7),
    ("Docusaurus", "#__docusaurus", 0.95),
    ("MkDocs", "html.no-js body[data-md-color-scheme], .md-header, .wy-nav-content-img + .mkdocs", 0.7),
    ("Sphinx", ".sphinxsidebar, .sphinxsidebarwrapper, a.ablog, .ablog-post", 0.7),
    ("Next.js", "#__next, script#__NEXT_DATA__", 0.5),
    ("LiveJournal", "#lj_controlstrip, .lj-view-friends, [lj\\:user], span.ljuser", 0.6),
    ("Webflow", "html[data-wf-site], html[data-wf-page]", 0.95),
    ("Bear Blog", "body.home > header > a.title + nav ~ main > .blog-posts, ul.embedded.blog-posts", 0.5),
    ("WriteFreely", "body#collection > header > h1#blog-title, body#collection section#wrapper", 0.8),
    ("Serendipity", "[class*='serendipity_'], [id*='serendipity']", 0.85),
    ("b2evolution", ".evo_container, .bPost .bSmallHead, .bTitle + .bText", 0.7),
    ("Dotclear", "#dcboard, .post-info-co, ul#prelude", 0.4),
    ("VuePress", ".theme-default-content, #app > .theme-container", 0.7),
    ("VitePress", "#app > .Layout .VPNav, #VPContent", 0.9),
    ("docsify", "script[src*='docsify'], body > #app:only-child[data-app]", 0.8),
    ("Quarto", "#quarto-content, body.quarto-light", 0.9),
    ("Publii", "link[href*='media/website/'][rel='icon'], .publii-block-hr", 0.3),
    ("Franklin.jl", ".franklin-content", 0.9),
)  # fmt: skip
"""CSS selectors; each row counts once."""

HOMES: tuple[tuple[str, str], ...] = (
    ("WordPress.com", r"wordpress\.com(?=/?(?:$|[?#]))"),
    ("WordPress", r"wordpress\.org"),
    ("Blogger", r"blogger\.com"),
    ("Ghost", r"(?:tryghost|ghost)\.(?:org|io)|github\.com/tryghost"),
    ("Substack", r"substack\.com(?=/?(?:$|[?#]))"),
    ("TypePad", r"typepad\.com(?=/?(?:$|[?#]))"),
    ("Movable Type", r"movabletype\.(?:org|com|jp)|sixapart\.(?:com|jp)/movabletype"),
    ("Drupal", r"drupal\.org(?!/user)"),
    ("Joomla", r"joomla\.org"),
    ("Squarespace", r"squarespace\.com"),
    ("Hugo", r"gohugo\.io|hugo\.spf13\.com"),
    ("Octopress", r"octopress\.org"),
    ("Jekyll", r"jekyllrb\.com|github\.com/(?:jekyll|mojombo)/jekyll"),
    ("Hexo", r"hexo\.io|zespia\.tw/hexo"),
    ("Pelican", r"(?:blog\.|docs\.)?getpelican\.com|alexis\.notmyidea\.org/pelican|github\.com/getpelican"),
    ("Nikola", r"getnikola\.com|nikola\.ralsina\.(?:com\.ar|me)"),
    ("Eleventy", r"11ty\.(?:dev|io)"),
    ("Gatsby", r"gatsbyjs\.(?:org|com)"),
    ("Astro", r"astro\.build"),
    ("Middleman", r"middlemanapp\.com"),
    ("MkDocs", r"mkdocs\.org|squidfunk\.github\.io/mkdocs-material"),
    ("Zola", r"getzola\.org"),
    ("Sphinx", r"sphinx-doc\.org|sphinx\.pocoo\.org|ablog\.readthedocs\."),
    ("Bear Blog", r"bearblog\.dev(?=/?(?:$|[?#]))"),
    ("WriteFreely", r"writefreely\.org|write\.as(?=/?(?:$|[?#]))"),
    ("micro.blog", r"micro\.blog(?=/?(?:$|[?#]))"),
    ("Serendipity", r"s9y\.org"),
    ("b2evolution", r"b2evolution\.net"),
    ("Textpattern", r"textpattern\.com"),
    ("ExpressionEngine", r"expressionengine\.com|ellislab\.com"),
    ("Dotclear", r"dotclear\.(?:org|net)"),
    ("Mataroa", r"mataroa\.blog(?=/?(?:$|[?#]))"),
    ("Publii", r"getpublii\.com"),
    ("VuePress", r"vuepress\.vuejs\.org"),
    ("Sculpin", r"sculpin\.io"),
    ("Franklin.jl", r"franklinjl\.org|github\.com/tlienart/franklin"),
    ("Typecho", r"typecho\.org"),
    ("Radio UserLand", r"radio\.userland\.com"),
)  # fmt: skip
"""Where the software lives: sites that it makes often link there at their foot."""

HOME_NAMES = tuple(platform for platform, _ in HOMES)
HOME = _any_case(r"https?://(?:www\.)?(?:" + "|".join(f"({re.sub(r'[(](?![?])', '(?:', at)})" for _, at in HOMES) + ")")

CREDIT = _any_case(
    r"power|generat|built|build|creat|made (?:with|by|in)|publish|propuls|erstellt|betrieben|basiert|gemacht|läuft"
    r"|réalisé|hecho|creado|desarrollado|funciona|fatto|realizzato|feito|desenvolvido|gemaakt|strona|работает|сделано"
    r"|blog (?:at|on)|runs on|running|hosted|driven|using|theme|thème|由|驱动|驅動|基于"
)
"""Words of the sentence in which a site thanks its software."""
