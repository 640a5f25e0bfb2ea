"""Chapter 28 of the West: the Volkssturm."""

import pytest

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import AXIS, position
from blockfront.games.blocks_series.actions import Move, Reinforce
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.power_events import VolkssturmCalled
from blockfront.games.blocks_series.state import MOVEMENT, PRODUCTION


def autumn(unit: str, at: str) -> Position:
    here = position("sbw9", axis={"Berlin": "infantry 3"}, allies={at: unit}, month="1944-10", active="allies", options=("volkssturm",))
    order, types = here.game.order, here.game.rules.units.type
    absent = [b for b in order.of_side[AXIS] if order[b].nation == "germany" and here.state.location[b] < 0]
    for kind in ("infantry", "tank", "artillery"):
        for block in [b for b in absent if types[b] == kind][:2]:
            here.state.location[block] = here.state.shown[block] = ELIMINATED
    return here


def raised(here: Position) -> set[tuple[int, str]]:
    here.state.active = AXIS
    here.state.derived = {}
    here.begin(PRODUCTION)
    rules = here.game.rules
    corps = (action for action in here.legal() if isinstance(action, Reinforce) and here.state.location[action.block] == ELIMINATED)
    return {(action.block, rules.board.name(action.hex)) for action in corps}


@clause("BW-28.0a", "BW-R123")
@pytest.mark.parametrize(("unit", "start", "to", "called"), [("us-3 4", "Metz", "Trier", True), ("us-3 4", "Metz", "Nancy", False)])
def test_any_enemy_ground_unit_in_germany_calls_it_up(unit: str, start: str, to: str, called: bool) -> None:
    here = autumn(unit, start).begin(MOVEMENT)
    here.play(Move(here.block(unit.split()[0]), here.hex(to))).end_phase()
    assert bool(here.told(VolkssturmCalled)) == called
    assert bool(raised(here)) == called


@clause("BW-28.0b")
def test_one_corps_a_turn_at_step_one_in_a_great_city() -> None:
    here = autumn("us-3 4", "Metz").begin(MOVEMENT)
    here.play(Move(here.block("us-3"), here.hex("Trier"))).end_phase()
    found = raised(here)
    rules = here.game.rules
    assert all(rules.units.type[block] == "infantry" for block, _ in found)
    assert all(rules.board.majors & rules.powers.homelands[rules.tables.power("germany")] & 1 << here.hex(place) for _, place in found)
    block, place = min(found)
    pool = list(here.state.pool)
    here.play(Reinforce(block, here.hex(place)))
    assert rules.units.value(block, here.state.steps[block]) == 1
    assert list(here.state.pool) == pool
    assert not any(isinstance(action, Reinforce) and here.state.location[action.block] == ELIMINATED for action in here.legal())
