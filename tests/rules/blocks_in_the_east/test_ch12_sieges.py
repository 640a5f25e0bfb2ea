"""Chapter 12: siege supply and desperate attacks."""

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.battle_scene import battle
from blockfront.games.blocks_in_the_east.scene import SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.advanced.ch12_supply import SiegeSupply
from blockfront.games.blocks_series.events import BattleClosed, Surrendered
from blockfront.games.blocks_series.rules.ch04_supply import LOSES_STEP, SURRENDERS
from blockfront.games.blocks_series.scene import Position
from blockfront.games.blocks_series.state import COMBAT, FINAL_SUPPLY, MARKED
from blockfront.hexes.hexset import members

ADVANCED = ("advanced",)
CORPS = ("g-1k 4", "g-2k 4", "g-10k 3", "g-26k 4", "g-28k 3", "g-5k 3")


def besieged(soviet: str, options: tuple[str, ...] = ADVANCED, place: str = "Odessa") -> Position:
    """Units in a port of the Black Sea, closed in by land and cut off at sea as well."""
    board = position().game.rules.board
    around = [board.grid.label(hex_) for hex_ in members(board.neighbours(board.hex(place)))]
    here = position(
        soviet={place: soviet},
        axis=dict(zip(around, CORPS, strict=False)),
        axis_holds=[board.grid.label(hex_) for hex_, _, _, seas in board.ports if "black_sea" in seas and hex_ != board.hex(place)],
        active="soviet",
        options=options,
    )
    for block in here.game.rules.fire.units_at(here.state, here.hex(place), SOVIET):
        here.state.flags[block] |= MARKED
    return here


@clause("BE-12.1a", "BE-12.1b", "BE-12.1c", "BE-R73")
def test_a_besieged_port_keeps_units_alive_that_lose_a_step() -> None:
    here = besieged("s-8a 4, s-11a 3")
    fates = here.game.rules.supply.fates(here.state, SOVIET)
    assert fates == {here.block("s-8a"): LOSES_STEP, here.block("s-11a"): SURRENDERS}, "a minor port sustains one"
    here.begin(FINAL_SUPPLY)
    assert here.strength("s-8a") == 3
    assert [event.block for event in here.told(Surrendered)] == [here.block("s-11a")]


@clause("BE-12.1d", "BE-12.1e")
def test_the_last_step_is_not_saved() -> None:
    here = besieged("s-8a 1, s-st-kiev 2").begin(FINAL_SUPPLY)
    assert [event.block for event in here.told(Surrendered)] == [here.block("s-8a")]
    assert here.strength("s-st-kiev") == 2


@clause("BE-12.1a")
def test_the_basic_game_knows_no_siege_supply() -> None:
    here = besieged("s-8a 4", options=())
    assert here.game.rules.supply.fates(here.state, SOVIET) == {here.block("s-8a"): SURRENDERS}


@clause("BE-12.1f")
def test_a_frozen_port_sustains_nobody() -> None:
    here = position(weather="snow", options=ADVANCED)
    good = position(options=ADVANCED)
    for scene, expected in ((good, 1), (here, 0)):
        hex_ = scene.hex("Archangelsk")
        scene.state.occupied[0] |= scene.game.rules.board.neighbours(hex_)
        supply = scene.game.rules.supply
        assert isinstance(supply, SiegeSupply)
        assert min(1, supply.siege_capacity(scene.state, hex_, SOVIET)) == expected


@clause("BE-12.2a", "BE-12.2b")
def test_sevastopol_holds_out() -> None:
    here = besieged("s-8a 3", place="Sevastopol")
    assert here.game.rules.movement.allowance(here.state, here.block("s-8a")) == 1
    assert not here.game.rules.movement.may_attack(here.state, here.block("s-8a"))
    assert not here.game.rules.production.may_gain_step(here.state, here.block("s-8a"))
    here.begin(FINAL_SUPPLY)
    assert here.strength("s-8a") == 3
    assert not here.told(Surrendered)


@clause("BE-12.4a")
def test_only_modern_units_attack_without_supply() -> None:
    here = position(axis={"Tula": "g-1k 4"}, soviet={"Orel": "s-8a 3"}, options=ADVANCED)
    movement = here.game.rules.movement
    for key in ("g-1k", "s-8a"):
        here.state.flags[here.block(key)] |= MARKED
    assert movement.may_attack(here.state, here.block("g-1k"))
    assert not movement.may_attack(here.state, here.block("s-8a"))
    basic = position(axis={"Tula": "g-1k 4"})
    basic.state.flags[basic.block("g-1k")] |= MARKED
    assert not basic.game.rules.movement.may_attack(basic.state, basic.block("g-1k"))


@clause("BE-12.4.1a", "BE-12.4.1c")
def test_a_desperate_attack_that_fails_in_its_first_round_is_the_last() -> None:
    here = battle("g-1k 4, g-18a 4", "s-8a 4", options=ADVANCED)
    for key in ("g-1k", "g-18a"):
        here.state.flags[here.block(key)] |= MARKED
    here.begin(COMBAT).play(Roll((1,) * 4), Roll((1,) * 4), Roll((1,) * 4), EndPhase())
    while here.state.frames and not here.told(BattleClosed):
        here.play(EndPhase())
    assert {event.block for event in here.told(Surrendered)} == {here.block("g-1k"), here.block("g-18a")}
    assert here.points("ussr") == 2
