"""The words and sentences that posts are made of: a small grammar, one topic per group of sentences."""

from dataclasses import dataclass

PEOPLE = ("Marta Lindqvist", "Jonas Okafor", "Ines Ferreira", "Tom Abernathy")
NEIGHBOURS = ("Agnes", "Bruno", "Dilip", "Hanne", "Kofi", "Lotte", "Mirek", "Petra", "Ravi", "Sunniva")

SLOTS: dict[str, tuple[str, ...]] = {
    "day": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "season": ("late winter", "early spring", "midsummer", "the first frost", "a wet autumn", "the long dry spell"),
    "number": ("two", "three", "four", "five", "six", "seven", "nine", "eleven", "fourteen", "twenty"),
    "place": (
        "the harbour wall", "the old tram depot", "the allotments", "Mill Lane", "the ferry steps", "the north quay",
        "the railway bridge", "the market hall", "the lighthouse path", "our back yard", "the flooded meadow",
    ),
    "weather": ("drizzle", "fog", "a hard east wind", "bright cold sun", "thunder", "sleet", "a warm still evening"),
    "quality": (
        "stubborn", "cheerful", "lopsided", "patient", "rusty", "delicate", "splendid", "crooked", "thrifty", "noisy",
        "faded", "generous",
    ),
    "neighbour": NEIGHBOURS,
    "thing": (
        "a jam jar", "an oil can", "a length of string", "a broken umbrella", "a school atlas", "a tin of screws",
        "a camping stove", "a wooden crate", "a wool blanket", "a pencil stub",
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Topic:
    """What a post can be about."""

    name: str
    titles: tuple[str, ...]
    sentences: tuple[str, ...]
    headings: tuple[str, ...]
    items: tuple[str, ...]
    summary: str
    """In other words than the post's own."""
    tags: tuple[str, ...]


TOPICS = (
    Topic(
        name="bread",
        titles=("A {quality} loaf for {season}", "What {neighbour} taught me about rye", "Proving dough in {weather}"),
        sentences=(
            "The dough sat for {number} hours near {thing} and barely moved.",
            "{neighbour} swears by a {quality} starter, fed every {day} without fail.",
            "I weighed the flour twice, because the scale had been standing in {weather}.",
            "By {day} the crumb was {quality} and the crust sang when it met the cold air.",
            "We carried {number} loaves down to {place} and came home with none.",
            "Rye asks for a wetter hand than wheat, and forgives less in {season}.",
            "The oven door still closes only with {thing} wedged under the handle.",
            "A {quality} crust wants steam in the first {number} minutes and none afterwards.",
            "My notes from {season} say only: more salt, less hurry, ask {neighbour}.",
            "The second batch, shaped near {place}, spread sideways like a {quality} puddle.",
        ),
        headings=("The flour", "Shaping", "What I would change"),
        items=("strong white flour", "a spoon of malt", "water at blood heat", "salt, more than you think"),
        summary="Baking notes once more: fermentation times, hydration mistakes and a recipe worth repeating.",
        tags=("baking", "rye", "kitchen"),
    ),
    Topic(
        name="bicycles",
        titles=("Rebuilding a {quality} gear hub", "To {place} and back by bicycle", "Brakes in {weather}"),
        sentences=(
            "The hub had {number} broken teeth and smelled of {season}.",
            "I rode out to {place} in {weather} with {thing} tied to the rack.",
            "{neighbour} lent me a spoke key that is older than both of us.",
            "A {quality} chain is loudest on the way home from {place}.",
            "On {day} the front brake gave up, politely, at the bottom of the hill.",
            "It took {number} evenings to true the wheel and one kerb to undo it.",
            "Nobody makes this bearing any more, so we turned one out of {thing}.",
            "The {quality} tyre held until {place}, which is all I had asked of it.",
            "With the cable freed, all {number} gears came back except the one I use.",
            "In {season} I grease everything that turns and some things that should not.",
        ),
        headings=("Taking it apart", "Parts that fitted", "The test ride"),
        items=("a thin fifteen spanner", "new brake blocks", "grease that survives rain", "patience"),
        summary="Workshop report: an internal transmission dismantled, cleaned and put back into service.",
        tags=("cycling", "repair", "hubs"),
    ),
    Topic(
        name="garden",
        titles=("Beans after {season}", "The {quality} plot behind {place}", "Slugs: a truce with {neighbour}"),
        sentences=(
            "The beans came up on {day}, all {number} of them, and the pigeons counted too.",
            "{neighbour} gave me {thing} full of seed and no names for any of it.",
            "Behind {place} the soil is {quality} and full of clay pipes.",
            "We dug in {weather} until the fork hit something that turned out to be a bath.",
            "After {season} the compost was warm enough to dry socks on.",
            "The {quality} pear by {place} set {number} fruits and kept one.",
            "Slugs prefer lettuce, then dahlias, then the labels I write on {day}.",
            "I moved the rhubarb for the third time and it has stopped speaking to me.",
            "A barrel, {thing} and a hose now pass for irrigation here.",
            "By {season} the paths had vanished under {number} kinds of mint.",
        ),
        headings=("What came up", "What did not", "Jobs for next month"),
        items=("thin the carrots", "mend the gate", "ask about the water tap", "save the good seed"),
        summary="Horticulture diary: germination rates, pests observed and plans for coming weeks.",
        tags=("vegetables", "allotment", "seeds"),
    ),
    Topic(
        name="radio",
        titles=("Listening at {place}", "A {quality} receiver for {season}", "Short waves and {weather}"),
        sentences=(
            "The aerial runs from the chimney to {place}, {number} metres of wire and hope.",
            "On {day} night a station faded in that {neighbour} last heard as a child.",
            "In {weather} the band is {quality} and every lamp in the street hums along.",
            "I wound the coil on {thing}, because the book said any former would do.",
            "The {quality} hiss between stations is the part I like best in {season}.",
            "We logged {number} call signs before the battery went flat near {place}.",
            "{neighbour} keeps a list of frequencies in pencil on the shed door.",
            "A cracked capacitor looks exactly like a sound one until {day}.",
            "The dial slips, so I marked the good places with nail varnish.",
            "Somewhere past the numbers a voice read out the depth of the river at {place}.",
        ),
        headings=("The aerial", "The log", "Next experiments"),
        items=("enamelled wire", "a germanium diode", "high impedance headphones", "a dry evening"),
        summary="An amateur electronics entry about antennas, reception conditions and homemade components.",
        tags=("electronics", "shortwave", "listening"),
    ),
)
