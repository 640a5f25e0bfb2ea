"""Webhooks in the format of Discord and Slack.

The address comes from a user and is not trusted: HTTPS only, public addresses only, no redirects.
"""

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Mapping
from urllib.parse import urlsplit

import httpx
import msgspec

Resolve = Callable[[str, int], Awaitable[list[str]]]
SECONDS = 5.0
_COMPATIBLE = ipaddress.ip_network("::/96")  # IPv4 addresses as they were once written in IPv6


class WebhookRefused(ValueError):
    """The address may not be called, or it answered with an error."""


def why_not_webhook(url: str) -> str:
    """What is visibly wrong with a webhook's address; empty if nothing is."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "This is not an address."
    if parts.scheme != "https" or not parts.hostname:
        return "A webhook is an https:// address."
    if parts.username or parts.password or port not in (None, 443):
        return "A webhook has neither a user name nor a port of its own."
    return _why_not_host(parts.hostname)


def _why_not_host(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "" if "." in host and not host.endswith((".local", ".internal", ".localhost")) else "This is not a public host."
    return "" if is_public(str(address)) else "This is not a public address."


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public internet, even if it is wrapped in IPv6."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is not None:
            return is_public(str(inner))
        if found in ipaddress.ip_network("64:ff9b::/96"):
            return is_public(str(ipaddress.IPv4Address(int(found) & 0xFFFFFFFF)))
        if found.is_site_local or found in _COMPATIBLE:
            return False
    return found.is_global and not found.is_multicast


async def resolve(host: str, port: int) -> list[str]:
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[4][0]) for address in found]


def payload(url: str, text: str) -> bytes:
    """The message in the format of the service that the address belongs to."""
    host = urlsplit(url).hostname or ""
    if host == "hooks.slack.com":
        return msgspec.json.encode({"text": text})
    return msgspec.json.encode({"content": text, "allowed_mentions": {"parse": []}})


async def post(url: str, text: str, *, find: Resolve = resolve, transport: httpx.AsyncBaseTransport | None = None) -> None:
    """Send a text through a webhook."""
    await call(url, payload(url, text), {"content-type": "application/json"}, find=find, transport=transport)


async def call(
    url: str,
    content: bytes,
    headers: Mapping[str, str],
    *,
    find: Resolve = resolve,
    transport: httpx.AsyncBaseTransport | None = None,
) -> None:
    """Post to a user's address at the IP address that was checked, so that the name cannot resolve to another one in between."""
    if reason := why_not_webhook(url):
        raise WebhookRefused(reason)
    parts = urlsplit(url)
    host = parts.hostname or ""
    addresses = await find(host, 443)
    if not addresses or not all(is_public(address) for address in addresses):
        raise WebhookRefused("The host is not at a public address.")
    target = f"[{addresses[0]}]" if ":" in addresses[0] else addresses[0]
    path = parts.path + (f"?{parts.query}" if parts.query else "")
    async with httpx.AsyncClient(timeout=SECONDS, follow_redirects=False, trust_env=False, transport=transport) as client:
        request = client.build_request(
            "POST", f"https://{target}{path}", content=content, headers={**headers, "host": host}, extensions={"sni_hostname": host}
        )
        answer = await client.send(request, stream=True)
        await answer.aclose()
    if not 200 <= answer.status_code < 300:
        raise WebhookRefused(f"The address answered {answer.status_code}.")
