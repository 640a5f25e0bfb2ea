"""Options of Blocks in the West in the lobby. Facts only."""

from typing import Final

from blockfront.core.options import Option

OPTIONS: Final = (
    Option(
        id="terrain_details",
        name="Terrain in detail",
        explanation=(
            "Armour may not enter mountains and suffers more in swamps; in bad weather only mountain units climb. Mountain units and "
            "cavalry move more easily."
        ),
        clauses=("BW-14.0c", "BW-14.0d", "BW-14.0e", "BW-14.0g", "BW-14.0h"),
    ),
    Option(
        id="cavalry_charge",
        name="Cavalry charge",
        explanation=(
            "In open country and good weather cavalry may charge defenders without cavalry and armour: it fires before them, and their "
            "answer hits it first."
        ),
        clauses=("BW-20.0a", "BW-20.0b", "BW-20.0c"),
    ),
    Option(
        id="panzer_attack",
        name="Panzer attack",
        explanation=(
            "In open country and good weather armour may fire before defenders without armour; their answer hits it first. Light tanks of "
            "TECH 1 count for neither side."
        ),
        clauses=("BW-21.0a", "BW-21.0b", "BW-21.0c"),
    ),
    Option(
        id="open_blocks",
        name="No fog of war",
        explanation="Type and strength of all units are open to both sides at all times; moves are still shown when a phase ends.",
        clauses=("BW-1.3a",),
    ),
)
