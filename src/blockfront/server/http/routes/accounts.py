"""Registering, logging in and out. A server without accounts answers 404."""

from blockfront.server import wire
from blockfront.server.accounts.users import Accounts
from blockfront.server.http.endpoints import Call, endpoint
from blockfront.server.http.problems import ApiProblem
from blockfront.server.wire import people as wire_people

_LOGIN_COST = 20


def _accounts(call: Call) -> Accounts:
    if call.server.accounts is None:
        raise ApiProblem("not_found", "This server has no accounts.")
    return call.server.accounts


@endpoint("POST", "/api/account", status=201, cost=_LOGIN_COST, tag="accounts")
async def register(call: Call, given: wire_people.Credentials) -> wire_people.Account:
    """Make an account and log in."""
    accounts = _accounts(call)
    user = await accounts.register(given.name, given.password)
    call.cookies.append(await accounts.log_in(user))
    return wire_people.Account(given.name.strip())


@endpoint("POST", "/api/login", cost=_LOGIN_COST, tag="accounts")
async def login(call: Call, given: wire_people.Credentials) -> wire_people.Account:
    """Log in; the session is a cookie."""
    accounts = _accounts(call)
    user, name = await accounts.check(given.name, given.password)
    call.cookies.append(await accounts.log_in(user))
    return wire_people.Account(name)


@endpoint("POST", "/api/logout", tag="accounts")
async def logout(call: Call) -> wire.Done:
    """Log out."""
    call.cookies.append(await _accounts(call).log_out(call.request.headers.get("cookie", "")))
    return wire.Done()


@endpoint("GET", "/api/account", tag="accounts")
async def account(call: Call) -> wire_people.Account:
    """Who is logged in."""
    user = await _accounts(call).user(call.request.headers.get("cookie", ""))
    if user is None:
        raise ApiProblem("not_logged_in", "Nobody is logged in.")
    return wire_people.Account(user[1])
