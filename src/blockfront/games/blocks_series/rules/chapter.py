"""The base class of chapters: each is a stateless class of methods that answer rules questions and can reach other chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blockfront.games.blocks_series.ruleset import Rules


class Chapter:
    """The rules of one chapter. Layers (a title, the advanced game, options, scenarios) subclass chapters and override methods."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board = rules.board
        self.units = rules.units
        self.order = rules.order
        self.numbers = rules.tables.numbers
