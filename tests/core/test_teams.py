"""Seats that share a side: who commands what, and how a side may be shared."""

import pytest

from blockfront.core.teams import commands, why_not_divided

HALVES = (("north", "south"),)


@pytest.mark.parametrize(
    ("held", "concerned", "may"),
    [((), ("north",), True), (("north",), (), True), (("north",), ("north", "germany"), True), (("north",), ("south", "germany"), False)],
)
def test_who_commands_what(held: tuple[str, ...], concerned: tuple[str, ...], may: bool) -> None:
    assert commands(held, concerned, (*HALVES, ("germany", "finland"))) == may


@pytest.mark.parametrize(
    ("parts", "problem"),
    [
        ([(), ()], ""),
        ([("north",), ("south",)], ""),
        ([("north",), ()], ""),
        ([("north",), ("north",)], "two seats have the same part"),
        ([("north",), ("finland",)], "there is no part 'finland' beside the others"),
        ([("germany",), ("finland",)], "nobody has romania"),
    ],
)
def test_how_seats_may_share_a_side(parts: list[tuple[str, ...]], problem: str) -> None:
    assert why_not_divided(list(parts), (*HALVES, ("germany", "finland", "romania"))) == problem
