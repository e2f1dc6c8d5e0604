"""The commonest words of languages: a few sentences are enough to know their own by them, at hardly any cost."""

COMMON_WORDS: dict[str, frozenset[str]] = {
    language: frozenset(words.split())
    for language, words in {
        "bg": "на и да се за от не по са като това ще при с е но",
        "ca": "el els les de que i en amb per una del és als són però",
        "cs": "a se na je že v do jsem s ale které jako jsou pro si bylo",
        "da": "og at det er en til på som med af ikke den har for jeg men",
        "de": "der die und das ist nicht ein eine zu mit auf ich den sich für auch es",
        "el": "και το να του της που η με για είναι τα στο από θα δεν",
        "en": "the and of to is that it this with for was are have on you as",
        "es": "el los las que y en una por con para del es se lo no como pero",
        "fi": "ja on ei se että oli kun mutta niin myös joka ole sen hän tai",
        "fr": "le les des et est une que pour dans qui pas du sur avec ce au mais",
        "hr": "je i se na da su za od s kao ali koji što bi nije",
        "hu": "a az és hogy nem is egy de meg ez csak volt van már el",
        "id": "yang dan di ini dengan untuk dari tidak pada itu dalam adalah akan juga ke saya",
        "it": "il che di non è una per con sono della le gli anche nel ma più come",
        "nl": "de het een en van is dat niet op te voor met zijn ik er maar",
        "nb": "og det er en til på som med av ikke jeg den har for men",
        "pl": "i w nie na się że z do to jest jak ale o co przez dla",
        "pt": "o os as que e de do da em um uma para com não é se por mais",
        "ro": "și de la în cu nu pe care este un o sa mai din să că",
        "ru": "и в не на что я с как это по но а из то все у",
        "sk": "a sa na je že v do s ale ktoré ako sú pre si bolo to",
        "sl": "je in se na da so za ki v pa ne tudi kot od bi",
        "sr": "је и се на да су за од с као али који што би није",
        "sv": "och att det är en på som för med av inte jag den har till men",
        "tr": "ve bir bu için da de ne ile olarak çok daha gibi ama var kadar",
        "uk": "і в не на що я з як це та до але а за то й",
        "vi": "và của là có không một cho được với các trong này những để người",
    }.items()
}
_ENOUGH = 5
"""So many different ones of them show up in any few sentences of their own language."""

_FEWEST = 3
"""So many are enough where the page or its blog says the same."""

_LANGUAGES: dict[str, tuple[str, ...]] = {}
for _language, _words in COMMON_WORDS.items():
    for _word in _words:
        _LANGUAGES[_word] = (*_LANGUAGES.get(_word, ()), _language)
_KNOWN = frozenset(_LANGUAGES)


def by_common_words(seen: set[str], hoped: set[str]) -> str | None:
    """The language whose commonest words were seen; None when they are too few or another is close."""
    known = seen & _KNOWN
    if len(known) < _FEWEST:
        return None
    counts: dict[str, int] = {}
    for word in known:
        for language in _LANGUAGES[word]:
            counts[language] = counts.get(language, 0) + 1
    best = max(counts, key=counts.__getitem__)
    most = counts.pop(best)
    second = max(counts.values(), default=0)
    if best in hoped:
        return best if most >= _FEWEST and most > second else None
    return best if most >= _ENOUGH and (most >= 2 * second or most >= second + 3) else None
