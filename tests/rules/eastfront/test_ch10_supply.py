"""Chapter 10: supply lines and supply status, attrition, Fortress Supply."""

import pytest

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Sustain
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import LostStep, Starved
from blockfront.games.eastfront.state import AXIS, SOVIET, SUPPLY, UNSUPPLIED


def railhead(monkeypatch: pytest.MonkeyPatch, here: Position, place: str) -> Position:
    """The only hex into which a friendly line runs."""
    monkeypatch.setattr(here.game.rules.railways, "supplied", lambda state, side: 1 << here.hex(place) & state.friendly[side])
    return here.fix_control()


def has_line(here: Position, key: str) -> bool:
    block = here.block(key)
    reach = here.game.rules.supply.in_reach(here.state, here.game.rules.units.side[block])
    return here.game.rules.supply.has_line(here.state, block, reach)


# ---- lines


@clause("EF-10.3a", "EF-10.3b", "EF-10.1a")
def test_a_line_is_two_hexes_long_and_crosses_rivers(monkeypatch: pytest.MonkeyPatch) -> None:
    axis = {"Rostov SE1": "ax-inf-1 3", "Kropotkin": "ax-inf-5 3", "Armavir": "ax-inf-6 3"}
    here = railhead(monkeypatch, position("s42", axis=axis, axis_holds=("Rostov",)), "Rostov")
    assert here.game.rules.board.is_river(here.hex("Rostov"), here.hex("Rostov SE1"))
    assert [has_line(here, key) for key in ("ax-inf-1", "ax-inf-5", "ax-inf-6")] == [True, True, False]


@clause("EF-10.3d", "EF-10.3b", "EF-8.4e")
def test_own_units_and_zones_of_control_carry_a_line_through_enemy_land(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(**more: str) -> Position:
        """A unit at Kropotkin whose only way to Rostov is Rostov SE1, which was Soviet."""
        here = position("s42", axis={"Kropotkin": "ax-inf-5 3", **more}, axis_holds=("Rostov",))
        here.state.flags[here.block("ax-inf-5")] |= UNSUPPLIED  # it has no zone of its own
        here.state.axis_last &= ~(1 << here.hex("Rostov SE1"))
        return railhead(monkeypatch, here, "Rostov")

    assert not has_line(cut_off(), "ax-inf-5")
    assert has_line(cut_off(**{"Rostov SE1": "ax-inf-1 3"}), "ax-inf-5")  # an upright unit
    assert has_line(cut_off(Krasnodar="ax-inf-1 3"), "ax-inf-5")  # a zone of control
    supplied = railhead(monkeypatch, position("s42", axis={"Kropotkin": "ax-inf-5 3"}, axis_holds=("Rostov",)), "Rostov")
    assert has_line(supplied, "ax-inf-5")  # its own zone


@clause("EF-10.3b", "EF-8.4e")
def test_disputed_hexes_carry_a_line_and_enemy_hexes_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    axis = {"Kropotkin": "ax-inf-5 3"}
    disputed = position("s42", axis=axis, soviet={"Krasnodar": "infantry 2"}, axis_holds=("Rostov",))
    assert has_line(railhead(monkeypatch, disputed, "Rostov"), "ax-inf-5")
    enemy = position("s42", axis=axis, soviet={"Rostov SE1": "infantry 2"}, axis_holds=("Rostov",))
    assert not has_line(railhead(monkeypatch, enemy, "Rostov"), "ax-inf-5")


@clause("EF-10.3e", "EF-10.3c")
def test_on_a_friendly_line_a_unit_is_supplied_where_it_stands_but_not_in_a_battle_the_enemy_controls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    standing = railhead(monkeypatch, position("s42", axis={"Rostov": "ax-inf-1 3"}), "Rostov")
    assert has_line(standing, "ax-inf-1")
    around = {"Rostov": "infantry 2", "Mariupol": "infantry 2", "Voroshilovgrad": "infantry 2"}
    attack = railhead(monkeypatch, position("s42", axis={"Rostov": "ax-inf-1 3"}, soviet=around, axis_holds=("Rostov",)), "Rostov")
    assert not has_line(attack, "ax-inf-1")
    beside = railhead(monkeypatch, position("s42", axis={"Rostov": "ax-inf-1 3"}, soviet={"Rostov": "infantry 2"}), "Mariupol")
    assert has_line(beside, "ax-inf-1")  # it traces to another hex
    defence = position("s42", axis={"Rostov": "ax-inf-1 3"}, soviet=around, axis_holds=("Rostov",))
    defence.state.axis_defends |= 1 << defence.hex("Rostov")
    assert has_line(railhead(monkeypatch, defence, "Rostov"), "ax-inf-1")


# ---- status and attrition


@clause("EF-10.2a", "EF-10.2b", "EF-10.4a", "EF-10.4b", "EF-4.46a")
def test_only_the_enemy_supply_phase_changes_the_status_and_costs_steps() -> None:
    own = position("s42", axis={"Kuibyshev": "ax-inf-1 3"}, active=AXIS).begin(SUPPLY)
    assert own.value("ax-inf-1") == 3
    assert not own.state.flags[own.block("ax-inf-1")] & UNSUPPLIED
    enemy = position("s42", axis={"Kuibyshev": "ax-inf-1 3"}, active=SOVIET).begin(SUPPLY)
    assert enemy.value("ax-inf-1") == 2
    assert enemy.state.flags[enemy.block("ax-inf-1")] & UNSUPPLIED


@clause("EF-10.4a", "EF-0.2a")
def test_the_enemy_sees_that_a_hidden_unit_starves_and_not_which() -> None:
    here = position("s42", axis={"Kuibyshev": "ax-inf-1 3"}, active=SOVIET).begin(SUPPLY)
    assert here.told(LostStep, SOVIET) == []
    assert [event.block for event in here.told(Starved, SOVIET)] == [-1]


# ---- fortresses


def besieged(soviet: str, axis: str = "", *, defender: int = SOVIET, place: str = "Sevastopol") -> Position:
    """The Axis Supply Phase with a Soviet garrison that has no supply line."""
    here = position("s42", axis={place: axis} if axis else None, soviet={place: soviet}, active=AXIS)
    if defender == AXIS:
        here.state.axis_defends |= 1 << here.hex(place)
    return here.begin(SUPPLY)


@clause("EF-10.5a", "EF-1.46e")
@pytest.mark.parametrize("axis", ["", "ax-inf-1 3"])
def test_the_largest_unit_in_a_fortress_is_spared_and_the_others_starve(axis: str) -> None:
    here = besieged("so-inf-12 3, so-inf-24 2, so-inf-37 1", axis)
    assert here.side == SOVIET
    assert here.legal() == [Sustain(here.block("so-inf-12"))]
    here.play(Sustain(here.block("so-inf-12")))
    assert (here.value("so-inf-12"), here.value("so-inf-24")) == (3, 1)
    assert here.state.location[here.block("so-inf-37")] == ELIMINATED


@clause("EF-10.5a", "EF-R49")
def test_among_equals_the_owner_chooses_and_headquarters_count_with_their_value() -> None:
    here = besieged("so-inf-12 2, so-hq-south 2, so-inf-24 1")
    assert {action.block for action in here.legal() if isinstance(action, Sustain)} == {here.block("so-inf-12"), here.block("so-hq-south")}
    here.play(Sustain(here.block("so-hq-south")))
    assert (here.value("so-hq-south"), here.value("so-inf-12")) == (2, 1)


@clause("EF-1.46e")
def test_a_single_unit_survives_in_a_fortress_at_its_last_step_for_ever() -> None:
    here = besieged("so-inf-12 1", "ax-inf-1 3")
    for _ in range(3):
        assert here.value("so-inf-12") == 1
        assert here.state.flags[here.block("so-inf-12")] & UNSUPPLIED  # spared, but not supplied
        here.begin(SUPPLY)


@clause("EF-10.5a")
def test_neither_attackers_of_a_fortress_nor_garrisons_elsewhere_are_spared() -> None:
    attackers = besieged("so-inf-12 2", "ax-inf-1 3", defender=AXIS)
    assert attackers.value("so-inf-12") == 1
    elsewhere = besieged("so-inf-12 2", place="Kiev")
    assert elsewhere.value("so-inf-12") == 1
