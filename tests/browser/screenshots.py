"""Pictures of every page, desktop and phone, light and dark: `python tests/browser/screenshots.py FOLDER`."""

import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.browser.conftest import chromium, start_server
from tests.browser.table import Table, play_now

SCREENS = {"desktop": (1440, 900), "phone": (390, 844)}
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
    for name, path in (("start", ""), ("new-game", "#/new"), ("rules", "#/rules/eastfront/EF-7.34a")):
        page.goto(f"{address}/{path}")
        page.wait_for_selector("main h1")
        page.wait_for_timeout(600)
        shoot(name)


def deployment_page(page: Any, address: str, shoot: Shoot) -> None:
    page.goto(f"{address}/#/new")
    page.get_by_role("radio", name="Summer 1943: Citadel").check()
    page.get_by_role("radio", name="Two people, one screen").check()
    page.get_by_role("button", name="Start the game").click()
    Table(page).wait_for_prompt("Deployment")
    page.wait_for_timeout(600)
    shoot("table-deployment")


def shoot_all(folder: Path) -> None:
    from playwright.sync_api import sync_playwright

    folder.mkdir(parents=True, exist_ok=True)
    process, address = start_server(Path(tempfile.mkdtemp()))
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
                deployment_page(page, address, shoot)
                page.goto(f"{address}/")
                table_pages(page, shoot)
                context.close()
        browser.close()
    process.terminate()
    process.wait(20)


if __name__ == "__main__":
    shoot_all(Path(sys.argv[1]))
