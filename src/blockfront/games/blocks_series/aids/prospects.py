"""What the viewer's passages, landings, raids and reconnaissance may bring, given what he knows."""

from collections.abc import Sequence
from random import Random
from typing import Any, Final

from blockfront.blocks.prospects import Outcome, Prospects
from blockfront.core.actions import Action
from blockfront.core.sides import Side
from blockfront.games.blocks_series.actions import Scout, Ship
from blockfront.games.blocks_series.aids.sea_odds import LandingOdds, PassageOdds, landing_odds, passage_odds
from blockfront.games.blocks_series.aids.strategic_odds import bombing_hits, reconnaissance_chance
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.options.ch32_strategic_bombing import StrategicBombing
from blockfront.games.blocks_series.rules.stacking import relocate
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.sea_actions import Land, Reembark
from blockfront.games.blocks_series.state import MOVED, SeriesState
from blockfront.games.blocks_series.steps.bombing import Raid
from blockfront.games.blocks_series.strategic_actions import Bomb, Sortie
from blockfront.games.blocks_series.view import SeriesView

GUESSES: Final = 24  # armies imagined in the fog
MOST_LANDING: Final = 4  # units of one landing: a hex holds no more


def prospects(
    game: SeriesGame, view: SeriesView, actions: Sequence[Action], wings: Sequence[int], hex_: int, rng: Random
) -> Prospects | None:
    """The prospects of legal actions of one kind; without actions, of the raid being sent or the landing ordered to a hex."""
    state, mine = game.guess(view, rng), {own.block for own in view.blocks.own}
    if view.viewer < 0 or not mine.issuperset(wings) or len(actions) > MOST_LANDING:
        return None
    if actions:
        legal = game.legal(state, Side(view.viewer)) if view.viewer in game.to_act(state) else ()
        if not all(action in legal for action in actions):
            return None
    elif _is_sending(state):
        return _raid(game, state, view, None, wings)
    first = actions[0] if actions else Land(-1, hex_)
    if isinstance(first, Land) and _go_to_friends(game.rules, state, actions, view.viewer):
        return _arrival(game.rules, state, [action for action in actions if isinstance(action, Land)])
    if isinstance(first, Land):
        return _landing(game, view, [action for action in actions if isinstance(action, Land)], wings, first.to, rng)
    if isinstance(first, Ship | Reembark):
        return passage(game.rules, state, first)
    if isinstance(first, Scout):
        return _reconnaissance(game, view, first, rng)
    if isinstance(first, Bomb | Sortie):
        return _raid(game, state, view, first, wings)
    return None


# ---- the sea


def passage(rules: Rules, state: SeriesState, action: Ship | Reembark) -> Prospects:
    """The prospects of a transport, or of re-embarking, which costs a step before the passage begins."""
    power, origin, back = rules.units.power[action.block], state.location[action.block], isinstance(action, Reembark)
    odds = passage_odds(rules.sea.crossing(state, power, origin, action.to, is_landing=back), state.steps[action.block] - int(back))
    return Prospects("passage", action.to, (action.block,), _of_passage(odds), exact=True, clause=rules.cite("BE-18.1a"))


def _of_passage(odds: PassageOdds) -> tuple[Outcome, ...]:
    return tuple(Outcome(name, chance) for name, chance in zip(odds._fields, odds, strict=True))


def _go_to_friends(rules: Rules, state: SeriesState, actions: Sequence[Action], side: int) -> bool:
    """Whether all landings go to one friendly coast without enemies: then only the passage matters."""
    coasts = {action.to for action in actions if isinstance(action, Land)}
    held = state.control[side] & ~state.occupied[1 - side]
    return len(coasts) == 1 and all(held >> hex_ & 1 for hex_ in coasts)


def _arrival(rules: Rules, state: SeriesState, landings: Sequence[Land]) -> Prospects:
    """The prospects of units that cross to a friendly coast."""
    whole = arrive = 1.0
    for landing in landings:
        power, port = rules.units.power[landing.block], state.location[landing.block]
        odds = passage_odds(rules.sea.crossing(state, power, port, landing.to, is_landing=True), state.steps[landing.block])
        whole, arrive = whole * odds.arrives_whole, arrive * (1.0 - odds.is_lost)
    outcomes = Outcome("all_whole", whole), Outcome("all_arrive", max(0.0, arrive - whole)), Outcome("some_lost", 1.0 - arrive)
    blocks = tuple(landing.block for landing in landings)
    return Prospects("arrival", landings[0].to, blocks, outcomes, exact=True, clause=rules.cite("BE-18.1a"))


def _landing(
    game: SeriesGame, view: SeriesView, ordered: Sequence[Land], wings: Sequence[int], hex_: int, rng: Random
) -> Prospects | None:
    """The prospects of a landing, together with units ordered there before, against any enemies the viewer cannot rule out."""
    rules, known, total = game.rules, dict[Any, LandingOdds](), [0.0, 0.0, 0.0]
    blocks: tuple[int, ...] = ()
    for _ in range(GUESSES):
        state = game.guess(view, rng)
        landings = [*_back_in_port(rules, state, view.viewer, hex_), *ordered]
        blocks = tuple(landing.block for landing in landings)
        if not landings or len(landings) > MOST_LANDING or len({landing.to for landing in landings}) > 1:
            return None
        there = rules.fire.units_at(state, hex_, 1 - view.viewer)
        likeness = tuple((block, state.steps[block], state.flags[block]) for block in there)
        if likeness not in known:
            known[likeness] = landing_odds(rules, state, landings, [block for block in wings if state.location[block] >= 0])
        total = [sum_ + chance for sum_, chance in zip(total, known[likeness], strict=True)]
    outcomes = tuple(Outcome(name, max(0.0, sum_ / GUESSES)) for name, sum_ in zip(LandingOdds._fields, total, strict=True))
    hidden = any(sight.location == hex_ and not sight.face_up for sight in view.blocks.seen)
    return Prospects("landing", hex_, (*blocks, *wings), outcomes, not hidden, rules.cite("BE-24.0d"))


def _back_in_port(rules: Rules, state: SeriesState, side: int, hex_: int) -> list[Land]:
    """Put units back in port that were ordered to this hex and have not rolled yet; returns their landings."""
    waiting = [(block, port) for block, to, port in state.landings if to == hex_ and rules.units.side[block] == side]
    waiting = [(block, port) for block, port in waiting if state.shown[block] != hex_ and state.location[block] == hex_]
    for block, port in waiting:
        relocate(rules.units, state, block, port)
        state.flags[block] &= ~MOVED
        state.at_sea &= ~(1 << block)
    gone = {block for block, _ in waiting}
    state.landings[:] = [landing for landing in state.landings if landing[0] not in gone]
    state.voyages[:] = [voyage for voyage in state.voyages if voyage[0] not in gone]
    state.derived = {}
    return [Land(block, hex_) for block, _ in waiting]


# ---- the air


def _reconnaissance(game: SeriesGame, view: SeriesView, action: Scout, rng: Random) -> Prospects:
    seen = 0.0
    for _ in range(GUESSES):
        seen += reconnaissance_chance(game.rules, game.guess(view, rng), action.hq, action.hex) / GUESSES
    outcomes = Outcome("seen", seen), Outcome("unseen", 1.0 - seen)
    hidden = any(sight.location == action.hex and not sight.face_up for sight in view.blocks.seen)
    return Prospects("reconnaissance", action.hex, (), outcomes, not hidden, game.rules.cite("BE-19.1d"))


def _is_sending(state: SeriesState) -> bool:
    """Whether a player is choosing the aircraft for a raid."""
    top = state.frames[-1] if state.frames else ()
    return bool(top) and top[:2] == (Raid.number, Raid.SEND)


def _raid(
    game: SeriesGame, state: SeriesState, view: SeriesView, action: Bomb | Sortie | None, wings: Sequence[int]
) -> Prospects | None:
    """The prospects of a raid that meets no fighters, with the aircraft already sent and those named; else of the strongest bomber."""
    rules, bombing = game.rules, game.rules.strategic
    if not isinstance(bombing, StrategicBombing) or bombing.raiding_side(state) != view.viewer:
        return None
    if isinstance(action, Bomb):
        hex_, raiders = action.hex, list(wings) or _strongest(rules, state, bombing, action)
    else:
        hex_ = state.frames[-1][2]
        raiders = [*bombing.flying(state, view.viewer), *([action.block] if action else []), *wings]
    raiders = list(dict.fromkeys(raiders))
    if all(rules.units.is_fighter[block] for block in raiders):
        return None
    chances = bombing_hits(rules, state, hex_, raiders)
    outcomes = tuple(Outcome(str(hits), chance) for hits, chance in enumerate(chances))
    expected = sum(hits * chance for hits, chance in enumerate(chances))
    return Prospects("raid", hex_, tuple(raiders), outcomes, exact=False, clause=rules.cite("BE-32.0c"), expected=expected)


def _strongest(rules: Rules, state: SeriesState, bombing: StrategicBombing, action: Bomb) -> list[int]:
    sent = bombing.sorties(state, bombing.raiding_side(state), action.hex, action.target)
    able = {sortie.block for sortie in sent if isinstance(sortie, Sortie) and not rules.units.is_fighter[sortie.block]}
    return [max(able, key=lambda block: (bombing.is_far_flying(block), rules.air.value(state, block), -block))] if able else []
