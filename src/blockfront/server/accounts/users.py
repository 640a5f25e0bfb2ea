"""Accounts, where a host wants them: a name, a password (argon2), sessions in a cookie."""

import asyncio
import time
import unicodedata
from http.cookies import SimpleCookie

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from blockfront.server.accounts.keys import fingerprint, new_id, new_key
from blockfront.server.http.problems import ApiProblem
from blockfront.server.storage.store import Conflict, Storage

COOKIE = "blockfront_session"
SESSION_SECONDS = 90 * 86400


def folded(name: str) -> str:
    """Names that look alike are the same name."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


class Accounts:
    """Registers, logs in and recognises users."""

    def __init__(self, storage: Storage, *, secure: bool) -> None:
        self._storage = storage
        self._secure = secure
        self._hasher = PasswordHasher()
        self._decoy = self._hasher.hash(new_key())  # checked for unknown names, so that they take as long

    async def register(self, name: str, password: str) -> str:
        """A new account; returns the id of the user."""
        if not folded(name):
            raise ApiProblem("refused", "A name needs at least one letter.")
        user = new_id()
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        values = {"id": user, "name": name.strip(), "folded": folded(name), "password": hashed, "created": time.time()}
        try:
            await self._storage.add_user(values)
        except Conflict:
            raise ApiProblem("conflict", "This name is taken.") from None
        return user

    async def check(self, name: str, password: str) -> tuple[str, str]:
        """Id and name of the user, or the same refusal for a wrong name and a wrong password."""
        row = await self._storage.user_named(folded(name))
        stored = row["password"] if row else self._decoy
        if not await asyncio.to_thread(self._verify, stored, password) or row is None:
            raise ApiProblem("not_logged_in", "Name or password is wrong.")
        if self._hasher.check_needs_rehash(stored):
            await self._storage.set_password(row["id"], await asyncio.to_thread(self._hasher.hash, password))
        return row["id"], row["name"]

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (Argon2Error, InvalidHashError):
            return False

    async def log_in(self, user: str) -> str:
        """A new session; returns the Set-Cookie header."""
        key = new_key()
        await self._storage.add_session({"key": fingerprint(key), "user": user, "expires": time.time() + SESSION_SECONDS})
        return self._cookie(key, SESSION_SECONDS)

    async def log_out(self, cookies: str) -> str:
        if key := session_key(cookies):
            await self._storage.end_session(fingerprint(key), time.time())
        return self._cookie("", 0)

    async def user(self, cookies: str) -> tuple[str, str] | None:
        """Id and name of who is logged in."""
        key = session_key(cookies)
        row = await self._storage.user_of_session(fingerprint(key), time.time()) if key else None
        return (row["id"], row["name"]) if row else None

    def _cookie(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


def session_key(cookies: str) -> str:
    try:
        found = SimpleCookie(cookies).get(COOKIE)
    except Exception:
        return ""
    return found.value if found else ""
