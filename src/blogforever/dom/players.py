"""Players that pages embed in frames: hosts and paths under which a frame shows sound or film."""

import re

_HOSTS = (
    r"(?:www\.|m\.)?youtube(?:-nocookie)?\.com/(?:embed|v|watch|shorts|live)|youtu\.be/|(?:player\.)?vimeo\.com/"
    r"|(?:w\.)?soundcloud\.com/|open\.spotify\.com/embed|embed\.spotify\.com/|(?:[\w-]+\.)?bandcamp\.com/"
    r"|(?:www\.|geo\.)?dailymotion\.com/|archive\.org/embed|player\.twitch\.tv/|clips\.twitch\.tv/|embed\.ted\.com/"
    r"|(?:www\.)?ted\.com/talks|(?:www\.)?mixcloud\.com/|player\.podigee\.|player\.captivate\.|html5-player\.libsyn\.com/"
    r"|anchor\.fm/|embed\.podcasts\.apple\.com/|embed\.music\.apple\.com/|widget\.deezer\.com/|(?:www\.)?buzzsprout\.com/"
    r"|player\.bilibili\.com/|v\.qq\.com/|player\.youku\.com/|ext\.nicovideo\.jp/|embed\.nicovideo\.jp/|rutube\.ru/"
    r"|vk\.com/video|play\.ht/|fast\.wistia\.(?:net|com)/|streamable\.com/|giphy\.com/embed|asciinema\.org/"
    r"|(?:www\.)?slideshare\.net/|speakerdeck\.com/player|(?:www\.)?facebook\.com/plugins/video|videopress\.com/"
    r"|media\.ccc\.de/|(?:www\.)?viddler\.com/|(?:www\.)?metacafe\.com/|(?:www\.)?blip\.tv/|video\.google\.com/"
)
_PLAYER = re.compile(rf"https?://(?:{_HOSTS}|[^/?#]+/videos/embed/[\w-]+)", re.IGNORECASE)
"""The last alternative is PeerTube: anyone's host, always the same path."""


def is_player(address: str) -> bool:
    """True for the address of a known player of sound or film."""
    return _PLAYER.match(address) is not None
