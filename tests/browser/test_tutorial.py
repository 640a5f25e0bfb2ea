"""The guided games, played as they say: Edelweiss from its first step to its end, and Road to Leningrad in Blocks in the East."""

import re
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import NewPage
from tests.browser.table import Table
from tests.browser.test_keyboard import Keys, answer, end_phase

GUIDED = {  # what each step asks for: the order of a block, or the button that ends the phase
    "guide_activate": ("Army Group A", "Activate Army Group A"),
    "guide_end_command": None,
    "guide_infantry": ("52 Corps", "52 Corps to Rostov"),
    "guide_second": ("44 Corps", "44 Corps to Rostov"),
    "guide_armor": ("3 Panzer Corps", "3 Panzer Corps to Rostov"),
    "guide_more_armor": ("40 Panzer Corps", "40 Panzer Corps to Rostov"),
    "guide_end_movement": None,
    "guide_strike": ("Army Group A", "Air strike of Army Group A at Rostov"),
}


def lesson(table: Table) -> str:
    return str(table.page.get_attribute(".tutorial", "data-lesson"))


AT_REST = 15_000  # milliseconds in which the map and the guide have moved to where they stay
# whether the guide's card lies over a block or a hex it speaks of
COVERED = """() => {
  const card = document.querySelector('.tutorial').getBoundingClientRect();
  const lesson = document.querySelector('.tutorial');
  const asked = [...document.querySelectorAll('.mark-target')].filter((mark) => Number(mark.dataset.hex) === Number(lesson.dataset.hex));
  const block = document.querySelector(`[data-piece="b${lesson.dataset.block}"] .piece-top`);
  return [...asked, block].filter(Boolean).map((one) => one.getBoundingClientRect()).some((box) => {
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return x > card.left && x < card.right && y > card.top && y < card.bottom;
  });
}"""


def beside_what_it_asks(page: Any) -> None:
    """The guide covers nothing that it asks for, once map and card have come to rest."""
    try:
        page.wait_for_function(f"() => !({COVERED})()", timeout=AT_REST)
    except PlaywrightTimeout:
        raise AssertionError(f"the guide lies over what it asks for: {page.get_attribute('.tutorial', 'data-lesson')}") from None


def guided(page: Any, which: str = "guided") -> Table:
    page.locator(f"[data-action={which}]").click()
    return Table(page)


def follow(table: Table) -> list[str]:
    """The first turn as it is told, up to the battles."""
    followed = []
    for _ in range(len(GUIDED)):
        step = lesson(table)
        followed.append(step)
        asked = GUIDED[step]
        if asked is None:
            table.end_phase()
        else:
            table.order(*asked)
        table.wait_for_prompt()
        table.page.wait_for_timeout(150)
    return followed


def test_the_guided_game_goes_on_to_its_end(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    table = guided(page)
    table.wait_for_prompt("CommandPhase")
    beside_what_it_asks(page)
    assert follow(table) == list(GUIDED)
    seen, activated, moved = set(), False, 0
    for _ in range(240):
        if table.wait_for_prompt_or_end() == "":
            break
        told = lesson(table)
        seen.add(told)
        beside_what_it_asks(page)
        if told == "command_attack" and not activated:
            page.locator(".tutorial").get_by_role("button", name="Show me").click()
            table.answered(page.locator(".card").get_by_role("button", name=re.compile("^Activate")).first.click)
            activated = True
        elif told == "movement_attack" and moved < 3:
            name = page.inner_text(".tutorial .do").removeprefix("Click ").partition(":")[0]
            table.order(name, f"{name} to ")
            moved += 1
        else:
            activated, moved = False, 0
            table.step()
    assert page.locator("[data-end=our_aim]").count() == 1, "a whole game has a result by our aim"
    assert {"command_attack", "movement_attack", "production"} <= seen, seen
    page.locator("[data-action=close-end]").click()
    assert lesson(table) in ("over_won", "over_draw", "over_lost")


def test_the_guide_notices_what_is_done_instead(new_page: NewPage) -> None:
    page = new_page()
    table = guided(page)
    table.wait_for_prompt("CommandPhase")
    table.order("OKH", "Activate OKH")
    page.wait_for_selector(".tutorial[data-aside=other_command]")
    assert "OKH" in page.inner_text(".tutorial .aside")
    table.order("Army Group A", "Activate Army Group A")
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    assert lesson(table) == "guide_infantry"
    table.order("52 Corps", "52 Corps to Stalino")
    page.wait_for_selector(".tutorial[data-lesson=guide_second][data-aside=elsewhere]")
    assert "52 Corps went to Stalino instead" in page.inner_text(".tutorial .aside")
    page.get_by_role("button", name="Undo").click()
    page.wait_for_selector(".tutorial[data-lesson=guide_infantry][data-aside='']")


def test_the_guide_speaks_as_the_map_does_in_every_language(new_page: NewPage) -> None:
    page = new_page()
    named = {
        "de": ("Rostow", "Kamensk", "Maikop", "Heeresgruppe A"),
        "es": ("Rostov", "Kamensk", "Maikop", "Grupo de Ejércitos A"),
        "it": ("Rostov", "Kamensk", "Majkop", "Gruppo d’armate A"),
    }
    for language, (*places, headquarters) in named.items():
        page.evaluate("language => localStorage.setItem('blockfront.language', language)", language)
        page.goto(page.url.partition("#")[0])
        page.reload()
        table = guided(page)
        table.wait_for_prompt("CommandPhase")
        told = page.inner_text(".tutorial")
        names = "[...document.querySelectorAll('.board .plate text, .board .names text')].map((one) => one.textContent)"
        on_map = page.evaluate(f"() => {names}")
        for name in places:
            assert name in told, (language, name)
            assert any(name in text for text in on_map), (language, name)
        assert headquarters in told
        assert not re.search(r"\{\w+\}", told)


def test_a_second_guided_game_leads_through_blocks_in_the_east(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    table = guided(page, "guided-second")
    table.wait_for_prompt("Deployment")
    assert lesson(table) == "be_deployment"
    assert "Leningrad" in page.inner_text(".tutorial")
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    seen = []
    for _ in range(60):
        prompt = table.wait_for_prompt()
        if prompt == "GroundMovement":
            page.wait_for_selector(".tutorial[data-lesson=be_ground], .tutorial[data-lesson=be_hold]")
        if lesson(table) not in seen:
            seen.append(lesson(table))
        if prompt == "GroundMovement":
            beside_what_it_asks(page)
            assert page.locator(".tutorial").get_by_role("button", name="Show me").count() == 1
        if prompt == "ProductionPhase" and len(seen) > 4:
            break
        table.step()
    assert {"be_production", "be_rail", "be_ground", "be_air"} <= set(seen), seen
    assert "waiting" not in seen
    assert seen[0] == "be_production", "that there is nothing to buy in the first month is told then"


def tap_as_shown(table: Table) -> None:
    """What the guide asks for, by fingers: the block that it shows, then the hex it names; or the button that ends the phase."""
    page, guide = table.page, table.page.locator(".tutorial")
    hex_number, has_block = guide.get_attribute("data-hex"), bool(guide.get_attribute("data-block"))
    if not has_block:
        table.answered(page.locator(".prompt [data-action=end]").tap)
        return
    guide.locator(".row button").tap()
    page.wait_for_selector(".piece.selected", state="attached")
    if not hex_number:
        table.answered(page.locator(".card .choices button").first.tap)
        return
    table.tap_target(int(hex_number))
    beside_what_it_asks(page)
    table.answered(page.locator("[data-action=attack-go]").tap)


def test_the_guided_game_to_its_end_on_a_phone_in_german(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    page.get_by_label("Language").select_option(label="Deutsch")
    table = guided(page)
    table.wait_for_prompt("CommandPhase")
    for step in GUIDED:
        page.wait_for_selector(f".tutorial[data-lesson={step}]")
        beside_what_it_asks(page)
        tap_as_shown(table)
        assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth"), step
    seen = set()
    for _ in range(240):
        if table.wait_for_prompt_or_end() == "":
            break
        seen.add(lesson(table))
        table.step()
    assert {"command_attack", "production"} <= seen, seen
    assert page.locator("[data-end=our_aim]").count() == 1
    assert re.search("Ziel erreicht|Ziel verwehrt|Unentschieden", page.inner_text("#end-head"))
    page.locator("[data-action=close-end]").tap()
    assert lesson(table) in ("over_won", "over_draw", "over_lost")


def test_the_order_that_the_guide_asks_for_is_in_reach_on_a_phone(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    table = guided(page)
    table.wait_for_prompt("CommandPhase")
    page.locator(".tutorial").get_by_role("button", name="Show me").tap()
    activate = page.locator(".card .choices button").first
    activate.wait_for()
    assert activate.evaluate("""e => {
      const box = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height - 4));
    }"""), "the whole button can be seen and pressed"
    said = page.locator(".tutorial .head")
    assert said.evaluate("""e => {
      const box = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(box.x + 12, box.y + 12));
    }"""), "nothing lies over the guide"


def order_by_keys(table: Table, keys: Keys, name: str, words: str) -> None:
    """An order from the list, opened at its unit."""
    keys.press("o")
    table.page.wait_for_function("() => document.activeElement.closest('#panel-body') !== null")
    if name not in str(table.page.evaluate("() => document.activeElement.matches('.group') ? document.activeElement.innerText : ''")):
        keys.tab_to(f"e.matches('.group') && e.innerText.includes({name!r})")
    if table.page.evaluate("() => document.activeElement.getAttribute('aria-expanded')") != "true":
        keys.press("Enter")
    table.page.locator("#panel-body .choices").get_by_role("button", name=words).first.wait_for()
    keys.tab_to(f"e.closest('.choices') !== null && e.innerText.startsWith({words!r})")
    table.answered(lambda: keys.press("Enter"))


def test_the_guided_game_to_its_end_by_keyboard(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    keys = Keys(page)
    keys.tab_to("e.dataset.action === 'guided'")
    keys.press("Enter")
    table = Table(page)
    table.wait_for_prompt("CommandPhase")
    for step, order in GUIDED.items():
        page.wait_for_selector(f".tutorial[data-lesson={step}]")
        if order is None:
            end_phase(table, keys)
        else:
            order_by_keys(table, keys, *order)
    for _ in range(240):
        if table.wait_for_prompt_or_end() == "":
            break
        answer(table, keys)
    page.wait_for_selector("[data-end=our_aim]")
    page.wait_for_function("() => document.activeElement.id === 'end-head'")
    keys.tab_to("e.dataset.action === 'close-end'")
    keys.press("Enter")
    page.wait_for_selector("[data-end]", state="detached")
    assert lesson(table) in ("over_won", "over_draw", "over_lost")
