"""Decisions left to the machine: losses among equals, fire order, optional battles, fortress supply."""

from random import Random

from blockfront.core.match import Match
from blockfront.core.sides import Side
from blockfront.games.eastfront.actions import Fight, Fire, FireAll, Sustain, TakeLoss
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.title import DECLINE, FIRE, LOSSES, SUSTAIN, TITLE

COVERED = {FIRE: (Fire,), LOSSES: (TakeLoss,), DECLINE: (Fight,), SUSTAIN: ()}


def played(orders: frozenset[str], seed: int) -> Match:
    """A whole random game in which both sides gave these orders."""
    match = Match(make("w42", frozenset()), seed=bytes([seed]) * 32)
    match.standing_orders = {Side(0): orders, Side(1): orders}
    rng = Random(seed)
    while match.result is None:
        side = min(match.to_act())
        seat = next(seat for seat in match.seats if side in seat.sides)
        match.submit(seat, match.game.legal(match.state, side).sample(rng))
    return match


def test_every_order_of_the_title_takes_its_decisions_off_the_player() -> None:
    orders = frozenset(order.id for order in TITLE.standing_orders)
    assert orders == COVERED.keys()
    entries = played(orders, 3).entries
    asked = [entry.action for entry in entries if entry.seat]
    assert not [action for action in asked if isinstance(action, Fire | FireAll | TakeLoss | Fight | Sustain)]
    assert any(isinstance(entry.action, FireAll) for entry in entries if not entry.seat)


def test_without_orders_the_player_is_asked() -> None:
    asked = [entry.action for entry in played(frozenset(), 3).entries if entry.seat]
    assert any(isinstance(action, TakeLoss) for action in asked)
    assert any(isinstance(action, Fight) for action in asked)


def test_losses_go_to_the_cheapest_of_equals() -> None:
    game = make("w42", frozenset())
    match = played(frozenset((LOSSES,)), 5)
    state = game.setup()
    for entry in match.entries:
        if isinstance(entry.action, TakeLoss):
            offered = [action for action in game.legal(state, entry.side) if isinstance(action, TakeLoss)]
            cost = game.rules.production.step_cost
            assert cost(state, entry.action.block) == min(cost(state, action.block) for action in offered)
        game.apply(state, entry.action, entry.side)


def test_orders_do_not_answer_for_the_other_side() -> None:
    game = make("w42", frozenset())
    state = game.setup()
    waiting = min(game.to_act(state))
    assert game.standing_answer(state, Side(1 - waiting), frozenset(COVERED)) is None
