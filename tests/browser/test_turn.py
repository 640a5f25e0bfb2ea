"""A turn without needless clicks: what is asked matters, buttons say what they do, and points have their colours."""


from functools import partial

from tests.browser.conftest import NewPage
from tests.browser.table import PRESSED, Table, against_recruit
from tests.browser.test_aids import _MIDDLE as MIDDLE

MOST_CLICKS = 20


def deploy(table: Table) -> None:
    table.wait_for_prompt("Deployment")
    table.answered(lambda: table.page.locator("[data-action=deploy]:not([disabled])").click())



def test_a_purchase_of_the_blocks_games_shows_its_colours_and_takes_them(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page, "sbe6", "blocks_in_the_east")
    deploy(table)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/legal" in request.url else None)
    table.wait_for_prompt("ProductionPhase", "production_obliged")
    group = page.locator("#panel-body li[data-kind=step]:has(.coin-black)").first  # a headquarters
    group.wait_for()
    assert [coin.split()[-1] for coin in group.locator(".coin").all_inner_texts()] == ["1", "1"]
    assert "coin-yellow" in (group.locator(".coin").nth(0).get_attribute("class") or "")
    assert "coin-black" in (group.locator(".coin").nth(1).get_attribute("class") or "")
    before = [int(text.split()[-1]) for text in page.locator("[data-pool] .purse").first.locator(".coin").all_inner_texts()]
    table.answered(group.get_by_role("button").last.click)
    page.wait_for_selector("#panel-body .bought")
    after = [int(text.split()[-1]) for text in page.locator("[data-pool] .purse").first.locator(".coin").all_inner_texts()]
    assert [a - b for a, b in zip(after, before, strict=True)] == [-1, 0, 0, 0, -1]
    assert "1 yellow, 1 black" in page.inner_text("#panel-body .bought li")
    page.evaluate("document.querySelector('#panel-body').scrollTop = 2000")
    assert page.locator("[data-pool]").evaluate("e => e.getBoundingClientRect().top") >= page.locator("#panel-body").evaluate(
        "e => e.getBoundingClientRect().top - 1"
    )
    assert len(asked) <= 4, "the whole sheet comes with one question, not one for every unit"


def test_only_disbanding_is_explained_and_ending_does_not_warn_of_it(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page, "sbe5", "blocks_in_the_east")
    deploy(table)
    assert table.wait_for_prompt("ProductionPhase", "production_obliged", "production_later") == "production_later"
    assert "Production begins in July 1941" in page.inner_text(".prompt .sentence")
    end = page.locator(".prompt [data-action=end]")
    assert end.inner_text().strip() == "End production"
    table.answered(end.click)


def test_ending_movement_asks_only_when_nothing_was_ordered(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    end = page.locator(".prompt [data-action=end]")
    before = table.decision
    end.click()
    page.wait_for_function(PRESSED, arg=before)
    assert "No headquarters is active" in end.inner_text()
    table.click_piece("Army Group A")
    table.answered(page.locator(".card").get_by_role("button", name="Activate Army Group A", exact=True).click)
    table.answered(end.click)  # at once: something was ordered
    table.wait_for_prompt("MovementPhase")
    assert end.inner_text().strip() == "End movement"
    table.click_piece("52 Corps")
    table.click_target()
    table.answered(end.click)


def test_a_blitz_turn_of_summer_1943_takes_at_most_twenty_clicks(new_page: NewPage) -> None:
    """Two standing orders are given where they are first asked for; the turn has an attack with support and a blitz."""
    page = new_page()
    table = against_recruit(page, "s43")
    deploy(table)
    page.evaluate("window.clicks = 0; addEventListener('click', event => { if (event.isTrusted) window.clicks += 1; }, true)")
    asked = table.wait_for_prompt("ProductionPhase", "CommandPhase")
    if asked == "ProductionPhase":
        table.end_phase()
        table.wait_for_prompt("CommandPhase")
    page.locator(".group", has_text="Army Group South").click()
    table.answered(page.locator("#panel-body .choices").get_by_role("button", name="blitz").first.click)
    page.locator(".prompt [data-action=end]").click()
    table.wait_for_prompt("MovementPhase")
    attack(table, 2)
    table.end_phase()
    fights = through_battles(table)
    assert fights, "there was no battle: the count means nothing"
    clicks = page.evaluate("window.clicks")
    assert clicks <= MOST_CLICKS, f"{clicks} clicks"


_ATTACKED = """() => { const enemies = new Set([...document.querySelectorAll('.piece[data-piece^=h]')].map(one => one.dataset.at));
  return [...document.querySelectorAll('.mark-target')].map(one => one.dataset.hex).find(hex => enemies.has(hex)) ?? null; }"""


def attack(table: Table, number: int) -> None:
    """Units that can enter a hex of the enemy do so: a click on the unit in the list, one on the hex. Looking for them counts no click."""
    page = table.page
    for group in page.locator(".group").all():
        if number == 0:
            return
        group.evaluate("one => one.click()")
        page.wait_for_selector("#panel-body .choices button")
        hex_ = page.evaluate(_ATTACKED)
        group.evaluate("one => one.click()")
        if hex_ is None:
            continue
        group.click()
        page.wait_for_selector(f".mark-target[data-hex='{hex_}']", state="attached")
        page.wait_for_timeout(600)  # the map has gone there
        x, y = page.evaluate(MIDDLE, hex_)
        table.answered(partial(page.mouse.click, x, y))
        number -= 1
    raise AssertionError("nobody could attack")


def through_battles(table: Table) -> int:
    """Answers what is asked until the other side decides; returns how often dice were thrown for me."""
    page, fights = table.page, 0
    for _ in range(60):
        table.page.wait_for_timeout(50)
        if page.locator(".prompt[data-mine=false]").count() and not page.locator("[data-action=stage-primary]").count():
            return fights
        stage = page.locator("[data-action=stage-primary]")
        place = "dialog[open]" if stage.count() else ".prompt"
        offer = page.locator(f"{place} [data-offer=fire], {place} [data-offer=losses]")
        if offer.count():
            kind = offer.first.get_attribute("data-offer")
            offer.first.click()
            page.locator(f"{place} [data-offer={kind}]").first.wait_for(state="detached")  # it is given once
        elif stage.count():
            fights += 1
            stage.click()
        elif page.locator(".prompt [data-action=end]").count():
            table.end_phase()
        else:
            table.step()
    raise AssertionError("the turn did not end")
