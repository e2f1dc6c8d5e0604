"""Lists that are guessed from the folders of posts."""

from hypothesis import given
from hypothesis import strategies as st

from blogforever.frontier.archive_folders import Folders
from tests.frontier.addresses import ADDRESSES

B = "http://blog.example"


def answers(folders, there):
    """Everything that is guessed, while these folders answer."""
    asked = []
    while guessed := folders.guess():
        asked += guessed
        for folder in guessed:
            folders.tell(folder, found=folder.removeprefix(B) in there)
    return [folder.removeprefix(B) for folder in asked]


def test_the_folders_above_a_post_are_guessed():
    folders = Folders(this_year=2026)
    folders.see(f"{B}/blog/2015/08/16/rain.html?x=1#top")
    assert folders.guess() == [f"{B}/blog/2015/08/16/", f"{B}/blog/2015/08/", f"{B}/blog/2015/", f"{B}/blog/"]
    assert folders.guess() == []


def test_a_folder_is_guessed_once():
    folders = Folders(this_year=2026)
    for name in ("rain", "snow"):
        folders.see(f"{B}/blog/{name}")
    assert answers(folders, set()) == ["/blog/"]


def test_where_nothing_answers_a_family_is_left_alone():
    folders = Folders(this_year=2026)
    for month in range(1, 13):
        folders.see(f"{B}/2015/{month:02}/rain")
    months = [folder for folder in answers(folders, set()) if folder.count("/") == 3]
    assert len(months) == 4  # two on trust, twice: then three have failed


def test_where_something_answers_the_rest_follows():
    folders = Folders(this_year=2026)
    for month in range(1, 13):
        folders.see(f"{B}/2015/{month:02}/rain")
    there = {f"/2015/{month:02}/" for month in range(1, 13)}
    assert there <= set(answers(folders, there))


def test_years_are_guessed_from_their_neighbours_until_three_fail():
    folders = Folders(this_year=2026)
    folders.see(f"{B}/2015/rain")
    asked = answers(folders, {f"/{year}/" for year in range(2012, 2019)})
    assert set(asked) == {f"/{year}/" for year in range(2011, 2020)}


def test_no_year_of_the_future_is_guessed():
    folders = Folders(this_year=2026)
    folders.see(f"{B}/2025/rain")
    there = {f"/{year}/" for year in range(1980, 2100)}
    assert set(answers(folders, there)) == {f"/{year}/" for year in range(1990, 2027)}


def test_families_are_bounded():
    folders = Folders(this_year=2026)
    for first in range(26):
        for second in range(26):
            folders.see(f"{B}/{chr(97 + first)}{chr(97 + second)}/rain")
    assert len(folders.guess()) == 500


@given(st.lists(ADDRESSES, max_size=6), st.lists(st.booleans(), max_size=20))
def test_any_string_can_be_seen_and_guessing_ends(addresses, told):
    folders = Folders(this_year=2026)
    luck = iter(told)
    for address in addresses:
        folders.see(address)
    for _ in range(200):
        guessed = folders.guess()
        if not guessed:
            break
        for folder in guessed:
            folders.tell(folder, found=next(luck, False))
    assert not folders.guess()
