"""Section 13.8 in the East: the Stavka in Moscow and the FHQ in Rastenburg."""

from typing import Final

from blockfront.blocks import effects
from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.events import Event
from blockfront.games.blocks_in_the_east.rules.ch07_turn import SOVIET
from blockfront.games.blocks_in_the_east.rules.history import GERMANY_INVADED
from blockfront.games.blocks_in_the_east.rules.theatre import eastern
from blockfront.games.blocks_series.actions import BuyStep
from blockfront.games.blocks_series.advanced.ch13_headquarters import CommandingHeadquarters
from blockfront.games.blocks_series.events import Relocated
from blockfront.games.blocks_series.rules.ch07_turn.p03_production import Production
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, Fire
from blockfront.games.blocks_series.ruleset import Rules
from blockfront.games.blocks_series.state import AXIS, NO_BLOCK, NO_HEX, SeriesState
from blockfront.hexes.grid import HexSet

FHQ_ACTIONS: Final = 2
FLAK: Final = {"s-stavka": 5, "g-fhq": 4}  # lowest face that hits aircraft


class EasternHeadquarters(CommandingHeadquarters):
    """The two high commands: their actions and their posts."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        keys = [block.key for block in self.order.blocks]
        self.fhq, self.stavka = (keys.index(key) if key in keys else NO_BLOCK for key in ("g-fhq", "s-stavka"))
        places = ("Rastenburg", "Berlin", "Moscow", "Chelyabinsk")
        self.rastenburg, self.berlin, self.moscow, self.chelyabinsk = (
            self.board.hex(place) if eastern(self.board) else NO_HEX for place in places
        )

    @rule("BE-13.8.2b", "BE-R47", "BE-13.8.3a")
    def action_points(self, state: SeriesState, hq: int) -> int:
        """The FHQ has two actions in the East, whatever its steps."""
        return FHQ_ACTIONS if hq == self.fhq else super().action_points(state, hq)

    @rule("BE-13.8.1c", "BE-13.8.1d", "BE-13.8.2c")
    def post(self, state: SeriesState, hq: int) -> int | None:
        """The place of a high command that never moves: Moscow or Chelyabinsk for the Stavka, Rastenburg or Berlin for the FHQ."""
        if hq == self.stavka:
            return self.moscow if state.control[SOVIET] >> self.moscow & 1 else self.chelyabinsk
        if hq == self.fhq:
            return self.berlin if state.happened & GERMANY_INVADED else self.rastenburg
        return None

    @rule("BE-13.8.1e")
    def rail_moves(self, state: SeriesState, side: int, usual: int) -> int:
        """The Soviets have one rail move fewer while Moscow is lost or cut off."""
        if side != SOVIET or self.stavka == NO_BLOCK:
            return super().rail_moves(state, side, usual)
        moscow_lives = self.rules.supply.is_linked(state, self.units.power[self.stavka], self.moscow)
        return usual if moscow_lives else usual - 1

    @rule("BE-13.8.2c")
    def leave_posts(self, state: SeriesState, side: int, entered: HexSet, events: list[Event]) -> None:
        """The FHQ goes to Berlin as soon as Soviet ground units are in Germany."""
        if self.fhq == NO_BLOCK:
            super().leave_posts(state, side, entered, events)
            return
        origin, home = state.location[self.fhq], self.rules.powers.homelands[self.units.power[self.fhq]]
        if side != SOVIET or not entered & home:
            return
        state.happened |= GERMANY_INVADED
        if origin < 0 or origin == self.berlin or state.occupied[SOVIET] >> self.berlin & 1:
            return
        effects.place(state, self.fhq, AXIS, self.berlin)
        effects.show_place(state, self.fhq)
        effects.reveal(state, self.fhq, state.turn)
        effects.hide(state, self.fhq)
        events.append(Relocated(block=self.fhq, origin=origin, to=self.berlin))
        if state.occupied[SOVIET] & ~state.occupied[AXIS] & 1 << origin:
            self.rules.definitions.capture(state, SOVIET, 1 << origin, events)


class EasternCommandProduction(Production):
    """Repairing and rebuilding the high commands."""

    obligation_clause = "BE-13.8.2a"

    @rule("BE-13.8.2a", "BE-13.8.2e")
    def obligations(self, state: SeriesState, side: int) -> list[Action]:
        """The FHQ must be repaired before anything else is bought."""
        headquarters = self.rules.headquarters
        fhq = headquarters.fhq if isinstance(headquarters, EasternHeadquarters) else NO_BLOCK
        if fhq != NO_BLOCK and self.units.side[fhq] == side and self.may_gain_step(state, fhq):
            return [BuyStep(fhq)]
        return super().obligations(state, side)

    @rule("BE-13.8.1d", "BE-13.8.2c")
    def places(self, state: SeriesState, block: int) -> HexSet:
        """A high command that never moves is rebuilt at its post."""
        headquarters = self.rules.headquarters
        assert isinstance(headquarters, EasternHeadquarters)
        post = headquarters.post(state, block)
        if post is None:
            return super().places(state, block)
        side = self.units.side[block]
        linked = self.rules.supply.is_linked(state, self.units.power[block], post)
        return 1 << post if linked and state.control[side] >> post & 1 and not state.occupied[1 - side] >> post & 1 else 0


class HighCommandFlak(Fire):
    """The high commands have anti-aircraft fire of their own."""

    @rule("BE-13.8.1f", "BE-13.8.2d")
    def base_firepower(self, state: SeriesState, step: int, block: int) -> int:
        best = FLAK.get(self.order[block].key) if step == ANTI_AIRCRAFT and self.units.is_fixed[block] else None
        return best or super().base_firepower(state, step, block)
