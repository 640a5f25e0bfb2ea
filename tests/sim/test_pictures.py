"""Maps, positions and matches show themselves in notebooks."""

from importlib.metadata import entry_points
from xml.etree import ElementTree

import pytest

from blockfront.core import pictures
from blockfront.core.match import Match
from blockfront.core.sides import SPECTATOR, Side
from blockfront.games import catalogue
from blockfront.games.catalogue import map_of
from blockfront.games.proving_ground.aids.scene import position
from blockfront.sim.pictures import seen_by

SVG = "{http://www.w3.org/2000/svg}"
BATTLE = "Stonebridge | blue: infantry 4 | red: infantry 3"

announced = pytest.mark.skipif(
    not entry_points(group=pictures.GROUP), reason="the installed blockfront does not announce its pictures yet: install it again"
)


def blocks_in(svg: str | None) -> list[str]:
    """What is written on the squares."""
    assert svg is not None
    squares = ElementTree.fromstring(svg).findall(f".//{SVG}g/{SVG}text")
    return sorted(square.text or "" for square in squares)


@announced
def test_a_position_shows_its_blocks() -> None:
    assert blocks_in(position(BATTLE, "combat")._repr_svg_()) == ["3", "3", "3", "4"]  # with both headquarters


@announced
@pytest.mark.parametrize("title", [title.id for title in catalogue.titles()])
def test_matches_and_maps_show_themselves(title: str) -> None:
    match = Match(catalogue.game(title, catalogue.title(title).scenarios[0].id))
    cells = map_of(title).grid.cells
    assert len(blocks_in(match._repr_svg_())) == sum(location >= 0 and cells >> location & 1 for location in match.state.location)
    plain = map_of(title)._repr_svg_()
    assert plain is not None
    assert len(ElementTree.fromstring(plain).findall(f"{SVG}polygon")) == len(map_of(title).hexes)


def test_a_side_sees_question_marks() -> None:
    game = catalogue.game("proving_ground", "border_incident")
    match = Match(game)
    seen = blocks_in(seen_by(game, match.state, Side(0)).svg)
    assert "?" in seen
    assert set(seen) - {"?"}
    assert set(blocks_in(seen_by(game, match.state, SPECTATOR).svg)) == {"?"}


def test_without_anybody_who_draws_there_is_no_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "_drawer", lambda kind: None)
    assert position(BATTLE, "combat")._repr_svg_() is None
