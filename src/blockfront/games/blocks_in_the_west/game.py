"""Blocks in the West as a game of the platform."""

from collections.abc import Sequence
from functools import cache
from importlib import resources
from typing import Final

import msgspec

from blockfront.core.clauses import rule
from blockfront.core.data_files import Problems, read_csv
from blockfront.core.sides import Side
from blockfront.games.blocks_in_the_west.advanced import WESTERN_ADVANCED
from blockfront.games.blocks_in_the_west.layers import WESTERN
from blockfront.games.blocks_in_the_west.options import WESTERN_OPTIONS
from blockfront.games.blocks_in_the_west.rules.scenarios import SCENARIO_RULES
from blockfront.games.blocks_in_the_west.title import TITLE
from blockfront.games.blocks_series.facts import read_facts
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.ruleset import SeriesFacts

MOST_AT_A_SIDE: Final = 2  # players who may share a side
SHORT_SCENARIOS: Final = ("sbw1", "sbw2", "sbw3")
MOST_IN_SHORT_SCENARIOS: Final = 3
DATA: Final = resources.files("blockfront.games.blocks_in_the_west") / "data"


@cache
def facts() -> SeriesFacts:
    """The tables, scenarios and rules of this title, read once."""
    return read_facts(
        TITLE,
        DATA,
        layer=WESTERN,
        advanced=WESTERN_ADVANCED,
        options=WESTERN_OPTIONS,
        scenarios=SCENARIO_RULES,
        twins=_twins(),
    )


class _TwinRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    east: str
    west: str


def _twins() -> dict[str, str]:
    """The clause of this book for each clause of the eastern book that shared rules cite."""
    problems = Problems()
    found = {row.east: row.west for _, row in read_csv(DATA / "clause_twins.csv", _TwinRow, problems)}
    problems.raise_if_any()
    return found


class BlocksInTheWest(SeriesGame):
    title = TITLE

    @rule("BW-0.1b", "BW-1.3b", "BW-38.1a", "BW-38.2a")
    def why_not_seated(self, seats: Sequence[frozenset[Side]]) -> list[str]:
        """At most two people play a side, and four only in long scenarios. A person who plays both sides needs hidden blocks."""
        crowded = [name for side, name in enumerate(TITLE.sides) if sum(side in held for held in seats) > MOST_AT_A_SIDE]
        problems = [f"side {name!r}: at most {MOST_AT_A_SIDE} people run it" for name in crowded]
        if self.scenario in SHORT_SCENARIOS and len(seats) > MOST_IN_SHORT_SCENARIOS:
            problems.append(f"this scenario is for at most {MOST_IN_SHORT_SCENARIOS} people")
        if self.rules.definitions.faces_are_open() and any(len(held) > 1 for held in seats):
            problems.append("who plays both sides needs hidden blocks: leave out the option 'open_blocks'")
        return problems


@rule("BW-0.3c", "BW-2.2a")
def make(scenario: str, options: frozenset[str]) -> BlocksInTheWest:
    """A game with the chosen options and those that belong to the scenario."""
    included = next((listed.includes for listed in TITLE.scenarios if listed.id == scenario), ())
    return BlocksInTheWest(facts(), scenario, options | frozenset(included))
