"""All titles. Their facts load at once; a title's engine loads when its contract is first needed."""

from collections.abc import Callable
from functools import cache

from blockfront.blocks.contract import TitleContract
from blockfront.core.game import AnyGame, Title
from blockfront.core.options import checked
from blockfront.games.blocks_east_and_west.title import TITLE as BLOCKS_EAST_AND_WEST
from blockfront.games.blocks_in_the_east.title import TITLE as BLOCKS_IN_THE_EAST
from blockfront.games.blocks_in_the_west.title import TITLE as BLOCKS_IN_THE_WEST
from blockfront.games.eastfront.title import TITLE as EASTFRONT
from blockfront.games.proving_ground.title import TITLE as PROVING_GROUND
from blockfront.maps.files import load_map
from blockfront.maps.model import MapData


def _eastfront() -> TitleContract:
    from blockfront.games.eastfront.contract import CONTRACT

    return CONTRACT


def _blocks_in_the_east() -> TitleContract:
    from blockfront.games.blocks_in_the_east.contract import CONTRACT

    return CONTRACT


def _blocks_in_the_west() -> TitleContract:
    from blockfront.games.blocks_in_the_west.contract import CONTRACT

    return CONTRACT


def _blocks_east_and_west() -> TitleContract:
    from blockfront.games.blocks_east_and_west.contract import CONTRACT

    return CONTRACT


def _proving_ground() -> TitleContract:
    from blockfront.games.proving_ground.contract import CONTRACT

    return CONTRACT


_TITLES: tuple[tuple[Title, Callable[[], TitleContract]], ...] = (
    (EASTFRONT, _eastfront),
    (BLOCKS_IN_THE_EAST, _blocks_in_the_east),
    (BLOCKS_IN_THE_WEST, _blocks_in_the_west),
    (BLOCKS_EAST_AND_WEST, _blocks_east_and_west),
    (PROVING_GROUND, _proving_ground),
)


def titles() -> tuple[Title, ...]:
    return tuple(facts for facts, _ in _TITLES)


def title(title_id: str) -> Title:
    return _entry(title_id)[0]


@cache
def contract(title_id: str) -> TitleContract:
    """Everything a title declares to the platform."""
    return _entry(title_id)[1]()


def _entry(title_id: str) -> tuple[Title, Callable[[], TitleContract]]:
    for facts, load in _TITLES:
        if facts.id == title_id:
            return facts, load
    raise ValueError(f"there is no title {title_id!r}; known: {', '.join(facts.id for facts, _ in _TITLES)}")


def game(title_id: str, scenario: str, options: frozenset[str] | None = None) -> AnyGame:
    """A game of a title; options default to the title's own defaults."""
    facts = title(title_id)
    included = frozenset(facts.scenario(scenario).includes)
    chosen = frozenset(option.id for option in facts.options if option.default) if options is None else options
    checked(chosen - {old.id for old in facts.retired} | included, facts.options)
    return contract(title_id).make(scenario, chosen)


@cache
def map_of(title_id: str) -> MapData:
    """The map of a title, read once."""
    made = contract(title_id)
    return made.read_map() if made.read_map else load_map(made.data / "map")
