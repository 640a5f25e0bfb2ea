"""Reading and looking back: the rules, the log, the truth after the end, the charts."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import httpx
import pytest

from blockfront.ai.player import Budget
from blockfront.sim.pairing import Pairing
from blockfront.sim.run_match import play_match
from tests.browser.conftest import NewPage
from tests.browser.table import Table, play_now


class Played:
    """A game of Edelweiss between two people that programs have played for a while."""

    def __init__(self, address: str, decisions: int) -> None:
        self.http = httpx.Client(base_url=address, timeout=60, trust_env=False)
        seats = [{"sides": [side], "player": "me", "name": name} for side, name in (("axis", "Anna"), ("soviet", "Boris"))]
        made = self.http.post("/api/games", json={"title": "eastfront", "scenario": "edelweiss", "seats": seats}).json()
        self.game = made["game"]
        self.tokens = [seat["token"] for seat in made["seats"]]
        self._rng = Random(6)
        for _ in range(decisions):
            self._play()

    def ask(self, seat: int, what: str = "", **query: Any) -> Any:
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        return self.http.get(f"/api/games/{self.game}{what}", params=query, headers=headers).json()

    def tell(self, seat: int, what: str, body: Any) -> None:
        headers = {"authorization": f"Bearer {self.tokens[seat]}"}
        self.http.post(f"/api/games/{self.game}{what}", json=body, headers=headers).raise_for_status()

    def _play(self) -> None:
        seat = next(seat for seat in (0, 1) if self.ask(seat)["my_decision"])
        group = self._rng.choice(self.ask(seat, "/legal")["groups"])
        whole = group if group["choices"] else self.ask(seat, "/legal", block=group["block"])["groups"][0]
        self.tell(seat, "/submit", {"action": self._rng.choice(whole["choices"])["action"], "decision": self.ask(seat)["decision"]})

    def play_until_both_produce(self, most: int = 300) -> None:
        for _ in range(most):
            if all((self.ask(seat)["prompt"] or {}).get("message") == "ProductionPhase" for seat in (0, 1)):
                return
            self._play()
        raise AssertionError("the sides have not come to their production")

    def finish_production(self, seat: int) -> None:
        (common,) = [group for group in self.ask(seat, "/legal")["groups"] if group["block"] is None]
        (end,) = [choice["action"] for choice in common["choices"] if choice["action"]["type"] == "end"]
        self.tell(seat, "/submit", {"action": end, "decision": self.ask(seat)["decision"]})

    def path(self, seat: int) -> str:
        return f"#/game/{self.game}/seat/{self.tokens[seat]}"


@pytest.fixture(scope="module")
def ended(address: str) -> Iterator[Played]:
    played = Played(address, 45)
    played.tell(0, "/concede", {})
    yield played
    played.http.close()


@pytest.fixture
def running(address: str) -> Iterator[Played]:
    played = Played(address, 12)
    yield played
    played.http.close()


def counted(address: str, title: str, scenario: str, seed: int = 5) -> str:
    """A whole game that recruits have played to its count of points, as a path."""
    played = play_match(Pairing(title, scenario, (), ("recruit", "recruit"), seed, Budget(seconds=0.1)))
    made = httpx.post(f"{address}/api/import", json={"record": played.record, "name": "counted"}, timeout=60, trust_env=False).json()
    return f"#/game/{made['game']}"


def counts(table: Table) -> list[list[str]]:
    """The rows of the table that tells how points came about, without its head."""
    lines = table.page.locator("#panel-body table").inner_text().splitlines()
    return [[cell.strip() for cell in line.split("\t")] for line in lines if "\t" in line][1:]


def at_table(page: Any, path: str) -> Table:
    page.goto(page.url.partition("#")[0] + path)
    page.wait_for_selector(".piece")
    page.wait_for_selector(".board[data-zoom]")
    table = Table(page)
    if page.locator(".prompt[data-over=true]").count():
        page.locator("[data-action=close-end]").click()
    return table


def own_faces(page: Any) -> int:
    """Blocks on the map whose name is to be read."""
    titles = page.locator(".piece title").all_text_contents()
    return sum(not title.startswith("Hidden block") for title in titles)


def test_every_clause_has_its_words_and_leads_to_others(new_page: NewPage) -> None:
    page = new_page()
    page.locator("nav").get_by_role("link", name="Rules").click()
    page.wait_for_selector(".clause-row")
    page.get_by_label("Search").fill("river assault")
    page.wait_for_function("() => document.querySelectorAll('.clause-row').length < 20")
    row = page.locator("[id='EF-1.36d']")
    assert "exposes the attackers to Repulse" in row.inner_text()
    row.get_by_role("link", name="EF-7.5a").first.click()
    page.wait_for_selector("[id='EF-7.5a'].current")
    assert page.url.endswith("#/rules/eastfront/EF-7.5a")
    page.locator(".side select").select_option(label="Blocks in the East")
    page.wait_for_selector("[id='BE-3.3a']")


def test_a_clause_is_read_without_leaving_the_table(new_page: NewPage) -> None:
    table = play_now(new_page())
    table.wait_for_prompt("CommandPhase")
    page = table.page
    page.locator(".prompt a.clause").click()
    dialog = page.locator("dialog[open]")
    dialog.locator(".words").wait_for()
    assert len(dialog.locator(".words").inner_text()) > 30
    page.keyboard.press("Escape")
    dialog.wait_for(state="detached")
    assert table.prompt == "CommandPhase"


def test_the_log_shows_dice_clauses_and_places(new_page: NewPage, ended: Played) -> None:
    page = new_page()
    table = at_table(page, ended.path(0))
    page.click("#tab-log")
    page.click("[data-log=lines]")
    log = page.locator("#panel-body ol")
    log.locator("a[href*='EF-']").first.wait_for()
    rolled = [line for line in ended.ask(0, "/log")["lines"] if line["event"]["type"] == "rolled"]
    assert log.locator(".dice").count() >= len(rolled) > 0
    place = log.locator("button.link:not(.back)").first
    before = page.get_attribute(".board-sheet", "style")
    place.click()
    page.wait_for_function("before => document.querySelector('.board-sheet').getAttribute('style') !== before", arg=before)
    assert not table.prompt


def test_after_the_end_one_sees_with_everybodys_eyes(new_page: NewPage, ended: Played) -> None:
    page = new_page()
    at_table(page, ended.path(0))
    blocks = page.locator(".piece").count()
    mine = own_faces(page)
    assert 0 < mine < blocks
    page.click("#tab-log")
    eyes = page.get_by_label("Seen by")
    eyes.select_option(label="everybody: the truth")
    page.wait_for_selector("text=the truth of")
    page.wait_for_function("() => ![...document.querySelectorAll('.piece title')].some((one) => one.textContent.startsWith('Hidden'))")
    assert own_faces(page) == page.locator(".piece").count() > mine
    eyes.select_option(label="Soviet")
    page.wait_for_selector("text=as seen in")
    page.wait_for_function("() => [...document.querySelectorAll('.piece title')].some((one) => one.textContent.includes('(Axis)'))")
    page.get_by_label("To the phase before").click()
    (first,) = map(int, re.findall(r"after line (\d+)", page.inner_text(".sentence")))
    page.get_by_label("One step back").click()
    page.wait_for_function("first => !document.querySelector('.sentence').innerText.includes(`line ${first} `)", arg=first)
    page.locator(".prompt").get_by_role("button", name="Back to now").click()
    page.wait_for_selector("text=Looking back", state="detached")
    assert own_faces(page) == mine
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the game").click()
    assert saved.value.suggested_filename.endswith(".jsonl")


def test_a_saved_game_can_be_opened_and_replayed(new_page: NewPage, ended: Played) -> None:
    record = ended.http.get(f"/api/games/{ended.game}/export", headers={"authorization": f"Bearer {ended.tokens[0]}"}).content
    page = new_page()
    page.locator("input[type=file]").set_input_files({"name": "old game.jsonl", "mimeType": "application/jsonl", "buffer": record})
    page.wait_for_selector(".piece")
    page.locator("[data-action=close-end]").click()
    page.click("#tab-log")
    page.get_by_label("Seen by").select_option(label="everybody: the truth")
    page.wait_for_selector("text=the truth of")


def test_charts_tell_what_i_know_and_the_truth_at_the_end(new_page: NewPage, running: Played, ended: Played) -> None:
    page = new_page()
    at_table(page, running.path(0))
    page.click("#tab-charts")
    page.wait_for_selector("#panel-body figure canvas")
    panel = page.locator("#panel-body")
    assert "what you know" in panel.inner_text()
    strength = panel.locator("figure", has_text="Strength")
    strength.locator("summary").click()
    cells = strength.locator("tbody tr").last.locator("td").all_text_contents()
    own = [one for one in running.ask(0)["view"]["blocks"]["own"] if one[1] >= 0]
    assert cells == [str(sum(one[3] for one in own)), "–"], "the other side's strength is not known"
    assert panel.locator("figure", has_text="Victory points").count() == 0

    at_table(page, ended.path(0))
    page.click("#tab-charts")
    page.wait_for_selector("text=these are the true figures")
    points = panel.locator("figure", has_text="Victory points")
    points.locator("summary").click()
    assert all(re.fullmatch(r"-?\d+", cell) for cell in points.locator("tbody tr").last.locator("td").all_text_contents())
    points.locator("tbody button").first.click()
    page.wait_for_selector("text=the truth of")


def test_what_the_computer_planned_is_told_after_the_end(new_page: NewPage) -> None:
    table = play_now(new_page())
    page = table.page
    table.wait_for_prompt("CommandPhase")
    table.end_phase()
    table.play_until("CommandPhase", "ProductionPhase")
    page.click("#tab-log")
    page.wait_for_selector("#panel-body .kind-phase")
    assert page.locator(".thought").count() == 0
    page.click("#tab-table")
    page.get_by_role("button", name="Concede").click()
    page.get_by_role("button", name="Yes, I give up").click()
    page.wait_for_selector("text=The Soviet side wins")
    thought = page.locator("[data-end] [data-thoughts] figure").first
    assert re.search(r"“.{8,}”\s+Jul 42 II", thought.inner_text()), "each stands with its turn"
    page.locator("[data-action=close-end]").click()
    page.click("#tab-log")
    page.click("[data-log=lines]")
    assert "Soviet plan: " in page.locator(".thought").first.inner_text()


def test_news_do_not_take_me_from_what_i_read(new_page: NewPage, running: Played) -> None:
    running.play_until_both_produce()
    page = at_table(new_page(), running.path(0)).page
    page.wait_for_selector("#tab-production[aria-selected=true]")
    page.click("#tab-log")
    page.click("[data-log=lines]")
    page.wait_for_selector("#panel-body .kind-phase")
    running.finish_production(1)
    page.wait_for_selector("#panel-body .kind-produced")
    page.wait_for_selector(".prompt[data-prompt=ProductionPhase]")
    assert page.get_attribute("#tab-log", "aria-selected") == "true"


def test_a_finished_game_shows_how_its_points_came_about(new_page: NewPage, address: str) -> None:
    table = at_table(new_page(), counted(address, "eastfront", "s43"))
    rows = counts(table)
    points = [(int(axis or 0), int(soviet or 0)) for _, axis, soviet in rows]
    assert rows[-1][0] == "Sum"
    assert points[-1] == tuple(map(sum, zip(*points[:-1], strict=True)))
    difference = points[-1][0] - points[-1][1]
    result = "The Axis side wins" if difference > 5 else "The Soviet side wins" if difference < -5 else "Nobody wins"
    assert result in table.page.inner_text(".prompt")


def test_a_finished_game_names_the_places_that_counted(new_page: NewPage, address: str) -> None:
    table = at_table(new_page(), counted(address, "blocks_in_the_east", "sbe4", 5))
    *places, total = counts(table)
    assert {points for _, points in places} == {"1"}
    assert total == ["Sum", str(len(places))]


def test_a_game_that_was_given_up_counts_nothing(new_page: NewPage, ended: Played) -> None:
    table = at_table(new_page(), ended.path(0))
    table.page.wait_for_selector("text=The Soviet side wins; its opponent has given up.")
    table.page.wait_for_selector("text=The log leads back to every moment of the game")
    assert table.page.locator("#panel-body table").count() == 0


def test_the_end_is_a_page_with_the_front_played_in_german(new_page: NewPage, address: str) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    page.get_by_label("Language").select_option(label="Deutsch")
    page.goto(f"{address}/{counted(address, 'eastfront', 'edelweiss')}")
    end = page.locator("[data-end]")
    end.locator("[data-moment] figcaption").last.wait_for()
    page.wait_for_function("() => document.querySelectorAll('[data-end] [data-moment] use').length === 2")
    slider = end.locator("input[type=range]")
    last = int(str(slider.get_attribute("max")))
    assert last >= 5, "a moment for every player turn"
    dated = "n => document.querySelectorAll('[data-moment] figcaption')[1].textContent.includes(n)"
    page.wait_for_function(dated, arg="August")
    slider.fill("0")
    page.wait_for_function(dated, arg="Juli")
    end.locator("[data-told=expected]").wait_for()
    assert end.locator("[data-turning]").count() >= 1
    words = end.inner_text()
    for said in ("Was es gekostet hat", "Damals und jetzt", "Wendepunkte", "Erwartete Punkte: wie der Hauptmann", "Glück"):
        assert said in words, said
    end.locator("[data-action=check-dice]").tap()
    page.wait_for_selector("[data-checked=done]")
    end.locator("[data-turning] button").last.tap()
    page.wait_for_selector("[data-end]", state="detached")
    page.wait_for_selector(".prompt >> text=Rückblick")


def test_a_die_that_was_altered_is_named(new_page: NewPage, address: str) -> None:
    page = new_page()
    altered: list[dict[str, Any]] = []

    def alter(route: Any) -> None:
        dice = route.fetch().json()
        throw = dice["throws"][2]
        throw["faces"][0] = throw["faces"][0] % 6 + 1
        altered.append(throw)
        route.fulfill(json=dice)

    page.route(re.compile(r"/api/games/[^/]+/dice"), alter)
    page.goto(f"{address}/{counted(address, 'eastfront', 'edelweiss')}")
    dice = page.locator("[data-end] [data-dice]")
    dice.locator("[data-action=check-dice]").click()
    page.wait_for_selector("[data-dice=wrong]")
    told = dice.inner_text()
    assert "verified" not in told
    assert f"Throw {altered[0]['number'] + 1}, die 1 shows {altered[0]['faces'][0]};" in told


def test_a_game_without_judges_says_whose_figures_its_turning_points_are(new_page: NewPage, address: str) -> None:
    page = new_page()
    page.goto(f"{address}/{counted(address, 'proving_ground', 'border_incident')}")
    page.locator("[data-end] [data-told=steps]", has_text="No machine player judges positions").wait_for()
