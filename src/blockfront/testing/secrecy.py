"""Tests the declarations of who sees a column against the views of a title."""

from collections.abc import Iterator
from typing import Any

from blockfront.core.game import AnyGame
from blockfront.core.secrecy import ACTIVE_SIDE_SEES, BLOCKS, EVERYBODY_SEES, NOBODY_SEES, Belongings, Secrecy, seen_by_others
from blockfront.core.sides import Side


def wrongly_judged(game: AnyGame, before: Any, after: Any, side: Side) -> list[Side]:
    """Viewers for whom the declarations disagree with their views, after an action of a side or of chance."""
    seen = seen_by_others(before, after, side, game.belongings(side))
    others = [viewer for viewer in game.title.viewers if viewer != side]
    if seen is None:
        return []
    return [viewer for viewer in others if (game.view(before, viewer) != game.view(after, viewer)) != seen]


def columns_seen(game: AnyGame, state: Any, twin: Any) -> list[tuple[str, Side]]:
    """(column, viewer) wherever a value taken from a second state is visible to a viewer who must not see it.

    Also, for columns that everybody sees, wherever such a value is not visible.
    """
    found: list[tuple[str, Side]] = []
    for side in (Side(number) for number in range(len(game.title.sides))):
        others = [viewer for viewer in game.title.viewers if viewer != side]
        unchanged = {viewer: game.view(state, viewer) for viewer in others}
        changed = dict(_changed_columns(state, twin, side, game.belongings(side)))
        if any(game.view(_with(state, changed), viewer) != unchanged[viewer] for viewer in others):
            found += [(name, v) for name in changed for v in others if game.view(_with(state, {name: changed[name]}), v) != unchanged[v]]
        for name, secrecy in state.secrecy.items():
            if secrecy is EVERYBODY_SEES and getattr(state, name) != getattr(twin, name):
                same = _with(state, {name: getattr(twin, name)})
                found += [(name, viewer) for viewer in others if game.view(same, viewer) == unchanged[viewer]]
    return found


def _with(state: Any, columns: dict[str, Any]) -> Any:
    changed = state.copy()
    changed.derived = {}
    for name, value in columns.items():
        setattr(changed, name, value)
    return changed


def _changed_columns(state: Any, twin: Any, side: Side, own: Belongings) -> Iterator[tuple[str, Any]]:
    """The hidden columns with the twin's values, in the entries that others must not see."""
    for name, secrecy in state.secrecy.items():
        old, new = getattr(state, name), getattr(twin, name)
        if old == new or secrecy is EVERYBODY_SEES or (secrecy is ACTIVE_SIDE_SEES and state.active != side):
            continue
        if secrecy is NOBODY_SEES or secrecy is ACTIVE_SIDE_SEES:
            yield name, new if isinstance(new, int) else new.copy()
        elif secrecy.entries_of in own:
            yield name, _mixed(state, name, secrecy, new, own[secrecy.entries_of])


def _mixed(state: Any, name: str, secrecy: Secrecy, new: Any, mine: int) -> Any:
    """A column in which a side's own entries are taken from another."""
    old = getattr(state, name)
    if secrecy.entries_of == BLOCKS:
        mine &= sum(1 << block for block in range(len(state.location)) if not state.in_sight(block))
    if state.has_frames(name):
        return [frame for frame in old if not mine >> frame[0] & 1] + [frame for frame in new if mine >> frame[0] & 1]
    if isinstance(old, int):
        return old & ~mine | new & mine
    mixed = old.copy()
    for entry in range(min(len(old), len(new))):
        if mine >> entry & 1:
            mixed[entry] = old[entry] & secrecy.but | new[entry] & ~secrecy.but if secrecy.but else new[entry]
    return mixed
