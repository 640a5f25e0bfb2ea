"""A second opinion on Blocks in the East: what the clauses of the basic game say, restated plainly, against the engine over random games.

`make soak` plays many more of them (BLOCKFRONT_GAMES).
"""

import os
from collections import Counter
from collections.abc import Container, Iterator
from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.game import make
from blockfront.games.blocks_series.actions import BuyStep, Move
from blockfront.games.blocks_series.events import Rolled
from blockfront.games.blocks_series.state import MOVEMENT, PRODUCTION
from blockfront.games.blocks_series.steps.battle import Battle, BattleFrame
from blockfront.games.blocks_series.steps.movement import GroundMovement
from blockfront.games.blocks_series.steps.production import ProductionPhase
from blockfront.hexes.hexset import members
from blockfront.testing.random_play import random_answer
from tests.second_opinion.eastern import AXIS, POINTS, SOVIET, EasternTable

GAMES = int(os.environ.get("BLOCKFRONT_GAMES", "1"))
DECISIONS = 500 if GAMES == 1 else 6000
GREAT = (("germany", AXIS), ("ussr", SOVIET))


class Referee:
    """Plays a game at random and compares at every step."""

    options: tuple[str, ...] = ()
    table: type[EasternTable] = EasternTable

    def __init__(self, scenario: str, seed: int) -> None:
        self.game, self.rng = make(scenario, frozenset(self.options)), Random(seed)
        self.state = self.game.setup()
        self.compared: Counter[str] = Counter()
        self._seen: tuple[int, int] = (-1, -1)

    def play(self) -> None:
        for _ in range(DECISIONS):
            if self.game.result(self.state) is not None:
                return
            self.look()
            side, action = random_answer(self.game, self.state, self.rng, evenly=False)
            before, table = self.state.frames[-1], self.table(self.game, self.state.copy())
            top = self.game.stack.top(self.state)
            events = self.game.apply(self.state, action, side)
            if top is not None and isinstance(top[0], Battle):
                for event in events:
                    if isinstance(event, Rolled) and event.step == "ground":
                        self.fire(table, BattleFrame(*before), event)

    def look(self) -> None:
        top = self.game.stack.top(self.state)
        assert top is not None
        table = self.table(self.game, self.state)
        moment = (self.state.turn, self.state.phase)
        if isinstance(top[0], ProductionPhase) and moment != self._seen and self.state.phase == PRODUCTION:
            self._seen = moment
            self.control(table)
            self.supply(table)
        if isinstance(top[0], ProductionPhase):
            self.production(table)
        if isinstance(top[0], GroundMovement) and self.state.phase == MOVEMENT and self.rng.random() < 0.1:
            self.movement(table)

    # ---- comparing

    def control(self, table: EasternTable) -> None:
        for side in (AXIS, SOVIET):
            alone = table.places(side, ground_only=True) - table.places(1 - side)
            assert alone <= table.holds(side)
            self.compared["control"] += len(alone)
        self.zones(table)

    def zones(self, table: EasternTable) -> None:
        for side in (AXIS, SOVIET):
            assert table.zone(side) == set(members(self.game.rules.zones.zone(self.state, side)))

    def supply(self, table: EasternTable) -> None:
        for nation, side in GREAT:
            power = self.game.rules.tables.power(nation)
            blocks = [b for b in table.units(side) if self.game.rules.units.power[b] == power]
            assert table.sources(nation, side) == set(members(self.game.rules.supply.sources(self.state, power).everything))
            lacking, _ = self.game.rules.supply.unsupplied(self.state, blocks)
            assert table.cut_off(nation, side) == set(lacking)
            self.compared["supply"] += len(blocks)

    def production(self, table: EasternTable) -> None:
        side = self.state.active
        nation = GREAT[side][0]
        points = self.state.pool[self.game.rules.tables.power(nation) * 5]
        offered = {action.block for action in self.game.rules.production.steps(self.state, side) if isinstance(action, BuyStep)}
        own = {block for block in offered if self.game.order[block].nation == nation}
        assert own == table.steps_for_sale(nation, side, points)
        self.compared["production"] += 1

    def offered_moves(self, table: EasternTable, types: Container[str]) -> Iterator[tuple[int, set[int]]]:
        """German and Soviet units of these types that may move, each with the hexes that the engine offers it; not those in the north."""
        movement, board = self.game.rules.movement, self.game.rules.board
        north = board.area("scandinavia", "finland", "finnish_attack_zone") | board.boxes
        for block in table.units(self.state.active):
            unit, hex_ = self.game.order[block], self.state.location[block]
            if unit.nation not in ("germany", "ussr") or unit.type not in types or not movement.may_move(self.state, block):
                continue
            if not board.within(hex_, 5) & (board.arrow_ends | north):
                yield block, {move.to for move in movement.moves(self.state, block).listed() if isinstance(move, Move)}

    def movement(self, table: EasternTable) -> None:
        for block, offered in self.offered_moves(table, POINTS):
            assert offered == table.reach(block), self.game.rules.board.name(self.state.location[block])
            self.compared["movement"] += 1

    def fire(self, table: EasternTable, fight: BattleFrame, event: Rolled) -> None:
        here = [block for side in (AXIS, SOVIET) for block in table.units(side) if table.state.location[block] == fight.hex]
        if any(table.order[block].nation not in ("germany", "ussr") for block in here) or fight.hex >= table.board.grid.size:
            return
        found = table.volley(fight.hex, event.side, table.state.active, fight.round == 1)
        assert sum(dice for _, dice, _ in event.shots) == found.dice
        assert {(block, lowest) for block, _, lowest in event.shots} == set(found.faces)
        self.compared["fire"] += 1


def compare(scenario: str, seed: int) -> Counter[str]:
    referee = Referee(scenario, seed)
    referee.play()
    return referee.compared


@clause("BE-3.1b", "BE-3.19a", "BE-3.19b", "BE-4.2a", "BE-4.3a", "BE-4.3c", "BE-4.3d", "BE-7.3b", "BE-7.3c", "BE-7.5.3b", "BE-7.5.3g")
@clause("BE-3.10a", "BE-7.7.6f", "BE-7.7.6g", "BE-7.7.6h", "BE-7.7.6i", "BE-7.7.7a", "BE-7.7.7c", "BE-3.1d")
@pytest.mark.parametrize("scenario", ["sbe1", "sbe2", "sbe3", "sbe4"])
@pytest.mark.parametrize("seed", range(GAMES))
def test_the_engine_says_what_the_clauses_say(scenario: str, seed: int) -> None:
    compared = compare(scenario, seed)
    assert {"control", "supply", "production", "movement"} <= set(compared), compared
