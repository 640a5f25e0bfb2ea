"""The war as a whole as a game of the platform: both Blocks games on one map."""

from functools import cache

import msgspec

from blockfront.core.actions import Action
from blockfront.core.clauses import rule
from blockfront.core.game import Prompt
from blockfront.core.refusals import Refusal
from blockfront.core.sides import Side
from blockfront.core.teams import Division
from blockfront.games.blocks_east_and_west.layers import OPTIONS, stacked
from blockfront.games.blocks_east_and_west.rules.economy import EASTERN_POWERS
from blockfront.games.blocks_east_and_west.scenario import board, scenario, tables
from blockfront.games.blocks_east_and_west.title import TITLE
from blockfront.games.blocks_in_the_west.game import facts as western_facts
from blockfront.games.blocks_in_the_west.rules.theatre import western
from blockfront.games.blocks_series.actions import Deploy
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.ruleset import SeriesFacts
from blockfront.games.blocks_series.state import NO_BLOCK, NO_HEX, SeriesState

AXIS, ALLIES = 0, 1
SEATS = (("west", "east"), ("western_allies", "soviet_union"))  # how players may share each side
SOVIET = "ussr"
WESTERN_CHAPTERS = ("8", "18", "19", "20", "21", "22", "23", "24", "26", "28", "31", "32")  # western chapters that hold everywhere


@cache
def facts() -> SeriesFacts:
    """The tables, scenarios and rules of this title, read once."""
    return SeriesFacts(
        sides=TITLE.sides,
        tables=tables(),
        board=board(),
        scenario=scenario,
        layer={},
        advanced=stacked(),
        options=OPTIONS,
        scenarios={},
    )


class BlocksEastAndWest(SeriesGame):
    title = TITLE

    @rule("BW-R142")
    def why_not(self, state: SeriesState, action: Action, side: Side) -> Refusal | None:
        """A refusal cites the book that applies to its hex or unit."""
        refusal = super().why_not(state, action, side)
        if refusal is None or not self._is_western(state, action, side):
            return refusal
        return msgspec.structs.replace(refusal, clause=western_facts().twins.get(refusal.clause, refusal.clause))

    @rule("BW-R142")
    def prompt(self, state: SeriesState, side: Side) -> Prompt:
        """A prompt cites the West where its chapter holds on the whole map."""
        prompt = super().prompt(state, side)
        chapter = prompt.clause.partition("-")[2].partition(".")[0]
        if chapter not in WESTERN_CHAPTERS:
            return prompt
        return msgspec.structs.replace(prompt, clause=western_facts().twins.get(prompt.clause, prompt.clause))

    def _is_western(self, state: SeriesState, action: Action, side: Side) -> bool:
        """Whether an action concerns the western map, or a unit of the western book. The places of enemy units have no influence."""
        block = getattr(action, "block", NO_BLOCK)
        known = 0 <= block < len(self.order)
        here = state.location[block] if known and self.order.sides[block] == side else NO_HEX
        places = (getattr(action, "to", NO_HEX), getattr(action, "hex", NO_HEX), here)
        place = next((hex_ for hex_ in places if hex_ >= 0), NO_HEX)
        if 0 <= place < self.rules.board.size:
            return bool(western(self.rules.board) >> place & 1)
        return not known or self.order[block].nation not in EASTERN_POWERS

    @rule("BW-R141", "BW-38.1a")
    def divisions(self, side: Side) -> tuple[Division, ...]:
        """How players may divide a side: the Allies by camp, with a seat for each; both sides by powers."""
        powers = tuple(power.id for power in self.rules.tables.powers if power.side == side)
        return (SEATS[ALLIES], powers) if side == ALLIES else (powers,)

    @rule("BW-R141", "BW-R144")
    def concerned(self, state: SeriesState, action: Action, side: Side) -> frozenset[str]:
        """The seat that an action concerns: Soviet units and points belong to one Allied seat, all other Allied ones to the other."""
        found = set(super().concerned(state, action, side))
        if isinstance(action, Deploy):
            found |= {self.order[block].nation for block, _, _ in action.placements if 0 <= block < len(self.order)}
        if side == ALLIES and found:
            found.add(SEATS[ALLIES][int(SOVIET in found)])
        return frozenset(found)


def make(scenario_id: str, options: frozenset[str]) -> BlocksEastAndWest:
    return BlocksEastAndWest(facts(), scenario_id, options)
