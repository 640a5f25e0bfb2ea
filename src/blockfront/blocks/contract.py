"""What a title declares about itself: one struct, from which the platform takes everything it needs to know about the title.

Every title has a module `contract` with a `TitleContract`, and the catalogue lists it. A title leaves at None or empty what it does not
have; no modules are looked up by name. Bots are declared in `ai.registry`, since titles do not know them.
"""

from collections.abc import Callable, Mapping, Sequence
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from blockfront.blocks.battle_odds.course import GoesOn, Possible, RoundOdds
from blockfront.blocks.forces import ForcesOf
from blockfront.blocks.landing_sheet import LandingSheetOf
from blockfront.blocks.overlays import Modifier, Overlay
from blockfront.blocks.prospects import ProspectsOf
from blockfront.core.actions import Action
from blockfront.core.aim import AimOf
from blockfront.core.game import AnyGame, Title
from blockfront.core.measures import Measures
from blockfront.core.sandbox import Sandbox
from blockfront.core.sheet import SheetOf
from blockfront.core.situation import SituationOf
from blockfront.maps.model import MapData


class BattleOdds(msgspec.Struct, frozen=True):
    """Exact odds of a title's battles."""

    of_text: Callable[[str, int, GoesOn], tuple[RoundOdds, ...]]  # of a battle written as in docs/notation.md
    possible: Callable[[Any, Any, int], Possible]  # (rules, state, hex): a battle whose rounds can be followed


class MapOverlays(msgspec.Struct, frozen=True):
    """The overlays for a title's map, made from a view alone."""

    kinds: tuple[str, ...]
    overlay: Callable[[Any, Any, str, int, int], Overlay]  # (game, view, kind, block, hex)
    modifiers: Callable[[Any, Any, int], tuple[Modifier, ...]]  # (game, view, hex): what counts in a battle there


Route = Callable[[Any, Any, Action, Sequence[int]], tuple[int, ...]]  # (game, view, move, by way of): the hexes of a move


class ClientFacts(msgspec.Struct, frozen=True, rename="camel"):
    """The names of numbers in views and events, so that the client need not copy them."""

    phases: tuple[str, ...] = ()
    turn_phases: tuple[str, ...] = ()  # those a page shows as the steps of a player turn
    weathers: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()  # powers or nations that events name by number
    colours: tuple[str, ...] = ()  # of production points
    flags: Mapping[str, int] = {}  # bits of a block's flags
    orders: Mapping[str, int] = {}  # what a headquarters has been told to do; `mask` cuts it out of its column


class TitleContract(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that the platform takes from a title. What a title lacks is None or empty."""

    title: Title
    make: Callable[[str, frozenset[str]], AnyGame]  # takes a scenario and the chosen options
    data: Traversable  # the folder with `map`, `clauses.csv` and the rules' text
    read_map: Callable[[], MapData] | None = None  # for a map made from others; None: the folder's own
    position: Callable[..., Sandbox] | None = None  # sets up a position to try things in; each title has its own parameters
    odds: BattleOdds | None = None
    overlays: MapOverlays | None = None
    route: Route | None = None
    measures: Measures | None = None
    aim: AimOf | None = None  # the aim of the game, made from a view alone
    situation: SituationOf | None = None  # the war away from the fronts, made from a view alone
    landing_sheet: LandingSheetOf | None = None  # what a side needs to plan landings
    prospects: ProspectsOf | None = None  # chances of landings, raids and the like
    sheet: SheetOf | None = None  # the reference sheet, made from the tables that the rules read
    forces: ForcesOf | None = None  # the order of battle as a side knows it, made from a view alone
    hex_planes: tuple[str, ...] = ()  # fields of the view that list hexes, or one list of hexes for each side
    client: ClientFacts = ClientFacts()
