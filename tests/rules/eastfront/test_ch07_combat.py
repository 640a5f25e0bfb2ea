"""Chapter 7: which battles are fought, firepower, defence, losses, fortresses, assaults."""

import pytest

from blockfront.blocks import effects
from blockfront.core.actions import Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.eastfront.actions import EndPhase, Fight, Move, Strike, TakeLoss
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import BattleClosed, BattleOpened, Eliminated, LostStep, PartialHit, Rolled, WentBack
from blockfront.games.eastfront.state import ACTIVE, AXIS, BLITZ, BLITZ_COMBAT, COMBAT, MOVEMENT, REBUILT, SOVIET

SOUTH = ("Rostov", "Rostov E1", "Rostov E2", "Kamensko", "Kamensko E1", "Mariupol", "Voroshilovgrad", "Millerovo", "Salsk")


def battle(
    axis: str, soviet: str, place: str = "Rostov E1", *, active: int = AXIS, defender: int = SOVIET, weather: str = "dry"
) -> Position:
    """A battle that has been going on, without any headquarters near it."""
    here = position("s42", axis={place: axis}, soviet={place: soviet}, active=active, weather=weather)
    if defender == AXIS:
        here.state.axis_defends |= 1 << here.hex(place)
    return here.fix_control()


def fight(here: Position, place: str, *dice: tuple[int, ...]) -> Position:
    """Fight a round with these dice, everybody firing in the usual order and the first candidate taking losses."""
    here.begin(COMBAT)
    rolls = list(dice)
    hex_ = here.hex(place)
    while here.state.frames and not here.told(BattleClosed):
        if here.side == CHANCE:
            here.play(Roll(rolls.pop(0)))
        else:
            offered = here.legal()
            here.play(Fight(hex_) if Fight(hex_) in offered else offered[0])
    assert not rolls, "dice left over"
    return here


# ---- dice and firepower


@clause("EF-0.1b", "EF-0.1c", "EF-7.31a", "EF-R1")
def test_a_unit_rolls_one_six_sided_die_for_each_point() -> None:
    here = battle("ax-pz-41 3", "so-inf-12 2").begin(COMBAT)
    here.play(Fight(here.hex("Rostov E1")))
    dice = here.game.chance(here.state)
    assert isinstance(dice, Dice)
    assert (dice.count, dice.faces) == (2, 6)
    assert Roll((7, 1)) not in dice
    assert Roll((1,)) not in dice


@clause("EF-7.32a", "EF-7.32b", "EF-7.32c", "EF-2.65b", "EF-2.65c")
@pytest.mark.parametrize(
    ("unit", "offence", "defence"),
    [
        ("ax-inf-1", 6, 6),
        ("ax-pz-41", 5, 5),
        ("ax-mech-50", 6, 5),
        ("ax-ss-2", 4, 4),
        ("ax-ss-3", 5, 4),
        ("so-shock-1", 5, 5),
        ("so-cav-1", 6, 6),
    ],
)
def test_firepower_by_type(unit: str, offence: int, defence: int) -> None:
    here = position("s43")
    fire, hex_ = here.game.rules.firepower, here.hex("Rostov E1")
    assert fire.offensive(here.state, here.block(unit), hex_) == offence
    assert fire.defensive(here.state, here.block(unit), hex_, False) == defence


@clause("EF-7.32d", "EF-1.34e", "EF-12.24c", "EF-12.24d", "EF-R6")
@pytest.mark.parametrize(
    ("place", "weather", "expected"), [("Pinsk", "dry", 6), ("Pinsk", "snow", 5), ("Rostov E1", "mud", 6), ("Rostov E1", "dry", 5)]
)
def test_swamp_and_mud_make_offensive_fire_single(place: str, weather: str, expected: int) -> None:
    here = position("s42", weather=weather)
    assert here.game.rules.firepower.offensive(here.state, here.block("ax-pz-41"), here.hex(place)) == expected


@clause("EF-7.32e", "EF-1.41b")
def test_everybody_defends_a_major_city_with_double_fire_at_least() -> None:
    here = position("s43")
    fire = here.game.rules.firepower
    assert fire.defensive(here.state, here.block("so-inf-12"), here.hex("Kharkov"), False) == 5
    assert fire.defensive(here.state, here.block("ax-ss-2"), here.hex("Kharkov"), False) == 4


@clause("EF-7.32f", "EF-2.62a", "EF-R6")
def test_mountain_units_fire_double_in_the_mountains_but_not_offensively_in_mud() -> None:
    here, mud = position("s42"), position("s42", weather="mud")
    unit = here.block("ax-mtn-49")
    assert here.game.rules.firepower.offensive(here.state, unit, here.hex("Tuapse")) == 5
    assert here.game.rules.firepower.defensive(here.state, unit, here.hex("Tuapse"), False) == 5
    assert here.game.rules.firepower.offensive(here.state, unit, here.hex("Rostov E1")) == 6
    assert mud.game.rules.firepower.offensive(mud.state, unit, mud.hex("Tuapse")) == 6
    assert mud.game.rules.firepower.defensive(mud.state, unit, mud.hex("Tuapse"), False) == 5


@clause("EF-7.32h", "EF-13.14a", "EF-12.24e")
@pytest.mark.parametrize(("scenario", "axis", "soviet"), [("s41", 4, 6), ("s43", 5, 5), ("w43", 6, 5), ("s44", 6, 4), ("w44", 7, 4)])
def test_air_firepower_is_fixed_by_side_and_scenario(scenario: str, axis: int, soviet: int) -> None:
    here = position(scenario, weather="mud")
    air = here.game.rules.air
    assert (air.firepower(here.state, AXIS), air.firepower(here.state, SOVIET)) == (axis, soviet)


# ---- the course of a round


@clause("EF-7.22a", "EF-7.22b", "EF-0.1d")
def test_the_passive_side_fires_first_and_the_losses_count_at_once() -> None:
    here = fight(battle("ax-inf-1 3", "so-inf-12 2"), "Rostov E1", (6, 1), (6, 6))
    kinds = [(event.kind, event.side, len(event.faces)) for event in here.told(Rolled)]
    assert kinds == [("defensive", SOVIET, 2), ("offensive", AXIS, 2)]
    assert (here.value("ax-inf-1"), here.value("so-inf-12")) == (2, 1)  # unsupported: two hits for a step


@clause("EF-7.22c", "EF-7.33d", "EF-7.33e", "EF-7.12c")
def test_a_round_stops_when_one_side_is_gone_and_surplus_hits_are_wasted() -> None:
    here = fight(battle("ax-inf-1 1", "so-inf-12 3"), "Rostov E1", (6, 6, 6))
    assert [event.block for event in here.told(Eliminated)] == [here.block("ax-inf-1")]
    assert here.told(LostStep) == []
    assert here.told(BattleClosed)[0].over
    assert here.state.location[here.block("ax-inf-1")] == -1


@clause("EF-7.23a", "EF-7.12b")
def test_a_battle_goes_on_over_turns_and_its_hex_is_the_original_defenders() -> None:
    here = fight(battle("ax-inf-1 3", "so-inf-12 3"), "Rostov E1", (1, 1, 1), (1, 1, 1))
    assert not here.told(BattleClosed)[0].over
    assert here.game.rules.battles.original_defender(here.state, here.hex("Rostov E1")) == SOVIET
    assert here.fix_control().state.friendly[SOVIET] >> here.hex("Rostov E1") & 1
    counter = battle("ax-inf-1 3", "so-inf-12 3", active=SOVIET)
    counter.begin(COMBAT)
    assert Fight(counter.hex("Rostov E1")) in counter.legal()


@clause("EF-7.33b", "EF-7.33a", "EF-R13")
def test_losses_fall_on_the_strongest_and_the_owner_chooses_among_equals() -> None:
    here = battle("ax-pz-41 4, ax-inf-1 4, ax-inf-5 2, ax-hq-a 2", "so-inf-12 3").begin(COMBAT)
    here.play(Fight(here.hex("Rostov E1"))).play(Roll((6, 6, 1)))
    assert {a.block for a in here.legal() if isinstance(a, TakeLoss)} == {here.block("ax-pz-41"), here.block("ax-inf-1")}
    here.play(TakeLoss(here.block("ax-inf-1")))
    assert here.value("ax-pz-41") == 3  # the next loss had only one candidate left


# ---- defence


@clause("EF-7.34a", "EF-7.34b", "EF-7.34f", "EF-7.35a", "EF-7.35c", "EF-7.4a", "EF-7.4b", "EF-7.4d", "EF-7.23c")
@pytest.mark.parametrize(
    ("place", "weather", "supported", "hits"),
    [
        ("Rostov E1", "dry", True, 1),
        ("Rostov E1", "dry", False, 2),
        ("Rostov", "dry", True, 2),
        ("Rostov", "dry", False, 3),
        ("Rostov", "mud", True, 2),
        ("Tuapse", "dry", True, 2),
        ("Pinsk", "snow", True, 2),
        ("Rostov E1", "mud", True, 2),
        ("Rostov E1", "mud", False, 3),
        ("Sevastopol", "dry", True, 3),
        ("Sevastopol", "dry", False, 0),
    ],
)
def test_hits_for_a_step_of_a_passive_unit(place: str, weather: str, supported: bool, hits: int) -> None:
    here = battle("ax-inf-1 3", "so-inf-12 3", place, weather=weather)
    assert here.game.rules.defence.hits_per_step(here.state, here.hex(place), SOVIET, supported) == hits
    assert here.game.rules.defence.hits_per_step(here.state, here.hex(place), AXIS, supported) == 1


@clause("EF-7.34c", "EF-7.34d", "EF-7.34e", "EF-7.35b", "EF-13.15b")
def test_partial_hits_stick_to_one_unit_through_the_round_and_then_vanish() -> None:
    here = battle("ax-inf-1 3, ax-hq-south 2", "so-inf-12 2, so-inf-37 2", "Rostov")
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.begin(COMBAT)
    here.play(Strike(here.block("ax-hq-south"), here.hex("Rostov"))).end_phase()
    here.play(Roll((5, 1)))  # half a hit from the air
    first = here.told(PartialHit)[-1].block if here.told(PartialHit) else -1
    if first == -1:
        chosen = here.legal()[0]
        assert isinstance(chosen, TakeLoss)
        first = chosen.block
        here.play(chosen)
    here.play(here.legal()[0]).play(Roll((1, 1))).play(Roll((1, 1)))  # defensive fire
    here.play(Roll((6, 6, 1)))  # one half completes the first step, one more is left over
    lost = [event.block for event in here.told(LostStep)]
    assert lost == [first]
    values = sorted((here.value("so-inf-12"), here.value("so-inf-37")))
    assert values == [1, 2]


@clause("EF-R26", "EF-7.35a", "EF-7.35b", "EF-7.35c")
@pytest.mark.parametrize(("hits", "left"), [(2, 3), (3, 2), (4, 2), (5, 2), (6, 1)])
def test_with_triple_defence_exactly_one_step_is_lost_for_three_hits(hits: int, left: int) -> None:
    here = battle("ax-inf-1 4, ax-inf-5 3", "so-inf-12 3", "Rostov")  # unsupported against a city
    dice = [6] * hits + [1] * (7 - hits)
    fight(here, "Rostov", (1, 1, 1), tuple(dice[:4]), tuple(dice[4:]))
    assert here.value("so-inf-12") == left


# ---- fortresses


@clause("EF-7.15d", "EF-7.15e", "EF-1.46b")
def test_the_besieger_must_fight_every_turn_but_not_in_the_blitz() -> None:
    here = battle("ax-inf-1 3", "so-inf-12 3", "Sevastopol")
    mandatory = here.game.rules.battles.mandatory
    here.state.phase = COMBAT
    assert mandatory(here.state) == 1 << here.hex("Sevastopol")
    here.state.phase = BLITZ_COMBAT
    assert mandatory(here.state) == 0
    sortie = battle("ax-inf-1 3", "so-inf-12 3", "Sevastopol", active=SOVIET)
    sortie.state.phase = COMBAT
    assert mandatory(sortie.state) == 0


@clause("EF-7.15a")
def test_a_new_battle_that_is_over_need_not_be_fought() -> None:
    here = battle("ax-inf-1 3", "so-inf-12 3", "Kursk")
    mandatory, here.state.phase = here.game.rules.battles.mandatory, COMBAT
    here.state.new_battles = 1 << here.hex("Kursk")
    assert mandatory(here.state) == here.state.new_battles
    effects.eliminate(here.state, here.block("so-inf-12"), SOVIET)
    assert mandatory(here.state) == 0


@clause("EF-7.32g", "EF-1.46d", "EF-R49")
def test_only_the_largest_defender_of_a_fortress_fires_triple() -> None:
    here = battle("ax-inf-1 3", "so-inf-12 3, so-inf-37 2", "Sevastopol")
    fire, hex_ = here.game.rules.firepower, here.hex("Sevastopol")
    assert fire.defensive(here.state, here.block("so-inf-12"), hex_, False) == 4
    assert fire.defensive(here.state, here.block("so-inf-37"), hex_, False) == 6
    assert fire.defensive(here.state, here.block("so-inf-12"), hex_, True) == 6  # its shot is spent


@clause("EF-7.4d")
def test_an_unsupported_attack_on_a_fortress_never_hits_but_is_fired_at() -> None:
    here = fight(battle("ax-inf-1 4", "so-inf-12 2", "Sevastopol"), "Sevastopol", (4, 4), (6, 6))
    assert here.value("so-inf-12") == 2
    assert here.value("ax-inf-1") == 2


@clause("EF-2.63a", "EF-2.63c", "EF-R54", "EF-11.42c")
def test_siege_guns_fire_triple_at_the_defenders_of_a_fortress_until_they_are_lost() -> None:
    here = battle("ax-inf-54 4", "so-inf-12 3", "Sevastopol")
    fire, block, hex_ = here.game.rules.firepower, here.block("ax-inf-54"), here.hex("Sevastopol")
    assert fire.offensive(here.state, block, hex_) == 4
    assert fire.offensive(here.state, block, here.hex("Rostov E1")) == 6
    assert fire.defensive(here.state, block, hex_, False) == 6
    here.state.flags[block] |= REBUILT
    assert fire.offensive(here.state, block, hex_) == 6


@clause("EF-7.23c", "EF-R46", "EF-7.23b")
def test_in_a_sortie_the_besieger_has_the_terrain_and_the_city_but_not_the_fortress() -> None:
    at_sevastopol = battle("ax-inf-1 3", "so-inf-12 3", "Sevastopol", active=SOVIET)
    at_leningrad = battle("ax-inf-1 3", "so-inf-12 3", "Leningrad", active=SOVIET)
    level = at_leningrad.game.rules.defence.hits_per_step
    assert level(at_leningrad.state, at_leningrad.hex("Leningrad"), AXIS, True) == 2
    terrain = at_sevastopol.game.rules.weather.gives_double_defence(at_sevastopol.state, at_sevastopol.hex("Sevastopol"))
    assert level(at_sevastopol.state, at_sevastopol.hex("Sevastopol"), AXIS, True) == 1 + terrain
    assert (
        at_leningrad.game.rules.firepower.defensive(
            at_leningrad.state, at_leningrad.block("ax-inf-1"), at_leningrad.hex("Leningrad"), False
        )
        == 5
    )


# ---- support


@clause("EF-7.14b", "EF-7.4a", "EF-7.4e", "EF-4.43b")
def test_rounds_out_of_reach_or_without_any_headquarters_are_unsupported() -> None:
    here = battle("ax-inf-1 3, ax-inf-5 3", "so-inf-12 2").begin(COMBAT)
    assert EndPhase() in here.legal()
    here.play(Fight(here.hex("Rostov E1")))
    assert not here.told(BattleOpened)[0].supported


@clause("EF-7.4c", "EF-4.45b")
def test_any_battle_may_be_fought_unsupported_in_the_blitz() -> None:
    here = position("s42", axis={"Kharkov": "ax-hq-south 2", "Rostov E1": "infantry 3"}, soviet={"Rostov E1": "infantry 2"})
    here.state.command[here.block("ax-hq-south")] = BLITZ
    here.state.phase = BLITZ_COMBAT
    assert here.game.rules.battles.optional(here.state) >> here.hex("Rostov E1") & 1
    assert not here.game.rules.battles.is_supported(here.state, here.hex("Rostov E1"))


# ---- assaults


def crossing(weather: str = "dry", *, dry_foot: bool = False) -> Position:
    """The Axis attacks Rostov E1 over the Don, and from Salsk as well when one attacker is to keep dry feet."""
    axis = {"Kamensko": "ax-pz-41 4, ax-hq-south 3", "Kamensko E1": "ax-inf-1 3"}
    if dry_foot:
        axis["Rostov E2"] = "ax-inf-5 2"
    here = position("s42", axis=axis, soviet={"Rostov E1": "so-inf-12 3"}, axis_holds=SOUTH, weather=weather)
    here.state.command[here.block("ax-hq-south")] = ACTIVE
    here.begin(MOVEMENT)
    here.play(Move(here.block("ax-pz-41"), here.hex("Rostov E1"), here.hex("Kamensko")))
    here.play(Move(here.block("ax-inf-1"), here.hex("Rostov E1"), here.hex("Kamensko E1")))
    if dry_foot:
        here.play(Move(here.block("ax-inf-5"), here.hex("Rostov E1"), here.hex("Rostov E2")))
    here.end_phase()
    return here


@clause("EF-7.5a", "EF-7.5b", "EF-7.51a", "EF-7.52a", "EF-7.53a", "EF-R47")
@pytest.mark.parametrize(("weather", "dry_foot", "number"), [("dry", False, 2), ("mud", False, 3), ("snow", False, 0), ("dry", True, 0)])
def test_attacks_over_rivers_alone_can_be_repulsed(weather: str, dry_foot: bool, number: int) -> None:
    here = crossing(weather, dry_foot=dry_foot)
    assert here.game.rules.assaults.repulse_number(here.state, here.hex("Rostov E1")) == number


@clause("EF-7.51c", "EF-7.51d", "EF-7.51e", "EF-7.51f", "EF-7.51h", "EF-R48")
def test_all_attackers_go_back_the_weakest_first_and_then_take_the_hits() -> None:
    here = crossing()
    here.end_phase()
    here.play(Roll((1, 2, 6)))
    assert [event.block for event in here.told(WentBack)] == [here.block("ax-inf-1"), here.block("ax-pz-41")]
    assert here.is_at("ax-inf-1", "Kamensko E1")
    assert here.is_at("ax-pz-41", "Kamensko")
    assert here.value("ax-pz-41") == 3
    assert [event.kind for event in here.told(Rolled)] == ["defensive"]


@clause("EF-7.51h", "EF-7.51b")
def test_surplus_repulses_have_no_effect_and_the_air_strike_comes_first() -> None:
    here = crossing()
    here.play(Strike(here.block("ax-hq-south"), here.hex("Rostov E1"))).end_phase()
    here.play(Roll((5, 1, 1)))
    here.play(Roll((1, 1)))
    assert [event.kind for event in here.told(Rolled)] == ["air", "defensive"]
    assert len(here.told(WentBack)) == 2


@clause("EF-7.51g")
def test_survivors_hold_a_bridgehead_without_further_repulses() -> None:
    here = crossing()
    here.end_phase()
    here.play(Roll((1, 3, 3)))
    while here.side != CHANCE:
        here.play(here.legal()[0])
    here.play(Roll((1, 1, 1, 1)))
    assert here.game.rules.assaults.repulse_number(here.state, here.hex("Rostov E1")) == 0


@clause("EF-7.21a", "EF-7.21b")
def test_the_original_defender_is_hidden_again_after_the_round() -> None:
    here = fight(battle("ax-inf-1 3", "so-inf-12 3"), "Rostov E1", (1, 1, 1), (1, 1, 1))
    assert not here.state.face_up >> here.block("so-inf-12") & 1
    assert here.state.face_up >> here.block("ax-inf-1") & 1
