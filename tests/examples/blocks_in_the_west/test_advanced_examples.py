"""Worked examples of the advanced game that no test of a chapter plays: points through mines, rockets, sieges, units on hold, partisans."""

import pytest

from blockfront.blocks import effects
from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_series.advanced.ch12_supply import SiegeSupply
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch24_landings import AmphibiousLandings
from blockfront.games.blocks_series.rules.ch29_partisans import Bands
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import MARKED, MUSSOLINI_HELD, NO_HEX, REPUBLIC, STRATEGIC_WARFARE
from blockfront.games.blocks_series.steps.calendar import Calendar
from blockfront.games.blocks_series.steps.production import MineRoll
from blockfront.games.blocks_series.strategic_actions import AimRocket
from blockfront.hexes.hexset import mask_of, members


@clause("BW-11.3a", "BW-18.2a")
@pytest.mark.parametrize(("die", "received"), [(5, 1), (6, 0)])
def test_a_point_through_mines(die: int, received: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """BWX-11.3a."""
    here = position("sbw7", axis={"Rome": "de-51m 4"}, month="1943-08")
    germany = here.game.rules.tables.power("germany")
    monkeypatch.setattr(here.game.rules.production, "at_risk", lambda state, power: (1, 0, 0, 0, 0))
    before = here.points("germany")
    here.run(MineRoll, germany).play(Roll((die,)))
    assert here.points("germany") == before + received


@clause("BW-26.2b", "BW-26.2c", "BW-R58")
def test_rockets_on_london_cost_two_points() -> None:
    """BWX-26.2: four dice, two sixes; Great Britain has two points less of this turn's income."""
    axis, allies = {"Calais": "de-65 1", "Berlin": "de-fhq 4"}, {"London": "gb-churchill 4"}
    here = position("sbw9", axis=axis, allies=allies, month="1944-09", active="allies", options=("wonder_weapons",))
    here.begin(STRATEGIC_WARFARE).play(Roll((1, 1)))
    uk = here.game.rules.tables.power("uk")
    due = here.state.due[uk * 5]
    here.play(AimRocket(here.hex("London")))
    whole = here.game.rules.production.income(here.state, uk)[0] + here.points("uk") + due
    here.play(Roll((6, 2, 6, 1)))
    assert here.state.phase != STRATEGIC_WARFARE
    assert here.points("uk") == whole - 2


# ---- ports closed in by land


def ringed(place: str, units: str, *, side: str = "allies", month: str = "1944-09", scenario: str = "sbw9") -> Position:
    """Units in a place around which every hex of land is the enemy's, by units on it or their zones."""
    here = position(scenario, axis={place: units} if side == "axis" else {}, allies={place: units} if side == "allies" else {}, month=month)
    board, state, rules = here.game.rules.board, here.state, here.game.rules
    state.active = own = rules.sides.index(side)
    others = iter(b for b in rules.units.combat[1 - own] if state.location[b] < 0)
    for hex_ in members(board.neighbours(here.hex(place)) & board.map.land_mask & board.playable):
        block = next(others)
        effects.set_steps(state, block, rules.units.full[block])
        effects.place(state, block, 1 - own, hex_)
        state.control[1 - own] |= 1 << hex_
        state.control[own] &= ~(1 << hex_)
    state.derived = {}
    return here


def fates(here: Position, side: int, place: str) -> tuple[int, int, int]:
    """Units in supply, under siege, and without anything."""
    supply, hex_ = here.game.rules.supply, here.hex(place)
    assert isinstance(supply, SiegeSupply)
    units: list[int] = [block for block in here.game.order.of_side[side] if here.state.location[block] == hex_]
    lacking, dependent = supply.unsupplied(here.state, units)
    short, claims = supply.shared_out(here.state, dependent)
    without = len(lacking) + len(short) + sum(len(claim.asking) - 1 - claim.asking[0] for claim in claims)
    for block in units[:without]:
        here.state.flags[block] |= MARKED
    kept = min(without, supply.siege_capacity(here.state, hex_, side))
    return len(units) - without, kept, without - kept


@clause("BW-R112", "BW-12.1a", "BW-R8", "BW-R76")
@pytest.mark.parametrize(
    ("place", "units", "expected"),
    [
        ("Le Havre", "gb-1 4, us-5 6, gb-8a 4", (1, 1, 1)),  # minor, with a link by sea
        ("Cherbourg", "gb-1 4, us-5 6, us-1a 5, us-9f 3, us-ike 3", (5, 0, 0)),  # major
    ],
)
def test_a_port_with_a_sea_link_feeds_its_places(place: str, units: str, expected: tuple[int, int, int]) -> None:
    """BWX-R112."""
    assert fates(ringed(place, units), ALLIES, place) == expected


@clause("BW-R112", "BW-12.1a", "BW-18.1.3d")
def test_a_minor_port_without_a_link_keeps_one_alive() -> None:
    """BWX-R112: the Axis has no links over the Atlantic from April 1944 on."""
    here = ringed("St. Nazaire", "de-25 3, de-74 3", side="axis")
    assert fates(here, AXIS, "St. Nazaire") == (0, 1, 1)


@clause("BW-R112", "BW-24.5b")
def test_a_beachhead_keeps_one_alive() -> None:
    """BWX-R112: an invaded coast, closed in, on land where its side has no port."""
    here = ringed("Omaha/Utah", "gb-1 4, us-5 6", scenario="sbw8", month="1944-07")
    here.state.beachheads |= 1 << here.hex("Omaha/Utah")
    for hex_, _, _, _ in here.game.rules.board.ports:
        if here.game.rules.board.nation("FR") >> hex_ & 1:
            here.state.control[ALLIES] &= ~(1 << hex_)
            here.state.control[AXIS] |= 1 << hex_
    here.state.derived = {}
    assert fates(here, ALLIES, "Omaha/Utah") == (0, 1, 1)


# ---- units on hold


def waiting(unit: str, port: str, *, harbour: str = "", marked: bool = False) -> tuple[Position, set[str]]:
    """Where a unit on hold may go in the second wave: the British stand at Gold, free of enemies, or behind their harbour elsewhere."""
    allies = {"London": "gb-churchill 4", "Gold-Juno-Sword": "gb-30 4", port: unit}
    here = position("sbw9", allies=allies, axis={"Berlin": "de-fhq 4"}, month="1944-06", active="allies")
    key = unit.split()[0]
    here.state.flags[here.block(key)] |= MARKED if marked else 0
    if harbour:
        uk = here.game.rules.tables.power("uk")
        here.state.mulberries[:] = [(power, here.hex(harbour) if power == uk else NO_HEX, 30) for power, _, _ in here.state.mulberries]
        here.state.derived = {}
    here.state.holding = 1 << here.block(key)
    found = [action for action in here.game.rules.landings.second_wave(here.state) if isinstance(action, Land)]
    return here, {here.game.rules.board.name(action.to) for action in found if action.block == here.block(key)}


@clause("BW-R130", "BW-24.5g", "BW-24.5h")
def test_where_units_on_hold_may_go() -> None:
    """BWX-R130: four hexes to a cleared beach, farther only to a harbour of their own nation."""
    assert "Gold-Juno-Sword" in waiting("gb-12 3", "Portsmouth")[1]  # weakened infantry reinforces
    assert "Gold-Juno-Sword" in waiting("gb-1ad 4", "Portsmouth")[1]  # armour where no enemy is
    far = "Hull"
    assert "Gold-Juno-Sword" not in waiting("gb-1ad 4", far)[1]
    assert "Gold-Juno-Sword" in waiting("gb-1ad 4", far, harbour="Gold-Juno-Sword")[1]


@clause("BW-R130", "BW-24.1c")
def test_a_unit_without_supply_is_not_put_on_hold() -> None:
    """BWX-R130."""
    for marked in (False, True):
        here, _ = waiting("gb-8a 4", "Portsmouth", marked=marked)
        here.state.holding = 0
        landings = here.game.rules.landings
        assert isinstance(landings, AmphibiousLandings)
        assert landings.is_ready(here.state, here.block("gb-8a")) == (not marked)


# ---- partisans, Mussolini


@clause("BW-29.1a")
@pytest.mark.parametrize(("minor", "major", "number"), [(7, 2, 4), (2, 0, 0)])
def test_free_partisans(minor: int, major: int, number: int) -> None:
    """BWX-29.1: so many cities of France have no garrison; the Allies have freed the others."""
    here = position("sbw9", axis={"Berlin": "de-fhq 4"}, allies={"London": "gb-churchill 4"}, month="1944-07", options=("partisans",))
    bands, board = here.game.rules.partisans, here.game.rules.board
    assert isinstance(bands, Bands)
    france = board.nation("FR") & here.state.control[AXIS] & board.cities
    great, small = list(members(france & board.majors)), list(members(france & ~board.majors))
    left = mask_of(great[:major]) | mask_of(small[:minor])
    rising = next(one for one in bands.risings(here.state) if one.land >> here.hex("Paris") & 1)
    here.state.control[AXIS] &= ~(france & ~left)
    assert bands.allowance(here.state, rising) == number


@clause("BW-36.0b", "BW-36.1d", "BW-R68")
def test_while_nobody_comes_mussolini_waits() -> None:
    """BWX-36.1: he neither acts nor is a republic declared."""
    here = position("sbw7", axis={"Milan": "de-82 4"}, allies={"Naples": "us-6 6"}, month="1943-09", options=("italian_surrender",))
    here.state.turning_points |= MUSSOLINI_HELD
    here.state.surrendered |= 1 << here.game.rules.tables.power("italy")
    here.run(Calendar, Calendar.VICTORY)
    assert here.state.turning_points & MUSSOLINI_HELD
    assert not here.state.turning_points & REPUBLIC
    assert here.state.location[here.block("it-mussolini")] < 0
