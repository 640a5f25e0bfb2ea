"""Secrets people hold: seats, invitations, sessions. The database keeps fingerprints only."""

import hashlib
import secrets
from typing import Final

_LONGEST_ID: Final = 32  # characters


def new_key() -> str:
    """192 random bits, safe in an address."""
    return secrets.token_urlsafe(24)


def fingerprint(key: str) -> str:
    """What is stored of a key. Keys are random, so a plain hash is as good as a slow one."""
    return hashlib.sha256(key.encode()).hexdigest()


def new_id() -> str:
    """An id that is public but cannot be guessed."""
    return secrets.token_hex(8)


def is_id(text: str) -> bool:
    """Whether a text could be an id: others are not looked for."""
    return 0 < len(text) <= _LONGEST_ID and text.isascii() and text.isalnum()
