"""The Battle of Britain and Victory in the West: who has won, Sealion, and the Royal Navy."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import AXIS, position
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch18_sea import DANGEROUS, Crossing
from blockfront.games.blocks_series.sea_actions import Hold, Land
from blockfront.games.blocks_series.state import BARGES, FRANCE_OUT_BY_JULY, FRANCE_OUT_BY_JUNE, MOVEMENT, PRODUCTION

BOTH = ("strategic_bombing", "convoys")
EVERY_OTHER = 0b010101


def october(british: str, german: str = "de-jf1 4", silenced: int = 0, landed: str = "", scenario: str = "sbw5") -> Position:
    axis = {"Calais": german, "Berlin": "de-fhq 4"} | ({"Dover": landed} if landed else {})
    here = position(scenario, axis=axis, allies={"London": british, "Leeds": "gb-12g 4"}, month="1940-10", options=BOTH)
    here.state.silenced = silenced
    return here


@clause("BW-0.4b", "BW-7.11a")
@pytest.mark.parametrize(
    ("british", "german", "silenced", "landed", "winner", "level"),
    [
        ("gb-11g 5", "de-jf1 4", 0, "", 1, "decisive"),  # nine against four
        ("gb-11g 5", "de-jf1 4", 0, "de-7 4", 1, "marginal"),  # but Germans are ashore
        ("gb-11g 3", "de-jf1 4", 0, "", -1, "draw"),  # seven
        ("gb-11g 2", "de-jf1 4", 0, "", 0, "marginal"),  # six
        ("gb-11g 3", "de-jf1 4", EVERY_OTHER, "", -1, "draw"),  # no radar, but fewer Germans
        ("gb-11g 5", "de-jf1 4", 0, "de-7 4, de-23 4", 1, "marginal"),
    ],
)
def test_who_has_won_the_battle(british: str, german: str, silenced: int, landed: str, winner: int, level: str) -> None:
    here = october(british, german, silenced, landed)
    result = here.game.rules.victory.final(here.state)
    assert (result[0], result[2]) == (winner, level)


@clause("BW-0.4b")
def test_without_radar_the_stronger_air_force_has_won() -> None:
    here = position(
        "sbw5",
        axis={"Calais": "de-jf1 4", "Lille": "de-jf2 4", "Rouen": "de-jf3 4"},
        allies={"London": "gb-11g 5", "Leeds": "gb-12g 4"},
        month="1940-10",
        options=BOTH,
    )
    assert here.game.rules.victory.final(here.state)[:1] == (1,)
    here.state.silenced = EVERY_OTHER
    assert here.game.rules.victory.final(here.state)[0] == AXIS


@clause("BW-0.4b")
def test_three_supplied_combat_units_ashore_decide() -> None:
    axis = {"Dover": "de-7 4, de-23 4", "Canterbury": "de-8 4"}
    here = position("sbw5", axis=axis, allies={"London": "gb-11g 5"}, month="1940-10", options=BOTH)
    assert here.game.rules.victory.final(here.state)[0::2] == (AXIS, "decisive")


@clause("BW-7.11a", "BW-7.11b")
@pytest.mark.parametrize("scenario", ["sbw5", "sbw6"])
def test_the_fall_of_london_ends_the_game(scenario: str) -> None:
    here = position(scenario, axis={"London": "de-7 4"}, month="1940-08", options=BOTH)
    found = here.game.rules.victory.sudden(here.state)
    assert found is not None
    assert (found[0], found[2]) == (AXIS, "decisive")


@clause("BW-0.4b")
@pytest.mark.parametrize(
    ("out", "british", "winner", "level"),
    [
        (FRANCE_OUT_BY_JUNE | FRANCE_OUT_BY_JULY, "gb-11g 2", 0, "marginal"),
        (FRANCE_OUT_BY_JUNE | FRANCE_OUT_BY_JULY, "gb-11g 5", -1, "draw"),
        (FRANCE_OUT_BY_JULY, "gb-11g 2", -1, "draw"),
        (0, "gb-11g 5", 1, "marginal"),
        (None, "gb-11g 5", 1, "decisive"),
    ],
)
def test_who_has_won_in_the_west(out: int | None, british: str, winner: int, level: str) -> None:
    here = october(british, scenario="sbw6")
    if out is not None:
        here.state.surrendered |= 1 << here.game.rules.tables.power("france")
        here.state.turning_points |= out
    result = here.game.rules.victory.final(here.state)
    assert (result[0], result[2]) == (winner, level)


@pytest.mark.parametrize(("month", "june", "july"), [("1940-07", True, True), ("1940-08", False, True), ("1940-09", False, False)])
def test_the_month_in_which_france_fell_is_remembered(month: str, june: bool, july: bool) -> None:
    """What a new month finds happened in the month before."""
    here = position("sbw6", axis={"Paris": "de-7 4"}, month=month, options=BOTH)
    here.state.surrendered |= 1 << here.game.rules.tables.power("france")
    here.game.rules.definitions.month_begins(here.state)
    assert (bool(here.state.turning_points & FRANCE_OUT_BY_JUNE), bool(here.state.turning_points & FRANCE_OUT_BY_JULY)) == (june, july)


@clause("BW-24.0a", "BW-0.4b")
@pytest.mark.parametrize(
    ("month", "points", "sails", "left"),
    [("1940-06", 0, True, 0), ("1940-07", 9, False, 9), ("1940-08", 3, False, 3), ("1940-08", 6, True, 2)],
)
def test_from_july_on_victory_in_the_west_has_the_barges_of_the_battle_of_britain(month: str, points: int, sails: bool, left: int) -> None:
    axis, spent = {"Cherbourg": "de-6 3", "Berlin": "de-raeder 4"}, {"germany": points}
    here = position("sbw6", axis=axis, axis_holds=("Cherbourg",), month=month, points=spent, options=BOTH).begin(MOVEMENT)
    landings = [action for action in here.legal() if isinstance(action, Land)]
    assert bool(landings) == sails
    if sails:
        here.play(landings[0])
    assert here.points("germany") == left


@clause("BW-24.0a")
@pytest.mark.parametrize(("month", "points", "sails"), [("1940-07", 4, False), ("1940-08", 3, False), ("1940-08", 4, True)])
def test_barges_are_ready_in_august_and_cost_four_points(month: str, points: int, sails: bool) -> None:
    here = position("sbw5", axis={"Cherbourg": "de-6 3", "Berlin": "de-raeder 4"}, month=month, points={"germany": points}, options=BOTH)
    here.begin(MOVEMENT)
    landings = [action for action in here.legal() if isinstance(action, Land | Hold)]
    assert bool(landings) == sails
    if sails:
        here.play(next(action for action in landings if isinstance(action, Land)))
        assert here.points("germany") == 0
        assert here.state.turning_points & BARGES


@clause("BW-24.0a")
def test_barges_that_sailed_cost_their_price_every_turn() -> None:
    for bit, cost in ((0, 0), (BARGES, 4)):
        here = position("sbw5", axis={"Berlin": "de-doenitz 4"}, month="1940-09", options=BOTH)
        here.state.turning_points |= bit
        here.begin(PRODUCTION)
        assert here.points("germany") == 14 - cost
        here.play(EndPhase())


@clause("BW-18.1a")
@pytest.mark.parametrize(("fighters", "expected"), [("gb-11g 5", Crossing(2, 4)), ("gb-11g 2", DANGEROUS)])
def test_the_royal_navy_needs_cover(fighters: str, expected: Crossing) -> None:
    """Ten or eleven steps of fighters over England sink more barges than two."""
    here = position("sbw5", axis={"Cherbourg": "de-6 3"}, allies={"London": fighters, "Leeds": "gb-12g 3"}, month="1940-08", options=BOTH)
    here.game.rules.definitions.month_begins(here.state)  # what both sides learn then holds for the month
    germany = here.game.rules.tables.power("germany")
    crossing = here.game.rules.sea.crossing(here.state, germany, here.hex("Cherbourg"), here.hex("Portsmouth"))
    assert crossing == expected
