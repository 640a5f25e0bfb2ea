"""What the Blocks generals see to before they attack: places that would be lost, guns left behind, what lies behind weak stacks."""

from random import Random

from blockfront.ai.blocks_in_the_east.players import EastGeneral
from blockfront.ai.blocks_series.evaluation.exposure import Exposure
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT, PRUDENT
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.search.general import General
from blockfront.ai.blocks_series.search.rehearsal import plans_of
from blockfront.ai.player import Budget
from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import EXPLOITATION, MARKED, MOVEMENT


def lvov() -> Position:
    """Two corps in a city that counts, and tanks near it that could walk in if they left."""
    return position(axis={"Lvov": "g-48pz 4, g-1k 4"}, soviet={"Rovno": "s-22mc 3"}, axis_holds=["Lvov"]).begin(MOVEMENT)


def test_somebody_stays_where_the_enemy_could_walk_in() -> None:
    here = lvov()
    prudent = Mover(here.game, here.state, AXIS, PRUDENT)
    assert any(need.why == "Lvov" for need in prudent.duties.needs())
    after = prudent.plan().state
    assert here.hex("Lvov") in prudent.duties.settled.values()
    assert any(after.location[here.block(key)] == here.hex("Lvov") for key in ("g-48pz", "g-1k"))
    usual = Mover(here.game, here.state, AXIS, DEFAULT)
    usual.plan()
    assert not usual.duties.settled


def test_meeting_needs_and_nothing_else_is_a_plan() -> None:
    here = lvov()
    plan = Mover(here.game, here.state, AXIS, PRUDENT).quiet()
    assert not plan.attacks
    assert any(plan.state.location[here.block(key)] == here.hex("Lvov") for key in ("g-48pz", "g-1k"))


def test_an_attacker_without_needs_does_not_wait_and_a_defender_may() -> None:
    plans = {}
    for side, active in ((AXIS, "axis"), (SOVIET, "soviet")):
        here = position(axis={"Lvov": "g-48pz 4, g-1k 4"}, soviet={"Kursk": "s-22mc 3"}, axis_holds=["Lvov"], active=active).begin(MOVEMENT)
        assert not Mover(here.game, here.state, side, PRUDENT).quiet().actions
        plans[side] = [draft.plan.actions for draft in plans_of(here.game, here.state, Side(side), PRUDENT, ({},), hidden=frozenset())]
    assert () not in plans[AXIS]
    assert () in plans[SOVIET]


def test_an_attacker_in_the_east_leaves_no_garrison_behind() -> None:
    """A defender does, and so does an attacker of another title."""
    for side, active in ((AXIS, "axis"), (SOVIET, "soviet")):
        for maker in (General, EastGeneral):
            here = position(axis={"Lvov": "g-48pz 4"}, soviet={"Rovno": "s-22mc 3"}, axis_holds=["Lvov"], active=active).begin(MOVEMENT)
            general = maker()
            general.think(here.game, here.state, Side(side), None, Budget(simulations=1), Random(1))
            assert general.weights.needs == (side == SOVIET or maker is General)


def test_an_enemy_comes_through_a_stack_that_is_likely_to_fall() -> None:
    """Infantry of one step bars the way to an empty city; a full corps with company does not fall so easily."""
    chances = []
    for guard in ("g-1k 1", "g-1k 4, g-2k 4"):
        here = position(axis={"2033": guard}, soviet={"Rovno": "s-6mc 4, s-22mc 3"}, axis_holds=["2033", "Lvov"]).begin(MOVEMENT)
        exposure = Exposure(here.game.rules, here.state, AXIS, exact=True)
        chances.append(exposure.falling.get(here.hex("2033"), 0.0))
    assert chances[0] > 0.5 > chances[1]


def test_armour_that_goes_on_does_not_leave_its_guns_alone() -> None:
    here = position(axis={"2031": "g-48pz 4, g-6a 4"}, soviet={"Rovno": "s-6mc 4, s-22mc 3"}, axis_holds=["2031"])
    here.begin(EXPLOITATION)
    tank = here.block("g-48pz")
    here.state.flags[tank] &= ~MARKED
    assert tank in here.game.rules.blitz.exploiters(here.state, AXIS)
    mover = Mover(here.game, here.state, AXIS, PRUDENT)
    mover.exploit()
    assert mover.duties.settled[tank] == here.hex("2031")
