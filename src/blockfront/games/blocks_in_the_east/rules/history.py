"""Events that happen once and are remembered: the bits of the state's `happened`, listed together so that no two overlap."""

from typing import Final, NamedTuple


class Span(NamedTuple):
    """Adjacent bits that hold one number."""

    first: int
    width: int

    @property
    def mask(self) -> int:
        return (1 << self.width) - 1 << self.first

    def read(self, happened: int) -> int:
        return happened >> self.first & (1 << self.width) - 1

    def write(self, happened: int, value: int) -> int:
        return happened & ~self.mask | value << self.first & self.mask


WORKS: Final = 4  # railways and sea routes that the Soviets may build

SPANS: Final = {
    "finland invaded": Span(0, 1),
    "germany invaded": Span(1, 1),
    "oil lost": Span(8, 1),
    "works ready": Span(12, WORKS),
    "works begun": Span(16, WORKS),
    "barbo charged": Span(20, 1),
    "finland neutral since": Span(24, 7),
    "persia at war": Span(32, 1),
    "persia fell": Span(33, 6),
}

FINLAND_INVADED: Final = SPANS["finland invaded"].mask  # a Soviet ground unit has crossed the Finnish border
GERMANY_INVADED: Final = SPANS["germany invaded"].mask  # a Soviet ground unit has entered Germany
OIL_LOST: Final = SPANS["oil lost"].mask  # the Axis has reached the Volga: from now on the Soviets pay for oil
READY: Final = SPANS["works ready"]  # works that can be used, one bit each
BEGUN: Final = SPANS["works begun"]  # works paid for in this month
BARBO_CHARGED: Final = SPANS["barbo charged"].mask  # the Gruppo Barbò has had its great charge
PERSIA_AT_WAR: Final = SPANS["persia at war"].mask
PERSIA_FELL: Final = SPANS["persia fell"]  # month of the event, with August 1941 as 1
FINLAND_NEUTRAL_SINCE: Final = SPANS["finland neutral since"]  # month of the event, with the scenario's first month as 1
