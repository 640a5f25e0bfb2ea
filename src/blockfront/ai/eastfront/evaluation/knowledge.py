"""What a side knows and expects: a guessed state, and the strength to reckon with for every block.

Own blocks, and enemy blocks seen or remembered, count as they are. A hidden block counts as the average of those that could stand
there, so that plans do not depend on which guess was drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Final

from blockfront.ai.eastfront.evaluation.economy import Economy
from blockfront.ai.eastfront.evaluation.outlook import EVEN, again, is_answered, pressure
from blockfront.ai.eastfront.evaluation.weights import DEFAULT, Weights
from blockfront.ai.eastfront.evaluation.worth import Worth
from blockfront.blocks.battle_odds.one_round import Stack, Unit
from blockfront.blocks.fog_of_war import remembered_steps
from blockfront.games.eastfront.loading.data_model import DOUBLE, NO_FIRE, SINGLE, TRIPLE
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import EastFrontState
from blockfront.hexes.grid import HexSet

SIXTH: Final = 1 / 6
HIDDEN_SPEED: Final = "infantry"  # unit type whose speed a hidden block is assumed to have


def chance(lowest: int) -> float:
    """Returns the chance that a die hits, given the lowest number that does."""
    return (7 - lowest) * SIXTH


class Knowledge:
    """One list per property, with an entry for every block; for enemies that are not `known`, values are averages."""

    def __init__(self, rules: Rules, state: EastFrontState, side: int, weights: Weights = DEFAULT, *, open_book: bool = False) -> None:
        """With `open_book`, every block of the state counts as it stands: for imagined positions."""
        self.weights = weights
        self.rules, self.state, self.side, self.enemy = rules, state, side, 1 - side
        self.worth = Worth(rules, state)
        self.board, self.units = rules.board, rules.units
        number = len(rules.order)
        self.known = [open_book or rules.units.side[b] == side or remembered_steps(state, b) > 0 for b in range(number)]
        self.value = [rules.units.value(b, state.steps[b]) if state.steps[b] else 0 for b in range(number)]
        self.offence = [chance(rules.units.offence[b]) for b in range(number)]
        self.defence = [chance(rules.units.defence[b]) for b in range(number)]
        self.is_hq = [self.known[b] and rules.units.is_hq[b] for b in range(number)]
        self.step, self.life = list(self.worth.step), list(self.worth.life)
        self.economy = Economy(rules, state, side, self.worth, weights)
        self.pressure = pressure(rules, state, side, self.worth)
        self.is_answered = is_answered(rules, state, side, self.worth)
        self.again = again(rules, state, side, self.worth)
        self._spend_freely()
        if not open_book:
            self._average_hidden()
            self._remember()
        self._units: dict[tuple[int, int, bool], Unit] = {}
        self.double: HexSet = self._doubled()

    @cached_property
    def kinds(self) -> list[int]:
        """A number for every block, equal for blocks that defend alike."""
        columns = (self.value, self.defence, self.step, self.life, self.known, self.units.type, self.units.lowest, self.units.is_hq)
        numbers: dict[tuple[object, ...], int] = {}
        return [numbers.setdefault(alike, len(numbers)) for alike in zip(*columns, strict=True)]

    @property
    def haste(self) -> float:
        """The chance that this side's next turn comes before the enemy's."""
        return len(self.again) * EVEN

    def _spend_freely(self) -> None:
        """Lowers the worth of own steps that Production can replace, or that must be risked to win at all."""
        daring = 1.0 - self.weights.daring * self.pressure
        for block in self.rules.order.of_side[self.side]:
            if self.state.location[block] >= 0 and not self.units.is_hq[block]:
                self.step[block] *= daring * self.economy.missed(block)

    # ---- what is hidden

    def _average_hidden(self) -> None:
        hidden = [b for b in self.rules.order.of_side[self.enemy] if not self.known[b] and self.state.location[b] >= 0]
        pool = [b for b in hidden if not self.units.is_hq[b] and not self.units.is_static[b]]
        if not pool:
            return
        average = self._average_values()
        value = sum(average.get(self.units.type[b], 2.5) for b in pool) / len(pool)
        columns = (self.offence, self.defence, self.step, self.life)
        means = [sum(column[b] for b in pool) / len(pool) for column in columns]
        for block in hidden:
            self.value[block] = max(1, round(value))
            for column, mean in zip(columns, means, strict=True):
                column[block] = mean

    def _average_values(self) -> dict[str, float]:
        """Returns the average combat value of each unit type at the start of the scenario."""
        found: dict[str, list[float]] = {}
        for force in self.rules.scenario_of(self.state).sides[self.enemy].forces:
            for block in force.pool:
                found.setdefault(self.units.type[block], []).append(force.cv / force.units)
        return {kind: sum(values) / len(values) for kind, values in found.items()}

    def _remember(self) -> None:
        """Gives remembered blocks the strength with which they were last seen."""
        for block in self.rules.order.of_side[self.enemy]:
            steps = remembered_steps(self.state, block)
            if steps:
                self.value[block] = self.units.value(block, steps)

    def speed(self, block: int) -> int:
        """Returns a block's speed in the current weather; a hidden block is assumed to be infantry."""
        if self.known[block]:
            return self.rules.weather.speed(self.state, block)
        weather = self.rules.weather.at(self.state, self.state.location[block])
        return self.rules.tables.unit_types[HIDDEN_SPEED].speed[weather]

    # ---- units in battle

    def _doubled(self) -> HexSet:
        """Returns the hexes in which defending units have double defence now."""
        board = self.board
        rough = board.rough | board.swamp | board.mountain | board.major_cities
        return (rough & board.playable) | self.rules.weather.mud_hexes(self.state)

    def unit(self, block: int, hex_: int, *, attacks: bool) -> Unit:
        """Returns a unit as it would fight in a hex."""
        key = (block, hex_, attacks)
        found = self._units.get(key)
        if found is None:
            odds = self._attack_chance(block, hex_) if attacks else self._defence_chance(block, hex_)
            found = Unit(self.value[block], self._lowest(block), odds, self.step[block], self.life[block])
            self._units[key] = found
        return found

    def _lowest(self, block: int) -> int:
        return self.units.lowest[block] if self.known[block] else 1

    def _attack_chance(self, block: int, hex_: int) -> float:
        if not self.offence[block]:
            return 0.0
        if not self.known[block]:
            slack = self.rules.weather.slackens_offence(self.state, self.enemy, hex_)
            return chance(SINGLE) if slack else self.offence[block]
        lowest = self.rules.firepower.offensive(self.state, block, hex_)
        return chance(lowest) if lowest < NO_FIRE else 0.0

    def _defence_chance(self, block: int, hex_: int) -> float:
        if not self.defence[block]:
            return 0.0
        odds = self.defence[block]
        if self.board.major_cities >> hex_ & 1 or (self.known[block] and self.rules.firepower.is_mountain_unit_at_home(block, hex_)):
            odds = max(odds, chance(DOUBLE))
        return odds

    def stack(self, blocks: Sequence[int], hex_: int, *, attacks: bool, fortress: bool = False) -> Stack:
        """Returns units as they would fight in a hex; in a fortress the largest defender fires best."""
        found = [self.unit(block, hex_, attacks=attacks) for block in blocks]
        if fortress and found and not attacks:
            largest = max(range(len(found)), key=lambda i: found[i].value)
            found[largest] = found[largest]._replace(chance=chance(TRIPLE))
        return tuple(sorted(found))

    def hits_per_step(self, hex_: int, defender: int, original_defender: int, *, supported: bool) -> int:
        """Returns how many hits cost the defending side a step; 0 if it cannot be hurt."""
        if self.board.fortresses >> hex_ & 1 and original_defender == defender:
            return 3 if supported else 0
        return 1 + (self.double >> hex_ & 1) + (not supported)
