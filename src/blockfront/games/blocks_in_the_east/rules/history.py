"""What comes about once and stays so: the bits of the state's `happened`, all in one list so that no two share one."""

from typing import Final, NamedTuple


class Span(NamedTuple):
    """Neighbouring bits that belong together."""

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
OIL_LOST: Final = SPANS["oil lost"].mask  # the Axis has been on the Volga: the Soviets count their oil
READY: Final = SPANS["works ready"]  # works that can be used, a bit each
BEGUN: Final = SPANS["works begun"]  # works paid for in this month
BARBO_CHARGED: Final = SPANS["barbo charged"].mask  # the Gruppo Barbò has had its great charge
PERSIA_AT_WAR: Final = SPANS["persia at war"].mask
PERSIA_FELL: Final = SPANS["persia fell"]  # month, counted from August 1941 as the first
FINLAND_NEUTRAL_SINCE: Final = SPANS["finland neutral since"]  # month of the scenario, counted from one
