"""May 1940: parachutists wait for their jump, aircraft join attacks, and a spearhead does not outrun its supply."""

import pytest

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT
from blockfront.ai.blocks_series.phases.air import AirMarshal
from blockfront.ai.blocks_series.phases.blitz import Spearhead
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.planning.corridors import keep_open
from blockfront.ai.blocks_series.planning.drops import Drops
from blockfront.games.blocks_in_the_west.aids.scene import AXIS, position
from blockfront.games.blocks_series.actions import BlitzMove, Fly
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.state import AIR_MOVEMENT, BLITZ, EXPLOITATION, MOVEMENT


def may(axis: dict[str, str], allies: dict[str, str]) -> Position:
    return position("sbw3", axis=axis, allies={"Paris": "fr-f3 2"} | allies, month="1940-05", active="axis")


def test_parachutists_jump_where_a_garrison_gives_up_and_wait_for_it_at_their_airfield() -> None:
    here = may({"Münster": "de-7fl 3", "Aachen": "de-16pz 5, de-4 4"}, {"Eben Emael": "be-1 3, be-3 3"}).begin(MOVEMENT)
    drops = Drops(here.game.rules, here.state, AXIS)
    assert drops.worth(here.hex("Eben Emael")) > 0
    assert drops.who_jumps() == {here.block("de-7fl")}
    plan = Mover(here.game, here.state, AXIS, DEFAULT).plan()
    assert plan.state.location[here.block("de-7fl")] == here.hex("Münster")


def test_a_bomber_joins_an_attack_that_seems_won() -> None:
    here = may({"Sedan": "de-19pz 5, de-41pz 5, de-12a 4", "Koblenz": "de-1fk 4"}, {"Sedan": "fr-10 1"}).begin(AIR_MOVEMENT)
    marshal = AirMarshal(here.game.rules, here.state, AXIS, Ground(here.game.rules, here.state, AXIS), DEFAULT)
    flight = Fly(here.block("de-1fk"), here.hex("Sedan"))
    assert marshal.choose([flight, Fly(here.block("de-1fk"), here.hex("Bremen"))]) == flight


def test_armour_does_not_go_on_to_where_its_supply_can_be_cut() -> None:
    safe = may({"Rethel": "de-19pz 5", "Luxembourg": "de-5 3", "Sedan": "de-3 4"}, {})
    cut = may({"Rethel": "de-19pz 5", "Luxembourg": "de-5 3", "Sedan": "de-3 4"}, {"Verdun": "fr-21 4, fr-c1 3", "Laon": "fr-2m 4"})
    worths = []
    for here in (safe, cut):
        here.state.phase = BLITZ
        spearhead = Spearhead(here.game, here.state, AXIS, DEFAULT)
        worths.append(spearhead._may_be_cut_off(BlitzMove(here.block("de-19pz"), here.hex("Châlons"))))
    assert worths == [False, True]


def test_armour_keeps_the_way_open_behind_a_spearhead(monkeypatch: pytest.MonkeyPatch) -> None:
    here = may({"Châlons": "de-19pz 5", "Trier": "de-41pz 5"}, {"Verdun": "fr-21 4", "Laon": "fr-2m 4"})
    for place in ("Luxembourg", "Rethel"):
        here.state.control[AXIS] |= 1 << here.hex(place)
        here.state.control[1 - AXIS] &= ~(1 << here.hex(place))
    rethel, trier = here.hex("Rethel"), here.hex("Trier")
    here.state.phase = EXPLOITATION
    mover = Mover(here.game, here.state, AXIS, DEFAULT)
    assert mover.lifelines is not None
    monkeypatch.setattr(mover.lifelines, "hanging_on", lambda hex_: 2 if hex_ == rethel else 0)
    scores = {rethel: 0.0, trier: 0.0}
    keep_open(mover, here.block("de-41pz"), scores)
    assert scores[rethel] > 0 == scores[trier]
    later = Mover(here.game, here.begin(MOVEMENT).state, AXIS, DEFAULT)
    unchanged = {rethel: 0.0}
    keep_open(later, here.block("de-41pz"), unchanged)
    assert unchanged == {rethel: 0.0}
