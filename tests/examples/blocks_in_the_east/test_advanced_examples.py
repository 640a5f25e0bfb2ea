"""The worked examples of the advanced rules."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.scene import position
from blockfront.games.blocks_in_the_east.rules.ch12_leningrad import PocketProduction
from blockfront.games.blocks_in_the_east.rules.ch13_headquarters import EasternHeadquarters
from blockfront.games.blocks_series.loading.data_model import COLOURS, WEATHERS
from blockfront.games.blocks_series.state import FINAL_SUPPLY, MARKED, PRODUCTION, SUPPLY
from blockfront.games.blocks_series.steps.calendar import WeatherRoll
from blockfront.hexes.hexset import members

ADVANCED = ("advanced",)
FIGURES: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "data" / "blocks_in_the_east" / "advanced_examples.toml").read_text(encoding="utf-8")
)


@clause("BE-13.4a", "BE-13.5e")
@pytest.mark.parametrize("kind", ["supplied", "marked"])
def test_action_points(kind: str) -> None:
    for steps, units in FIGURES["action_points"][kind]:
        here = position(axis={"Warsaw": f"g-4pzg {steps}"}, options=ADVANCED)
        here.state.flags[here.block("g-4pzg")] |= MARKED if kind == "marked" else 0
        headquarters = here.game.rules.headquarters
        assert isinstance(headquarters, EasternHeadquarters)
        assert headquarters.action_points(here.state, here.block("g-4pzg")) == units


@clause("BE-13.8.3c", "BE-13.1b")
@pytest.mark.parametrize(("hq", "unit", "allowed"), FIGURES["who_commands_whom"]["pairs"])
def test_who_commands_whom(hq: str, unit: str, allowed: bool) -> None:
    here = position(options=ADVANCED)
    headquarters = here.game.rules.headquarters
    assert isinstance(headquarters, EasternHeadquarters)
    assert headquarters.is_subordinate(here.block(hq), here.block(unit)) == allowed


@clause("BE-12.2a", "BE-12.2b")
def test_sevastopol_besieged() -> None:
    example = FIGURES["sevastopol"]
    board = position().game.rules.board
    around = [board.grid.label(hex_) for hex_ in members(board.neighbours(board.hex("Sevastopol")))]
    corps = dict(zip(around, ("g-1k 4", "g-2k 4", "g-10k 3", "g-26k 4"), strict=False))
    black_sea = [board.grid.label(h) for h, _, _, seas in board.ports if "black_sea" in seas and h != board.hex("Sevastopol")]
    here = position(soviet={"Sevastopol": "s-8a 3"}, axis=corps, axis_holds=black_sea, active="soviet", options=ADVANCED)
    movement, block = here.game.rules.movement, here.block("s-8a")
    for _ in range(example["turns"]):
        here.begin(SUPPLY)
        assert movement.allowance(here.state, block) == example["points"]
        assert not movement.may_attack(here.state, block)
        assert not here.game.rules.production.may_be_repaired(here.state, block)
        here.begin(FINAL_SUPPLY)
        assert here.strength("s-8a") == example["strength"]


@clause("BE-11.0b")
@pytest.mark.parametrize(("kind", "cost"), FIGURES["costs"].items())
def test_advanced_costs(kind: str, cost: list[int]) -> None:
    here = position(options=ADVANCED)
    production, units = here.game.rules.production, here.game.rules.units
    block = next(b for b in range(len(here.game.order)) if units.type[b] == kind)
    price = here.game.rules.tables.numbers.step_price["white"]
    assert [price if colour in production.colours_of(block) else 0 for colour in range(len(COLOURS))] == cost


@clause("BE-11.1a", "BE-11.1b", "BE-11.1c", "BE-11.2a")
@pytest.mark.parametrize(("place", "kind", "points"), FIGURES["sites"]["list"])
def test_site_values(place: str, kind: str, points: int) -> None:
    sites = position().game.rules.board.map.production
    assert [site.value for site in sites if (site.name, site.kind) == (place, kind)] == [points]


@clause("BE-3.13e")
def test_the_price_of_research() -> None:
    here = position(options=ADVANCED)
    production = here.game.rules.production
    assert isinstance(production, PocketProduction)
    ussr = here.game.rules.tables.power("ussr")
    assert production.yields(here.state, ussr)[0][0] == FIGURES["research"]["gross"]
    assert production.income(here.state, ussr)[0] == FIGURES["research"]["net"]


@clause("BE-11.3a")
@pytest.mark.parametrize(("face", "received"), list(enumerate(FIGURES["mines"]["received"], 1)))
def test_mines(face: int, received: int) -> None:
    here = position(axis_holds=("crimea", "Sevastopol", "Kerch"), options=ADVANCED).begin(PRODUCTION)
    before = here.points("germany")
    here.play(Roll((face,)))
    assert here.points("germany") - before == received


@clause("BE-9.0b")
@pytest.mark.parametrize(("face", "weather"), list(enumerate(FIGURES["weather"]["advanced"], 1)))
def test_weather_rolls(face: int, weather: str) -> None:
    for month in ("1942-05", "1942-10"):
        here = position(month=month, options=ADVANCED).run(WeatherRoll)
        assert WEATHERS[here.play(Roll((face,))).state.weather] == weather


@clause("BE-5.5j")
@pytest.mark.parametrize(("source", "allowed"), FIGURES["germans_in_finland"]["by_supply"].items())
def test_germans_in_finland(source: str, allowed: bool) -> None:
    places = {"Finland": ("Vyborg", ("Vyborg",)), "Leningrad": ("Schlüsselburg", ("baltic_states", "Leningrad", "2316", "Luga", "Pskov"))}
    place, holds = places[source]
    here = position(axis={place: "g-1k 4"}, axis_holds=holds)
    zone = here.game.rules.powers.attack_zone(here.state, here.block("g-1k"))
    assert bool(zone >> here.hex("Vologda") & 1) == allowed
