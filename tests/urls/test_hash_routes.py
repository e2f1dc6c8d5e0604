import pytest
from hypothesis import given
from hypothesis import strategies as st

from blogforever.urls.hash_routes import as_path, route_of, without_route
from blogforever.urls.normalize import canonical, post_key
from blogforever.urls.paths import segments


@pytest.mark.parametrize(
    "fragment, route",
    [
        ("/2020/rain", "/2020/rain"),
        ("!/2020/rain/", "!/2020/rain"),
        ("/2020/rain?id=second-part", "/2020/rain"),
        ("/rain?page=2&id=x", "/rain?page=2"),
        ("comments", ""),
        ("/", ""),
        ("!", ""),
        ("", ""),
    ],
)
def test_only_fragments_that_look_like_paths_are_routes(fragment, route):
    assert route_of(fragment) == route


def test_each_route_is_a_page_of_its_own_and_places_within_it_are_not():
    rain, snow = "https://blog.example/#/2020/rain", "https://blog.example/#/2020/snow"

    assert canonical(rain) == rain
    assert post_key(rain) != post_key(snow)
    assert post_key(f"{rain}/?id=wet") == post_key(rain)
    assert canonical("https://blog.example/#top") == canonical("https://blog.example/#/") == "https://blog.example/"


def test_routes_have_the_parts_of_a_path():
    assert segments("https://blog.example/#/2020/rain")[0] == ["2020", "rain"]
    assert as_path("https://blog.example/notes/#!/rain") == "https://blog.example/notes/rain"
    assert without_route("https://blog.example/?a=b#/rain") == "https://blog.example/?a=b"


@given(st.text(alphabet="#!/?&=id%aé .", max_size=30))
def test_a_routes_route_is_itself(fragment):
    assert route_of(route_of(fragment)) == route_of(fragment)


@given(st.text(alphabet="#!/?&=id%aé0.", max_size=30))
def test_keys_and_canonical_forms_with_routes_are_stable(rest):
    address = f"https://blog.example/{rest}"

    assert canonical(canonical(address)) == canonical(address)
    assert post_key(post_key(address)) == post_key(address)
    assert post_key(canonical(address)) == post_key(address)
