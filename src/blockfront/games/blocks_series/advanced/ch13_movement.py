"""Chapter 13: what armour and aircraft may do with and without command."""

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.actions import Move
from blockfront.games.blocks_series.rules.ch02_set_up import SetUp
from blockfront.games.blocks_series.rules.ch07_turn.p05_movement import Movement
from blockfront.games.blocks_series.rules.ch07_turn.p06_air import AirOperations
from blockfront.games.blocks_series.rules.ch07_turn.p07_retreats import Retreats
from blockfront.games.blocks_series.rules.ch07_turn.p08_blitz import Blitz
from blockfront.games.blocks_series.state import MARKED, SeriesState


class SetUpWithHeadquarters(SetUp):
    """Headquarters are set up, too."""

    def leaves_out_hqs(self) -> bool:
        return False


class CommandMovement(Movement):
    """Armour without command has half its movement points."""

    @rule("BE-13.5a", "BE-13.5c", "BE-13.3c", "BE-13.2a", "BE-3.18a")
    @rule("BW-13.2a", "BW-13.5a", "BW-13.5b", "BW-R75")
    def allowance(self, state: SeriesState, block: int) -> int:
        """Armour without command has half its points, a quarter if it is also out of supply; headquarters move before they act."""
        points = super().allowance(state, block)
        if not self.is_limited(state, block) or not points:
            return points
        return max(1, points // 2)

    @rule("BE-13.8.1c", "BE-13.8.2c", "BE-13.8.3d", "BE-R12")
    @rule("BW-13.8.1f", "BW-R17", "BW-R89")
    def full_allowance(self, state: SeriesState, block: int) -> int:
        """As in the basic game, but some high commands never move."""
        return 0 if self.units.is_fixed[block] else super().full_allowance(state, block)

    @rule("BE-13.5a", "BE-13.5b")
    def is_limited(self, state: SeriesState, block: int) -> bool:
        """Whether a unit is armour without command; it still defends as always. A headquarters can activate itself."""
        return self.units.is_armour[block] and not self.units.is_hq[block] and not self.rules.headquarters.is_commanded(state, block)

    @rule("BE-13.0b", "BE-13.3c")
    @rule("BW-13.3c")
    def may_move(self, state: SeriesState, block: int) -> bool:
        """As in the basic game, but a headquarters that is already active does not move."""
        return not state.active_hqs >> block & 1 and super().may_move(state, block)

    @rule("BE-13.2a", "BE-13.5a", "BE-13.5c", "BE-12.4.1b")
    @rule("BW-13.2a", "BW-13.5a", "BW-12.4.1b")
    def may_attack(self, state: SeriesState, block: int) -> bool:
        """Armour attacks only under command, or as a desperate attack without supply."""
        if self.is_limited(state, block) and not state.flags[block] & MARKED:
            return False
        return super().may_attack(state, block)

    def why_not(self, state: SeriesState, action: Action, side: int) -> Refusal | None:
        found = super().why_not(state, action, side)
        if not isinstance(action, Move) or found is None or found.because != "may_not_attack":
            return found
        lacks_command = self.is_limited(state, action.block) and not state.flags[action.block] & MARKED
        return Refusal("BE-13.5a", "needs_command", {"block": action.block}) if lacks_command else found


class CommandFlights(AirOperations):
    """Aircraft do not fight without command."""

    @rule("BE-13.5d", "BE-13.2a")
    @rule("BW-13.5c")
    def may_fight(self, state: SeriesState, block: int) -> bool:
        """Aircraft without command only change airfields; to rise from an attacked airfield they need none."""
        return self.rules.headquarters.is_commanded(state, block) and super().may_fight(state, block)

    def why_no_fight(self, state: SeriesState, block: int) -> Refusal:
        if self.rules.headquarters.is_commanded(state, block):
            return super().why_no_fight(state, block)
        return Refusal("BE-13.5d", "no_mission_without_command", {"block": block})


class CommandBlitz(Blitz):
    """A blitz needs no new activation; exploitation does."""

    @rule("BE-13.7a", "BE-13.7b", "BE-13.7c")
    @rule("BW-13.7a", "BW-13.7b")
    def may_exploit(self, state: SeriesState, block: int) -> bool:
        """Whether the unit is a headquarters, or armour that a headquarters commands in this phase."""
        commanded = self.units.is_hq[block] or self.rules.headquarters.is_commanded(state, block)
        return commanded and super().may_exploit(state, block)


class FixedHeadquarters(Retreats):
    """High commands do not retreat."""

    @rule("BE-13.8.1c", "BE-13.8.2c")
    @rule("BW-R17")
    def options(self, state: SeriesState, block: int) -> list[Action]:
        return [] if self.units.is_fixed[block] else super().options(state, block)
