"""What happened is told: the other side's turn played back, stepped, skipped and summed up; battles on their stage."""

import re
from typing import Any

from tests.browser.conftest import NewPage
from tests.browser.table import OPPONENT, Table, against_recruit
from tests.browser.test_whole_turn import one_order

ATTACKERS = ("52 Corps", "44 Corps", "3 Panzer Corps", "40 Panzer Corps")
IN_GERMAN = ("52. Korps", "44. Korps", "3. Panzerkorps", "40. Panzerkorps")
MOVING = {"reduced_motion": "no-preference"}


def pass_the_turn(table: Table) -> None:
    """End my phases without doing anything, until the other side has begun to move."""
    table.wait_for_prompt("CommandPhase")
    for _ in range(12):
        table.page.wait_for_function("() => document.querySelector('.prompt[data-mine=false], .prompt:not([data-prompt=\\'\\'])')")
        if table.page.locator("[data-playback]").count() or table.prompt == "ProductionPhase":
            return
        if table.page.locator(".prompt[data-mine=false]").count():
            table.page.wait_for_timeout(100)
            continue
        table.step()


def playing(page: Any, state: str = "playing") -> None:
    page.wait_for_selector(f"[data-playback={state}]", timeout=OPPONENT)


def test_the_other_sides_turn_is_played_back_paused_stepped_and_skipped(new_page: NewPage) -> None:
    page = new_page(**MOVING)
    table = against_recruit(page)
    pass_the_turn(table)
    playing(page)
    assert "watching" in page.inner_text(".top")
    assert page.locator(".prompt [data-action=end]").count() == 0, "nothing is decided while one watches"
    page.keyboard.press(" ")
    playing(page, "paused")
    marks = page.locator(".timeline .tick")
    assert marks.count() >= 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    marks.first.click()
    assert marks.first.get_attribute("aria-current") == "step"
    said = page.inner_text(".caption .present")
    assert re.search(r"Soviet|Battle|orders", said)
    page.keyboard.press("4")
    page.locator(".speeds [aria-pressed=true]", has_text="4").wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-playback]", state="detached")
    table.wait_for_prompt()


def test_blocks_move_on_the_map_only_when_their_move_is_told(new_page: NewPage) -> None:
    page = new_page(**MOVING)
    table = against_recruit(page)
    pass_the_turn(table)
    playing(page)
    page.keyboard.press(" ")
    where = "() => [...document.querySelectorAll('.piece title')].map((title) => title.textContent).sort().join()"
    page.locator(".timeline .tick").first.click()
    first = page.evaluate(where)
    page.locator(".timeline .tick").last.click()
    page.keyboard.press("ArrowRight")
    page.wait_for_function(f"before => ({where})() !== before", arg=first)


def test_orders_and_battles_of_the_other_side_are_seen_where_they_happen(new_page: NewPage) -> None:
    page = new_page(**MOVING)
    table = against_recruit(page)
    pass_the_turn(table)
    playing(page)
    page.keyboard.press(" ")
    page.locator(".timeline .tick.battle").first.wait_for(timeout=OPPONENT)  # the whole turn has come
    page.locator(".timeline .tick.command").first.click()
    page.wait_for_selector(".story-ring")
    assert "gives orders" in page.inner_text(".caption .present")
    named = page.inner_text(".caption .present").partition(" gives orders")[0]
    assert page.locator(f".piece title:text-matches('{named}')").count() == 1, "who gives orders shows its face"
    page.locator(".timeline .tick.battle").first.click()
    call_out = page.locator("[data-battle-told]")
    call_out.wait_for()
    assert page.locator(".story-ring").count() == 0
    page.get_by_role("button", name="Play", exact=True).click()
    call_out.locator(".dice .die, .dice svg").first.wait_for()
    page.get_by_role("button", name="Pause", exact=True).click()
    call_out.locator(".line", has_text=re.compile(r"\w")).wait_for()  # what they brought, in words
    page.keyboard.press("Escape")


def test_a_turn_is_watched_again_from_its_summary(new_page: NewPage) -> None:
    page = new_page(**MOVING)
    table = against_recruit(page)
    pass_the_turn(table)
    playing(page)
    page.keyboard.press(" ")
    page.locator(".timeline .tick.battle").first.wait_for(timeout=OPPONENT)
    page.keyboard.press("s")
    sheet = page.locator("[data-summary=turn]")
    sheet.wait_for(timeout=OPPONENT)
    sheet.locator("[data-action=watch-again]").click()
    playing(page)
    page.keyboard.press(" ")
    page.locator(".timeline .tick").last.click()
    page.keyboard.press("r")
    page.wait_for_function("() => !document.querySelector('.timeline .tick:last-child[aria-current]')")
    page.keyboard.press("Escape")
    sheet.wait_for()
    row = sheet.locator("tbody .row").first
    place = row.locator("strong").inner_text()
    row.click()
    row.click()  # first its place, then its moment
    playing(page)
    page.locator("[data-battle-told]", has_text=place).wait_for()
    page.keyboard.press("Escape")
    sheet.get_by_role("button", name="Only the battles").click()
    page.locator("[data-battle-told]", has_text=place).wait_for()
    page.keyboard.press("Escape")
    sheet.locator("[data-action=take-command]").click()
    page.wait_for_selector("[data-summary]", state="detached")
    table.wait_for_prompt()


def storm_rostov(table: Table) -> None:
    table.wait_for_prompt("CommandPhase")
    table.order("Army Group A", "Activate Army Group A")
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    for name in ATTACKERS:
        table.order(name, f"{name} to Rostov")


def test_without_motion_the_turn_is_summed_up_and_every_row_leads_to_its_place(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    storm_rostov(table)
    table.end_phase()
    until_summary(table)
    assert page.locator("[data-playback]").count() == 0, "nothing moves by itself"
    head = page.inner_text("#summary-head")
    assert head.endswith(".")
    assert "July 1942 II" in page.inner_text("[data-summary] .when"), "the turn that is summed up, though the table has gone on"
    assert "August" not in page.inner_text("[data-summary] .when")
    page.get_by_role("button", name="Take command").click()
    page.wait_for_selector("[data-summary]", state="detached")
    table.wait_for_prompt()


def until_summary(table: Table, most: int = 60) -> None:
    """Answer what is asked of me until a turn is summed up."""
    page = table.page
    for _ in range(most):
        told = "[data-summary], [data-playback], [data-kind=close]"
        page.wait_for_function(f"() => document.querySelector('{told}, .prompt:not([data-prompt=\"\"])')", timeout=OPPONENT)
        if page.locator("[data-summary]").count():
            return
        if page.locator("[data-playback]").count():
            page.keyboard.press("Escape")
        elif (aside := page.locator("[data-action=stage-primary]:is([data-kind=close], [data-kind=skip])")).count():
            aside.click()
        else:
            table.act()
        page.wait_for_timeout(100)
    raise AssertionError("no turn was summed up")


def test_another_device_tells_what_happened_since_and_nothing_twice(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    storm_rostov(table)
    page.route("**/told", lambda route: route.abort())  # as if this device had been closed here: nothing it tells from now on is kept
    table.end_phase()
    until_summary(table)
    phone = new_page(390, 844, has_touch=True, is_mobile=True)
    with phone.expect_response(lambda answer: answer.url.endswith("/told") and answer.request.method == "POST"):
        phone.goto(table.address)
        sheet = phone.locator("[data-summary=since]")
        sheet.wait_for()
    assert "Since you were here" in sheet.inner_text()
    row = sheet.locator("tbody .row").first
    if row.count():
        row.click()
        assert phone.locator(".story-marker").count() >= 1
    sheet.locator("[data-action=take-command]").click()
    phone.wait_for_selector("[data-summary]", state="detached")
    page.unroute("**/told")
    with page.expect_response(lambda answer: "/told?" in answer.url):
        page.goto(table.address)
        page.reload()
    page.wait_for_selector(".prompt:not([data-prompt=''])")
    page.wait_for_timeout(500)
    assert page.locator("[data-summary]").count() == 0, "what the other device has told is told again"


def test_a_turn_is_told_in_german_and_on_a_phone(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True, **MOVING)
    page.get_by_label("Language").select_option(label="Deutsch")
    table = against_recruit(page)
    pass_the_turn(table)
    playing(page)
    page.get_by_role("button", name="Anhalten").tap()
    playing(page, "paused")
    bar = page.locator("[data-playback]").bounding_box()
    assert bar["y"] + bar["height"] <= 845
    for name in ("Zurück", "Abspielen", "Weiter"):
        box = page.get_by_role("button", name=name, exact=True).bounding_box()
        assert min(box["width"], box["height"]) >= 44
    page.locator("[data-action=skip-telling]").tap()
    page.wait_for_selector("[data-playback]", state="detached")


def begin_battle(table: Table) -> None:
    """The four corps before Rostov, until their battle is on its stage."""
    storm_rostov(table)
    table.end_phase()
    to_stage(table)


def to_stage(table: Table) -> None:
    """Answer what is asked until a battle is on its stage."""
    for _ in range(6):
        table.page.wait_for_function("() => document.querySelector('[data-stage], .prompt:not([data-prompt=\\'\\'])')")
        if table.page.locator("[data-stage]").count():
            return
        table.step()
        table.page.wait_for_timeout(300)
    table.page.wait_for_selector("[data-stage]")


def fight(page: Any, press: Any, most: int = 30) -> str:
    """Do what the stage offers first until the battle is over; returns how it ended."""
    for _ in range(most):
        page.wait_for_selector("[data-action=stage-primary]:not([disabled])")
        kind = page.get_attribute("[data-action=stage-primary]", "data-kind")
        if kind == "close":
            return str(page.get_attribute("[data-stage]", "data-outcome"))
        press(kind)
        page.wait_for_timeout(250)
    raise AssertionError("the battle never ended")


def test_an_attack_is_fought_on_its_stage_until_its_outcome(new_page: NewPage) -> None:
    page = new_page(1366, 768, **MOVING)
    table = against_recruit(page)
    begin_battle(table)
    stage = page.locator("[data-stage]")
    assert "Rostov" in stage.locator("h2").inner_text()
    assert stage.locator(".rank.near .unit").count() == 4
    page.wait_for_selector("[data-action=stage-primary][data-kind=decide]")
    page.wait_for_function("() => /^\\d+$/.test(document.querySelector('[data-odds-now]')?.dataset.oddsNow ?? '')")
    assert "major city" in stage.inner_text().lower()
    counts = stage.locator(".counts").inner_text()
    numbers = [int(number) for number in stage.locator(".rank.near .order[data-order]").all_inner_texts()]
    assert sorted(numbers) == list(range(min(numbers), min(numbers) + 4)), "each of the four has its place in the order of fire"

    def press(kind: str) -> None:
        if kind == "decide":
            if table.prompt == "choose_shooter":
                assert stage.locator(".chain [aria-current=step]").inner_text() == "Your fire"
            page.locator("[data-action=stage-primary]").click()
        elif stage.locator(".counts").count():
            assert stage.locator(".counts").inner_text() == counts, "what counts runs ahead of the dice that are told"

    end = fight(page, press)
    assert end in ("taken", "holds", "goes_on", "broken_off")
    assert "Rostov" in stage.locator(".outcome h3").inner_text()
    rows = stage.locator("table tbody tr").all_inner_texts()
    assert len(rows) == 5
    assert int(rows[0].split("\t")[1]) >= 4, "four corps threw their dice"
    assert "Rostov counts for the aim" in stage.locator("[data-meaning]").inner_text()
    note = stage.locator("[data-note]").inner_text()
    assert "Zmiyovskaya Balka" in note
    assert "Source: Yad Vashem" in note
    page.get_by_role("button", name="Back to the map").click()
    page.wait_for_function("() => document.querySelector('[data-kind=close]') === null")
    table.wait_for_prompt()


def test_an_outcome_tells_how_many_battles_are_left(new_page: NewPage) -> None:
    page = new_page(1366, 768)
    table = against_recruit(page)
    storm_rostov(table)
    table.end_phase()
    for _ in range(6):  # whoever answers quickly is ahead of the stage
        page.wait_for_timeout(1500)
        if page.locator("[data-stage]").count():
            break
        if (older := page.locator(".prompt").get_by_role("button", name="Fight at Stalingrad")).count():
            older.click()
        else:
            table.step()
    places = {"Rostov", "Stalingrad"}
    first = next(place for place in places if place in page.locator("[data-stage] h2").inner_text())
    fight(page, lambda _: page.locator("[data-action=stage-primary]").click())
    ahead = page.locator("[data-ahead]")
    (other,) = places - {first}
    strength = {"Rostov": "4 against 1", "Stalingrad": "2 against 1"}[other]
    assert ahead.inner_text().startswith(f"1 of 2 battles fought. Next: {other}, {strength}")
    page.wait_for_function("() => / · \\d+%/.test(document.querySelector('[data-ahead]').textContent)")
    page.get_by_role("button", name="Back to the map").click()
    page.wait_for_function(f"() => document.querySelector('[data-stage] h2')?.textContent.includes('{other}')")
    fight(page, lambda _: page.locator("[data-action=stage-primary]").click())
    assert page.locator("[data-ahead]").count() == 0


STEPS = ["Air to air", "Anti-aircraft", "Air to ground", "Artillery", "Ground"]
_NOTED_STEPS = """() => { window.steps = []; new MutationObserver(() => {
  const now = document.querySelector('[data-stage] .steps [aria-current=step] strong')?.textContent;
  if (now && window.steps.at(-1) !== now) window.steps.push(now);
}).observe(document.body, {subtree: true, childList: true, attributes: true}); }"""
# while it is told, nothing is answered: the steps are to be seen
_ASKED_OR_OVER = """() => document.querySelector('[data-kind=close]') !== null
  || (document.querySelector('[data-playback], [data-kind=skip]') === null
    && document.querySelector('.prompt:not([data-prompt=""])') !== null)"""


def fight_in_the_east(table: Table) -> None:
    """The first attack of Road to Leningrad that is offered, until its outcome is on the stage."""
    page = table.page
    table.wait_for_prompt("Deployment")
    if not page.locator("[data-action=deploy]").count():  # the panel is folded on a phone
        page.click("#tab-deployment")
    page.wait_for_selector("[data-check=border][data-met=true]")
    table.answered(page.locator("[data-action=deploy]:not([disabled])").click)
    table.play_until("GroundMovement")
    one_order(table, " attacks ")
    page.evaluate(_NOTED_STEPS)
    table.end_phase()
    for _ in range(30):
        page.wait_for_function(_ASKED_OR_OVER)
        if page.locator("[data-stage] [data-kind=close]").count():
            return
        table.act()
        page.wait_for_timeout(200)
    raise AssertionError("the battle never ended")


def test_a_battle_of_blocks_in_the_east_goes_through_its_steps(new_page: NewPage) -> None:
    page = new_page(1366, 768, **MOVING)
    fight_in_the_east(against_recruit(page, "sbe1", "blocks_in_the_east"))
    stage = page.locator("[data-stage]")
    assert stage.locator(".steps strong").all_inner_texts() == STEPS
    told = page.evaluate("() => window.steps")
    assert told[-1] == "Ground"
    assert told == [name for name in STEPS if name in told], "one after the other"
    assert stage.get_attribute("data-outcome") in ("taken", "holds", "goes_on", "broken_off")
    assert len(stage.locator("table.figures tbody tr").all()) == 5
    stage.locator("[data-action=stage-primary]").click()
    page.wait_for_selector("[data-kind=close]", state="detached")


def test_a_battle_by_keyboard_and_without_motion(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    begin_battle(table)
    assert page.locator("[data-stage] .die.rolling").count() == 0, "nothing tumbles"
    page.wait_for_selector("[data-action=stage-primary]:focus")
    assert fight(page, lambda _: page.keyboard.press("Enter")) != ""
    page.wait_for_selector("[data-note]")
    page.wait_for_selector("[data-meaning]")
    page.wait_for_selector("[data-action=stage-primary][data-kind=close]").focus()
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.querySelector('[data-kind=close]') === null")
    table.wait_for_prompt()


def test_escape_folds_the_stage_and_decides_nothing(new_page: NewPage) -> None:
    page = new_page()
    table = against_recruit(page)
    begin_battle(table)
    page.wait_for_selector("[data-action=stage-primary][data-kind=decide]")
    before = table.decision
    page.keyboard.press("Escape")
    page.wait_for_selector("[data-stage]", state="detached")
    assert table.decision == before
    assert page.get_attribute("#tab-battle", "aria-selected") == "true"
    page.locator("[data-action=open-stage]").click()
    page.wait_for_selector("[data-stage]")


def test_on_a_phone_a_battle_is_a_sheet_with_its_buttons_in_reach(new_page: NewPage) -> None:
    page = new_page(390, 844, has_touch=True, is_mobile=True)
    page.get_by_label("Language").select_option(label="Deutsch")
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    page.click("#tab-orders")
    storm(table, "Heeresgruppe A")
    page.wait_for_selector("[data-stage]")
    page.wait_for_function("() => document.querySelector('[data-stage]').getAnimations().length === 0")  # it has risen
    box = page.locator("[data-stage]").bounding_box()
    assert (round(box["width"]), round(box["height"])) == (390, 844)
    button = page.locator("[data-action=stage-primary]").bounding_box()
    assert button["height"] >= 56
    assert button["y"] + button["height"] <= 844
    assert "Kampf um Rostow" in str(page.get_attribute("[data-stage]", "aria-label"))
    head = page.locator("[data-stage] header").bounding_box()
    assert head["height"] <= 80, "what is told above the floor takes two lines"
    assert fight(page, lambda _: page.locator("[data-action=stage-primary]").tap()) in ("taken", "holds", "goes_on", "broken_off")
    assert "Rostow" in page.inner_text("[data-stage] .outcome h3")
    assert "Was es bedeutet" in page.inner_text("[data-stage]")
    page.locator("[data-action=stage-primary]").tap()
    page.wait_for_selector("[data-kind=close]", state="detached")


def storm(table: Table, headquarters: str) -> None:
    """As `storm_rostov`, in German: by the first order of each block that leads to Rostov."""
    page = table.page
    page.locator(".group", has_text=headquarters).first.click()
    table.answered(page.locator("#panel-body .choices button").first.click)
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    for name in IN_GERMAN:
        group = page.locator(".group", has_text=name).first
        if group.get_attribute("aria-expanded") != "true":
            group.click()
        table.answered(page.locator("#panel-body .choices").get_by_role("button", name=re.compile("Rosto[vw]")).first.click)
    table.end_phase()
    for _ in range(6):
        page.wait_for_function("() => document.querySelector('[data-stage], .prompt:not([data-prompt=\\'\\'])')")
        if page.locator("[data-stage]").count():
            return
        table.step()
        page.wait_for_timeout(300)


def test_on_a_phone_on_its_side_the_buttons_lie_beside_the_floor(new_page: NewPage) -> None:
    page = new_page(844, 390, has_touch=True, is_mobile=True)
    begin_battle(against_recruit(page))
    page.wait_for_selector("[data-action=stage-primary][data-kind=decide]")
    for width, height in ((844, 390), (932, 430)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function("([width, height]) => innerWidth === width && innerHeight === height", arg=[width, height])
        floor, aside, button = (
            page.locator(f"[data-stage] {part}").bounding_box() for part in (".floor", "aside", "[data-action=stage-primary]")
        )
        assert floor["x"] + floor["width"] <= aside["x"] + 1
        assert floor["x"] + floor["width"] <= button["x"]
        assert aside["y"] + aside["height"] <= button["y"], "odds above the buttons"
        assert button["y"] + button["height"] <= height
        for unit in page.locator("[data-stage] .unit .block").all():
            box = unit.bounding_box()
            assert floor["y"] <= box["y"], "blocks stand on the floor"
            assert box["y"] + box["height"] <= floor["y"] + floor["height"]
    assert fight(page, lambda _: page.locator("[data-action=stage-primary]").tap()) != ""
    page.locator("[data-action=stage-primary]").tap()
    page.wait_for_selector("[data-kind=close]", state="detached")
