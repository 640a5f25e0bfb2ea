"""Scenarios before they are played: their pictures, aims and set-ups, the same for everybody."""

import gzip
from typing import Any

import pytest

from blockfront.games import catalogue
from blockfront.server.boards.drawings import SHIPPED, Drawing, file_name
from blockfront.server.boards.pictures import draw_picture, pictures_of

MOST = 30_000  # bytes of a picture, packed


def picture(title: str, scenario: str) -> str:
    """As it was drawn with the client, by the fingerprint of what it is drawn from; else it is drawn here."""
    made = SHIPPED / file_name(Drawing(title, scenario, "light"))
    return made.read_text(encoding="utf-8") if made.is_file() else draw_picture(title, scenario, "light")


@pytest.mark.parametrize("title", [title.id for title in catalogue.titles()])
def test_every_scenario_has_a_small_picture(title: str) -> None:
    scenarios = [scenario.id for scenario in catalogue.title(title).scenarios]
    assert set(scenarios) <= set(pictures_of(title))
    for scenario in scenarios:
        drawn = picture(title, scenario)
        assert len(gzip.compress(drawn.encode())) < MOST, scenario
        assert drawn.count("<path d=") >= 1
        assert drawn.startswith("<svg")


def test_pictures_come_in_both_themes(serve: Any, sqlite: str) -> None:
    http = serve(sqlite).http()
    path = "/api/titles/eastfront/scenarios/edelweiss/picture.svg"
    light, dark = http.get(path), http.get(path, params={"theme": "dark"})
    assert light.headers["content-type"] == "image/svg+xml", light.text[:300]
    assert 'data-theme="light"' in light.text
    assert 'data-theme="dark"' in dark.text
    assert http.get(path, params={"theme": "pink"}).status_code == 400
    assert http.get("/api/titles/eastfront/scenarios/nowhere/picture.svg").status_code == 404


def test_a_scenario_tells_its_aim_and_where_everybody_stands(serve: Any, sqlite: str) -> None:
    http = serve(sqlite).http()
    facts = http.get("/api/titles/eastfront/scenarios/edelweiss").json()
    assert set(facts["places"].values()) == {"Rostov", "Maikop"}
    assert facts["aim"]["is_ours"]
    own = [block for block in facts["opening"] if block["side"] == 0]
    assert len(own) == 13
    assert all(block["face"] and block["steps"] for block in own)
    hidden = [block for block in facts["opening"] if block["side"] == 1 and block["face"] is None]
    assert len(hidden) >= 9, "the other side is seen from behind"
    assert all(block["steps"] == 0 for block in hidden)
    assert http.get("/api/titles/eastfront/scenarios/s43").json()["aim"]["kind"] == "points"
    assert http.get("/api/titles/eastfront/scenarios/s99").status_code == 404


@pytest.mark.parametrize("title", [title.id for title in catalogue.titles()])
def test_every_scenario_can_be_asked_for(serve: Any, sqlite: str, title: str) -> None:
    http = serve(sqlite).http()
    for scenario in catalogue.title(title).scenarios:
        answer = http.get(f"/api/titles/{title}/scenarios/{scenario.id}")
        assert answer.status_code == 200, scenario.id
        aim = answer.json()["aim"]
        if aim["kind"] == "places":
            all_of_them = sum(place["points"] for place in aim["places"] if place["points"] > 0)
            assert all_of_them >= aim["levels"][-1]["at_least"], f"{scenario.id}: its best level needs places that the aim does not name"


def test_levels_and_suggestions_name_options_that_can_be_played_together() -> None:
    for title in catalogue.titles():
        assert title.levels
        for scenario in title.scenarios:
            for level in title.levels:
                applying = {o.id for o in title.options if not o.scenarios or scenario.id in o.scenarios}
                chosen = frozenset(level.options) & applying | frozenset(scenario.suggests)
                catalogue.game(title.id, scenario.id, chosen)
