"""Blocks in the West by clicks: a turn of The Gothic Line, the choices of 1940, landings in two waves, ships, a raid, a harbour."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from blockfront.games import catalogue
from tests.browser.conftest import NewPage
from tests.browser.table import Table, against_recruit
from tests.browser.test_everyone import violations
from tests.server.trial import PlayerClient, found
from tests.western_play import answer_simply, play_to

WEST = "blocks_in_the_west"
AXIS, ALLIES = 0, 1


def location(table: Table, name: str) -> str:
    title: str = table.piece(name).locator("title").text_content()
    return title.rpartition(" at ")[2]


def log_of(table: Table) -> str:
    table.page.click("#tab-log")
    table.page.get_by_role("button", name="Every line").click()
    text: str = table.page.inner_text("#panel-body")
    return text


def cited(table: Table) -> str:
    """The books that links of the page lead to."""
    found: str = table.page.evaluate("() => [...document.querySelectorAll('a[href*=\"rules/\"]')].map((link) => link.href).join(' ')")
    return found


def test_the_first_turn_of_the_gothic_line(new_page: NewPage) -> None:
    table = against_recruit(new_page(), "sbw1", WEST)
    page = table.page
    assert table.wait_for_prompt() == "ProductionPhase"
    assert page.locator(".nation-redoubts").count(), "the redoubt at Ferrara is orange"
    assert page.locator(".piece-top.nation-usa").count() == 9, "hidden blocks show whose colour they have"
    assert page.locator(".piece-top.nation-uk").count() == 6
    step = page.locator("#panel-body").get_by_role("button", name="A step for 75th Infantry Corps")
    table.answered(step.click)
    assert "strength 3" in str(table.piece("75th Infantry Corps").locator("title").text_content())
    table.end_phase()
    table.play_until("GroundMovement")
    before = location(table, "29th Panzergrenadier Division")
    table.click_piece("29th Panzergrenadier Division")
    table.click_target()
    assert location(table, "29th Panzergrenadier Division") != before
    assert "BE-" not in cited(table)
    table.end_phase()
    table.play_until("ProductionPhase")
    log = log_of(table)
    assert "Axis, Movement" in log
    assert "Allied, Movement" in log
    assert "May 1945" in page.inner_text("header")
    assert "BE-" not in cited(table)


def test_the_choices_of_1940(new_page: NewPage) -> None:
    table = against_recruit(new_page(), "sbw3", WEST, side=1)
    page = table.page
    assert table.wait_for_prompt() == "PlanChoice"
    assert "France" in page.inner_text(".prompt")
    table.answered(page.locator(".prompt").get_by_role("button", name="France: Dyle-Breda").click)
    assert "Great Britain" in page.inner_text(".prompt")
    table.answered(page.locator(".prompt").get_by_role("button", name="Great Britain: full commitment").click)
    assert table.wait_for_prompt() == "Assistance", "the computer has attacked a neutral"
    table.answered(page.locator(".prompt").get_by_role("button", name="granted").click)
    table.wait_for_prompt()
    log = log_of(table)
    assert "The secret plans become known" in log
    assert "Dyle-Breda" in log
    assert "asks for assistance: granted" in log


# ---- landings, raids and the war behind the fronts


class TwoSeats:
    """A game with both seats in one hand: they answer over HTTP until it gets interesting, then one of them sits down at a page."""

    def __init__(self, http: httpx.Client, scenario: str, options: tuple[str, ...] = ()) -> None:
        self.http = http
        seats = [{"sides": [side], "player": "me"} for side in catalogue.title(WEST).sides]
        made = found(self.http.post("/api/games", json={"title": WEST, "scenario": scenario, "options": options, "seats": seats}))
        self.players = [PlayerClient(self.http, made["game"], seat["token"]) for seat in made["seats"]]

    def table(self, page: Any, side: int) -> Table:
        player = self.players[side]
        page.goto(f"{page.url.partition('#')[0]}#/game/{player.game}/seat/{player.token}")
        table = Table(page)
        table.wait_for_prompt()
        return table

    def play_until(self, table: Table, side: int, *names: str, most: int = 60) -> None:
        """The side at the page answers in the simplest way, the other one as simply over HTTP, until one of `names` is asked."""
        for _ in range(most):
            answer_simply(self.players[1 - side])
            table.wait_for_prompt()
            if table.prompt in names:
                return
            table.step()
        raise AssertionError(f"none of {names} was asked; last: {table.prompt}")


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60, trust_env=False) as client:
        yield client


def fits(page: Any) -> bool:
    """Nothing is wider than the screen."""
    return bool(page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"))


def close_if_fit_for_phones(page: Any) -> None:
    assert fits(page)
    assert violations(page) == []
    page.close()


def open_tab(page: Any, name: str) -> None:
    if page.get_attribute(f"#tab-{name}", "aria-selected") != "true":
        page.click(f"#tab-{name}")


def test_a_landing_from_its_order_to_the_beach(new_page: NewPage, http: httpx.Client) -> None:
    game = TwoSeats(http, "sbw4")
    play_to(game.players, ALLIES, "land", "GroundMovement")

    phone = game.table(new_page(390, 844), ALLIES).page
    open_tab(phone, "landing")
    phone.locator("[data-beach]").first.click()
    phone.locator("[data-lands]").first.check()
    phone.wait_for_selector("[data-prospects=landing]")
    close_if_fit_for_phones(phone)

    table = game.table(new_page(), ALLIES)
    page = table.page
    open_tab(page, "landing")
    beach = page.locator("[data-beach]", has_text="Palermo")
    assert "no enemy seen" in beach.inner_text()
    beach.click()
    landing = page.locator("[data-lands]")
    blocks = [int(landing.nth(place).get_attribute("data-lands")) for place in range(2)]
    for place in range(2):
        landing.nth(place).check()
    page.wait_for_selector("[data-prospects=landing]")
    assert page.get_attribute("[data-prospects=landing]", "data-figure") == "97%", "one of two gets over the sea"
    page.click("[data-action=land]")
    page.wait_for_function("() => document.querySelector('[data-part=ordered]')?.innerText.includes('Palermo')")
    page.wait_for_function("() => document.querySelector('[data-clears]')?.innerText === '97%'")

    page.locator("[data-part=hold] summary").click()
    table.answered(page.locator("[data-hold]").first.click)
    page.wait_for_selector("[data-part=waiting]")

    table.end_phase()
    game.play_until(table, ALLIES, "SecondWave", "Exploitation", "Harbours")
    view = game.players[ALLIES].state()["view"]
    ashore = [own for own in view["blocks"]["own"] if own[0] in blocks and own[1] >= 0]
    log = log_of(table)
    if ashore:
        assert "beach" in log
        assert ashore[0][1] in view["second_hexes"], "the coast is theirs"
    else:
        assert log.count("lost at sea") >= 2


MOST_GAMES = 8  # a die sinks one landing unit in six: until nobody of those who matter is lost


def order_landing(page: Any, place: str, *blocks: int) -> None:
    """On the landing panel: a beach and who lands there."""
    if page.get_by_role("button", name="Choose another beach").count():
        page.get_by_role("button", name="Choose another beach").click()
    page.locator("[data-beach]", has_text=place).first.click()
    for block in blocks:
        page.locator(f"[data-lands='{block}']").check()
    page.wait_for_selector("[data-prospects=landing]")
    page.click("[data-action=land]")
    page.wait_for_function("place => document.querySelector('[data-part=ordered]')?.innerText.includes(place)", arg=place)


def land_with_a_second_wave(game: TwoSeats, table: Table, blocks: dict[str, int]) -> bool:
    """Americans at Gela, British at Ragusa, two units on hold: whether both landings get over the sea, and what comes next is asked."""
    page, gela = table.page, blocks["us-6"]
    open_tab(page, "landing")
    order_landing(page, "Gela", gela)
    order_landing(page, "Ragusa", blocks["gb-13"])
    page.locator("[data-part=hold] summary").click()
    for held in ("gb-30", "gb-monty"):
        table.answered(page.locator(f"[data-hold='{blocks[held]}']").click)
    waiting = page.locator("[data-part=waiting]")
    waiting.get_by_text("Montgomery").wait_for()
    assert page.locator("[data-part=hold]").get_attribute("open") is not None, "the list stays open from one order to the next"
    table.end_phase()
    game.play_until(table, ALLIES, "choose_retreat", "SecondWave")
    own = {unit[0]: unit[1] for unit in game.players[ALLIES].state()["view"]["blocks"]["own"]}
    return table.prompt == "choose_retreat" and own.get(gela, -1) >= 0 and own.get(blocks["gb-13"], -1) >= 0


def landed_with_a_second_wave(new_page: NewPage, http: httpx.Client) -> tuple[TwoSeats, Table, dict[str, int]]:
    """A game in which the first round at Gela is over and nothing is decided: the battle waits for whether marines stay."""
    blocks = {block["key"]: block["block"] for block in found(http.get(f"/api/titles/{WEST}/board"))["blocks"]}
    for _ in range(MOST_GAMES):
        game = TwoSeats(http, "sbw4")
        play_to(game.players, ALLIES, "land", "GroundMovement")
        table = game.table(new_page(), ALLIES)
        if land_with_a_second_wave(game, table, blocks):
            return game, table, blocks
        table.page.close()
    raise AssertionError("every landing was sunk or decided at once")


def test_a_second_wave_to_its_end(new_page: NewPage, http: httpx.Client) -> None:
    game, table, blocks = landed_with_a_second_wave(new_page, http)
    page = table.page
    table.answered(page.locator("[data-action=stage-primary][data-kind=decide]").click)  # stay and fight
    answer_simply(game.players[AXIS])
    page.wait_for_selector("[data-stage][data-outcome=goes_on]")
    assert "second wave comes first" in page.inner_text("[data-stage]")
    page.locator("[data-action=stage-primary][data-kind=close]").click()
    assert table.wait_for_prompt() == "SecondWave"
    assert page.locator("[data-stage]").count() == 0, "the battle that waits leaves the map free"
    page.wait_for_selector("[data-wave=second]")  # the panel has come forward by itself
    page.get_by_role("button", name="End the second wave").wait_for()
    page.locator("[data-beach]", has_text="Ragusa").click()
    page.locator(f"[data-lands='{blocks['gb-monty']}']").check()
    page.wait_for_selector("[data-prospects=arrival]")
    assert page.get_attribute("[data-prospects=arrival]", "data-figure") == "50%", "nobody is there to fight, the sea is"

    phone = game.table(new_page(390, 844), ALLIES).page
    open_tab(phone, "landing")
    phone.locator("[data-beach]", has_text="Gela").click()
    assert phone.locator(f"[data-lands='{blocks['gb-monty']}']").count() == 0, "a headquarters lands where no enemy is"
    phone.locator(f"[data-lands='{blocks['gb-30']}']").check()
    phone.wait_for_selector("[data-prospects=landing]")
    assert fits(phone)
    assert violations(phone) == []
    phone.close()

    table.answered(page.locator("[data-action=land]").click)
    page.wait_for_function("() => !document.querySelector('[data-part=waiting]')?.innerText.includes('Montgomery')")
    table.end_phase()
    game.play_until(table, ALLIES, "CombatPhase", "choose_retreat", "choose_loss", "BlitzPhase")
    if table.prompt in ("choose_retreat", "choose_loss"):
        assert page.get_attribute("[data-stage]", "data-stage") == str(hex_of(game, blocks["us-6"]))
        assert "Round 2" in page.inner_text("[data-stage]"), "it goes on where it stopped"
    game.play_until(table, ALLIES, "Exploitation")
    log = log_of(table)
    assert "Montgomery: Malta to Ragusa, by sea" in log
    assert "1 unit on hold did not land" in log
    assert "Churchill keeps Montgomery for the second wave" in log


def hex_of(game: TwoSeats, block: int) -> int:
    view = game.players[ALLIES].state()["view"]
    return next(int(own[1]) for own in view["blocks"]["own"] if own[0] == block)


def test_marines_go_back_to_their_ships(new_page: NewPage, http: httpx.Client) -> None:
    game, table, blocks = landed_with_a_second_wave(new_page, http)
    page = table.page
    page.wait_for_selector("[data-ships]")
    page.locator(".unit .choosable").first.click()
    back = page.locator("[data-way=reembark]", has_text="Malta")
    back.locator("strong").wait_for()  # its chance
    assert page.locator("[data-way=retreat]").count(), "Ragusa is theirs: one could walk there, too"

    phone = game.table(new_page(390, 844), ALLIES).page
    phone.locator(".unit .choosable").first.click()
    phone.locator("[data-way=reembark]").first.wait_for()
    assert fits(phone)
    assert violations(phone) == []
    phone.close()

    table.answered(back.click)
    table.wait_for_prompt("SecondWave")
    log = log_of(table)
    if "VI Corps: eliminated at Gela (going aboard)" in log:
        return  # it was its last step
    assert "VI Corps: a step lost at Gela (going aboard)" in log
    assert "VI Corps: back from Gela to Malta" in log
    assert "bound for Malta crosses hostile waters" in log
    view = game.players[ALLIES].state()["view"]
    malta = next(own[1] for own in view["blocks"]["own"] if own[0] == blocks["gb-monty"])
    assert hex_of(game, blocks["us-6"]) in (malta, -1, -2), "in the harbour, or on the bottom of the sea"


def test_a_raid_from_its_target_to_the_bombs(new_page: NewPage, http: httpx.Client) -> None:
    game = TwoSeats(http, "sbw5")
    play_to(game.players, AXIS, "bomb")

    phone = game.table(new_page(390, 844), AXIS).page
    open_tab(phone, "strategic")
    phone.locator("[data-target]").first.click()
    phone.wait_for_selector("[data-prospects=raid]")
    close_if_fit_for_phones(phone)

    table = game.table(new_page(), AXIS)
    page = table.page
    page.wait_for_selector("[data-raid=StrategicWarfarePhase]")  # the panel has come forward by itself
    page.locator("[data-raid] li", has_text="Southampton").locator("[data-target]").first.click()
    page.wait_for_selector("[data-prospects=raid]")
    table.answered(page.locator("[data-action=send-raid]").click)
    assert "Southampton" in page.inner_text(".prompt")
    page.wait_for_selector("[data-sortie]")
    assert page.locator("[data-action=raid-goes]").count() == 0, "a raid needs a bomber"
    table.answered(page.locator("[data-sortie]").first.click)
    page.wait_for_selector("[data-prospects=raid]")
    table.answered(page.locator("[data-action=raid-goes]").click)
    game.play_until(table, AXIS, "StrategicWarfarePhase")
    open_tab(page, "strategic")
    bombed = page.locator("[data-section=raids]")
    bombed.wait_for()
    assert "Southampton" in bombed.inner_text()
    assert "hit" in bombed.inner_text()


def test_purchases_behind_the_front_stand_on_the_strategic_panel(new_page: NewPage, http: httpx.Client) -> None:
    """Partisans and factories would fill the prompt; one button there leads to them, and the end of the phase stays in sight."""
    game = TwoSeats(http, "sbw9", ("partisans", "new_factories"))
    play_to(game.players, ALLIES, "partisans")

    phone = game.table(new_page(390, 844), ALLIES).page
    phone.locator(".prompt [data-action=end]").wait_for()
    assert phone.locator(".prompt").get_by_text("partisans").count() == 0
    phone.locator(".prompt [data-action=strategic]").click()
    phone.wait_for_selector("[data-section=garrisons] [data-order=partisans]")
    close_if_fit_for_phones(phone)

    table = game.table(new_page(), ALLIES)
    page = table.page
    page.locator(".prompt [data-action=strategic]").click()
    factories = page.locator("[data-section=factories]")
    assert factories.locator("[data-row]").count() == 0, "none is begun"
    table.answered(factories.locator("[data-order=invest]", has_text="an armour factory").click)
    page.wait_for_selector("[data-section=factories] [data-row=project][data-value='1']")
    table.answered(page.locator("[data-section=garrisons] [data-order=partisans]").first.click)
    page.wait_for_selector("[data-section=partisans] [data-row=band]")


def test_a_mulberry_is_towed_to_the_beach_it_won(new_page: NewPage, http: httpx.Client) -> None:
    game = TwoSeats(http, "sbw8")
    allies = play_to(game.players, ALLIES, "land", "GroundMovement")
    sheet = found(allies.get("/landing_sheet"))
    state = allies.state()
    taken = {sight[2] for sight in state["view"]["blocks"]["seen"]}
    usa = {block["block"] for block in found(http.get(f"/api/titles/{WEST}/board"))["blocks"] if block["nation"] == "usa"}
    safe = [one for one in sheet["passages"] if one["block"] in usa and one["lost"] < 0.01]
    block, hq, hex_ = next((one["block"], one["hq"], hex_) for one in safe for hex_ in one["hexes"] if hex_ not in taken)
    found(allies.submit({"type": "land", "block": block, "to": hex_, "hq": hq}, state["decision"]))
    play_to(game.players, ALLIES, "place_mulberry")

    table = game.table(new_page(), ALLIES)
    page = table.page
    open_tab(page, "strategic")
    harbours = page.locator("[data-section=mulberries]")
    harbours.wait_for()
    assert "paid and ready" in harbours.inner_text()
    table.answered(harbours.locator("[data-order=place_mulberry]").first.click)
    page.wait_for_selector("[data-section=mulberries] [data-row=placed]")
    assert page.get_attribute("[data-section=mulberries] [data-row=stands]", "data-value") == "1"
    assert "July 1944" in page.inner_text("[data-section=arrivals]")
    open_tab(page, "production")
    page.wait_for_selector("[data-income]")
    assert "United States" in page.inner_text("[data-income]")
    assert "Germany" not in page.inner_text("[data-income]"), "what the enemy earns is his own business"

    phone = game.table(new_page(390, 844), ALLIES).page
    open_tab(phone, "strategic")
    phone.wait_for_selector("[data-section=mulberries] [data-row=placed]")
    assert fits(phone)
    assert violations(phone) == []
