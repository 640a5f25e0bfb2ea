"""User accounts, on servers that have them: a name, a password (hashed with argon2) and sessions kept in a cookie."""

import asyncio
import time
from http.cookies import SimpleCookie

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from blockfront.server.accounts.keys import fingerprint, new_id, new_key
from blockfront.server.accounts.names import folded, skeleton, why_not_name
from blockfront.server.http.problems import ApiProblem
from blockfront.server.storage.store import Conflict, Storage

COOKIE = "blockfront_session"
SESSION_SECONDS = 90 * 86400


class Accounts:
    """Registers, logs in and recognises users."""

    def __init__(self, storage: Storage, *, secure: bool) -> None:
        self._storage = storage
        self._secure = secure
        self._hasher = PasswordHasher()
        self._decoy = self._hasher.hash(new_key())  # checked for unknown names, so that they take as long

    async def register(self, name: str, password: str) -> str:
        """Create an account and return the user's id."""
        named = _named(name)
        user = new_id()
        hashed = await asyncio.to_thread(self._hasher.hash, password)
        try:
            await self._storage.add_user({"id": user, **named, "password": hashed, "created": time.time()})
        except Conflict:
            raise _taken() from None
        return user

    async def rename(self, user: str, name: str) -> None:
        """Give a user another name; names that look like another's are refused."""
        try:
            await self._storage.rename_user(user, _named(name))
        except Conflict:
            raise _taken() from None

    async def change_password(self, user: str, password: str) -> None:
        """Set a new password and end every session that was opened with the old one."""
        await self._storage.set_password(user, await asyncio.to_thread(self._hasher.hash, password))
        await self._storage.end_sessions(user)

    async def delete(self, user: str) -> list[str]:
        """Delete a user: sessions end, seats lose name and notice addresses; returns the games of those seats."""
        return await self._storage.delete_user(user)

    async def check_again(self, cookies: str, password: str) -> str:
        """Check the password of the logged-in user once more and return the user's id."""
        known = await self.user(cookies)
        if known is None:
            raise ApiProblem("not_logged_in", "Nobody is logged in.")
        return (await self.check(known[1], password))[0]

    async def check(self, name: str, password: str) -> tuple[str, str]:
        """The user's id and name if the password is right; a wrong name and a wrong password get the same refusal."""
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
        """Open a new session and return its Set-Cookie header."""
        key = new_key()
        await self._storage.add_session({"key": fingerprint(key), "user": user, "expires": time.time() + SESSION_SECONDS})
        return self._cookie(key, SESSION_SECONDS)

    async def log_out(self, cookies: str) -> str:
        if key := session_key(cookies):
            await self._storage.end_session(fingerprint(key), time.time())
        return self._cookie("", 0)

    async def user(self, cookies: str) -> tuple[str, str] | None:
        """Id and name of the logged-in user; None if the cookies hold no valid session."""
        key = session_key(cookies)
        row = await self._storage.user_of_session(fingerprint(key), time.time()) if key else None
        return (row["id"], row["name"]) if row else None

    def _cookie(self, value: str, seconds: int) -> str:
        secure = "; Secure" if self._secure else ""
        return f"{COOKIE}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


def _named(name: str) -> dict[str, str]:
    """The columns in which a user's name is stored, once it is known to be allowed."""
    name = name.strip()
    if reason := why_not_name(name):
        raise ApiProblem("refused", reason)
    return {"name": name, "folded": folded(name), "skeleton": skeleton(name)}


def _taken() -> ApiProblem:
    return ApiProblem("conflict", "This name is taken, or looks like one that is.")


def session_key(cookies: str) -> str:
    """The session key from a Cookie header; empty if there is none."""
    try:
        found = SimpleCookie(cookies).get(COOKIE)
    except Exception:
        return ""
    return found.value if found else ""
