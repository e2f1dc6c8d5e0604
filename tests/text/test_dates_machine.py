import datetime as dt
import email.utils

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.text.dates.read import read_machine_date


@pytest.mark.parametrize(
    "text, iso",
    [
        ("2019-04-06", "2019-04-06"),
        (" 2019-04-06\n", "2019-04-06"),
        ("20190406", "2019-04-06"),
        ("2019/4/6", "2019-04-06"),
        ("2019-04", "2019-04"),
        ("2019-04-06T12:30", "2019-04-06T12:30:00"),
        ("2019-04-06T12", "2019-04-06T12:00:00"),
        ("2019-04-06 12:30:00", "2019-04-06T12:30:00"),
        ("2019-04-06T12:30:00Z", "2019-04-06T12:30:00+00:00"),
        ("2019-04-06T12:30:00.000Z", "2019-04-06T12:30:00+00:00"),
        ("2019-04-06t12:30:00z", "2019-04-06T12:30:00+00:00"),
        ("2019-04-06T12:30:00+02:00", "2019-04-06T12:30:00+02:00"),
        ("2019-04-06T12:30:00+0200", "2019-04-06T12:30:00+02:00"),
        ("2019-04-06T12:30:00-05", "2019-04-06T12:30:00-05:00"),
        ("2019-04-06T12:30:00.123456789+02:00", "2019-04-06T12:30:00+02:00"),
        ("2019-04-06 12:30:00 +0200", "2019-04-06T12:30:00+02:00"),
        ("2019-04-06 12:30:00 UTC", "2019-04-06T12:30:00+00:00"),
        ("2019-04-06 12:30 GMT", "2019-04-06T12:30:00+00:00"),
        ("2019-04-06T12:30:00+02:00[Europe/Paris]", "2019-04-06T12:30:00+02:00"),
        ("2019-04-06 5:41 pm", "2019-04-06T17:41:00"),
        ("20190406T123000Z", "2019-04-06T12:30:00+00:00"),
        ("20190406T1230", "2019-04-06T12:30:00"),
        ("20190406123005", "2019-04-06T12:30:05"),
        ("2019-04-06T24:00:00Z", "2019-04-07T00:00:00+00:00"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:59+00:00"),
        ("Sat, 06 Apr 2019 12:30:00 GMT", "2019-04-06T12:30:00+00:00"),
        ("Sat, 06 Apr 2019 12:30:00 +0200", "2019-04-06T12:30:00+02:00"),
        ("Mon, 06 Apr 2019 12:30:00 PDT", "2019-04-06T12:30:00-07:00"),
        ("6 Apr 19 12:30 EST", "2019-04-06T12:30:00-05:00"),
        ("06 Apr 2019", "2019-04-06"),
        ("Tue, 06 Apr 99 12:30:00 GMT", "1999-04-06T12:30:00+00:00"),
        ("Sat, 06 Apr 119 12:30:00 GMT", "2019-04-06T12:30:00+00:00"),
        ("Saturday, 06-Apr-19 12:30:00 GMT", "2019-04-06T12:30:00+00:00"),
        ("Sat, 6 avril 2019 12:30:00 +0200", "2019-04-06T12:30:00+02:00"),
        ("Sat, 06 Apr 2019 12:30:00 +0200 (CEST)", "2019-04-06T12:30:00+02:00"),
        ("Sat, 06 Apr 2019 12:30:00 XYZ", "2019-04-06T12:30:00"),
        ("Sat Apr  6 12:30:00 2019", "2019-04-06T12:30:00"),
        ("Sat Apr  6 12:30:00 CEST 2019", "2019-04-06T12:30:00+02:00"),
        ("Sat Apr 06 12:30:00 +0000 2019", "2019-04-06T12:30:00+00:00"),
        ("Sat Apr 06 2019 12:30:00 GMT+0200 (CEST)", "2019-04-06T12:30:00+02:00"),
        ("2019-04-06T12:30:00+99:00", "2019-04-06T12:30:00"),
        ("1554553800", "2019-04-06T12:30:00+00:00"),
        ("1554553800123", "2019-04-06T12:30:00+00:00"),
    ],
)
def test_reads(text, iso):
    moment = read_machine_date(text)
    assert moment is not None
    assert (moment.iso, moment.written) == (iso, text.strip())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2019",
        "2019-02-29",
        "2019-13-01",
        "2019-00-10",
        "1989-12-31",
        "2101-01-01",
        "2019-13",
        "0000-00-00T00:00:00Z",
        "2019-04-06T25:00:00",
        "2019-04-06T12:61",
        "2019-04-06 and more",
        "6 Foo 2019 12:30:00 GMT",
        "Sat Apr  6 12:30:00",
        "0000000000",
        "9999999999",
        "1",
        "99999999",
        "٢٠١٩٠٤٠٦",
        "2019-04-06x12:30:00",
        "next Tuesday",
        "2019-" * 50_000,
    ],
)
def test_refuses(text):
    assert read_machine_date(text) is None


ZONES = st.integers(-47, 55).map(lambda quarter: dt.timezone(dt.timedelta(minutes=15 * quarter)))
TIMES = st.datetimes(dt.datetime(1990, 1, 1), dt.datetime(2100, 12, 31), timezones=ZONES).map(  # noqa: DTZ001 (the zone is drawn)
    lambda time: time.replace(microsecond=0)
)


@given(TIMES)
def test_iso_comes_back_as_it_went_in(time):
    moment = read_machine_date(time.isoformat())
    assert moment is not None
    assert moment.iso == time.isoformat()


@given(TIMES)
def test_mail_dates_come_back(time):
    moment = read_machine_date(email.utils.format_datetime(time))
    assert moment is not None
    assert moment.iso == time.isoformat()


@given(st.one_of(st.text(max_size=90), st.from_regex(r"[0-9TZ:+\-/ .]{0,40}", fullmatch=True)))
def test_any_text_gives_a_true_day_or_nothing(text):
    moment = read_machine_date(text)
    if moment is not None and len(moment.iso) > 7:
        assert 1990 <= dt.datetime.fromisoformat(moment.iso).year <= 2100


@given(TIMES)
def test_reading_what_was_read_changes_nothing(time):
    once = read_machine_date(email.utils.format_datetime(time))
    assert once is not None
    twice = read_machine_date(once.iso)
    assert twice is not None
    assert twice.iso == once.iso


@pytest.mark.parametrize(
    "offset, kept",
    [
        ("+14:00", True), ("+14:30", False), ("+15:00", False), ("-12:00", True), ("-12:30", False), ("+23:59", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("form", ["2019-04-06T12:30:00{}", "Sat, 06 Apr 2019 12:30:00 {}"], ids=["ISO", "mail"])
def test_an_offset_that_no_clock_shows_is_not_taken_for_one(form, offset, kept):
    written = form.format(offset if "T" in form else offset.replace(":", ""))
    assert read_machine_date(written).iso == "2019-04-06T12:30:00" + (offset if kept else "")
