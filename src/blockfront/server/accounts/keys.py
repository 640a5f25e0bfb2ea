"""The secret keys that open seats, invitations and sessions. The database stores only their fingerprints."""

import hashlib
import secrets
from typing import Final

_LONGEST_ID: Final = 32  # characters


def new_key() -> str:
    """A new secret key: 192 random bits, written so that it can stand in a URL."""
    return secrets.token_urlsafe(24)


def fingerprint(key: str) -> str:
    """The hash of a key that the database stores. Keys are random, so a fast hash is as safe as a slow one."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_id() -> str:
    """An id that is public but cannot be guessed."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether a text has the form of an id; the database is not searched for anything else."""
    return 0 < len(text) <= _LONGEST_ID and text.isascii() and text.isalnum()
