"""Pictures of every page, desktop and phone, light and dark: `python tests/browser/screenshots.py FOLDER`."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from blockfront.ai.player import Budget
from blockfront.sim.pairing import Pairing
from blockfront.sim.run_match import play_match
from tests.browser.conftest import ROOT, chromium, start_server
from tests.browser.table import Table, against_recruit, play_now
from tests.browser.test_aids import drag_over, hex_of
from tests.browser.test_stage import ATTACKERS, fight, fight_in_the_east, pass_the_turn, playing, to_stage, until_summary
from tests.browser.test_study import Played

SCREENS = {"desktop": (1366, 768), "tablet": (820, 1180), "phone": (390, 844)}
Shoot = Callable[[str], None]


def table_pages(page: Any, shoot: Shoot) -> None:
    """A turn of Edelweiss: command, movement, battle, log."""
    table = play_now(page)
    table.wait_for_prompt("CommandPhase")
    shoot("table-command")
    page.evaluate("() => document.querySelector('#tab-orders').ariaSelected === 'true' || document.querySelector('#tab-orders').click()")
    order(table, "Army Group A", "Blitz with Army Group A")
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    page.locator(".group", has_text="57 Panzer Corps").click()
    page.wait_for_selector(".mark-target", state="attached")
    page.wait_for_timeout(400)
    shoot("table-movement")
    for name in ("57 Panzer Corps", "3 Panzer Corps"):
        order(table, name, f"{name} to Rostov")
    table.end_phase()
    table.play_until("choose_shooter", "choose_loss", "choose_repulsed", "MovementPhase")
    if page.locator("[data-stage]").count():
        page.keyboard.press("Escape")  # folded to the side
        page.wait_for_selector("[data-stage]", state="detached")
    odds = page.locator("#panel-body summary", has_text="Odds")
    if odds.count():
        odds.first.click()
    page.wait_for_function("() => !document.body.innerText.includes('Working out the odds')")
    page.wait_for_timeout(700)
    shoot("table-battle")
    page.click("#tab-log")
    page.wait_for_timeout(300)
    shoot("table-log")


def order(table: Table, name: str, words: str) -> None:
    group = table.page.locator(".group", has_text=name).first
    if group.get_attribute("aria-expanded") != "true":
        group.click()
    table.answered(table.page.locator("#panel-body .choices").get_by_role("button", name=words).first.click)


def other_pages(page: Any, address: str, shoot: Shoot) -> None:
    pages = {
        "start": "",
        "new-game": "#/new",
        "new-game-scenario": "#/new/eastfront/s43",
        "new-game-options": "#/new/blocks_in_the_east/sbe5",
        "join": "#/join/somebody",
        "account": "#/account",
        "rules": "#/rules/eastfront/EF-7.34a",
    }
    for name, path in pages.items():
        page.goto(f"{address}/{path}")
        page.wait_for_selector("main h1")
        page.wait_for_timeout(600)
        if name == "new-game-options":
            page.get_by_role("radio", name="Own choice").check()
            page.locator(".options").scroll_into_view_if_needed()
        shoot(name)


def tutorial_page(page: Any, address: str, shoot: Shoot) -> None:
    page.goto(f"{address}/")
    page.get_by_role("button", name="Guided first game").click()
    Table(page).wait_for_prompt("CommandPhase")
    page.wait_for_timeout(500)
    shoot("tutorial")


def end_pages(page: Any, address: str, shoot: Shoot, game: str) -> None:
    """A finished game: the truth, the charts."""
    page.goto(f"{address}/#/game/{game}")
    page.wait_for_selector("[data-end]")
    page.wait_for_function("() => !document.querySelector('[data-end] [role=status]')")  # nothing is still being worked out
    page.wait_for_timeout(600)
    shoot("end")
    page.locator("[data-action=check-dice]").click()
    page.wait_for_selector("[data-checked=done]")
    page.locator("[data-checked]").scroll_into_view_if_needed()
    shoot("end-dice")
    page.locator("[data-action=close-end]").click()
    page.wait_for_selector(".piece")
    page.wait_for_timeout(600)
    page.click("#tab-log")
    page.get_by_label("Seen by").select_option(label="everybody: the truth")
    page.wait_for_selector("text=the truth of")
    for _ in range(14):
        page.get_by_label("To the phase before").click()
        page.wait_for_timeout(60)
    page.wait_for_timeout(700)
    shoot("replay-truth")
    page.click("#tab-charts")
    page.wait_for_selector("figure canvas")
    page.wait_for_timeout(500)
    shoot("charts")


def people_pages(page: Any, address: str, shoot: Shoot, played: Played) -> None:
    page.goto(f"{address}/{played.path(0)}")
    page.wait_for_selector(".piece")
    page.wait_for_timeout(400)
    for tab in ("chat", "table"):
        page.click(f"#tab-{tab}")
        page.wait_for_timeout(300)
        shoot(f"table-{tab}")


def told_pages(page: Any, address: str, shoot: Shoot) -> None:
    """The aim, an attack that is thought of, its battle on the stage to the outcome, the other side's turn and its summary."""
    page.goto(f"{address}/")
    table = against_recruit(page)
    table.wait_for_prompt("CommandPhase")
    page.locator("[data-action=aim]").click()
    page.wait_for_selector("[data-aim]")
    shoot("aim")
    page.locator("[data-aim] header button").click()
    page.evaluate("() => document.querySelector('#tab-orders').ariaSelected === 'true' || document.querySelector('#tab-orders').click()")
    order(table, "Army Group A", "Activate Army Group A")
    table.end_phase()
    table.wait_for_prompt("MovementPhase")
    if page.viewport_size["width"] > 1000:
        drag_over(table, "52 Corps", hex_of(page, "Rostov"))
        page.wait_for_selector("[data-attack]:not([data-chance=''])")
        shoot("odds-while-dragging")
        table.answered(page.mouse.up)
    for name in ATTACKERS if page.viewport_size["width"] <= 1000 else ATTACKERS[1:]:
        order(table, name, f"{name} to Rostov")
    table.end_phase()
    to_stage(table)
    page.wait_for_selector("[data-action=stage-primary][data-kind=decide]")
    page.wait_for_function("() => /^\\d+$/.test(document.querySelector('[data-odds-now]')?.dataset.oddsNow ?? '')")
    page.wait_for_timeout(500)
    shoot("stage-before")
    page.locator("[data-action=stage-primary]").click()
    page.wait_for_timeout(600)
    shoot("stage-dice")
    fight(page, lambda kind: page.locator("[data-action=stage-primary]").click() if kind == "decide" else None)
    page.wait_for_timeout(600)
    shoot("stage-outcome")
    page.locator("[data-action=stage-primary]").click()
    until_summary(table)
    page.wait_for_function("() => document.querySelector('[data-summary]').getAnimations().length === 0")  # it has come in
    shoot("summary")


def played_pages(page: Any, address: str, shoot: Shoot) -> None:
    """The other side's turn as it is played back: who commands, who moves, a battle; a battle of Blocks in the East."""
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{address}/")
    pass_the_turn(against_recruit(page))
    playing(page)
    page.keyboard.press(" ")
    page.locator(".timeline .tick.battle").first.wait_for()  # the whole turn has come
    for kind in ("command", "moves", "battle"):
        page.locator(f".timeline .tick.{kind}").first.click()
        if kind == "battle":
            page.keyboard.press(" ")
            page.locator("[data-battle-told] .dice svg").first.wait_for()
            page.keyboard.press(" ")
        page.wait_for_timeout(1000)
        shoot(f"played-{kind}")
    page.locator("[data-action=skip-telling]").click()  # Escape would fold a stage that has opened meanwhile
    page.goto(f"{address}/")
    fight_in_the_east(against_recruit(page, "sbe1", "blocks_in_the_east"))
    page.wait_for_timeout(1000)
    shoot("stage-five-steps")
    page.emulate_media(reduced_motion="reduce")


def blocks_pages(page: Any, address: str, shoot: Shoot) -> None:
    """The aims of games that count other things than points: one card each."""
    for title, scenario in (("eastfront", "w44"), ("blocks_in_the_east", "sbe7"), ("blocks_in_the_west", "sbw3")):
        page.goto(f"{address}/")
        against_recruit(page, scenario, title)
        page.locator("[data-action=aim]").click()
        page.wait_for_selector("[data-aim]")
        page.wait_for_timeout(400)
        shoot(f"aim-{scenario}")


def imported(played: Played) -> str:
    """A whole game between two bots, taken in from its record."""
    finished = play_match(Pairing("eastfront", "edelweiss", None, ("captain", "recruit"), 4, Budget(seconds=0.5)))
    made = played.http.post("/api/import", json={"record": finished.record, "name": "Edelweiss"}).json()
    return str(made["game"])


def hand_over_page(page: Any, shoot: Shoot) -> None:
    """After the set-up of one side, at one screen."""
    if not page.locator("[data-action=deploy]").count():
        page.click("#tab-deployment")
    page.locator("[data-action=deploy]").click()
    page.wait_for_selector(".cover")
    page.wait_for_timeout(300)
    shoot("hand-over")


def deployment_page(page: Any, address: str, shoot: Shoot) -> None:
    page.goto(f"{address}/#/new")
    page.get_by_role("radio", name="Summer 1943: Citadel").check()
    page.get_by_role("radio", name="Two people, one screen").check()
    page.get_by_role("button", name="Start the game").click()
    Table(page).wait_for_prompt("Deployment")
    page.wait_for_timeout(600)
    shoot("table-deployment")
    hand_over_page(page, shoot)


def western_pages(page: Any, address: str, shoot: Shoot) -> None:
    """Blocks in the West: the first turn of The Gothic Line, the plans of 1940."""
    page.goto(f"{address}/")
    against_recruit(page, "sbw1", "blocks_in_the_west").wait_for_prompt("ProductionPhase")
    page.wait_for_timeout(600)
    shoot("west-gothic-line")
    page.goto(f"{address}/")
    against_recruit(page, "sbw3", "blocks_in_the_west", side=1).wait_for_prompt("PlanChoice")
    page.wait_for_timeout(600)
    shoot("west-plans")


def shoot_all(folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    process, address = start_server(Path(tempfile.mkdtemp()), module="tests.browser.same_dice", cwd=ROOT)  # the same battles each time
    played = Played(address, 20)
    played.tell(0, "/chat", {"text": "Good luck!"})
    played.tell(1, "/chat", {"text": "And to you. I have an hour."})
    whole = imported(played)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        for screen, (width, height) in SCREENS.items():
            for scheme in ("light", "dark"):
                size: Any = {"width": width, "height": height}
                context: Any = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", locale="en-GB")
                context.set_default_timeout(120_000)
                page = context.new_page()

                def shoot(name: str, page: Any = page, kind: str = f"{screen}-{scheme}") -> None:
                    page.screenshot(path=str(folder / f"{name}-{kind}.png"))

                other_pages(page, address, shoot)
                end_pages(page, address, shoot, whole)
                people_pages(page, address, shoot, played)
                tutorial_page(page, address, shoot)
                deployment_page(page, address, shoot)
                western_pages(page, address, shoot)
                played_pages(page, address, shoot)
                told_pages(page, address, shoot)  # before the stage is folded to the side, where it then stays
                page.goto(f"{address}/")
                table_pages(page, shoot)
                blocks_pages(page, address, shoot)
                context.close()
        browser.close()
    played.http.close()
    process.terminate()
    process.wait(20)


if __name__ == "__main__":
    shoot_all(Path(sys.argv[1]))
