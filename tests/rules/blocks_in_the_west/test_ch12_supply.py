"""Chapter 12 in the West: ports, capitals and Festungen under siege, desperate attacks, and supply from the sea."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.advanced.ch12_supply import WesternSiege
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_series.actions import EndPhase, Move, SpecialAction
from blockfront.games.blocks_series.aids.battle_scene import fight
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import Surrendered, Sustained
from blockfront.games.blocks_series.rules.ch04_supply import HOLDS_OUT, LOSES_STEP, SURRENDERS
from blockfront.games.blocks_series.rules.ch13_headquarters import SUPPLY_COAST
from blockfront.games.blocks_series.state import FINAL_SUPPLY, MARKED, MOVEMENT, STRATEGIC_RAIL
from blockfront.games.blocks_series.steps.supply import SupplyCheck
from blockfront.hexes.hexset import members


def siege(here: Position) -> WesternSiege:
    found = here.game.rules.supply
    assert isinstance(found, WesternSiege)
    return found


def closed_in(place: str, defenders: str, *, month: str = "1944-09", scenario: str = "sbw9") -> Position:
    """Axis units in a place around which Allied units stand on every land hex; all of them are marked."""
    here = position(scenario, axis={place: defenders}, month=month, active="axis")
    board, state = here.game.rules.board, here.state
    allies = iter(b for b in here.game.rules.units.combat[ALLIES] if state.location[b] < 0)
    for hex_ in members(board.neighbours(here.hex(place)) & board.playable):
        block = next(allies)
        state.steps[block] = here.game.rules.units.full[block]
        state.location[block] = state.shown[block] = hex_
        state.occupied[ALLIES] |= 1 << hex_
        state.control[ALLIES] |= 1 << hex_
        state.control[AXIS] &= ~(1 << hex_)
    for block in here.game.rules.order.of_side[AXIS]:
        if state.location[block] >= 0:
            state.flags[block] |= MARKED
    state.derived = {}
    return here


def fates(here: Position) -> dict[str, int]:
    return {here.game.order[block].key: fate for block, fate in siege(here).fates(here.state, AXIS).items()}


@clause("BW-12.1a", "BW-12.1b", "BW-R8")
def test_a_besieged_major_port_keeps_its_units_alive_at_a_step_a_turn() -> None:
    assert fates(closed_in("Brest", "de-1 4, de-2 4")) == {"de-1": LOSES_STEP, "de-2": LOSES_STEP}


@clause("BW-12.1a", "BW-R76")
def test_a_besieged_minor_port_keeps_one() -> None:
    found = fates(closed_in("Le Havre", "de-1 4, de-2 3"))
    assert sorted(found.values()) == sorted([LOSES_STEP, SURRENDERS])


@clause("BW-12.1a")
def test_an_inland_place_keeps_nobody_and_a_capital_its_own() -> None:
    assert set(fates(closed_in("Reims", "de-1 4")).values()) == {SURRENDERS}
    assert set(fates(closed_in("Berlin", "de-1 4, de-2 3", month="1945-05", scenario="sbw10")).values()) == {LOSES_STEP}


@clause("BW-12.1c", "BW-12.1b")
def test_on_its_last_step_a_besieged_unit_gives_up() -> None:
    here = closed_in("Brest", "de-1 1, de-2 3")
    here.state.phase = FINAL_SUPPLY
    here.run(SupplyCheck, SupplyCheck.END)
    assert here.state.location[here.block("de-1")] < 0
    assert here.strength("de-2") == 2


@clause("BW-12.2b", "BW-R86", "BW-6.6j")
def test_a_festung_holds_out_and_its_company_withers() -> None:
    """In a port too its rules come first: every unit beside it loses a step, however many there are."""
    found = fates(closed_in("Le Havre", "rd-lehavre 7, de-1 4, de-2 3"))
    assert found == {"rd-lehavre": HOLDS_OUT, "de-1": LOSES_STEP, "de-2": LOSES_STEP}
    weak = fates(closed_in("Le Havre", "rd-lehavre 5, de-1 4"))
    assert weak["rd-lehavre"] != HOLDS_OUT


@clause("BW-12.2a")
def test_nobody_breaks_out_of_a_besieged_festung() -> None:
    inside, outside = closed_in("Le Havre", "rd-lehavre 7, de-1 4"), closed_in("Le Havre", "de-1 4")
    assert not inside.game.rules.movement.may_attack(inside.state, inside.block("de-1"))
    assert outside.game.rules.movement.may_attack(outside.state, outside.block("de-1")), "elsewhere it may try in despair"
    assert inside.game.rules.movement.allowance(inside.state, inside.block("de-1")) == 2


@clause("BW-R112")
def test_a_port_with_a_sea_link_is_not_besieged_and_a_frozen_one_feeds_nobody() -> None:
    here = position("sbw9", allies={"Cherbourg": "us-5 6"}, month="1944-07", active="allies")
    lacking, dependent = here.game.rules.supply.unsupplied(here.state, [here.block("us-5")])
    short, _ = here.game.rules.supply.shared_out(here.state, dependent)
    assert not lacking
    assert not short
    frozen = closed_in("Stettin", "de-1 4", month="1945-01", scenario="sbw10")
    assert siege(frozen).siege_capacity(frozen.state, frozen.hex("Stettin"), AXIS) == 4
    frozen.state.weather = 3
    assert siege(frozen).siege_capacity(frozen.state, frozen.hex("Stettin"), AXIS) == 0


# ---- despair


@clause("BW-12.4a", "BW-12.4b", "BW-12.4.1b", "BW-13.5a", "BW-13.5b", "BW-4.4b", "BW-3.18a", "BW-R75")
@pytest.mark.parametrize(
    ("key", "marked", "commanded", "points", "attacks"),
    [
        ("de-47pz", False, True, 4, True),
        ("de-47pz", False, False, 2, False),
        ("de-47pz", True, False, 1, True),
        ("de-47pz", True, True, 2, True),
        ("it-cen", True, False, 1, False),
        ("it-2", True, False, 1, False),
        ("de-51m", True, False, 2, True),
    ],
)
def test_points_and_attacks_of_units_without_supply_or_command(key: str, marked: bool, commanded: bool, points: int, attacks: bool) -> None:
    """BWX-13.5b."""
    here = position("sbw7", axis={"Modena": f"{key} 3"}, month="1943-08")
    if marked:
        here.state.flags[here.block(key)] |= MARKED
    if commanded:
        here.command(key)
    here.begin(MOVEMENT)
    assert here.game.rules.movement.allowance(here.state, here.block(key)) == points
    assert here.game.rules.movement.may_attack(here.state, here.block(key)) == attacks


@clause("BW-12.4.1a", "BW-12.4.1c")
def test_a_desperate_attack_that_fails_costs_the_unit() -> None:
    here = battle("de-51m 4", "us-2 5", "Modena", scenario="sbw7", month="1943-08")
    here.state.flags[here.block("de-51m")] |= MARKED
    fight(here, (1,) * 5, (1,) * 4)
    assert here.state.location[here.block("de-51m")] < 0
    assert [event.block for event in here.told(Surrendered)] == [here.block("de-51m")]


# ---- supply from the sea


def ashore(month: str = "1943-08", *, marked: bool = True) -> Position:
    here = position("sbw7", allies={"Tunis": "us-ike 2", "Gela": "us-2 4", "Florence": "us-3 4"}, month=month, active="allies")
    for key in ("us-2", "us-3"):
        here.state.flags[here.block(key)] |= MARKED if marked else 0
    return here.begin(STRATEGIC_RAIL)


@clause("BW-13.8.4b", "BW-R113", "BW-24.5a")
def test_a_leader_supplies_one_unit_on_the_coast() -> None:
    here = ashore()
    targets = {a.block for a in here.legal() if isinstance(a, SpecialAction) and a.kind == SUPPLY_COAST}
    assert targets == {here.block("us-2")}, "Florence lies inland"
    here.play(SpecialAction(here.block("us-ike"), SUPPLY_COAST, here.block("us-2")))
    assert not here.flags("us-2") & MARKED, "the barrel is lifted at once"
    assert here.told(Sustained)[-1].hex == here.hex("Gela")
    assert not any(isinstance(a, SpecialAction) and a.kind == SUPPLY_COAST for a in here.legal())
    here.state.phase = FINAL_SUPPLY
    assert here.block("us-2") not in here.game.rules.supply.units_to_check(here.state, ALLIES)


@clause("BW-R113")
def test_besieged_units_wait_for_naval_tech_three() -> None:
    for month, helped in (("1943-08", False), ("1944-02", True)):
        here = position("sbw7", allies={"Tunis": "us-ike 2", "Gela": "us-2 4"}, month=month, active="allies")
        board, state = here.game.rules.board, here.state
        axis = iter(b for b in here.game.rules.units.combat[AXIS] if here.game.order[b].nation == "germany")
        for hex_ in members(board.neighbours(here.hex("Gela")) & board.playable):
            block = next(axis)
            state.steps[block], state.location[block], state.shown[block] = 1, hex_, hex_
            state.occupied[AXIS] |= 1 << hex_
        state.flags[here.block("us-2")] |= MARKED
        state.derived = {}
        here.begin(STRATEGIC_RAIL)
        offered = any(isinstance(a, SpecialAction) and a.kind == SUPPLY_COAST for a in here.legal())
        assert offered == helped
        assert EndPhase() in here.legal()
        assert not any(isinstance(a, Move) for a in here.legal())
