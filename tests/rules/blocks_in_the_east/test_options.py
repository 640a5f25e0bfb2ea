"""Readings of other editions as options; standing orders; what ends the game early."""

from random import Random

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.options import BadOptions, Option, Preset, checked, with_preset
from blockfront.games import catalogue
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.game import facts, make
from blockfront.games.blocks_in_the_east.title import TITLE
from blockfront.games.blocks_series.actions import Disband, EndPhase, TakeLoss
from blockfront.games.blocks_series.advanced.ch12_supply import SiegeSupply
from blockfront.games.blocks_series.events import GameEnded
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import GROUND, FireContext
from blockfront.games.blocks_series.state import COMBAT, FINAL_SUPPLY, PRODUCTION, REACTION, SUPPLY
from blockfront.games.blocks_series.steps.calendar import Calendar


def test_every_option_is_realised() -> None:
    assert {option.id for option in TITLE.options} == set(facts().options)


def test_long_scenarios_include_the_advanced_game() -> None:
    """What needs it can be chosen there by itself, and not in the short ones."""
    assert catalogue.game(TITLE.id, "sbe5", frozenset(("reserves",))).options == {"reserves"}
    with pytest.raises(BadOptions, match="needs 'advanced'"):
        catalogue.game(TITLE.id, "sbe2", frozenset(("reserves",)))
    advanced = {scenario.id for scenario in TITLE.scenarios if "advanced" in scenario.includes}
    assert advanced == {s.id for s in TITLE.scenarios if facts().scenario(s.id).layer == "advanced"}


@clause("BE-7.7.6e", "BE-E48")
@pytest.mark.parametrize(("options", "expected"), [((), (2, 5)), (("cancel_bonus_malus",), (4, 6))])
def test_bonus_and_malus_may_cancel(options: tuple[str, ...], expected: tuple[int, int]) -> None:
    guards = next(b.key for b in position().game.order.blocks if "guards" in b.tags and b.type == "cavalry" and 4 in b.strengths)
    here = battle("g-1k 4", f"{guards} 4", "Luga", active="soviet", held_by="axis", options=("advanced", *options))
    assert dice(here, "Luga", GROUND, SOVIET) == [expected]


@clause("BE-E49")
def test_one_crossing_may_be_enough() -> None:
    here = battle("g-1k 4, g-2k 4", "s-8a 3", "Cherkassy", came_from="Cherkassy E1", options=("river_bonus_for_any",))
    here.state.entered[here.block("g-2k")] = here.hex("Cherkassy W1")
    assert dice(here, "Cherkassy", GROUND, SOVIET) == [(3, 5)]
    assert dice(here, "Cherkassy", GROUND, SOVIET, round_=2) == [(3, 6)]


@clause("BE-E11", "BE-3.10d")
def test_three_air_units_may_fight_together() -> None:
    limits = [position(options=options).game.rules.air.most_in_battle() for options in ((), ("three_air_units",))]
    assert limits == [2, 3]


@clause("BE-R34")
def test_a_rolled_one_misses_unless_agreed_otherwise() -> None:
    limits = [position(options=options).game.rules.fire.best_firepower() for options in ((), ("no_firepower_cap",))]
    assert limits == [2, 1]


@clause("BE-E37")
def test_disbanding_may_bring_nothing() -> None:
    here = position(soviet={"Moscow": "s-8a 3"}, active="soviet", options=("no_disband_refund",)).begin(PRODUCTION)
    here.play(Disband(here.block("s-8a")), EndPhase()).deal()
    here.begin(PRODUCTION)
    assert here.points("ussr") == 46 + 46


@clause("BE-E20")
def test_cut_off_artillery_may_keep_its_steps() -> None:
    here = position(axis={"Tula": "g-18a 4"}, options=("zero_steps_keep",)).begin(SUPPLY)
    here.begin(FINAL_SUPPLY)
    assert here.strength("g-18a") == 4


@clause("BE-7.11e", "BE-7.11f", "BE-7.11b")
def test_the_fall_of_berlin_ends_the_war() -> None:
    here = position(soviet={"Berlin": "infantry 3"}).run(Calendar, Calendar.VICTORY)
    ended = here.told(GameEnded)[0]
    assert (ended.winner, ended.margin, ended.level, ended.reason) == (SOVIET, 0, "decisive", "surrender")
    moscow = position(axis={"Moscow": "infantry 3"}).run(Calendar, Calendar.VICTORY)
    assert not moscow.told(GameEnded)


def test_standing_orders_answer() -> None:
    here = battle("g-1k 4, g-2k 4", "s-8a 4").begin(COMBAT)
    here.play(Roll((6, 1, 1, 1)))
    game, state = here.game, here.state
    assert game.standing_answer(state, AXIS, frozenset()) is None
    assert isinstance(game.standing_answer(state, AXIS, frozenset(("losses",))), TakeLoss)
    here.play(TakeLoss(here.block("g-1k")), Roll((1,) * 7))
    assert game.standing_answer(state, SOVIET, frozenset(("stand",))) == EndPhase()
    reaction = position(axis={"Kaunas": "g-1k 4"}, soviet={"Kaunas": "s-8a 3"}).begin(REACTION)
    assert reaction.game.standing_answer(reaction.state, SOVIET, frozenset(("no_reaction",))) == EndPhase()


# ---- sieges, allies, trains and bombers of other editions


@clause("BE-E18", "BE-E132")
def test_sieges_of_other_editions(monkeypatch: pytest.MonkeyPatch) -> None:
    sustained, last = [], []
    for options in ((), ("unlimited_siege_supply", "early_siege_surrender")):
        here = position(options=("advanced", *options), soviet={"Odessa": "s-8a 4"}, axis_holds=("Odessa NW1",))
        supply = here.game.rules.supply
        assert isinstance(supply, SiegeSupply)
        monkeypatch.setattr(supply, "is_closed_in", lambda *_: True)
        sustained.append(supply.siege_capacity(here.state, here.hex("Odessa"), SOVIET))
        last.append(supply.last_siege_step())
    assert sustained[0] == 1
    assert sustained[1] > 10
    assert last == [1, 2]


@clause("BE-E64", "BE-11.0d")
def test_marines_for_yellow_points() -> None:
    marine = next(block.key for block in position().game.order.blocks if block.type == "marine")
    for options, colours in (((), (0, 3)), (("yellow_marines",), (0,))):
        here = position(options=("advanced", *options))
        assert here.game.rules.production.colours_of(here.block(marine)) == colours


@clause("BE-E23", "BE-5.3f")
def test_supply_through_an_unloved_ally() -> None:
    for options, allowed in (((), False), (("open_allied_land",), True)):
        here = position(options=options)
        area = here.game.rules.powers.supply_area(here.state, here.game.rules.tables.power("romania"))
        assert bool(area >> here.hex("Budapest") & 1) == allowed


@clause("BE-E32", "BE-6.3.2e")
def test_long_range_bombers_may_stay() -> None:
    bomber = next(block.key for block in position().game.order.blocks if block.type == "long_range_bomber")
    for options, stays in (((), False), (("persistent_bombers",), True)):
        here = battle("g-1k 4", f"{bomber} 2, s-8a 3", active="soviet", held_by="axis", options=options)
        context = FireContext(here.hex("Poltava"), 2, True)
        assert here.game.rules.fire.is_in_the_air(here.state, here.block(bomber), context) == stays


@clause("BE-E39", "BE-7.4d", "BE-R26")
def test_what_stops_trains() -> None:
    for options, runs in (((), False), (("rail_up_to_zones",), True)):
        here = position(axis={"Stalino W1": "g-1k 4"}, active="soviet", options=("advanced", *options))
        assert bool(here.game.rules.rail.network(here.state, SOVIET) >> here.hex("Stalino") & 1) == runs, "no zone reaches into the city"


@clause("BE-E14", "BE-3.21e", "BE-3.21b")
def test_attacked_units_may_wake() -> None:
    for options, frozen in (((), True), (("frozen_units_wake",), False)):
        here = battle("g-1k 4", "s-14rc 3", month="1941-06", options=options)
        definitions, block = here.game.rules.definitions, here.block("s-14rc")
        assert definitions.is_frozen(here.state, block)
        here.begin(COMBAT)
        here.state.face_up = 0
        assert definitions.is_frozen(here.state, block) == frozen


@clause("BE-E8", "BE-3.7b")
def test_petsamo_may_be_finnish() -> None:
    for options, axis in (((), False), (("finnish_petsamo",), True)):
        here = position(options=options)
        assert here.holds(AXIS, "petsamo") == axis


@clause("BE-1.3b", "BE-1.3c", "BE-E5")
def test_without_fog_every_unit_is_open() -> None:
    for options, known in (((), set()), (("open_blocks",), {("s-8a", 3), ("s-bal-f", 2)})):
        here = position(soviet={"Riga": "s-8a 3, s-bal-f 2"}, options=options)
        view = here.game.view(here.state, AXIS)
        assert {(here.game.order[sight.block].key, sight.steps) for sight in view.blocks.seen if sight.block >= 0} == known
        assert len(view.blocks.seen) == 2
        twin = here.game.guess(view, Random(1))
        assert here.game.view(twin, AXIS) == view


@clause("BE-E1")
@pytest.mark.parametrize("preset", TITLE.presets, ids=lambda preset: preset.id)
@pytest.mark.parametrize("wanted", [frozenset(), frozenset(option.id for option in TITLE.options if not option.excludes)])
def test_every_edition_can_be_played_as_a_whole(preset: Preset, wanted: frozenset[str]) -> None:
    chosen = with_preset(wanted, preset, TITLE.presets, TITLE.options)
    assert checked(chosen, TITLE.options) == chosen
    make("sbe4", chosen)
    able = {option for option in preset.options if all(need in chosen for need in by_id(option).needs)}
    assert able <= chosen


def by_id(option: str) -> Option:
    return next(one for one in TITLE.options if one.id == option)
