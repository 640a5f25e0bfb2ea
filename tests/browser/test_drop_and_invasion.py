"""Winter 1941 with paratroops and sea power: a drop and an invasion, by clicks."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from blockfront.games.eastfront.aids.automatic_set_up import automatic_set_up
from blockfront.games.eastfront.game import make
from tests.browser.conftest import NewPage
from tests.browser.table import Table
from tests.server.trial import PlayerClient, found

OPTIONS = ["paratroops", "sea_power"]
SOVIET = 1
FRONT, PARATROOPS, PORT = "South Front", "4 Paratroop Corps", "Rostov"


def set_up() -> list[tuple[int, int, int]]:
    """The Soviet set-up, but for the headquarters and the paratroops: they stand together in a port."""
    game = make("w41", frozenset(OPTIONS))
    board, order = game.rules.board, game.rules.order
    placed = automatic_set_up(game.rules, game.setup(), SOVIET, 0)
    port = next(hex_ for _, _, hex_ in placed if board.name(hex_) == PORT)
    return [(block, steps, port if order[block].name in (FRONT, PARATROOPS) else hex_) for block, steps, hex_ in placed]


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=120, trust_env=False) as client:
        yield client


def winter(page: Any, http: httpx.Client) -> Table:
    """The first command phase of the Soviets, who begin."""
    seats = [{"sides": ["axis"], "player": "bot", "bot": "recruit"}, {"sides": ["soviet"], "player": "me"}]
    made = found(http.post("/api/games", json={"title": "eastfront", "scenario": "w41", "options": OPTIONS, "seats": seats}))
    player = PlayerClient(http, made["game"], made["seats"][0]["token"])
    found(player.submit({"type": "deploy_forces", "placements": set_up()}, player.state()["decision"]))
    page.goto(f"{page.url.partition('#')[0]}#/game/{player.game}/seat/{player.token}")
    table = Table(page)
    table.wait_for_prompt("CommandPhase")
    return table


def activate(table: Table, words: str) -> None:
    """The headquarters' buttons differ by what it is activated for: exactly one of them says so."""
    page = table.page
    if page.get_attribute("#tab-orders", "aria-selected") != "true":
        page.click("#tab-orders")
    page.locator(".group", has_text=FRONT).first.click()
    page.locator("#panel-body .choices button").first.wait_for()
    said = page.locator("#panel-body .choices button").all_inner_texts()
    assert len(said) == len(set(said)), "orders that differ look different"
    table.answered(page.locator("#panel-body .choices").get_by_role("button", name=words, exact=True).click)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")


def log_of(table: Table) -> str:
    table.page.click("#tab-log")
    table.page.locator("[data-log=lines]").click()
    return str(table.page.inner_text("#panel-body"))


def test_paratroops_jump_where_a_click_on_the_map_sends_them(new_page: NewPage, http: httpx.Client) -> None:
    table = winter(new_page(), http)
    activate(table, f"Activate {FRONT}, for a drop")
    table.page.locator(".group", has_text=PARATROOPS).first.click()
    before = table.piece(PARATROOPS).get_attribute("data-at")
    hex_ = table.click_target()
    table.page.wait_for_function(
        "([name, before]) => [...document.querySelectorAll('.piece')].some((one) => "
        "one.querySelector('title')?.textContent.startsWith(name) && one.dataset.at !== before)",
        arg=[PARATROOPS, before],
    )
    assert table.piece(PARATROOPS).get_attribute("data-at") == str(hex_)
    assert "to order a drop" in log_of(table)
    table.end_phase()
    table.play_until_other()


def test_an_army_sails_from_its_port_to_a_hostile_coast(new_page: NewPage, http: httpx.Client) -> None:
    table = winter(new_page(), http)
    page = table.page
    activate(table, f"Activate {FRONT}, for an invasion")
    page.locator(".group", has_text="Coastal Army").first.click()
    landing = page.locator("#panel-body .choices").get_by_role("button", name=f"{FRONT} lands Coastal Army at Berdyansk", exact=True)
    landing.wait_for()
    table.answered(landing.click)
    assert "Berdyansk" in str(table.piece("Coastal Army").locator("title").text_content())
    assert "to direct an invasion" in log_of(table)
    table.end_phase()
    table.play_until_other()
