"""Which language a text is written in, by the frequency of its letter groups."""

from turbohtml.detect import detect_language

_TWO_LETTERS = {
    "afr": "af", "aka": "ak", "amh": "am", "ara": "ar", "aze": "az", "bel": "be", "ben": "bn", "bul": "bg", "cat": "ca",
    "ces": "cs", "cmn": "zh", "cym": "cy", "dan": "da", "deu": "de", "ell": "el", "eng": "en", "epo": "eo", "est": "et",
    "fin": "fi", "fra": "fr", "guj": "gu", "heb": "he", "hin": "hi", "hrv": "hr", "hun": "hu", "hye": "hy", "ind": "id",
    "ita": "it", "jav": "jv", "jpn": "ja", "kan": "kn", "kat": "ka", "khm": "km", "kor": "ko", "lat": "la", "lav": "lv",
    "lit": "lt", "mal": "ml", "mar": "mr", "mkd": "mk", "mya": "my", "nep": "ne", "nld": "nl", "nob": "nb", "ori": "or",
    "pan": "pa", "pes": "fa", "pol": "pl", "por": "pt", "ron": "ro", "rus": "ru", "sin": "si", "slk": "sk", "slv": "sl",
    "sna": "sn", "spa": "es", "srp": "sr", "swe": "sv", "tam": "ta", "tel": "te", "tgl": "tl", "tha": "th", "tuk": "tk",
    "tur": "tr", "ukr": "uk", "urd": "ur", "uzb": "uz", "vie": "vi", "yid": "yi", "zul": "zu",
}  # fmt: skip
"""ISO 639-3 to ISO 639-1, where there is one."""


def identify_language(text: str) -> tuple[str | None, float]:
    """The language as ISO 639-1 (else 639-3) code and how sure that is, 0 to 1."""
    match = detect_language(text)
    if match.language is None:
        return None, 0.0
    return _TWO_LETTERS.get(match.language, match.language), match.confidence
