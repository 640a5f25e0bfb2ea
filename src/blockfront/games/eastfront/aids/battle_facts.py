"""Everything that modifies a battle, each with its clause, as far as the viewer knows the units in it."""

from random import Random

from blockfront.blocks.overlays import Modifier
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.loading.data_model import NO_FIRE
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import MUD, EastFrontState
from blockfront.games.eastfront.view import EastFrontView


def modifiers(game: EastFront, view: EastFrontView, hex_: int) -> tuple[Modifier, ...]:
    """The modifiers of the round that the active side would fight in a hex now."""
    rules = game.rules
    if not rules.board.is_hex(hex_):
        return ()
    state = game.guess(view, Random(0))
    return (*_support(rules, state, hex_), *_defence(rules, state, hex_), *_crossing(rules, state, hex_), *_fire(rules, state, view, hex_))


def _support(rules: Rules, state: EastFrontState, hex_: int) -> list[Modifier]:
    side = state.active
    headquarters = rules.headquarters
    found = [
        Modifier("supported", "EF-7.4a", side, hq)
        for hq in headquarters.active(state, side)
        if headquarters.support_zone(state, hq) >> hex_ & 1
    ]
    struck = [
        Modifier("air_strike", "EF-13.12a", side, hq, rules.air.dice(state, hq)) for hq, target in state.strikes if target == hex_
    ]
    return (found or [Modifier("unsupported", "EF-7.4b", side)]) + struck


def _defence(rules: Rules, state: EastFrontState, hex_: int) -> list[Modifier]:
    """What decides how many hits cost the passive side a step."""
    board, passive = rules.board, 1 - state.active
    backed = rules.battles.is_supported(state, hex_)
    hits = rules.defence.hits_per_step(state, hex_, passive, backed)
    found = []
    if board.fortresses >> hex_ & 1 and rules.battles.original_defender(state, hex_) == passive:
        found.append(Modifier("fortress" if backed else "fortress_untouchable", "EF-1.46c", passive))
    elif board.major_cities >> hex_ & 1:
        found.append(Modifier("city", "EF-1.41a", passive))
    elif board.mountain >> hex_ & 1:
        found.append(Modifier("mountain", "EF-1.35b", passive))
    elif board.rough >> hex_ & 1:
        found.append(Modifier("rough", "EF-1.32b", passive))
    elif board.swamp >> hex_ & 1:
        found.append(Modifier("swamp", "EF-1.34b", passive))
    elif rules.weather.at(state, hex_) == MUD:
        found.append(Modifier("mud", "EF-12.24b", passive))
    return [*found, Modifier("hits_per_step", "EF-7.33a", passive, value=hits)] if hits else found


def _crossing(rules: Rules, state: EastFrontState, hex_: int) -> list[Modifier]:
    repulse = rules.assaults.repulse_number(state, hex_)
    found = [Modifier("repulse", "EF-7.51a", 1 - state.active, value=repulse)] if repulse else []
    if rules.weather.slackens_offence(state, state.active, hex_):
        found.append(Modifier("slack", "EF-12.24c" if rules.weather.at(state, hex_) == MUD else "EF-1.34e", state.active))
    return found


def _fire(rules: Rules, state: EastFrontState, view: EastFrontView, hex_: int) -> list[Modifier]:
    """The lowest face with which each unit hits, for the units that the viewer can identify."""
    known = {own.block for own in view.blocks.own} | {sight.block for sight in view.blocks.seen if sight.block >= 0}
    fire = rules.firepower
    found = []
    for side in (state.active, 1 - state.active):
        for block in rules.battles.units_of(state, hex_, side):
            face = fire.offensive(state, block, hex_) if side == state.active else fire.defensive(state, block, hex_, False)
            if block in known and face < NO_FIRE and fire.can_fire(state, block):
                found.append(Modifier("fires", "EF-7.32a" if side == state.active else "EF-7.32e", side, block, face))
    return found
