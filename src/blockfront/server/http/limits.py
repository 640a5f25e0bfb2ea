"""Rate limits: how many requests an address may make, refilled over time."""

import time
from collections import OrderedDict
from collections.abc import Callable

from blockfront.server.http.problems import ApiProblem

KEPT = 20_000  # addresses whose allowance is kept


class Allowances:
    """A token bucket for each address: `burst` requests at once, `rate` a second in the long run. A rate of 0 sets no limit."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # address: (left, when)

    def take(self, address: str, cost: float = 1.0) -> None:
        """Use up a part of an address's allowance, or raise `too_many` if too little is left."""
        if not self._rate:
            return
        now = self._clock()
        left, since = self._buckets.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - since) * self._rate)
        enough = left >= cost
        self._buckets[address] = (left - cost if enough else left, now)
        if len(self._buckets) > KEPT:
            self._buckets.popitem(last=False)
        if not enough:
            wait = (cost - left) / self._rate
            raise ApiProblem("too_many", "Too many requests; please wait a little.", retry_after=wait)
