"""Each mistake that a map editor can make is found and named."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from blockfront.maps.check import check_map
from blockfront.maps.distances import distances
from blockfront.maps.facts import CHECKS, FactRow, fact_failure
from blockfront.maps.model import MapData

Change = Callable[[str, str, str], list[str]]


def test_a_right_map_has_no_problems_and_its_counts_are_printed(folder: Path) -> None:
    report = check_map(folder)
    assert report.problems == ()
    assert report.text().splitlines() == [
        "Two Shores",
        "  grid        9 x 6 hexes of 100 km",
        "  hexes       49 (45 clear, 2 mountain, 1 swamp, 1 lake), 5 sea, 6 partial",
        "  sides       1 strait, 1 alpine, 2 fortified",
        "  rivers      2 with 7 sides",
        "  land        48 hexes in 2 parts: 29 (Westgate), 19 (Eastport)",
        "  rails       4 stretches, 5 sides, 2 unfinished",
        "              7 hexes in 2 parts: 5 (Westgate), 2 (Eastport)",
        "  places      6 (1 capital, 1 major, 2 minor, 1 town, 1 site)",
        "  ports       1 major, 1 minor",
        "  production  EA: 1 city; 1 in all",
        "              WE: 3 city, 2 oil; 5 in all",
        "  areas       1 sea, 1 district",
        "  lines       1; boxes 1 with 1 links",
        "  facts       1 of 1 hold",
        "  distances   10 pairs of towns less than 1,000 km apart; within one hex of geography:",
        "              100.0% by the straight line between their hexes",
        "              100.0% by hexes counted, on the map and between the true positions",
        "              100.0% by hexes counted against the straight line over the globe",
        "  problems    0",
    ]


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        ("hexes.csv", "0501,clear,coast", "0501,clear,", "hexes.csv:6: 0501 is next to the sea, but not coast"),
        ("sides.txt", "0504/E", "0503/E", "sides.txt:1: strait 0503/E does not lie between two land hexes"),
        ("sides.txt", "alpine:", "alpine: 0604/W", "sides.txt:2: 0604/W is both strait and alpine"),
        (
            "sides.txt",
            "0202/E",
            "0603/E",
            "sides.txt:3: 0603/E is fortified, but its hex is no land; name the defended hex first",
        ),
        ("rivers.txt", "0403/SE", "0402/E", "rivers.txt:3: Arn: 0402/E does not join 0403/SW"),
        (
            "rivers.txt",
            " 0403/SW\n  0403/SE 0503/SW 0503/SE",
            "",
            "rivers.txt:2: Arn ends at 0303/SE in no sea, lake or other river",
        ),
        (
            "rivers.txt",
            "0303/SW 0303/SE 0403/SW\n  0403/SE 0503/SW 0503/SE",
            "0503/SE 0503/SW 0403/SE 0403/SW 0303/SE",
            "rivers.txt:2: Arn ends at 0303/SE in no sea, lake or other river; it seems to be written upstream",
        ),
        ("rivers.txt", "0503/SE", "0503/SE 0503/E 0603/NE", "rivers.txt:3: Arn: 0603/NE lies in open sea"),
        ("rivers.txt", "0404/W", "0303/SE", "rivers.txt:4: Beck: 0303/SE belongs to Arn already"),
        (
            "rivers.txt",
            "Beck [minor]: 0404/W",
            "Beck: 0404/W 0404/NW",
            "rivers.txt:4: Beck: 0404/NW belongs to Arn already",
        ),
        ("rails.txt", "0302 0303(Ford)", "0302 0303(Fort)", "rails.txt:2: Fort (0303) is not in places.csv"),
        ("rails.txt", "0805", "0805(Ford)", "rails.txt:4: Ford lies in 0303, not 0805"),
        ("rails.txt", "0805", "0605", "rails.txt:4: 0605 is water"),
        ("rails.txt", "double:", "0504 0604\ndouble:", "rails.txt:4: the track crosses the strait side 0504/E"),
        ("rails.txt", "double:", "0504\ndouble:", "rails.txt:4: a stretch needs at least two hexes"),
        ("places.csv", "0503,Lighthouse", "0603,Lighthouse", "places.csv:6: Lighthouse lies in water (0603)"),
        ("places.csv", "49.97,36.79", "49.97,", "places.csv:3: Crossing has only one of latitude and longitude"),
        ("places.csv", "Lighthouse", "Ford", "places.csv:6: Ford is already the name of a place in line 4"),
        ("places.csv", "Far East,box", "Far West,box", "places.csv:8: no box of boxes.toml is called Far West"),
        (
            "ports.csv",
            "middle_sea",
            "midle_sea",
            "ports.csv:2: no sea area has the id 'midle_sea'; did you mean 'middle_sea'?",
        ),
        ("ports.csv", "0503,Harbour", "0303,Ford", "ports.csv:2: Ford does not touch middle_sea"),
        ("ports.csv", "middle_sea,base", ",base", "ports.csv:2: Harbour has no sea; tag it inner or name its seas"),
        ("ports.csv", "Harbour", "Ford", "ports.csv:2: Ford lies in 0303, not 0503"),
        ("production.csv", "Westgate,city,3", "Westgate,city,-3", "production.csv:2: Westgate has the value -3"),
        ("production.csv", "Westgate", "Eastgate", "production.csv:2: Eastgate (0101) is not in places.csv"),
        ("areas.toml", "0606", "0606-0706", "areas.toml:1: middle_sea is a sea, but 0706 is land"),
        ("areas.toml", '"0101-0301 0202"', '""', "areas.toml:8: march has no hexes"),
        ("areas.toml", '"district"', '"sea"', "areas.toml:8: march is a sea, but 0101-0301 0202 is land"),
        (
            "areas.toml",
            "freezes = true",
            'links = ["march"]',
            "areas.toml:1: middle_sea links to march, but not the other way round",
        ),
        (
            "areas.toml",
            "freezes = true",
            'links = ["mersh"]',
            "areas.toml:1: no area has the id 'mersh'; did you mean 'march'?",
        ),
        (
            "lines.toml",
            "0203/E ",
            "",
            "lines.toml:1: border leaks: both sides of 0201/E 0301/SW 0202/E 0303/NW 0303/SW 0204/E and 1 more are reached from 0101",
        ),
        ("lines.toml", '"0101"', '"0601"', "lines.toml:1: border: west_of names no land hex"),
        ("boxes.toml", '"far_east"\nto', '"Ford"\nto', "boxes.toml:1: far_east has no link"),
        (
            "boxes.toml",
            '"Eastport"',
            '"Eastprot"',
            "boxes.toml:7: 'Eastprot' is no box and no place; did you mean 'Eastport'?",
        ),
        ("facts.toml", "river", "strait", "facts.toml:1: TS-1 (The Arn passes Ford): no strait between Ford and 0304"),
        ("facts.toml", "side =", "sidle =", "facts.toml:4: unknown field 'sidle'; did you mean 'side'?"),
    ],
)
def test_a_mistake_is_named(problems_after: Change, file: str, old: str, new: str, problem: str) -> None:
    assert problem in problems_after(file, old, new)


def test_a_river_that_returns_to_itself(problems_after: Change) -> None:
    ring = "0404/W 0404/SW 0404/SE 0404/E 0404/NE 0404/NW"
    assert "rivers.txt:4: Beck returns to the end of 0404/W" in problems_after("rivers.txt", "0404/W", ring)


def test_a_town_far_from_its_place_is_measured(problems_after: Change, folder: Path) -> None:
    problems_after("places.csv", "0303,Ford,minor,fortress,48.40,36.70", "0303,Ford,minor,fortress,44.0,36.70")
    report = check_map(folder)
    assert report.distances is not None
    assert report.distances.displaced[0][0] == "Ford"
    assert any("Ford" in (pair.first, pair.second) for pair in report.distances.misses)
    assert report.distances.share(report.distances.straight) < 0.95
    assert [str(problem) for problem in report.problems] == ["places.csv: only 70.0% of the town pairs are within one hex of geography"]


def test_distances_on_the_right_map(two_shores: MapData) -> None:
    measured = distances(two_shores)
    assert (measured.pairs, measured.straight, measured.misses, measured.displaced) == (10, 10, (), ())


HOLDS = {
    "adjacent": ["Crossing", "0302"],
    "not_adjacent": ["Crossing", "Ford"],
    "distance": ["Westgate", "Harbour", 5],
    "offset": ["Crossing", "Ford", -1, 2],
    "terrain": ["Ford W1", "swamp"],
    "kind": ["Ford", "minor"],
    "tag": ["Ford", "fortress"],
    "production": ["Ford", "oil", 2],
    "side": ["Ford", "0304", "river"],
    "no_side": ["Ford", "0403", "river"],
    "rail": ["Westgate", "Ford", 4],
    "no_rail": ["Ford", "Harbour"],
    "rail_hex": "Crossing",
    "port": ["Harbour", "major"],
    "sea_of": ["Harbour", "middle_sea"],
    "in_area": ["Crossing", "march"],
    "not_in_area": ["Ford", "march"],
    "count": {"area": "march", "hexes": 4},
}
FAILS = {
    "adjacent": (["Crossing", "Ford"], "Crossing and Ford are 2 hexes apart, not adjacent"),
    "not_adjacent": (["Crossing", "0302"], "Crossing and 0302 are adjacent"),
    "distance": (["Westgate", "Harbour", 4], "Westgate and Harbour are 5 hexes apart, not 4"),
    "offset": (["Crossing", "Ford", 1, 1], "Ford lies (-1, 2) from Crossing, not (1, 1)"),
    "terrain": (["0601", "clear"], "0601 is sea, not clear"),
    "kind": (["0302", "minor"], "0302 is no place, not minor"),
    "tag": (["Ford", "bunker"], "Ford has the tags fortress, not bunker"),
    "production": (["Ford", "city", 2], "Ford produces 0 city, not 2"),
    "side": (["Ford", "Harbour", "river"], "Ford and Harbour are 2 hexes apart, not adjacent"),
    "no_side": (["Ford", "0304", "river"], "there is a river side between Ford and 0304"),
    "rail": (["Westgate", "Ford", 3], "4 rail hexes, not 3: Westgate 0201 Crossing 0302 Ford"),
    "no_rail": (["Westgate", "Ford"], "a railway runs Westgate 0201 Crossing 0302 Ford"),
    "rail_hex": ("Harbour", "Harbour is no rail hex"),
    "port": (["Ford", "major"], "Ford is no port, not a major one"),
    "sea_of": (["Ford", "middle_sea"], "Ford does not touch middle_sea"),
    "in_area": (["Ford", "march"], "Ford is not in march"),
    "not_in_area": (["Crossing", "march"], "Crossing is in march"),
    "count": ({"area": "march", "hexes": 5}, "march has 4 hexes, not 5"),
}


def fact(**check: object) -> FactRow:
    return msgspec.convert({"id": "TS-0", "says": "…", **check}, FactRow)


def test_every_kind_of_check_is_tested() -> None:
    assert set(HOLDS) == set(FAILS) == set(CHECKS)


@pytest.mark.parametrize("kind", HOLDS)
def test_a_fact_that_holds(two_shores: MapData, kind: str) -> None:
    assert fact_failure(two_shores, fact(**{kind: HOLDS[kind]})) is None


@pytest.mark.parametrize("kind", FAILS)
def test_a_fact_that_fails_says_what_is_there(two_shores: MapData, kind: str) -> None:
    value, failure = FAILS[kind]
    assert fact_failure(two_shores, fact(**{kind: value})) == failure


def test_facts_about_places_that_do_not_exist_fail(two_shores: MapData) -> None:
    failure = fact_failure(two_shores, fact(adjacent=["Foord", "0302"]))
    assert failure == "no place is called 'Foord'; did you mean 'Ford'?"


def test_a_rail_fact_may_close_hexes(two_shores: MapData) -> None:
    failure = fact_failure(two_shores, fact(rail=["Westgate", "Ford", 4], avoiding=["Crossing"]))
    assert failure == "no rail from Westgate to Ford"


def test_no_rail_between_neighbours_looks_at_their_side_only(two_shores: MapData) -> None:
    assert fact_failure(two_shores, fact(no_rail=["0202", "0301"])) is None
    assert fact_failure(two_shores, fact(no_rail=["0201", "0301"])) == "a railway runs from 0201 to 0301"
