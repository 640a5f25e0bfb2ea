"""Chapter 13: headquarters. The basic game does not use them: every unit acts fully by itself."""

from collections.abc import Sequence
from typing import Final

from blockfront.core.actions import Action
from blockfront.core.choices import Choices
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Shot
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import MARKED, ORDERS, SeriesState
from blockfront.hexes.grid import HexSet

# kinds of action, in the order of `ORDERS`
COMMAND, HELP_ARMOUR, HELP_AIR, HELP_MARKED, FREE_RAIL, SEA_TRANSPORT, AIRBORNE_ASSAULT, PUT_IN_RESERVE, RECONNOITRE = range(9)
STAND_BY, SUPPLY_COAST, LANDING, KEEP_SUBMARINES = range(9, len(ORDERS))
ORDER_NAMES: Final = (
    "commands",
    "supplies the armour of",
    "supplies the aircraft of",
    "brings supplies to",
    "sends by rail",
    "ships",
    "drops",
    "puts in reserve",
    "reconnoitres",
    "stands ready",
    "supplies from the sea",
    "keeps for the second wave",
    "keeps the submarines at sea",
)


class Headquarters(Chapter):
    command = False  # whether headquarters give orders in this game

    # ---- full supply

    def is_commanded(self, state: SeriesState, block: int) -> bool:
        """Whether headquarters allow a unit to attack and use all its movement points."""
        return True

    def is_hampered(self, state: SeriesState, block: int) -> bool:
        """Whether a unit suffers from being out of supply."""
        return bool(state.flags[block] & MARKED)

    def pays_fare(self, state: SeriesState, block: int) -> bool:
        """Whether a rail move of the unit is paid by an action point."""
        return False

    def rail_moves(self, state: SeriesState, side: int, usual: int) -> int:
        """The number of strategic rail moves a side has."""
        return usual

    # ---- orders

    def commanders(self, state: SeriesState, side: int) -> Sequence[int]:
        """Headquarters that may act in this phase."""
        return ()

    def is_able_to(self, state: SeriesState, hq: int, kind: int) -> bool:
        """Whether a headquarters may take an action of this kind now."""
        return False

    def is_subordinate(self, hq: int, block: int) -> bool:
        """Whether a headquarters may act for a unit."""
        return False

    def is_waiting(self, state: SeriesState, block: int) -> bool:
        """Whether command would help a unit: it has none yet and can still act."""
        return False

    def command_range(self, state: SeriesState, hex_: int) -> int:
        """The range of a headquarters in a hex."""
        return 0

    def points_left(self, state: SeriesState, hq: int) -> int:
        """Action points a headquarters can still use in this turn."""
        return 0

    def reach(self, state: SeriesState, hq: int) -> HexSet:
        """The hexes in which a headquarters can command."""
        return 0

    def orders_of(self, state: SeriesState, hq: int) -> list[Action]:
        """The orders a headquarters may give now."""
        return [order for kind in self.kinds_of_orders(state, hq) for order in kind]

    def kinds_of_orders(self, state: SeriesState, hq: int) -> list[Choices]:
        """The orders a headquarters may give now, by kind; each kind is worked out on demand."""
        return []

    def give_order(self, state: SeriesState, hq: int, kind: int, block: int) -> None:
        raise TypeError("this game is played without headquarters")

    def has_reserves(self) -> bool:
        """Whether units may be held in reserve in this game."""
        return False

    # ---- transport by sea

    def ship(self, state: SeriesState, hq: int, block: int) -> None:
        """Spend an action of a headquarters on a sea transport."""
        raise TypeError("this game is played without transports by sea")

    # ---- reconnaissance

    def interception(self, state: SeriesState, hex_: int) -> list[Shot]:
        """The enemy's fire at reconnaissance over a hex."""
        return []

    def succeeds(self, state: SeriesState, hq: int, hex_: int, face: int) -> bool:
        """Whether reconnaissance has seen the units in a hex."""
        raise TypeError("this game is played without reconnaissance")

    # ---- the course of a turn

    def begin_turn(self, state: SeriesState, side: int) -> None:
        """Activate headquarters that are always active."""

    def end_movement(self, state: SeriesState, side: int) -> None:
        """Activate headquarters whose own movement requires it."""

    def wear(self, state: SeriesState, hq: int) -> int:
        """The steps a headquarters loses when it is deactivated."""
        return 1

    def leave_posts(self, state: SeriesState, side: int, entered: HexSet, events: list[Event]) -> None:
        """Let high commands flee when ground units of a side have entered their hexes."""

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        return None
