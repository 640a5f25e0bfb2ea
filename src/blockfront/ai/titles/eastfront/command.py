"""Which headquarters to activate: a plan is made as if all could command, and those are paid for whose part of it is worth a step."""

from __future__ import annotations

from typing import Final, NamedTuple

from blockfront.ai.titles.eastfront.appraisal import Appraisal, Strike
from blockfront.ai.titles.eastfront.ground import Ground
from blockfront.ai.titles.eastfront.knowledge import Knowledge
from blockfront.ai.titles.eastfront.planner import ATTACK, RAIL, Planner, PlanStep
from blockfront.blocks import effects
from blockfront.blocks.block_state import count_at
from blockfront.games.eastfront.actions import Activate
from blockfront.games.eastfront.ruleset import Rules
from blockfront.games.eastfront.state import INACTIVE, NO_HEX, EastFrontState
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members

STEP_PRICE: Final = (99.0, 2.4, 2.0, 1.7)  # of a command step, by value before it is spent: the last ones are dear
SUPREME_PRICE: Final = (99.0, 2.0, 1.7, 1.5)
SECOND_STEP: Final = 2.2


class Option(NamedTuple):
    """A way to activate a headquarters."""

    hq: int
    to: int  # NO_HEX where it stays
    hex: int  # where it commands from
    zone: HexSet
    price: float


class Choice(NamedTuple):
    """What the Command Phase comes to."""

    activations: list[Activate]
    gains: list[PlanStep]
    dreamt: list[PlanStep]


def strikes_of(rules: Rules, state: EastFrontState, hqs: list[int]) -> tuple[Strike, ...]:
    """Air strikes of headquarters, the strongest first."""
    found = [
        Strike(state.location[hq], rules.air.range(state, hq), rules.air.dice(state, hq))
        for hq in hqs
        if state.location[hq] >= 0 and rules.air.dice(state, hq) > 0
    ]
    return tuple(sorted(found, key=lambda strike: (-strike.dice, strike.hex)))


class Commander:
    def __init__(self, knowledge: Knowledge, ground: Ground) -> None:
        self.knowledge, self.ground, self.rules = knowledge, ground, knowledge.rules
        self.state, self.side = knowledge.state, knowledge.side

    def choose(self) -> Choice:
        """The activations still to be made, best first."""
        options = self._options()
        if not options:
            return Choice([], [], [])
        reachable = 0
        for option in options:
            reachable |= option.zone
        dreamt = self._dream(options, reachable)
        chosen = self._cover(options, dreamt)
        covered = self._covered(dreamt, chosen)
        return Choice([Activate(option.hq, False, option.to) for option in chosen], covered, dreamt)

    # ---- options

    def _options(self) -> list[Option]:
        found = []
        for hq in self.rules.units.hqs[self.side]:
            if self.state.location[hq] < 0 or self.state.command[hq] != INACTIVE:
                continue
            found += self._options_of(hq)
        return found

    def _options_of(self, hq: int) -> list[Option]:
        rules, state = self.rules, self.state
        value = rules.headquarters.value(state, hq)
        effective = rules.headquarters.effective_value(state, hq)
        supreme = rules.units.is_supreme[hq]
        if value < 1 or effective < (1 if supreme else 0):
            return []
        if supreme:
            return [Option(hq, NO_HEX, state.location[hq], 0, SUPREME_PRICE[value])]
        price = STEP_PRICE[value]
        found = []
        for to in (NO_HEX, *members(rules.headquarters.deploy_hexes(state, hq))):
            hex_ = state.location[hq] if to == NO_HEX else to
            if to != NO_HEX and (self.ground.to_enemy[hex_] <= 1 or count_at(state, hex_, self.side) >= rules.board.stacking[hex_]):
                continue
            trial = state.copy()
            effects.place(trial, hq, self.side, hex_)
            found.append(Option(hq, to, hex_, rules.headquarters.zone(trial, hq), price + (0.05 if to != NO_HEX else 0.0)))
        return found

    # ---- the dream and its price

    def _dream(self, options: list[Option], reachable: HexSet) -> list[PlanStep]:
        """What would be done if every headquarters commanded wherever it could."""
        hqs = sorted({option.hq for option in options})
        supreme = [hq for hq in hqs if self.rules.units.is_supreme[hq]]
        moves = sum(self._supreme_moves(hq) for hq in supreme)
        appraisal = Appraisal(self.ground, reachable, strikes_of(self.rules, self.state, hqs))
        return Planner(appraisal, self.state, reachable, moves).plan()

    def _supreme_moves(self, hq: int) -> int:
        return self.rules.tables.numbers.supreme_moves_per_value * max(0, self.rules.headquarters.effective_value(self.state, hq))

    def _cover(self, options: list[Option], dreamt: list[PlanStep]) -> list[Option]:
        """Headquarters one after the other, as long as one adds more than it costs."""
        chosen: list[Option] = []
        worth = 0.0
        while True:
            taken = {option.hq for option in chosen}
            best: tuple[float, Option] | None = None
            for option in options:
                if option.hq in taken:
                    continue
                profit = self._worth(dreamt, [*chosen, option]) - worth - option.price
                if best is None or profit > best[0] + 1e-9:
                    best = profit, option
            if best is None or best[0] <= 0:
                return chosen
            chosen.append(best[1])
            worth = self._worth(dreamt, chosen)

    def _worth(self, dreamt: list[PlanStep], chosen: list[Option]) -> float:
        zone = 0
        for option in chosen:
            zone |= option.zone
        supreme = sum(self._supreme_moves(option.hq) for option in chosen if self.rules.units.is_supreme[option.hq])
        total = 0.0
        for step in dreamt:
            share, needed = self._share(step, zone, supreme)
            total += share * step.gain
            supreme -= needed
        return total

    def _share(self, step: PlanStep, zone: HexSet, supreme: int) -> tuple[float, int]:
        """How much of a step can be done with what is commanded, and the Supreme Moves that takes."""
        if step.kind == RAIL:
            return (1.0, 1) if supreme >= 1 else (0.0, 0)
        within = (step.origins & zone).bit_count()
        outside = step.origins.bit_count() - within
        carried = min(outside, supreme)
        share = (within + carried) / max(1, within + outside)
        if step.kind == ATTACK:
            share = share**2 if zone >> step.hex & 1 else 0.0
        return share, carried if share else 0

    def _covered(self, dreamt: list[PlanStep], chosen: list[Option]) -> list[PlanStep]:
        zone = 0
        for option in chosen:
            zone |= option.zone
        return [step for step in dreamt if self._share(step, zone, 0)[0] > 0.5]
