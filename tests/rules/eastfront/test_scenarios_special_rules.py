"""Special rules of single scenarios: surprise in June 1941, the first winter, siege artillery, production of Leningrad."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import Activate, EndPhase, Move, RailMove
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.loading.data_model import DOUBLE, SINGLE, TRIPLE
from blockfront.games.eastfront.state import AXIS, COMMAND, REBUILT, SOVIET

# ---- surprise


@clause("EF-S41.3a", "EF-5.8b", "EF-5.8e")
@pytest.mark.parametrize(("month", "lost"), [("1941-06", 1), ("1941-07", 0)])
def test_all_soviet_headquarters_are_disorganised_in_june_1941(month: str, lost: int) -> None:
    here = position("s41", month=month, half=2, axis={"Warsaw": "supreme 3"}, soviet={"Moscow": "supreme 3", "Minsk": "so-hq-west 2"})
    value = here.game.rules.headquarters.effective_value
    assert value(here.state, here.block("so-hq-stavka")) == 3 - lost
    assert value(here.state, here.block("so-hq-west")) == 2 - lost
    assert value(here.state, here.block("ax-hq-okh")) == 3


def assault(scenario: str, month: str, attacker: int) -> Position:
    """A new battle whose only attacker came across the Prut, from Jassy to Kishinev or back."""
    target, entry = ("Kishinev", "Jassy") if attacker == AXIS else ("Jassy", "Kishinev")
    here = position(scenario, month=month, half=2, axis={target: "ax-inf-11 3"}, soviet={target: "so-inf-9 2"}, active=attacker)
    block = here.block("ax-inf-11" if attacker == AXIS else "so-inf-9")
    here.state.entered_from[block] = here.hex(entry)
    here.state.new_battles = 1 << here.hex(target)
    return here


@clause("EF-S41.3b")
def test_axis_river_assaults_are_not_repulsed_in_june_1941() -> None:
    def number(month: str, attacker: int) -> int:
        here = assault("s41", month, attacker)
        target = here.hex("Kishinev" if attacker == AXIS else "Jassy")
        return here.game.rules.assaults.repulse_number(here.state, target)

    assert number("1941-06", AXIS) == 0
    assert number("1941-06", SOVIET) == 2
    assert number("1941-07", AXIS) == 2


@clause("EF-S41.3b", "EF-6.33a")
def test_surprise_leaves_the_hexside_limit_of_rivers_at_one() -> None:
    here = position("s41", half=2, axis={"Jassy": "ax-inf-11 3, ax-inf-30 3", "Warsaw": "supreme 3"}, soviet={"Kishinev": "infantry 2"})
    here.begin(COMMAND).play(Activate(here.block("ax-hq-okh")), EndPhase())
    here.play(Move(here.block("ax-inf-11"), here.hex("Kishinev"), here.hex("Jassy")))
    assert Move(here.block("ax-inf-30"), here.hex("Kishinev"), here.hex("Jassy")) not in here.legal()


# ---- the first winter


def in_snow(scenario: str) -> Position:
    axis = {"Smolensk": "ax-pz-41 3, ax-mech-55 3, ax-inf-5 3", "Warsaw": "supreme 3"}
    return position(scenario, axis=axis, soviet={"Moscow": "so-tk-4 3"}, weather="snow")


@clause("EF-W41.1b", "EF-12.23b")
def test_in_the_snow_of_the_first_winter_every_axis_unit_has_speed_one() -> None:
    for scenario, expected in (("w41", [1, 1, 1, 2]), ("w42", [2, 2, 1, 2])):
        here = in_snow(scenario)
        speed = here.game.rules.weather.speed
        assert [speed(here.state, here.block(key)) for key in ("ax-pz-41", "ax-mech-55", "ax-inf-5", "so-tk-4")] == expected


@clause("EF-W41.1b")
def test_and_fires_single_in_offence_but_normally_in_defence() -> None:
    here = in_snow("w41")
    fire, state, battle = here.game.rules.firepower, here.state, here.hex("Smolensk")
    assert fire.offensive(state, here.block("ax-pz-41"), battle) == SINGLE
    assert fire.defensive(state, here.block("ax-pz-41"), battle, False) == DOUBLE
    assert fire.offensive(state, here.block("so-tk-4"), battle) == DOUBLE
    later = in_snow("w42")
    assert later.game.rules.firepower.offensive(later.state, later.block("ax-pz-41"), battle) == DOUBLE


@clause("EF-W41.1b")
def test_outside_snow_the_first_winter_is_like_any_other() -> None:
    here = position("w41", axis={"Smolensk": "ax-pz-41 3"}, weather="mud", month="1942-04")
    assert here.game.rules.weather.speed(here.state, here.block("ax-pz-41")) == 1
    here = position("w41", axis={"Smolensk": "ax-pz-41 3"}, month="1942-05")
    assert here.game.rules.weather.speed(here.state, here.block("ax-pz-41")) == 3


@clause("EF-W41.1b")
def test_trains_run_normally_in_the_first_winter() -> None:
    here = in_snow("w41")
    here.begin(COMMAND).play(Activate(here.block("ax-hq-okh")), EndPhase())
    by_rail = {action.to for action in here.legal() if isinstance(action, RailMove) and action.block == here.block("ax-inf-5")}
    assert here.hex("Warsaw") in by_rail


# ---- siege artillery


def siege(scenario: str, place: str = "Sevastopol", *, axis_defends: bool = False) -> int:
    """Offensive firepower of the 54th Corps in a battle."""
    here = position(scenario, axis={place: "ax-inf-54 3"}, soviet={place: "infantry 2"})
    if axis_defends:
        here.state.axis_defends |= 1 << here.hex(place)
    return here.game.rules.firepower.offensive(here.state, here.block("ax-inf-54"), here.hex(place))


@clause("EF-S42.1a", "EF-2.63a")
def test_from_summer_1942_on_the_54th_corps_fires_triple_at_fortresses() -> None:
    assert siege("w41") == SINGLE
    assert siege("s42") == TRIPLE
    assert siege("w43", "Leningrad") == TRIPLE
    assert siege("s42", "Voronezh") == SINGLE


@clause("EF-R54", "EF-2.63a")
def test_its_guns_are_for_attacks_on_the_original_defender_only() -> None:
    assert siege("s42", axis_defends=True) == SINGLE
    here = position("s42", axis={"Sevastopol": "ax-inf-54 3"}, soviet={"Sevastopol": "infantry 2"}, active=SOVIET)
    assert here.game.rules.firepower.defensive(here.state, here.block("ax-inf-54"), here.hex("Sevastopol"), False) == SINGLE


@clause("EF-2.63c", "EF-11.42c")
def test_a_rebuilt_54th_corps_has_no_guns() -> None:
    here = position("s42", axis={"Sevastopol": "ax-inf-54 3"}, soviet={"Sevastopol": "infantry 2"})
    here.state.flags[here.block("ax-inf-54")] |= REBUILT
    assert here.game.rules.firepower.offensive(here.state, here.block("ax-inf-54"), here.hex("Sevastopol")) == SINGLE


@clause("EF-2.63c", "EF-11.42c")
def test_the_opponent_knows_that_a_unit_is_a_rebuilt_one() -> None:
    here = position("s42", axis={"Sevastopol": "ax-inf-54 3"})
    here.state.flags[here.block("ax-inf-54")] |= REBUILT
    assert here.game.view(here.state, SOVIET).rebuilt == (here.block("ax-inf-54"),)
    assert here.game.view(here.state, AXIS).rebuilt == ()


# ---- Leningrad


@clause("EF-W41.3a", "EF-S42.3a", "EF-W42.3a", "EF-S43.4a", "EF-W43.3a", "EF-R53")
@pytest.mark.parametrize("name", ["s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44"])
def test_start_production_and_whether_leningrad_is_in_it(name: str) -> None:
    here = position(name)
    data = here.game.rules.chain[0]
    for side in (AXIS, SOVIET):
        assert here.game.rules.production.level(here.state, side) == data.sides[side].start_production
    cut_off = not here.game.rules.supply.sources(here.state, SOVIET) >> here.hex("Leningrad") & 1
    assert cut_off == data.facts.leningrad_cut_off
