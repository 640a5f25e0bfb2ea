"""What the map of the West means in its games: America, islands, Germany, the edge of play, redoubts, cities that decide."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.advanced.ch11_production import WesternColours
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import Move, RailMove, Rebuild
from blockfront.games.blocks_series.advanced.ch09_weather import WeatherFire
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import MOVEMENT, PRODUCTION, STRATEGIC_RAIL
from blockfront.hexes.hexset import members
from tests.layers import layer


def america(phase: int) -> Position:
    allies = {"united_states": "us-2 4", "London": "gb-churchill 4"}
    return position("sbw9", allies=allies, month="1944-07", active="allies", points={"usa": 9, "uk": 9}).begin(phase)


@clause("BW-3.7a", "BW-3.7d")
def test_america_is_two_areas_joined_by_land_and_rail() -> None:
    here = america(MOVEMENT)
    moves = {action.to for action in here.legal() if isinstance(action, Move) and action.block == here.block("us-2")}
    assert moves == {here.hex("canada")}  # one step, and no way to Europe but the sea
    here = america(STRATEGIC_RAIL)
    trains = {action.to for action in here.legal() if isinstance(action, RailMove) and action.block == here.block("us-2")}
    assert trains == {here.hex("canada")}


@clause("BW-3.7b", "BW-3.7c")
def test_canada_is_the_home_of_its_four_units_and_britain_pays() -> None:
    keys = [block.key for block in make("sbw9", frozenset()).order.blocks if block.nation == "canada"]
    assert len(keys) == 4
    here = position("sbw9", allies={"London": "gb-churchill 4"}, month="1944-07", active="allies", eliminated=keys)
    here.begin(PRODUCTION)
    uk = here.game.rules.tables.power("uk")
    here.state.pool[uk * 5 : uk * 5 + 5] = [9] * 5
    offered = {action.block: action.hex for action in here.legal() if isinstance(action, Rebuild)}
    assert {here.block(key) for key in keys} <= set(offered)
    assert all(offered[here.block(key)] == here.hex("canada") for key in keys)
    assert here.holds(ALLIES, "canada")
    here.play(Rebuild(here.block("ca-1"), here.hex("canada")))
    assert here.points("uk") < 9


@clause("BW-3.7.1d")
@pytest.mark.parametrize(("scenario", "side"), [("sbw6", ALLIES), ("sbw5", AXIS), ("sbw8", AXIS)])
def test_the_channel_islands_are_british_until_july_1940(scenario: str, side: int) -> None:
    game = make(scenario, frozenset())
    here = Position(game, game.setup())
    assert here.holds(side, "Channel Islands")


@clause("BW-5.2a")
def test_germany_reaches_to_vienna_prague_and_posen() -> None:
    here = position("sbw10", month="1944-12", weather="snow", axis={"Vienna": "de-1 4", "Prague": "de-2 4", "Paris": "de-6 3"})
    home = here.game.rules.powers.homelands[here.game.rules.tables.power("germany")]
    assert all(home >> here.hex(place) & 1 for place in ("Berlin", "Vienna", "Prague"))
    used = layer(here.game.rules.fire, WeatherFire).is_used_to_snow
    assert [used(here.block(key), here.hex(place)) for key, place in (("de-1", "Vienna"), ("de-2", "Prague"), ("de-6", "Paris"))] == [
        True,
        True,
        False,
    ]


@clause("BW-5.7a")
def test_free_france_has_three_units_and_algiers() -> None:
    here = position("sbw9", month="1944-07")
    free = here.game.rules.tables.power("free_france")
    units = [b for b in range(len(here.game.order)) if here.game.rules.units.power[b] == free]
    assert len(units) == 3
    assert all(here.game.rules.units.is_ground[block] for block in units)
    assert here.game.rules.powers.capital(here.state, free) == here.hex("Algiers")
    assert not any(here.game.rules.production.income(here.state, free))
    assert here.game.rules.powers.leader(here.state, ALLIES) == here.game.rules.tables.power("usa")


def italian_redoubts(here: Position) -> set[int]:
    units, order = here.game.rules.units, here.game.order
    return {a.hex for a in here.legal() if isinstance(a, Rebuild) and units.is_work[a.block] and order[a.block].nation == "italy"}


@clause("BW-6.6a")
@pytest.mark.parametrize(("scenario", "month", "anywhere"), [("sbw9", "1944-07", False), ("sbw7", "1943-09", True)])
def test_italian_redoubts_are_built_in_italy_under_the_republic(scenario: str, month: str, anywhere: bool) -> None:
    """Italy has three blocks, Germany 25."""
    here = position(scenario, axis={"Milan": "de-51m 4", "Marseille": "de-1 4"}, month=month, points={"germany": 9}).begin(PRODUCTION)
    works = here.game.rules.units.works[AXIS]
    assert sorted(here.game.order[block].nation for block in works).count("italy") == 3
    assert len(works) == 28
    found = italian_redoubts(here)
    assert found
    italy = here.game.rules.board.nation("IT")
    assert anywhere or all(italy >> hex_ & 1 for hex_ in found)


@clause("BW-6.6a")
def test_without_a_republic_nobody_builds_italian_redoubts_after_the_surrender() -> None:
    here = position("sbw7", axis={"Milan": "de-51m 4"}, month="1943-10", points={"germany": 9})
    here.state.surrendered |= 1 << here.game.rules.tables.power("italy")
    assert not italian_redoubts(here.begin(PRODUCTION))


@clause("BW-7.5.4d")
def test_nobody_leaves_the_part_of_the_map_that_is_played() -> None:
    here = position("sbw10", axis={"Vienna": "de-1 4"}, allies={"Milan": "us-2 4"}, month="1945-01")
    board, powers = here.game.rules.board, here.game.rules.powers
    for key in ("de-1", "us-2"):
        land = powers.territory(here.state, here.block(key))
        assert not land & ~board.playable
        assert not any(land >> hex_ & 1 for nation in ("YU", "CH", "ES") for hex_ in members(board.nation(nation)))


@clause("BW-3.6b")
@pytest.mark.parametrize("kind", ["population", "mine"])
def test_population_and_mines_give_yellow_points(kind: str) -> None:
    """A place of either kind that is lost costs its number; Paris, the main source, is left out."""
    here = position("sbw6", month="1940-06")
    production, france = here.game.rules.production, here.game.rules.tables.power("france")
    assert isinstance(production, WesternColours)
    mine = [site for site in production.printed_sites if site.owner == france and site.kind == kind and site.hex != here.hex("Paris")]
    site = max(mine, key=lambda one: one.hex)
    taken = position("sbw6", month="1940-06", axis_holds=(here.game.rules.board.name(site.hex),))
    lost = production.income(here.state, france)[0] - taken.game.rules.production.income(taken.state, france)[0]
    assert lost == sum(one.value for one in mine if one.hex == site.hex) > 0


@clause("BW-3.3f")
@pytest.mark.parametrize(
    ("scenario", "month", "taken", "winner"),
    [("sbw5", "1940-08", "London", AXIS), ("sbw6", "1940-08", "London", AXIS), ("sbw10", "1945-05", "Berlin", ALLIES)],
)
def test_victory_cities_decide(scenario: str, month: str, taken: str, winner: int) -> None:
    axis, allies = ((taken,), ()) if winner == AXIS else ((), (taken,))
    here = position(scenario, month=month, axis_holds=axis, allies_hold=allies)
    victory = here.game.rules.victory
    won = victory.sudden(here.state) or victory.final(here.state)
    assert (won[0], won[2]) == (winner, "decisive")
