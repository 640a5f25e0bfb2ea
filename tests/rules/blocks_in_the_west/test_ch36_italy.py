"""Chapter 36: Mussolini's dismissal, the surrender of Italy, the republic of Salò."""

from random import Random

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.options.ch36_italy import ItalyWavers
from blockfront.games.blocks_series.advanced.ch11_income import Site, SiteIncome
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_events import MussoliniMoved, RepublicDeclared
from blockfront.games.blocks_series.state import MUSSOLINI_FREED, MUSSOLINI_HELD, MUSSOLINI_LOST, PRODUCTION, REPUBLIC
from blockfront.games.blocks_series.steps.calendar import Calendar, DismissalRoll

OPTIONS = ("italian_surrender",)


def italy(units: int = 0, month: str = "1943-07", scenario: str = "sbw7", axis: dict[str, str] | None = None) -> Position:
    """So many Allied units on Italian soil, the rest of the world empty."""
    places = ["Palermo", "Syracuse", "Cagliari", "Messina", "Catania", "Naples", "Taranto"]
    keys = ["us-2 5", "us-6 6", "gb-13 4", "gb-30 4", "gb-5 4", "gb-10 4", "us-4 5"]
    allies = dict(zip(places, keys, strict=True))
    chosen = {place: allies[place] for place in places[:units]}
    here = position(scenario, axis={"Rome": "it-mussolini 3"} | (axis or {}), allies=chosen, month=month, options=OPTIONS)
    return here


def victory(here: Position) -> ItalyWavers:
    found = here.game.rules.victory
    assert isinstance(found, ItalyWavers)
    return found


@clause("BW-36.0a", "BW-R67")
@pytest.mark.parametrize(("die", "dismissed"), [(1, True), (2, True), (3, False), (6, False)])
def test_the_die_must_be_lower_than_the_number_of_units(die: int, dismissed: bool) -> None:
    """BWX-36.0."""
    here = italy(3)
    assert victory(here).units_in_italy(here.state) == 3
    here.run(DismissalRoll)
    assert here.side == CHANCE
    here.play(Roll((die,)))
    assert bool(here.state.turning_points & MUSSOLINI_HELD) == dismissed


@clause("BW-36.0a")
def test_seven_units_need_no_die() -> None:
    here = italy(7)
    here.run(DismissalRoll)
    assert here.state.turning_points & MUSSOLINI_HELD


@clause("BW-36.0a", "BW-5.4c")
def test_nobody_rolls_while_no_enemy_is_in_italy() -> None:
    here = italy(0)
    assert victory(here).dismissal(here.state) == 0
    here.state.turning_points |= MUSSOLINI_HELD
    assert victory(italy(3)).dismissal(here.state) == 0


@clause("BW-36.0a")
@pytest.mark.parametrize("units", [2, 4, 6])
def test_dismissals_over_ten_thousand_rolls(units: int) -> None:
    """Of ten thousand dice with n units n - 1 in six dismiss him."""
    rng, rolls = Random(units), 10_000
    here = italy(units).run(DismissalRoll)
    start, dismissed = here.state.copy(), 0
    for _ in range(rolls):
        here.state = start.copy()
        here.play(here.game.chance(here.state).sample(rng))
        dismissed += bool(here.state.turning_points & MUSSOLINI_HELD)
    assert dismissed / rolls == pytest.approx((units - 1) / 6, abs=0.015)


@clause("BW-36.0b")
def test_he_is_brought_to_gran_sasso_and_cannot_act() -> None:
    here = italy(7).run(DismissalRoll)
    assert here.told(MussoliniMoved)[0].hex == here.hex("Gran Sasso")
    assert here.state.location[here.block("it-mussolini")] < 0


def hold_islands(here: Position, *areas: str) -> None:
    for area in areas:
        land = here.game.rules.board.area(area) & here.game.rules.board.map.land_mask
        here.state.control[ALLIES] |= land
        here.state.control[AXIS] &= ~land
    here.state.derived = {}


@clause("BW-36.0c", "BW-7.11c")
@pytest.mark.parametrize(
    ("islands", "dismissed", "falls"),
    [
        (("sicily",), True, True),
        (("sicily",), False, False),
        (("sardinia",), True, False),
        (("sardinia", "corsica"), True, True),
        ((), True, False),
    ],
)
def test_when_italy_surrenders(islands: tuple[str, ...], dismissed: bool, falls: bool) -> None:
    here = italy()
    hold_islands(here, *islands)
    here.state.turning_points |= MUSSOLINI_HELD if dismissed else 0
    assert (here.game.rules.tables.power("italy") in victory(here).fallen_powers(here.state)) == falls


@clause("BW-36.0c")
def test_the_surrender_comes_in_the_victory_phase_after_the_dismissal() -> None:
    here = italy(7)
    hold_islands(here, "sicily")
    here.run(Calendar, Calendar.VICTORY)
    assert here.state.turning_points & MUSSOLINI_HELD
    assert not here.state.surrendered >> here.game.rules.tables.power("italy") & 1


@clause("BW-36.0d", "BW-36.0e", "BW-36.0f", "BW-5.0g")
def test_what_the_surrender_means() -> None:
    here = italy(axis={"Milan": "it-2 3", "Genoa": "de-82 4"})
    power = here.game.rules.tables.power("italy")
    points = here.points("usa"), here.points("uk")
    here.state.turning_points |= MUSSOLINI_HELD
    here.game.rules.losses.surrender(here.state, power, here.events)
    assert here.state.location[here.block("it-2")] < 0
    assert here.is_at("de-82", "Genoa")
    assert here.holds(AXIS, "Milan")
    assert here.holds(AXIS, "Rome")
    assert (here.points("usa"), here.points("uk")) == points
    germany = here.game.rules.tables.power("germany")
    assert not here.game.rules.sea.harbours(here.state, germany) >> here.hex("Genoa") & 1


def surrendered(axis: dict[str, str], allies: dict[str, str]) -> Position:
    here = position("sbw7", axis=axis, allies=allies, month="1943-09", options=OPTIONS)
    here.state.turning_points |= MUSSOLINI_HELD
    here.state.surrendered |= 1 << here.game.rules.tables.power("italy")
    return here


@clause("BW-36.1a", "BW-36.1c", "BW-36.1d", "BW-36.1e", "BW-R68")
def test_germans_at_gran_sasso_found_a_republic() -> None:
    """BWX-36.1, Germans."""
    here = surrendered({"Gran Sasso": "de-82 4"}, {"Naples": "us-6 6"})
    rules = here.game.rules
    rules.powers.after_moves(here.state, AXIS, here.events)
    assert here.is_at("it-mussolini", "Salò")
    assert here.state.turning_points & MUSSOLINI_FREED
    assert not here.state.turning_points & REPUBLIC, "not before the next Victory Phase"
    rules.victory.proclaim(here.state, here.events)
    assert here.told(RepublicDeclared)
    rsi = rules.tables.power("rsi")
    assert rules.production.income(here.state, rsi) == (1, 0, 1, 0, 0)
    here.begin(PRODUCTION)
    assert here.is_at("rsi-lig", "Milan")
    assert here.strength("rsi-lig") == 3
    assert (here.points("rsi"), here.points("rsi", "blue")) == (1, 1)


@clause("BW-36.1b")
def test_allies_at_gran_sasso_prevent_it_for_ever() -> None:
    """BWX-36.1, Allies."""
    here = surrendered({"Milan": "de-82 4"}, {"Gran Sasso": "us-6 6"})
    here.game.rules.powers.after_moves(here.state, ALLIES, here.events)
    assert here.state.turning_points & MUSSOLINI_LOST
    assert here.told(MussoliniMoved)[0].lost
    here.game.rules.powers.after_moves(here.state, AXIS, here.events)
    here.game.rules.victory.proclaim(here.state, here.events)
    assert not here.told(RepublicDeclared)


@clause("BW-36.1a", "BW-R68")
def test_while_nobody_comes_he_stays_there() -> None:
    here = surrendered({"Milan": "de-82 4"}, {"Naples": "us-6 6"})
    for side in (AXIS, ALLIES):
        here.game.rules.powers.after_moves(here.state, side, here.events)
    here.game.rules.victory.proclaim(here.state, here.events)
    assert here.state.turning_points & MUSSOLINI_HELD
    assert not here.told(RepublicDeclared)


@clause("BW-36.1f", "BW-36.1g", "BW-R68")
def test_the_republic_raises_italian_units_with_germanys_help() -> None:
    here = position("sbw7", axis={"Milan": "de-82 4"}, allies={"Naples": "us-6 6"}, month="1943-10", eliminated=("it-2",), options=OPTIONS)
    rules = here.game.rules
    here.state.surrendered |= 1 << rules.tables.power("italy")
    unit = here.block("it-2")
    assert not rules.production.may_rebuild(here.state, unit)
    here.state.turning_points |= MUSSOLINI_FREED | REPUBLIC
    here.state.pool[rules.tables.power("germany") * 5] = 3
    assert rules.production.may_rebuild(here.state, unit)
    places = {
        place for place in ("Milan", "Turin", "Salò", "Rome", "Genoa") if rules.production.places(here.state, unit) >> here.hex(place) & 1
    }
    assert places <= {"Milan", "Turin", "Salò"}
    rules.production.pay(here.state, rules.tables.power("italy"), 1, (0,))
    assert here.points("germany") == 2
    assert not rules.production.can_pay(here.state, rules.tables.power("germany"), 9, (0,))


@clause("BW-36.0g")
def test_germany_takes_the_yellow_points_of_italian_land_and_no_others() -> None:
    here = position("sbw7", axis={"Milan": "de-82 4"}, allies={"Naples": "us-6 6"}, month="1943-10", options=OPTIONS)
    rules = here.game.rules
    italy, germany = rules.tables.power("italy"), rules.tables.power("germany")
    production = rules.production
    assert isinstance(production, SiteIncome)
    sites = [Site(here.hex("Milan"), "population", 0, 1, italy, False), Site(here.hex("Milan"), "aircraft", 2, 1, italy, True)]
    assert [production.profits(site, AXIS, 0) for site in sites] == [italy, italy]
    assert [production.profits(site, AXIS, 1 << italy) for site in sites] == [germany, None]
    assert production.profits(sites[0], ALLIES, 1 << italy) != germany


# ---- what it is worth


@clause("BW-0.4b", "BW-7.11a")
@pytest.mark.parametrize(
    ("scenario", "places", "italy_is_out", "republic", "points", "level"),
    [
        ("sbw4", ("Palermo", "Catania"), False, False, 2, (AXIS, "decisive")),
        ("sbw4", ("Palermo", "Catania", "Messina"), False, False, 3, (AXIS, "marginal")),
        ("sbw4", ("Palermo", "Catania", "Messina"), True, False, 5, (-1, "draw")),
        ("sbw4", ("Palermo", "Catania", "Messina"), True, True, 4, (AXIS, "marginal")),
        ("sbw4", ("Palermo", "Catania", "Messina", "Naples"), True, False, 7, (ALLIES, "marginal")),
        ("sbw4", ("Palermo", "Catania", "Messina", "Taranto", "Foggia", "Bastia", "Cagliari"), True, False, 9, (ALLIES, "decisive")),
        ("sbw7", ("Palermo", "Catania", "Messina", "Naples"), False, False, 5, (AXIS, "decisive")),
        ("sbw7", ("Palermo", "Catania", "Messina", "Rome"), True, True, 8, (-1, "draw")),
        ("sbw7", ("Palermo", "Catania", "Messina", "Rome", "Naples", "Florence"), True, False, 13, (ALLIES, "marginal")),
    ],
)
def test_what_husky_and_stalemate_are_decided_by(
    scenario: str, places: tuple[str, ...], italy_is_out: bool, republic: bool, points: int, level: tuple[int, str]
) -> None:
    """Places, two points for Italy's surrender, and one less from the declaration of the republic on, whatever units it has."""
    here = position(scenario, month="1943-09", allies_hold=places, options=OPTIONS)
    here.state.surrendered |= int(italy_is_out) << here.game.rules.tables.power("italy")
    here.state.turning_points |= REPUBLIC if republic else 0
    assert here.game.rules.victory.points(here.state) == points
    winner, _, result, _ = here.game.rules.victory.final(here.state)
    assert (winner, result) == level
