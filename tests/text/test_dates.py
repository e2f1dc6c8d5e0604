import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.model.moment import Moment
from blogforever.text.dates.month_names import MONTHS, month_of
from blogforever.text.dates.read import date_in_address, find_date, find_dates, same_day

NOW = dt.date(2020, 3, 31)


@pytest.mark.parametrize(
    "text, written, iso",
    [
        ("Posted by Anna on April 3rd, 2010 at 5:41 pm", "April 3rd, 2010 at 5:41 pm", "2010-04-03T17:41:00"),
        ("Sat, 3 Apr '10", "3 Apr '10", "2010-04-03"),
        ("el 3 de abril de 2010", "3 de abril de 2010", "2010-04-03"),
        ("Am Samstag, 3. April 2010 um 17:41 Uhr.", "3. April 2010 um 17:41 Uhr", "2010-04-03T17:41:00"),
        ("© 2010 May 5, 2011", "May 5, 2011", "2011-05-05"),
        ("12:30, 3 April 2010 (UTC)", "12:30, 3 April 2010", "2010-04-03T12:30:00"),
        ("on Sat Apr  3 12:30:00 CEST 2010, too", "Apr  3 12:30:00 CEST 2010", "2010-04-03T12:30:00+02:00"),
        ("发布于2010年4月3日星期六 下午5:41", "2010年4月3日星期六 下午5:41", "2010-04-03T17:41:00"),
        ("2010-04-03T12:30:00.000+02:00", "2010-04-03T12:30:00.000+02:00", "2010-04-03T12:30:00+02:00"),
        ("3-5 April 2010", "5 April 2010", "2010-04-05"),
    ],
)
def test_finds_the_words_of_a_date(text, written, iso):
    assert find_date(text) == Moment(written=written, iso=iso)


@pytest.mark.parametrize(
    "text",
    [
        "3. April 2010", "April 3, 2010", "Apr 3 2010", "Apr. 3rd, 2010", "April the 3rd, 2010", "APR-03-2010",
        "3rd of April, 2010", "03-Apr-10", "3/Apr/2010", "3 Apr 10", "04/03/2010", "3.4.2010", "3. 4. 2010",
        "03.04.10", "2010/04/03", "2010.04.03", "2010. 4. 3.", "2010-04-03", "2010-4-3", "20100403", "(Apr 3, 2010)",
        "03\nApr\n2010", "Saturday,April 3, 2010", "2010年4月3日", "２０１０年４月３日", "2010年四月3日",
        "四月 3, 2010", "2010년 4월 3일", "3 avril 2010", "3 AVRIL 2010", "3 abr. 2010", "3 d’abril de 2010",
        "3 d'abril del 2010", "abril 3 de 2010", "3 квітня 2010", "3 апреля 2010 г.", "3-го апреля 2010", "3 апр 2010",
        "3 красавіка 2010", "2010. április 3.", "2010. ápr. 3.", "3 Nisan 2010", "3 NİSAN 2010", "3 เมษายน 2553",
        "3 เม.ย. 2553", "3 เม.ย. 53", "3/4/2553", "3 เมษายน พ.ศ. 2553", "۳ آوریل ۲۰۱۰", "٣ أبريل ٢٠١٠", "3 ابريل 2010",
        "3 نيسان 2010", "3\u200f نيسان\u200f 2010", "3 באפריל 2010", "3 אפר׳ 2010", "3 अप्रैल 2010", "৩ এপ্রিল ২০১০",
        "3 dubna 2010", "3. travnja 2010.", "3 kwietnia 2010", "3. apríla 2010", "3. huhtikuuta 2010",
        "3. aprill 2010", "2010. gada 3. aprīlis", "2010 m. balandžio 3 d.", "2010(e)ko apirilaren 3a",
        "2010 ж. 3 сәуір", "2010 թ. ապրիլի 3", "3 აპრილი 2010", "3 Απριλίου 2010", "3 ΑΠΡΙΛΙΟΥ 2010", "3 Απρ 2010",
        "3 Ebrill 2010", "3 Aibreán 2010", "3mh dhen Ghiblean 2010", "3 ta’ April 2010", "3-a de aprilo 2010",
        "ngày 3 tháng 4 năm 2010", "3 Tháng Tư, 2010", "Tháng Tư 3, 2010", "3 prill 2010", "3 Aprili 2010",
        "Abril 3, 2010", "3 abrëll 2010",
    ],
)  # fmt: skip
def test_the_third_of_april_in_many_forms(text):
    moment = find_date(text, day_first=True if text == "3/4/2553" else None)
    assert moment is not None
    assert moment.iso == "2010-04-03"
    assert moment.written in text


@pytest.mark.parametrize(
    "text, day_first, iso",
    [
        ("03/04/2010", None, "2010-03-04"),
        ("03/04/2010", True, "2010-04-03"),
        ("03/04/2010", False, "2010-03-04"),
        ("03.04.2010", None, "2010-04-03"),
        ("03.04.2010", False, "2010-03-04"),
        ("23/04/2010", None, "2010-04-23"),
        ("23/04/2010", False, "2010-04-23"),
        ("04/23/2010", True, "2010-04-23"),
        ("2010/04/03", True, "2010-04-03"),
    ],
)
def test_day_or_month_first(text, day_first, iso):
    moment = find_date(text, day_first=day_first)
    assert moment is not None
    assert moment.iso == iso


@pytest.mark.parametrize(
    "text, iso",
    [
        ("1er mai 2011", "2011-05-01"),
        ("mar. 6 avril 2010", "2010-04-06"),
        ("6 mar. 2010", "2010-03-06"),
        ("Mar 6, 2010", "2010-03-06"),
        ("6 mai 2010", "2010-05-06"),
        ("6 jun 2010", "2010-06-06"),
        ("6 ago 2010", "2010-08-06"),
        ("set 6, 2010", "2010-09-06"),
        ("6 listopada 2010", "2010-11-06"),
        ("6. listopada 2010.", "2010-10-06"),
        ("6 février 2010", "2010-02-06"),
        ("6 fevrier 2010", "2010-02-06"),
        ("6 aou\u0302t 2010", "2010-08-06"),
        ("6 MAYIS 2010", "2010-05-06"),
        ("6 كانون الثاني 2010", "2010-01-06"),
        ("Tháng Mười Một 6, 2010", "2010-11-06"),
        ("6 Meán Fómhair 2010", "2010-09-06"),
        ("29 Feb 2012", "2012-02-29"),
        ("4 Jul '99", "1999-07-04"),
    ],
)
def test_names_that_could_be_misread(text, iso):
    moment = find_date(text)
    assert moment is not None
    assert moment.iso == iso


@pytest.mark.parametrize(
    "time, clock",
    [
        ("17:41", "17:41:00"),
        (", 17:41:05", "17:41:05"),
        (" at 5:41 pm", "17:41:00"),
        (" @ 5:41 a.m.", "05:41:00"),
        (" 12:05 AM", "00:05:00"),
        (" at 5 pm", "17:00:00"),
        (" à 17h41", "17:41:00"),
        (" à 17 h 41", "17:41:00"),
        (" um 17 Uhr", "17:00:00"),
        (" klo 17.41", "17:41:00"),
        (" kl. 17.41", "17:41:00"),
        (" (Sat) 17:41", "17:41:00"),
        (" г. в 17:41", "17:41:00"),
        (" 오후 5시 41분", "17:41:00"),
        (" 오전 2시 5분", "02:05:00"),
        (" 午後5時41分", "17:41:00"),
        (" 17:41 UTC", "17:41:00+00:00"),
        (" 17:41 (GMT+2)", "17:41:00+02:00"),
        (" 5:41 PM EST", "17:41:00-05:00"),
        (" 17:41 +0200", "17:41:00+02:00"),
    ],
)
def test_the_time_next_to_a_date(time, clock):
    text = "3 April 2010 " + time
    moment = find_date(text)
    assert moment == Moment(written=text, iso=f"2010-04-03T{clock}")


@pytest.mark.parametrize(
    "rest",
    [
        "",
        " 25:10",
        " 17.4",
        " 12 comments",
        " Romans 12:02 says",
        " 10.04 is out",
        " 13:00 pm",
        " - 12",
        " at home 5:41",
    ],
)
def test_no_time_next_to_a_date(rest):
    moment = find_date("3 April 2010" + rest)
    assert moment == Moment(written="3 April 2010", iso="2010-04-03")


@pytest.mark.parametrize(
    "text",
    [
        "", "April 3", "3 April", "April 2010", "2010", "2010-04", "2010年4月", "no date", "12 comments", "17:41",
        "30 Feb 2010", "29 Feb 2011", "31.04.2010", "00/00/2010", "3 April 1989", "3 April 2101", "3 April 10 comments",
        "April 3, 10 comments", "3 April 10:30", "PHP 5.3.10 is out", "192.168.20.10", "1.2.3.2010", "1/1/1/1/2010",
        "March 2010 (5) April 2010 (3)", "5 people in April 2010", "5 out of 2010", "2010 May 5 June 3 July 8",
        "the number 20100403 inside", "3 days ago", "yesterday", "vor 3 Tagen", "3日前", "pro 3 2010",
        "3" + " " * 50 + "April 2010", "3 April 20100", "123 April 2010",
    ],
)  # fmt: skip
def test_no_date(text):
    assert find_date(text) is None
    assert find_dates(text) == []


@pytest.mark.parametrize(
    "text, written, iso",
    [
        ("posted 3 days ago by Anna", "3 days ago", "2020-03-28"),
        ("a week ago", "a week ago", "2020-03-24"),
        ("1 month ago", "1 month ago", "2020-02-29"),
        ("2 years ago", "2 years ago", "2018-03-31"),
        ("5 hours ago", "5 hours ago", "2020-03-31"),
        ("vor 3 Tagen", "vor 3 Tagen", "2020-03-28"),
        ("vor einer Woche", "vor einer Woche", "2020-03-24"),
        ("il y a 3 jours", "il y a 3 jours", "2020-03-28"),
        ("hace 2 semanas", "hace 2 semanas", "2020-03-17"),
        ("3 giorni fa", "3 giorni fa", "2020-03-28"),
        ("há 3 dias", "há 3 dias", "2020-03-28"),
        ("3 dagen geleden", "3 dagen geleden", "2020-03-28"),
        ("för 3 dagar sedan", "3 dagar sedan", "2020-03-28"),
        ("3 dni temu", "3 dni temu", "2020-03-28"),
        ("před 3 dny", "před 3 dny", "2020-03-28"),
        ("3 дня назад", "3 дня назад", "2020-03-28"),
        ("3 дні тому", "3 дні тому", "2020-03-28"),
        ("πριν από 3 ημέρες", "πριν από 3 ημέρες", "2020-03-28"),
        ("3 gün önce", "3 gün önce", "2020-03-28"),
        ("3 hari yang lalu", "3 hari yang lalu", "2020-03-28"),
        ("3 ngày trước", "3 ngày trước", "2020-03-28"),
        ("3日前に書いた", "3日前", "2020-03-28"),
        ("3天前", "3天前", "2020-03-28"),
        ("3일 전", "3일 전", "2020-03-28"),
        ("לפני 3 ימים", "לפני 3 ימים", "2020-03-28"),
        ("yesterday at 5:41 pm", "yesterday at 5:41 pm", "2020-03-30T17:41:00"),
        ("Gestern", "Gestern", "2020-03-30"),
        ("publié hier à 17h41", "hier à 17h41", "2020-03-30T17:41:00"),
        ("вчера", "вчера", "2020-03-30"),
        ("i går", "i går", "2020-03-30"),
        ("昨日の記事", "昨日", "2020-03-30"),
        ("heute", "heute", "2020-03-31"),
        ("vorgestern", "vorgestern", "2020-03-29"),
    ],
)
def test_dates_counted_back_from_now(text, written, iso):
    assert find_date(text, now=NOW) == Moment(written=written, iso=iso)
    assert find_date(text) is None


@pytest.mark.parametrize(
    "text", ["Hier klicken", "5 days of sun", "in 3 days", "1234 days ago", "0 days ago", "100 years ago"]
)
def test_nothing_counted_back(text):
    assert find_date(text, now=NOW) is None


def test_finds_all_dates_in_order_with_their_places():
    text = "3 April 2010 17:41 | 4 April 2010, yesterday and May 5, 2011"
    found = find_dates(text, now=NOW)
    assert [moment.iso for moment, _, _ in found] == ["2010-04-03T17:41:00", "2010-04-04", "2020-03-30", "2011-05-05"]
    assert all(text[start:end] == moment.written for moment, start, end in found)
    assert find_dates(text, now=NOW, most=2) == found[:2]
    assert find_dates(text, most=0) == []


@pytest.mark.parametrize(
    "a, b, same",
    [
        ("2019-04-06", "2019-04-06", True),
        ("2019-04-06", "2019-04-07", False),
        ("2019-04-06T12:30:00", "2019-04-06", True),
        ("2019-04-06T23:30:00-05:00", "2019-04-07", True),
        ("2019-04-06T23:30:00-05:00", "2019-04-07T04:30:00+00:00", True),
        ("2019-04-06T23:30:00", "2019-04-07", False),
        ("2019-04-06T12:30:00-05:00", "2019-04-07", False),
        ("2019-04", "2019-04-06", False),
    ],
)
def test_same_day(a, b, same):
    one, other = Moment(written=a, iso=a), Moment(written=b, iso=b)
    assert same_day(one, other) is same
    assert same_day(other, one) is same


@pytest.mark.parametrize(
    "address, written",
    [
        ("http://example.org/2010/04/03/slug", "2010/04/03"),
        ("https://example.org/blog/2010/4/3/", "2010/4/3"),
        ("/2010-04-03-slug", "2010-04-03"),
        ("/slug-2010_04_03.html", "2010_04_03"),
        ("/20100403.html", "20100403"),
        ("/20100403", "20100403"),
        ("/entry/20100403123000", "20100403123000"),
        ("/2010/0403/slug", "2010/0403"),
        ("/201004/03/slug", "201004/03"),
        ("/2010/apr/03/slug", "2010/apr/03"),
    ],
)
def test_date_in_address(address, written):
    assert date_in_address(address) == Moment(written=written, iso="2010-04-03")


@pytest.mark.parametrize(
    "address",
    [
        "", "/2010/04/slug", "/2010/04/", "/2010/13/03/", "/2010/02/30/", "/12010/04/03", "/2010/04/031",
        "http://20100403.example.org/slug", "http://2010-04-03.example.org/", "/p/201004031", "/1989/04/03/",
    ],
)  # fmt: skip
def test_no_date_in_address(address):
    assert date_in_address(address) is None


# One full and one short name of each month for a few languages: enough to show that every language goes one way.
FORMS = {
    "en": "January Feb March April May Jun July Aug September Oct November Dec",
    "de": "Januar Feb. März April Mai Juni Juli Aug. September Okt. November Dezember",
    "fr": "janvier févr. mars avr. mai juin juillet août sept. octobre novembre déc.",
    "ru": "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
    "cs": "ledna února března dubna května června července srpna září října listopadu prosince",
    "tr": "Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık",
    "th": "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
    "ar": "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
    "hi": "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर",
}
DAYS = st.dates(dt.date(1990, 1, 1), dt.date(2100, 12, 31))


@given(
    DAYS,
    st.sampled_from(sorted(FORMS)),
    st.sampled_from(["{d} {m} {y}", "{d}. {m} {y}", "{m} {d}, {y}", "{y} {m} {d}"]),
)
def test_a_day_comes_back_in_each_language_and_order(day, language, order):
    text = order.format(d=day.day, m=FORMS[language].split()[day.month - 1], y=day.year)
    for around in (text, f"x {text}", f"({text})", f"{text} | y"):
        moment = find_date(around)
        assert moment == Moment(written=text, iso=day.isoformat())


@given(DAYS, st.sampled_from(["%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%d.%m.%Y", "%Y年%m月%d日", "%Y년 %m월 %d일"]))
def test_a_day_comes_back_in_figures(day, pattern):
    moment = find_date(day.strftime(pattern))
    assert moment is not None
    assert moment.iso == day.isoformat()


@given(
    st.one_of(
        st.text(max_size=200), st.from_regex(r"(?:[0-9]{1,4}|[ ./,:'-]|April|mai|年|ago|day|pm){0,30}", fullmatch=True)
    )
)
def test_any_text_gives_true_days_in_their_places(text):
    found = find_dates(text, now=NOW)
    low = 0
    for moment, start, end in found:
        assert low <= start < end <= len(text)
        assert text[start:end] == moment.written
        assert 1990 <= dt.datetime.fromisoformat(moment.iso).year <= 2100
        low = end
    assert find_date(text, now=NOW) == (found[0][0] if found else None)


@given(st.text(max_size=200))
def test_any_address_gives_a_true_day_or_nothing(text):
    moment = date_in_address(text)
    assert moment is None or dt.date.fromisoformat(moment.iso)


@given(DAYS)
def test_finding_what_was_found_changes_nothing(day):
    once = find_date(f"on {day:%d.%m.%Y} at 5:41 pm")
    assert once is not None
    twice = find_date(once.written)
    assert twice is not None
    assert twice == once
    assert same_day(once, twice)


@pytest.mark.parametrize(
    "piece",
    [
        "1/",
        "1.",
        "1.1.10 ",
        "1",
        " ",
        "3 April ",
        "April 3 ",
        "2010-",
        "12:30 ",
        "1 day ",
        "the ",
        "٣ أبريل ",
        "3日前",
        "(",
        "2010 m. 3 ",
    ],
)
def test_hostile_texts_come_to_an_end(piece):
    text = piece * (100_000 // len(piece))
    assert len(find_dates(text, now=NOW)) <= 20
    find_date(f"3{text}2010")
    date_in_address(f"/{text}")


def test_each_month_name_is_understood_as_listed():
    assert set(MONTHS.values()) == set(range(1, 13))
    assert all(month_of(name) == month for name, month in MONTHS.items())
    assert month_of("monday") == 0
