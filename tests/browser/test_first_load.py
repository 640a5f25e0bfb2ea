"""What a browser has to fetch before its first table is small enough for a slow line; no browser is needed to add it up."""

import re

import httpx

from tests.browser.conftest import STATIC

MOST = 250_000  # bytes, compressed as the server sends them


def test_scripts_and_styles_up_to_the_first_table_are_small(address: str) -> None:
    with httpx.Client(base_url=address, timeout=120, trust_env=False, headers={"accept-encoding": "gzip"}) as http:
        start = set(re.findall(r'"(/assets/[^"]+)"', http.get("/").text))
        table = {f"/assets/{file.name}" for file in (STATIC.parent / "assets").glob("Game-*")}
        assert start
        assert table
        sizes = {path: _sent(http, path) for path in start | table}
    assert sum(sizes.values()) < MOST, sizes


def _sent(http: httpx.Client, path: str) -> int:
    with http.stream("GET", path) as answer:
        answer.raise_for_status()
        return sum(map(len, answer.iter_raw()))
