"""Odds of battles and proposals on the wire; both come from one viewer's knowledge alone."""

from typing import Any

import msgspec


class SideOdds(msgspec.Struct):
    """A side's possible losses and what may be left of it by the end of a round."""

    losses: list[float]  # chance of having lost 0, 1, 2 … steps
    expected_loss: float
    survivors: list[float] | None  # chance of having 0, 1, 2 … steps left; null where the viewer does not know the steps now


class RoundOfOdds(msgspec.Struct):
    round: int
    attacker: SideOdds
    defender: SideOdds
    clears: float  # chance that no defender is left while an attacker is in the hex
    fails: float  # chance that no attacker is left in the hex
    balance: list[tuple[int, float]] = []  # (steps that the defender has lost more than the attacker, chance), least first


class Forces(msgspec.Struct):
    """What the viewer knows of a side's blocks in the hex."""

    side: int
    blocks: int
    unknown: int  # how many of these have a strength the viewer does not see
    steps: int | None  # of all these blocks; null if he does not see them all


class AttackChange(msgspec.Struct):
    """What would change the odds of an attack: a unit that `joins`, or the same one that `enters` from another hex."""

    kind: str
    block: int
    entry: int  # the hex it would enter from, or -1
    gain: float  # added to the chance of taking the hex in one round


class Odds(msgspec.Struct):
    """The odds of a battle by the end of each round, if the attacker goes on. Hidden blocks may be any that the viewer cannot rule out."""

    hex: int
    attacker: Forces
    defender: Forces
    exact: bool  # every block in the hex is seen; otherwise the odds are a mean over possible ones
    rounds: list[RoundOfOdds]
    changes: list[AttackChange] = []  # for an attack that is only considered, the most important first


class Expectations(msgspec.Struct):
    """What the first side could expect at each moment of the true charts, as a machine player judges the position.

    `judge` is the player's level, empty where no player of the title judges positions; `in_points`: in victory points, as the
    aim counts them, else counted from the beginning on.
    """

    judge: str = ""
    in_points: bool = False
    values: list[float] = []


class ProposedAction(msgspec.Struct):
    action: Any
    text: str


class Proposal(msgspec.Struct):
    """What a machine player would do now, one action after the other. `kind` is `deployment` or `production`, or empty."""

    decision: int
    kind: str
    level: str  # of the player
    explanation: str
    actions: list[ProposedAction]
