"""Seats that share a side: what each of them commands, and how they end a decision together.

A title divides a side in one or more ways (`Game.divisions`): by powers, or by a line on the map. A seat has parts of one division, or
no parts, and then commands everything its team mates do not. Team mates see the same and spend the same points.
"""

from collections.abc import Collection, Iterable

Division = tuple[str, ...]  # the parts of a side, by name


def commands(held: Collection[str], concerned: Collection[str], divisions: Iterable[Division]) -> bool:
    """Whether a seat that holds these parts may take an action concerning others; only parts of the seat's own division count."""
    if not held:
        return True
    own = next((division for division in divisions if set(held) & set(division)), ())
    asked = set(concerned) & set(own)
    return not asked or bool(asked & set(held))


def why_not_divided(parts: list[Collection[str]], divisions: Iterable[Division]) -> str:
    """What is wrong with the way seats divide a side between them; empty if it is allowed."""
    given = [name for held in parts for name in held]
    if not given:
        return ""
    division = next((known for known in divisions if given[0] in known), None)
    unknown = [name for name in given if division is None or name not in division]
    if unknown:
        return f"there is no part {unknown[0]!r} beside the others"
    if len(set(given)) < len(given):
        return "two seats have the same part"
    missing = [name for name in division or () if name not in given]
    if missing and all(parts):
        return f"nobody has {', '.join(missing)}"
    return ""
