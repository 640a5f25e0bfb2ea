"""The contract between a title and everything that plays it: match, server, bots, records, tests."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from blockfront.core.actions import Action
from blockfront.core.chance import Chance
from blockfront.core.choices import Choices
from blockfront.core.columns import Columns
from blockfront.core.events import Event
from blockfront.core.options import Option, Preset, RetiredOption
from blockfront.core.refusals import Refusal
from blockfront.core.secrecy import Belongings
from blockfront.core.sides import SPECTATOR, Side
from blockfront.core.teams import Division


class Scenario(msgspec.Struct, frozen=True):
    """What the lobby says about a scenario."""

    id: str
    name: str
    summary: str = ""
    length: str = ""
    complexity: int = 1  # 1 introductory … 5 for the patient
    includes: tuple[str, ...] = ()  # options that are part of the scenario, whether chosen or not
    suggests: tuple[str, ...] = ()  # options that the lobby chooses for a new game, and that may be left out
    begins: str = ""  # year and month, such as 1942-07


class StandingOrder(msgspec.Struct, frozen=True):
    """A kind of decision that a side may leave to the machine: secret, and given or taken back at any time."""

    id: str
    name: str
    explanation: str


class Title(msgspec.Struct, frozen=True):
    """Facts of a game, loadable without its engine."""

    id: str
    name: str
    sides: tuple[str, ...]
    scenarios: tuple[Scenario, ...]
    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    levels: tuple[Preset, ...] = ()  # from the plain game to the fullest: what most players choose between
    standing_orders: tuple[StandingOrder, ...] = ()
    clause_prefixes: tuple[str, ...] = ()
    publisher: str = ""
    retired: tuple[RetiredOption, ...] = ()
    rules: int = 1  # grows when a change makes a recorded game play differently; see docs/versions.md

    def __repr__(self) -> str:
        return f"<{self.name} ({self.id}): {' against '.join(self.sides)}, {len(self.scenarios)} scenarios>"

    @property
    def viewers(self) -> tuple[Side, ...]:
        """All viewers of a game: the sides and the spectator."""
        return (*map(Side, range(len(self.sides))), SPECTATOR)

    def side(self, name: str) -> Side:
        if name not in self.sides:
            raise ValueError(f"{self.name} has the sides {' and '.join(self.sides)}, not {name!r}")
        return Side(self.sides.index(name))

    def scenario(self, scenario_id: str) -> Scenario:
        """A scenario by its id; the `ValueError` for an unknown id lists the known ones."""
        for scenario in self.scenarios:
            if scenario.id == scenario_id:
                return scenario
        known = ", ".join(scenario.id for scenario in self.scenarios)
        raise ValueError(f"{self.name} has no scenario {scenario_id!r}; it has {known}")


class Result(msgspec.Struct, frozen=True):
    """How a game ended. `margin` is the first side's advantage in the title's own points."""

    winner: Side | None
    margin: int = 0
    level: str = ""
    reason: str = ""


class Prompt(msgspec.Struct, frozen=True):
    """What a side has to decide now: a sentence of the title's message catalogue, and the clause behind it."""

    message: str
    clause: str = ""
    values: dict[str, Any] = {}


S = TypeVar("S", bound=Columns)
V = TypeVar("V", bound=msgspec.Struct)


@runtime_checkable
class Game(Protocol[S, V]):
    """The engine of a title: one immutable object for each scenario and set of options, safe to share between threads and matches.

    `legal` is the only definition of legality. `apply` trusts its input and works in place.
    """

    title: Title
    scenario: str
    options: frozenset[str]
    state_type: type[S]
    view_type: type[V]
    action_type: Any  # tagged union of the title's actions, chance's included
    event_type: Any  # tagged union of the title's events

    def setup(self) -> S: ...
    def to_act(self, state: S) -> frozenset[Side]: ...
    def legal(self, state: S, side: Side) -> Choices: ...
    def apply(self, state: S, action: Action, side: Side) -> list[Event]: ...
    def why_not(self, state: S, action: Action, side: Side) -> Refusal | None: ...
    def cost(self, state: S, action: Action, side: Side) -> int | None:
        """The production points that a legal action would cost the side; None if it buys nothing."""
        ...

    def points(self, state: S, action: Action, side: Side) -> tuple[int, ...]:
        """As `cost`, by colour of production points; empty if the title has no colours or nothing is bought."""
        ...

    def chance(self, state: S) -> Chance: ...
    def view(self, state: S, viewer: Side) -> V: ...
    def belongings(self, side: Side) -> Belongings:
        """The entries that belong to a side, for columns that only the owner of an entry sees; empty if a title hides nothing."""
        ...

    def guess(self, view: V, rng: Random) -> S: ...
    def result(self, state: S) -> Result | None: ...
    def prompt(self, state: S, side: Side) -> Prompt: ...
    def player_turn(self, state: S) -> int:
        """A number that changes when a new player turn begins; matches take a snapshot there."""
        ...

    def divisions(self, side: Side) -> tuple[Division, ...]:
        """The ways in which seats may share a side, each as the names of its parts."""
        ...

    def why_not_seated(self, seats: Sequence[frozenset[Side]]) -> list[str]:
        """What is wrong with seats that hold these sides; empty if the title can be played like that."""
        ...

    def concerned(self, state: S, action: Action, side: Side) -> frozenset[str]:
        """The parts of a side, in every division, whose units or points an action affects; empty if any seat may take it."""
        ...

    def ends(self, action: Action) -> bool:
        """Whether an action ends what the whole side may do now: seats that share the side must agree to it."""
        ...

    def standing_answer(self, state: S, side: Side, orders: frozenset[str]) -> Action | None:
        """The answer that the side's standing orders give to the pending decision; None if they do not cover it."""
        ...

    def refusal_text(self, refusal: Refusal) -> str: ...
    def prompt_text(self, prompt: Prompt) -> str: ...
    def action_text(self, action: Action) -> str:
        """An action in words for the side that takes it, made from the action alone so that it tells nothing else."""
        ...

    def event_text(self, event: Event) -> str:
        """An event in words for the viewers in its audience."""
        ...


AnyGame = Game[Any, Any]
