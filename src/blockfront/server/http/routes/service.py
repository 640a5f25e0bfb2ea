"""For operators: health and metrics."""

import ipaddress

from blockfront import __version__
from blockfront.server.http.endpoints import Call, Media
from blockfront.server.http.problems import ApiProblem
from blockfront.server.wire import people as wire_people

_PASSED_ON = ("forwarded", "x-forwarded-for", "x-real-ip", "via")
TEXT = "text/plain; version=0.0.4"


async def health(call: Call) -> wire_people.Health:
    """Whether the server and its database answer."""
    try:
        await call.server.storage.setting("health")
    except Exception:
        raise ApiProblem("unavailable", "The database does not answer.") from None
    return wire_people.Health("ok", __version__, "sqlite" if call.server.storage.is_sqlite else "postgresql")


async def metrics(call: Call) -> Media:
    """Counters in the format of Prometheus, for programs on the same machine."""
    is_passed_on = any(name in call.request.headers for name in _PASSED_ON)  # by a proxy on this machine, for somebody elsewhere
    if not _is_local(call.address) or (is_passed_on and not call.server.settings.proxies):
        raise ApiProblem("not_found", "There is nothing at this address.")
    rooms = call.server.rooms.open_rooms()
    counted = await call.server.storage.counts()
    gauges = {
        "rooms": float(len(rooms)),
        "connections": float(sum(len(room.watchers) for room in rooms)),
        **{f"{name}_stored": float(number) for name, number in counted.items()},
    }
    return Media(call.server.metrics.text(gauges).encode(), TEXT)


def _is_local(address: str) -> bool:
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
