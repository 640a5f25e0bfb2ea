"""What the chapters share: each is a stateless class of questions that can reach the other chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blockfront.games.eastfront.ruleset import Rules


class Chapter:
    """Questions of one chapter. Layers (options, scenario rules) subclass chapters and answer some of them differently."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.board = rules.board
        self.units = rules.units
        self.order = rules.order
