"""The order of battle of a Blocks game as a side knows it."""

from random import Random
from typing import Any

from blockfront.blocks.block_state import ELIMINATED, NOT_IN_PLAY
from blockfront.blocks.forces import ComingUnit, DeadUnit, Roster, hidden_units
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import NOT_FOR_SALE
from blockfront.games.blocks_series.state import GONE


def forces(game: Any, view: Any) -> Roster:
    rules, state = game.rules, game.guess(view, Random(0))  # only what the viewer knows is read from it
    fallen = [own.block for own in view.blocks.own if own.location in (ELIMINATED, GONE)]
    dead = [DeadUnit(block, _price(rules, state, block) if state.location[block] == ELIMINATED else ()) for block in fallen]
    waiting = {own.block for own in view.blocks.own if own.location == NOT_IN_PLAY}
    coming = [unit for unit in _coming(rules, state, view.viewer) if unit.block in waiting] if view.viewer >= 0 else []
    hidden = () if rules.definitions.faces_are_open() else hidden_units(rules.order, view.viewer, game.belief(view, state))
    return Roster(tuple(dead), tuple(sorted(coming, key=lambda unit: (unit.month, unit.block))), hidden)


def _price(rules: Any, state: Any, block: int) -> tuple[int, ...]:
    """The price of the first step in points of each colour; empty if it cannot be bought."""
    production, first = rules.production, rules.units.weakest[block]
    price = production.price_now(state, block, first)
    if price == NOT_FOR_SALE or not rules.tables.powers[rules.units.power[block]].rebuilds:
        return ()
    points: tuple[int, ...] = production.points_of_step(block, first, price)
    return points


def _coming(rules: Any, state: Any, side: int) -> list[ComingUnit]:
    """The units still to come: those listed by the scenario, and those of the order of battle if the scenario follows it."""
    scenario, tables, reinforcements = rules.scenario, rules.tables, rules.reinforcements
    listed = reinforcements.calendar(state, side)
    found = [
        ComingUnit(one.block, one.month, rules.order[one.block].steps_for(one.value), rules.board.hex(one.places[0]) if one.places else -1)
        for one in listed
    ]
    named = {unit.block for unit in found}
    for block in reinforcements.unlisted:
        facts, mine = tables.facts[block], rules.units.side[block] == side and not reinforcements.replaces(block)
        fights = not state.surrendered >> rules.units.power[block] & 1
        if mine and fights and block not in named and 0 < facts.arrives <= scenario.last_month:
            place = reinforcements.named_place(block)
            found.append(ComingUnit(block, facts.arrives, rules.order[block].steps_for(facts.start), -1 if place is None else place))
    return found
