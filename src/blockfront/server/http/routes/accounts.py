"""Registering, logging in and out. A server without accounts answers 404."""

from blockfront.server import wire
from blockfront.server.accounts.keys import fingerprint
from blockfront.server.accounts.users import Accounts
from blockfront.server.http.endpoints import Call
from blockfront.server.http.problems import ApiProblem
from blockfront.server.wire import people as wire_people


def _accounts(call: Call) -> Accounts:
    if call.server.accounts is None:
        raise ApiProblem("not_found", "This server has no accounts.")
    return call.server.accounts


async def register(call: Call, given: wire_people.Credentials) -> wire_people.Account:
    """Make an account and log in."""
    accounts = _accounts(call)
    user = await accounts.register(given.name, given.password)
    await _bring_seats(call, given, user)
    call.cookies.append(await accounts.log_in(user))
    return wire_people.Account(given.name.strip())


async def login(call: Call, given: wire_people.Credentials) -> wire_people.Account:
    """Log in; the session is a cookie."""
    accounts = _accounts(call)
    user, name = await accounts.check(given.name, given.password)
    await _bring_seats(call, given, user)
    call.cookies.append(await accounts.log_in(user))
    return wire_people.Account(name)


async def logout(call: Call) -> wire.Done:
    """Log out."""
    call.cookies.append(await _accounts(call).log_out(_cookies(call)))
    return wire.Done()


async def account(call: Call) -> wire_people.Account:
    """Who is logged in."""
    user = await _accounts(call).user(_cookies(call))
    if user is None:
        raise ApiProblem("not_logged_in", "Nobody is logged in.")
    return wire_people.Account(user[1])


async def rename_account(call: Call, given: wire_people.Rename) -> wire_people.Account:
    """Change the name of my account."""
    accounts = _accounts(call)
    user = await accounts.check_again(_cookies(call), given.password)
    await accounts.rename(user, given.name)
    return wire_people.Account(given.name.strip())


async def change_password(call: Call, given: wire_people.ChangePassword) -> wire.Done:
    """Change the password of my account. Other sessions end."""
    accounts = _accounts(call)
    user = await accounts.check_again(_cookies(call), given.password)
    await accounts.change_password(user, given.new_password)
    call.cookies.append(await accounts.log_in(user))
    return wire.Done()


async def delete_account(call: Call, given: wire_people.DeleteAccount) -> wire.Done:
    """Delete my account with my sessions, and remove name and notice addresses from my seats. Links to my seats still work."""
    accounts = _accounts(call)
    user = await accounts.check_again(_cookies(call), given.password)
    await call.server.rooms.refresh(await accounts.delete(user))
    call.cookies.append(await accounts.log_out(_cookies(call)))
    return wire.Done()


def _cookies(call: Call) -> str:
    return call.request.headers.get("cookie", "")


async def _bring_seats(call: Call, given: wire_people.Credentials, user: str) -> None:
    """Add seats that were taken without an account to the account that now logs in."""
    if given.tokens:
        keys = [fingerprint(token) for token in given.tokens]
        await call.server.rooms.refresh(await call.server.storage.give_seats(keys, user))
