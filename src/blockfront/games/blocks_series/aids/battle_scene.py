"""Battles for trying out the rules of combat: who fires how, and fights with given dice."""

from collections.abc import Callable

from blockfront.core.actions import Roll
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_series.actions import EndPhase
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import BattleClosed
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import FireContext, Shot
from blockfront.games.blocks_series.state import COMBAT, IN_FLIGHT


def stage(here: Position, place: str, came_from: str = "") -> Position:
    """Prepare a battle of units in the same hex: attacking aircraft are on a mission, attacking ground units came from a hex."""
    state, rules = here.state, here.game.rules
    hex_ = here.hex(place)
    for block in rules.fire.units_at(state, hex_, state.active):
        if rules.units.is_air[block]:
            state.flags[block] |= IN_FLIGHT
        elif came_from:
            state.entered[block] = here.hex(came_from)
    state.battles = 1 << hex_
    return here


def shots(here: Position, place: str, step: int, side: int, round_: int = 1, raid: bool = False) -> list[Shot]:
    return here.game.rules.fire.shots(here.state, FireContext(here.hex(place), round_, raid), step, side)


def dice(here: Position, place: str, step: int, side: int, round_: int = 1) -> list[tuple[int, int]]:
    """(dice, lowest hit) of each shooter."""
    return [(shot.dice, shot.lowest) for shot in shots(here, place, step, side, round_)]


def fight(here: Position, *rolls: tuple[int, ...], most: int = 60) -> Position:
    """Fight with these dice until they are used up; the first candidate takes each loss, and nobody leaves."""
    left = list(rolls)
    fight_on(here, lambda: left.pop(0) if left else None, most)
    assert not left, f"dice left over: {left}"
    return here


def fight_on(here: Position, throw: Callable[[], tuple[int, ...] | None], most: int = 80) -> Position:
    """Fight until the battle is over or nobody rolls any more; the first candidate takes each loss, and nobody leaves."""
    if not here.state.frames:
        here.begin(COMBAT)
    for _ in range(most):
        if not here.state.frames or here.told(BattleClosed):
            break
        if here.side == CHANCE:
            faces = throw()
            if faces is None:
                break
            here.play(Roll(faces))
        else:
            offered = here.legal()
            here.play(EndPhase() if EndPhase() in offered else offered[0])
    return here
