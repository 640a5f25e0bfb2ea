"""Blocks in the East and West in the lobby. Facts only; nothing here loads the engine."""

from typing import Final

from blockfront.core.game import Scenario, Title
from blockfront.core.options import Option, Preset
from blockfront.games.blocks_series.lobby import STANDING_ORDERS, shared_option

_SCENARIOS: Final = (
    Scenario(
        id="sbew1",
        name="Downfall, East and West",
        summary=(
            "June 1944 to June 1945 on one map from the Atlantic to the Volga: Normandy and Belorussia in the same month, and Berlin "
            "between two fronts. In that year more people died in Europe than in any before it, most of them far from any battle."
        ),
        length="13 to 19 months, weeks of evenings",
        complexity=5,
        suggests=("new_factories", "persia"),
        begins="1944-06",
    ),
)

_OPTIONS: Final = (
    Option(
        id="new_factories",
        name="New factories",
        explanation=(
            "Germany, Great Britain and the Soviet Union may build factories, a point a turn for ten turns; a die says where they stand."
        ),
        clauses=("BW-15.0a", "BW-15.1a", "BW-15.1b", "BW-15.1c", "BW-15.1d"),
    ),
    Option(
        id="persia",
        name="Persia",
        explanation=(
            "Persia surrendered in September 1941 and is Soviet: a Soviet combat unit starts in Teheran, and one stays there to the end."
        ),
        clauses=("BE-37.0b", "BE-37.0c"),
    ),
    shared_option("open_blocks", "BW-1.3a"),
)

_LEVELS: Final = (
    Preset(
        id="advanced",
        name="Advanced",
        explanation="The advanced game with every optional chapter, as the campaign demands.",
    ),
)

TITLE: Final = Title(
    id="blocks_east_and_west",
    name="Blocks in the East and West",
    rules=1,
    sides=("axis", "allies"),
    scenarios=_SCENARIOS,
    levels=_LEVELS,
    options=_OPTIONS,
    standing_orders=STANDING_ORDERS,
    clause_prefixes=("BW", "BE"),
    publisher="VentoNuovo Games",
)
