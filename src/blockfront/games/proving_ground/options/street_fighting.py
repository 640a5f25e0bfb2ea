"""PG-10: the option "street fighting"."""

from blockfront.core.clauses import rule
from blockfront.games.proving_ground.rules.ch06_combat import Combat


class Streets(Combat):
    @rule("PG-10.1")
    def is_protected(self, hex_: int) -> bool:
        return super().is_protected(hex_) or hex_ in self.board.towns or hex_ in self.board.bases
