"""Chapters 32 and 35: strategic warfare behind the fronts. There is none unless a chapter in play adds it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from blockfront.core.actions import Action
from blockfront.core.events import Event
from blockfront.core.refusals import Refusal
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Shot
from blockfront.games.blocks_series.rules.chapter import Chapter
from blockfront.games.blocks_series.state import SeriesState
from blockfront.hexes.grid import HexSet

# kinds of strategic target; from RADAR on one for every radar station
POPULATION, MINE, ARMOUR, AIRCRAFT, SYNTHETIC, SHIPYARD, PORT, STATION, MULBERRY, RADAR = range(10)
SITES: Final = ("population", "mine", "armour", "aircraft", "synthetic", "shipyard")  # by kind of target, as the map names them
FACTORIES: Final = (ARMOUR, AIRCRAFT, SYNTHETIC, SHIPYARD)

USUAL_ROUTES: Final = 3  # of convoys: of one book, three zones or three ways

RADAR_OUT, RADAR_SOME, RADAR_FULL = range(3)  # states of a chain of radar stations


class Pack(NamedTuple):
    """The attackers on the convoys of a route."""

    route: int
    dice: int
    lowest: int


class StrategicWarfare(Chapter):
    """The questions of strategic warfare, all answered with no."""

    def is_fought(self, state: SeriesState) -> bool:
        """Whether the active side's turn begins with a Strategic Warfare Phase."""
        return False

    def begin_turn(self, state: SeriesState, events: list[Event]) -> None:
        """Begin a side's turn: bomb damage to the other side ends."""
        if state.bombed:
            state.bombed.clear()
            state.derived = {}

    # ---- raids

    def has_bombers(self) -> bool:
        """Whether there are bombing raids in this game."""
        return False

    def raiding_side(self, state: SeriesState) -> int:
        """The side whose bombers fly now."""
        return 1 - state.active

    def targets(self, state: SeriesState) -> list[Action]:
        """Targets that a raid could be sent to."""
        return []

    def why_no_raid(self, state: SeriesState, hex_: int, target: int) -> Refusal:
        """Why no raid can be sent to a target that is not offered."""
        return Refusal("BE-32.0b", "cannot_bomb")

    def sorties(self, state: SeriesState, side: int, hex_: int, target: int) -> list[Action]:
        """Aircraft of a side that could still be sent on the raid, or against it."""
        return []

    def send(self, state: SeriesState, hq: int, block: int) -> None:
        raise TypeError("nobody bombs in this game")

    def rise(self, state: SeriesState, hex_: int) -> list[int]:
        """Fighters that rise from the target hex; returns them after putting them in the air."""
        return []

    def spot(self, state: SeriesState, hex_: int, blocks: Sequence[int]) -> bool:
        """Whether radar shows the raided side the approaching aircraft."""
        return False

    def watch(self, state: SeriesState, events: list[Event]) -> None:
        """After flights of the active side: radar may show the other side what they are."""

    def radar(self, state: SeriesState) -> int:
        """How much of a chain of radar stations works."""
        return RADAR_OUT

    def guides(self, state: SeriesState, hex_: int, block: int) -> bool:
        """Whether radar guides a fighter to enemies in a hex."""
        return False

    def flying(self, state: SeriesState, side: int) -> list[int]:
        """The aircraft of a side that take part in the raid."""
        return []

    def is_short(self, state: SeriesState) -> bool:
        """Whether the raid has at most one round of air combat."""
        return True

    def air_shots(self, state: SeriesState, hex_: int, side: int) -> list[Shot]:
        return []

    def flak(self, state: SeriesState, hex_: int) -> list[Shot]:
        """The anti-aircraft dice against a raid."""
        raise TypeError("nobody bombs in this game")

    def gunners(self, state: SeriesState, hex_: int) -> list[int]:
        """Units on the ground that are revealed by firing at a raid."""
        return []

    def raids_with_flights(self) -> bool:
        """Whether raids are flown in the phase in which the active side's aircraft move."""
        return False

    def bomb_shots(self, state: SeriesState, hex_: int) -> list[Shot]:
        return []

    def damage(self, state: SeriesState, hex_: int, target: int, hits: int, events: list[Event]) -> None:
        raise TypeError("nobody bombs in this game")

    def land(self, state: SeriesState) -> None:
        """End the raid: aircraft are back on their airfields."""

    def end_phase(self, state: SeriesState) -> None:
        """Let aircraft fly again."""

    # ---- what bombs have done

    def shut_ports(self, state: SeriesState) -> HexSet:
        """Ports that ships can neither leave nor enter."""
        return 0

    def cut_ports(self, state: SeriesState) -> HexSet:
        """Ports that cannot supply units."""
        return 0

    def shut_stations(self, state: SeriesState) -> HexSet:
        """Hexes that no strategic rail move may enter."""
        return 0

    def lost_trains(self, state: SeriesState, hexes: HexSet, powers: int) -> int:
        """By how many rail moves a limit is reduced: one for each hit on stations of its hexes and powers."""
        return 0

    # ---- convoys

    def has_convoys(self, state: SeriesState) -> bool:
        """Whether convoys sail in the active side's phase."""
        return False

    def routes(self) -> int:
        """How many routes convoys have; attackers, hits and cargo name theirs by its number."""
        return USUAL_ROUTES

    def may_choose_route(self, state: SeriesState) -> bool:
        """Whether the attackers of convoys have to choose a route."""
        return False

    def may_buy_abroad(self, state: SeriesState) -> bool:
        return False

    def purchases(self, state: SeriesState) -> list[Action]:
        """Points that can be bought abroad."""
        return []

    def buy_abroad(self, state: SeriesState) -> None:
        raise TypeError("nothing is bought abroad in this game")

    def packs(self, state: SeriesState, american: int) -> tuple[Pack, ...]:
        """Which attackers attack which route, in the order of the dice."""
        return ()

    def sinks_cargo(self, route: int, american: int) -> bool:
        """Whether hits on a route sink single points chosen at random."""
        return True

    def lose_yellow(self, state: SeriesState, hits: list[int], american: int) -> int:
        """Take away the yellow points lost by hits; returns how many."""
        return 0

    def cargo(self, state: SeriesState, route: int, red: int, blue: int) -> tuple[int, int]:
        """The red and blue points of a route still afloat, including the given ones bought in this phase."""
        return 0, 0

    def arrive(self, state: SeriesState, red: int, blue: int, events: list[Event]) -> None:
        """End the month at sea: what is still afloat arrives."""

    def convoy_clause(self, buying: bool) -> str:
        return "BE-35.2a"

    # ---- wonder weapons

    def flying_bombs(self, state: SeriesState) -> int:
        """The dice of flying bombs in the active side's phase."""
        return 0

    def has_rockets(self, state: SeriesState) -> bool:
        return False

    def rocket_targets(self, state: SeriesState) -> list[Action]:
        return []

    def rocket_dice(self) -> tuple[int, int]:
        """The number of dice of rockets, and the lowest face that hits."""
        raise TypeError("there are no rockets in this game")

    def lose_points(self, state: SeriesState, number: int) -> int:
        raise TypeError("there are no flying bombs in this game")

    def struck_by_rocket(self, state: SeriesState, handle: int, hits: int, events: list[Event]) -> None:
        raise TypeError("there are no rockets in this game")

    # ---- the air war over a homeland

    def has_air_war(self, state: SeriesState) -> bool:
        """Whether bombers of distant allies come in the active side's phase."""
        return False
