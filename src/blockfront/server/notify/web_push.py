"""Web Push: notices to a browser in which the game is not open, encrypted for it (RFC 8291) and signed by this server (RFC 8292)."""

import base64
import contextlib
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from blockfront.server.notify import webhooks
from blockfront.server.storage.store import Conflict, Storage
from blockfront.server.wire.people import PushSubscription

_SETTING = "web_push_key"
_KEPT_SECONDS = 86_400  # how long a push service keeps a notice for a browser that is off
_CONTACT = "mailto:webmaster@localhost"  # push services ask for one; hosts with a public address give that


class WebPush:
    """Signs push messages with a single key, kept in the database: browsers have subscribed with that key."""

    def __init__(self, storage: Storage, public_url: str) -> None:
        self._storage = storage
        self._contact = public_url if public_url.startswith("https://") else _CONTACT
        self._vapid: Vapid02 | None = None
        self.public_key = ""

    async def open(self) -> None:
        """Load the key from the database, or create it."""
        stored = await self._storage.setting(_SETTING)
        if stored is None:
            fresh = Vapid02()
            fresh.generate_keys()
            with contextlib.suppress(Conflict):  # another worker may be faster
                await self._storage.add_setting(_SETTING, fresh.private_pem().decode())
            stored = await self._storage.setting(_SETTING)
        assert stored is not None
        self._vapid = Vapid02.from_pem(stored.encode())
        point = self._vapid.public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.public_key = base64.urlsafe_b64encode(point).decode().rstrip("=")

    def message(self, to: PushSubscription, text: str) -> tuple[bytes, dict[str, str]]:
        """The encrypted body and the headers of a push message."""
        assert self._vapid is not None
        body = http_ece.encrypt(
            text.encode(),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_decoded(to.p256dh),
            auth_secret=_decoded(to.auth),
            version="aes128gcm",
        )
        parts = urlsplit(to.endpoint)
        signed = self._vapid.sign({"aud": f"{parts.scheme}://{parts.netloc}", "sub": self._contact})
        return body, {**signed, "content-encoding": "aes128gcm", "ttl": str(_KEPT_SECONDS), "urgency": "normal"}

    async def send(self, to: PushSubscription, text: str) -> None:
        body, headers = self.message(to, text)
        await webhooks.call(to.endpoint, body, headers)


def why_not_push(to: PushSubscription) -> str:
    """What is wrong with a push subscription; empty if nothing is."""
    if reason := webhooks.why_not_webhook(to.endpoint):
        return reason
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(to.p256dh))
        is_secret = len(_decoded(to.auth)) == 16
    except ValueError:
        return "The keys of this subscription are not keys."
    return "" if is_secret else "The keys of this subscription are not keys."


def _decoded(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
