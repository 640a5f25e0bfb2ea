"""A second opinion on EastFront: what the clauses say, restated in the plainest way, against the engine over games played at random.

`make soak` plays many more of them (BLOCKFRONT_GAMES).
"""

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.eastfront.actions import BuildCadre, BuyStep, Mobilise, Move, RailMove
from blockfront.games.eastfront.events import BattleOpened, Rolled
from blockfront.games.eastfront.game import EastFront
from blockfront.games.eastfront.state import AXIS, BLITZ_MOVEMENT, MOVEMENT, PRODUCTION, SOVIET
from blockfront.hexes.hexset import members
from blockfront.testing.random_play import random_answer
from tests.second_opinion.opinion import MOVED, REARGUARD, STRATEGIC, Table

GAMES = int(os.environ.get("BLOCKFRONT_GAMES", "1"))
DECISIONS = 350 if GAMES == 1 else 5000  # the latter plays to the end
SCENARIOS = ("s41", "w41", "s42", "w42", "s43", "w43", "s44")
CASES = [(scenario, seed) for seed in range(GAMES) for scenario in SCENARIOS]


class Referee:
    """Plays a game at random and compares at every step."""

    def __init__(self, scenario: str, seed: int) -> None:
        found = catalogue.game("eastfront", scenario)
        assert isinstance(found, EastFront)
        self.game, self.scenario, self.rng = found, scenario, Random(seed)
        self.state = found.setup()
        self.compared: Counter[str] = Counter()
        self.used: Counter[frozenset[int]] = Counter()
        self._phase: tuple[int, int] = (-1, -1)
        self._watch_control()

    def table(self) -> Table:
        return Table(self.game.order, self.state, self.scenario)

    def _watch_control(self) -> None:
        control: Any = self.game.rules.control
        fix = control.fix

        def watched(state: Any, events: list[Any]) -> None:
            before, table = set(members(state.axis_last)), Table(self.game.order, state, self.scenario)
            expected = table.control({int(hex_) for hex_ in before})
            fix(state, events)
            for side in (AXIS, SOVIET):
                assert expected[side] == {int(hex_) for hex_ in members(state.friendly[side])}, ("control", side)
            self.compared["control"] += 1

        control.fix = watched

    def play(self, decisions: int) -> None:
        for _ in range(decisions):
            if self.state.outcome:
                return
            if (self.state.turn, self.state.phase) != self._phase:
                self._phase = self.state.turn, self.state.phase
                self.used.clear()
            self._compare()
            side, action = random_answer(self.game, self.state, self.rng, evenly=False)
            self._note(action)
            before = self.table() if side == CHANCE else None
            events = self.game.apply(self.state, action, side)
            for event in events:
                if isinstance(event, Rolled) and before is not None:
                    self._compare_fire(before, event)
                elif isinstance(event, BattleOpened):
                    self._compare_defence(event)

    def _note(self, action: Any) -> None:
        """Hexsides of battles that an action crosses."""
        if isinstance(action, Move | RailMove | Mobilise):
            block = action.hq if isinstance(action, Mobilise) else action.block
            if action.exit >= 0:
                self.used[frozenset((self.state.location[block], action.exit))] += 1
            if isinstance(action, Move) and action.entry >= 0:
                self.used[frozenset((action.to, action.entry))] += 1

    def _compare(self) -> None:
        acting = self.game.to_act(self.state)
        if CHANCE in acting or not acting:
            return
        if self.rng.random() < 0.2:
            self._compare_supply()
        if self.state.phase == PRODUCTION:
            for side in acting:
                self._compare_production(int(side))
        elif self.state.phase in (MOVEMENT, BLITZ_MOVEMENT) and self.rng.random() < 0.3:
            self._compare_moves(self.state.active)

    def _compare_supply(self) -> None:
        table, supply = self.table(), self.game.rules.supply
        for side in (AXIS, SOVIET):
            rails, reach = table.railways(side), supply.in_reach(self.state, side)
            for unit in table.units:
                if unit.side == side and not unit.is_satellite:
                    assert table.has_line(unit, rails) == supply.has_line(self.state, unit.block, reach), ("supply", unit)
                    self.compared["supply"] += 1

    def _compare_moves(self, side: int) -> None:
        table, state = self.table(), self.state
        if any(unit.flags & REARGUARD for unit in table.units):
            return
        offered: dict[int, set[tuple[int, int, int]]] = {}
        for action in self.game.legal(state, Side(side)):
            if isinstance(action, Move):
                offered.setdefault(action.block, set()).add((action.to, action.entry, action.exit))
        commanded = table.commanded(side)
        for unit in table.units:
            if unit.side != side or unit.is_satellite:
                continue
            tied = unit.flags & (MOVED | STRATEGIC) or (unit.kind == "hq" and unit.command in (1, 2, 3))
            may_move = not tied and (unit.hex in commanded or state.supreme_moves > 0)
            expected = table.moves(unit, self.used) if may_move else set()
            assert offered.get(unit.block, set()) == expected, ("moves", unit, offered.get(unit.block, set()) ^ expected)
            self.compared["moves"] += len(expected)

    def _compare_fire(self, before: Table, event: Rolled) -> None:
        unit = next(unit for unit in before.units if unit.block == event.block)
        rearguard = next((u for u in before.here(event.hex, 1 - event.side) if u.flags & REARGUARD), None)
        if event.kind == "pursuit" and rearguard is None:  # a deploying headquarters
            rearguard = next(u for u in before.here(event.hex, 1 - event.side) if u.kind == "hq")
        possible = before.dice_and_face(event.kind, unit, event.hex, rearguard)
        if not unit.is_satellite:
            assert (len(event.faces), event.lowest) in possible, (event, possible)
            self.compared["fire"] += 1

    def _compare_defence(self, event: BattleOpened) -> None:
        table, passive = self.table(), 1 - event.active
        needed = self.game.rules.defence.hits_per_step(self.state, event.hex, passive, event.supported)
        assert needed == table.hits_for_a_step(event.hex, passive, event.supported), ("defence", event)
        assert event.supported == (event.hex in table.commanded(event.active)), ("support", event)
        self.compared["defence"] += 1

    def _compare_production(self, side: int) -> None:
        table, game, state = self.table(), self.game, self.state
        assert game.rules.production.level(state, side) == table.level(side), ("level", side)
        offered = list(game.legal(state, Side(side)))
        satellite = [("satellite" in block.tags or block.type.startswith("ss_")) for block in game.order.blocks]
        steps = {action.block for action in offered if isinstance(action, BuyStep) and not satellite[action.block]}
        assert steps == table.may_grow(side), ("steps", steps ^ table.may_grow(side))
        cadres = {(a.block, a.hex) for a in offered if isinstance(a, BuildCadre) and not satellite[a.block]}
        dead = [b for b in game.order.of_side[side] if state.location[b] == -1 and not state.flags[b] & 16 and not satellite[b]]
        payable = [b for b in dead if table.cadre_price(game.order[b].type, side) <= state.budget[side]]
        assert cadres == {(b, hex_) for b in payable for hex_ in table.arrival_places(side)}, ("cadres", side)
        self.compared["production"] += len(offered)


@pytest.mark.parametrize(("scenario", "seed"), CASES)
@clause("EF-6.1a", "EF-6.32b", "EF-6.33a", "EF-8.34a", "EF-10.3a", "EF-9.12a", "EF-5.3a", "EF-7.34a", "EF-11.2a", "EF-11.41a", "EF-11.6c")
def test_the_engine_plays_as_the_clauses_read(scenario: str, seed: int) -> None:
    referee = Referee(scenario, seed)
    referee.play(DECISIONS)
    assert referee.compared["control"] > 5
    assert referee.compared["moves"] > 100
    assert referee.compared["supply"] > 100
