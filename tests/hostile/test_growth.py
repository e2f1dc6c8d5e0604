"""No text from outside makes the program slow: readers and expressions take time in proportion to what they read."""

import pytest

from tests.hostile.growth import STEEPEST, Growth, best_time, grow, look
from tests.hostile.patterns import LONGEST_INPUTS, all_expressions, hostile_texts
from tests.hostile.readers import READERS

EXPRESSIONS = all_expressions()
SIZE = 1 << 14
SHORT = 1 << 12
"""There are many expressions, and the square of this is long enough."""
SHARES = 8


@pytest.mark.parametrize("share", range(SHARES))
def test_expressions_take_linear_time(share):
    steep = []
    for expression in EXPRESSIONS[share::SHARES]:
        if expression.name in LONGEST_INPUTS:
            continue
        for make in hostile_texts(expression.pattern):
            for method in expression.methods:
                growth = look(make, lambda text, e=expression, m=method: e.run(m, text), size=SHORT)
                if growth:
                    steep.append(f"{expression.name}.{method} on {make(40)!r}: {growth}")
    assert not steep


@pytest.mark.parametrize("name", LONGEST_INPUTS)
def test_an_expression_for_short_texts_is_quick_on_them(name):
    (expression,) = [one for one in EXPRESSIONS if one.name == name]
    slowest = max(
        best_time(lambda text, m=method: expression.run(m, text), make(LONGEST_INPUTS[name]))
        for make in hostile_texts(expression.pattern)
        for method in expression.methods
    )
    assert slowest < 0.5


@pytest.mark.parametrize("size", [SIZE // 2, pytest.param(SIZE, marks=pytest.mark.slow)])
@pytest.mark.parametrize("reader", [one for one in READERS if one.quick], ids=lambda reader: reader.name)
def test_a_reader_takes_linear_time(reader, size):
    found = {name: look(make, reader.run, size=size) for name, make in reader.documents.items()}
    assert {name: str(growth) for name, growth in found.items() if growth} == {}


def test_attributes_without_end_are_read_in_linear_time():
    """So quick that small documents hide how its time grows."""
    (reader,) = [one for one in READERS if one.name == "read_sitemap"]
    assert look(reader.documents["attributes"], reader.run, size=8 * SIZE) is None


@pytest.mark.parametrize("reader", [one for one in READERS if not one.quick], ids=lambda reader: reader.name)
def test_a_reader_that_only_the_benchmark_measures_can_be_run(reader):
    for make in reader.documents.values():
        reader.run(make(256))


class Clock:
    """A processor's clock that goes on only when somebody works."""

    def __init__(self):
        self.now = 0.0

    def process_time(self):
        return self.now

    def take(self, exponent):
        """A reader that takes a tenth of a second for SIZE, and more or less with the power of the size."""

        def read(size):
            self.now += 0.1 * (size / SIZE) ** exponent

        return read


@pytest.mark.parametrize("exponent, is_steep", [(1.0, False), (1.2, False), (1.5, True), (2.0, True)])
def test_the_measure_tells_quadratic_from_linear(monkeypatch, exponent, is_steep):
    clock = Clock()
    monkeypatch.setattr("tests.hostile.growth.time", clock)
    assert (grow(int, clock.take(exponent), most=2 * SIZE).exponent > STEEPEST) is is_steep
    assert (look(int, clock.take(exponent), size=SIZE) is not None) is is_steep


@pytest.mark.parametrize(
    "seconds, exponent, sound", [(0.2, 1.1, True), (0.2, 2.0, True), (1.0, 2.0, False), (6.0, 1.0, False)]
)
def test_what_is_too_slow(seconds, exponent, sound):
    assert Growth(size=1 << 20, seconds=seconds, exponent=exponent).is_sound is sound
