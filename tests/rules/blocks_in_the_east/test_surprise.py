"""June 1941 in SBE5 and SBE9: surprise, and the Luftwaffe's supremacy as an option."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.options.ch19_reconnaissance import ScoutingHeadquarters
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import (
    AIR_TO_AIR,
    AIR_TO_GROUND,
    ANTI_AIRCRAFT,
    ARTILLERY,
    GROUND,
    FireContext,
)
from blockfront.games.blocks_series.state import AIR_MOVEMENT

JUNE, JULY = "1941-06", "1941-07"
both_scenarios = pytest.mark.parametrize("scenario", ["sbe5", "sbe9"])


def raid(month: str, scenario: str = "sbe5", options: tuple[str, ...] = ()) -> Position:
    """German guns, infantry, fighters and bombers attack an airfield."""
    return battle("g-4a 4, g-7k 4, g-jg54 3, g-1fk 4", "s-20a 3, s-len-f 3", "Minsk", month=month, scenario=scenario, options=options)


@clause("BE-SBE5d", "BE-E113", "BE-SBE9a")
@both_scenarios
def test_soviet_aircraft_stay_on_the_ground_in_june(scenario: str) -> None:
    june, july = raid(JUNE, scenario), raid(JULY, scenario)
    fighter = june.block("s-len-f")
    context = FireContext(june.hex("Minsk"), 1, True)
    assert not june.game.rules.fire.is_in_the_air(june.state, fighter, context)
    assert july.game.rules.fire.is_in_the_air(july.state, fighter, context)
    assert fighter in june.game.rules.fire.targets(june.state, context, AIR_TO_GROUND, SOVIET)
    assert dice(june, "Minsk", AIR_TO_AIR, AXIS) == []
    assert dice(july, "Minsk", AIR_TO_AIR, AXIS) != []


@clause("BE-SBE5d")
def test_no_soviet_unit_transfers_or_reacts_in_june() -> None:
    for month, flies in ((JUNE, False), (JULY, True)):
        here = position("sbe5", month=month, active="soviet", soviet={"Minsk": "s-len-f 3"})
        assert here.game.rules.air.may_fly(here.state, here.block("s-len-f")) is flies


@clause("BE-SBE5d")
@both_scenarios
def test_there_is_no_reaction_in_june(scenario: str) -> None:
    def step_after_air_movement(month: str) -> str:
        here = position(scenario, month=month, axis={"Poltava": "g-7k 4"}, soviet={"Poltava": "s-20a 3", "Kharkov": "s-resb 3, s-vvs3 3"})
        here.state.battles = 1 << here.hex("Poltava")
        here.begin(AIR_MOVEMENT)
        here.play(EndPhase()).deal()
        return here.step

    assert step_after_air_movement(JUNE) != "Reaction"
    assert step_after_air_movement(JULY) == "Reaction"


@clause("BE-SBE5d")
def test_axis_aircraft_fly_in_june() -> None:
    here = position("sbe5", month=JUNE, axis={"Warsaw": "g-jg54 3, g-2lf 4"}, soviet={"Brest-Litovsk": "s-20a 3"})
    assert here.game.rules.air.may_fly(here.state, here.block("g-jg54"))
    assert here.game.rules.air.has_reaction(here.state) is False


@clause("BE-SBE5e")
def test_nothing_helps_the_defender_or_hinders_the_attacker_in_june() -> None:
    """A major city gives the defender a bonus and halves the attacker's dice, except in June."""
    assert dice(raid(JUNE), "Minsk", GROUND, AXIS) == [(4, 6)]
    assert dice(raid(JULY), "Minsk", GROUND, AXIS) == [(2, 6)]
    assert dice(raid(JUNE), "Minsk", GROUND, SOVIET) == [(3, 6)]
    assert dice(raid(JULY), "Minsk", GROUND, SOVIET) == [(3, 5)]


@clause("BE-SBE5e")
def test_axis_defenders_keep_what_they_have_in_june() -> None:
    here = battle("g-7k 4", "s-20a 3", "Minsk", active="soviet", held_by="axis", month=JUNE, scenario="sbe5")
    assert dice(here, "Minsk", GROUND, AXIS) == [(4, 5)]
    assert dice(here, "Minsk", GROUND, SOVIET) == [(1, 6)]


@clause("BE-SBE5f")
def test_guns_and_aircraft_hit_better_in_the_first_round_of_june() -> None:
    june, july = raid(JUNE), raid(JULY)
    assert [lowest for _, lowest in dice(june, "Minsk", ARTILLERY, AXIS)] == [4]
    assert [lowest for _, lowest in dice(june, "Minsk", ARTILLERY, AXIS, round_=2)] == [5]
    assert [lowest for _, lowest in dice(july, "Minsk", ARTILLERY, AXIS)] == [5]
    assert sorted(lowest for _, lowest in dice(june, "Minsk", AIR_TO_GROUND, AXIS)) == [4, 5]
    assert sorted(lowest for _, lowest in dice(july, "Minsk", AIR_TO_GROUND, AXIS)) == [5, 6]


@clause("BE-SBE5f")
def test_only_german_guns_profit() -> None:
    here = battle("g-1pzg 4, g-7k 4", "s-20a 3", "Poltava", month=JUNE, scenario="sbe5")
    assert [lowest for _, lowest in dice(here, "Poltava", ARTILLERY, AXIS)] == [5], "a panzer group is a headquarters, not artillery"


@clause("BE-SBE5g", "BE-E113")
def test_soviet_flak_is_silent_in_the_first_round_of_june() -> None:
    assert dice(raid(JUNE), "Minsk", ANTI_AIRCRAFT, SOVIET) == []
    assert dice(raid(JUNE), "Minsk", ANTI_AIRCRAFT, SOVIET, round_=2) != []
    assert dice(raid(JULY), "Minsk", ANTI_AIRCRAFT, SOVIET) != []


@clause("BE-SBE5h")
@both_scenarios
def test_the_stavka_is_idle_in_june(scenario: str) -> None:
    for month, frozen in ((JUNE, True), (JULY, False)):
        here = position(scenario, month=month, soviet={"Moscow": "s-stavka 4"}, axis={"Bucharest": "r-hq 3"})
        definitions = here.game.rules.definitions
        assert definitions.is_frozen(here.state, here.block("s-stavka")) is frozen
        assert not definitions.is_frozen(here.state, here.block("r-hq"))


@clause("BE-SBE5i", "BE-E114")
def test_the_luftwaffe_rolls_double_dice_and_its_headquarters_pay() -> None:
    options = ("luftwaffe_supremacy",)
    with_it, without = raid(JUNE, options=options), raid(JUNE)
    plain = [number for number, _ in dice(without, "Minsk", AIR_TO_GROUND, AXIS)]
    assert [number for number, _ in dice(with_it, "Minsk", AIR_TO_GROUND, AXIS)] == [2 * number for number in plain]
    assert [n for n, _ in dice(with_it, "Minsk", AIR_TO_GROUND, AXIS, round_=2)] == [
        n for n, _ in dice(without, "Minsk", AIR_TO_GROUND, AXIS, round_=2)
    ]
    assert dice(with_it, "Minsk", ARTILLERY, AXIS) == dice(without, "Minsk", ARTILLERY, AXIS)
    july = raid(JULY, options=options)
    assert dice(july, "Minsk", AIR_TO_GROUND, AXIS) == dice(raid(JULY), "Minsk", AIR_TO_GROUND, AXIS)
    wear = with_it.game.rules.headquarters.wear
    assert wear(with_it.state, with_it.block("g-2lf")) == 2
    assert wear(with_it.state, with_it.block("r-hq")) == 1
    assert wear(july.state, july.block("g-2lf")) == 1


@clause("BE-SBE5e", "BE-SBE5g")
def test_what_was_not_scouted_still_hinders_and_nobody_intercepts_scouts() -> None:
    june = raid(JUNE, options=("advanced", "reconnaissance"))
    assert sum(number for number, _ in dice(june, "Minsk", AIR_TO_GROUND, AXIS)) == 3, "seven steps, half of them"
    june.state.scouted |= 1 << june.hex("Minsk")
    assert sum(number for number, _ in dice(june, "Minsk", AIR_TO_GROUND, AXIS)) == 7
    headquarters = june.game.rules.headquarters
    assert isinstance(headquarters, ScoutingHeadquarters)
    assert headquarters.interception(june.state, june.hex("Minsk")) == []
    july = raid(JULY, options=("advanced", "reconnaissance"))
    later = july.game.rules.headquarters
    assert isinstance(later, ScoutingHeadquarters)
    assert later.interception(july.state, july.hex("Minsk")) != []
