"""Playing at the table as a person does: by clicks on the map and on buttons."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout

from blockfront.games import catalogue

OPPONENT = 240_000  # milliseconds for the computer's whole turn on a busy machine
A_WHILE = 5_000  # milliseconds in which a battle comes onto its stage
_FREE_TARGETS = """() => [...document.querySelectorAll('.mark-target')].map((mark) => {
  const box = mark.getBoundingClientRect();
  return {hex: Number(mark.dataset.hex), x: box.x + box.width / 2, y: box.y + box.height / 2};
}).filter(({x, y}) => {
  const top = document.elementFromPoint(x, y);
  return top && top.closest('.board') && !top.closest('[data-piece]');
})"""
LONG_ENOUGH = 30_000  # milliseconds after which a press on a button is taken for lost
_CLICKED = "e => e.click()"  # the stage may come over it between two looks
_CENTRE = "e => { const box = e.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"
_RESTS = """mark => {
  const {x, y} = document.querySelector(mark).getBoundingClientRect();
  const before = window.stood;
  window.stood = `${mark} ${x} ${y}`;
  return window.stood === before;
}"""
SETTLED = """before => {
  const bar = document.querySelector('.prompt');
  return bar ? bar.dataset.decision !== before : document.querySelector('.cover') !== null;
}"""
# what the other side did is told before one goes on: skipped, and its summary laid aside
_ASIDE = "[data-action=stage-primary]:is([data-kind=close], [data-kind=skip]), [data-action=skip-telling], [data-action=take-command]"
_PUT_ASIDE = f"document.querySelector('{_ASIDE}')?.click();"
# the choices of a decision come a little after the decision itself: until then nobody can say whether one is asked
_KNOWN = f"""() => {{
  {_PUT_ASIDE}
  return document.querySelector('.cover, .prompt[data-mine=false], .prompt:not([data-prompt=""])') !== null;
}}"""

_TOLD = "[data-playback], [data-summary], [data-kind=close], [data-kind=skip]"
_NOTHING_TOLD = f"() => {{ {_PUT_ASIDE} return document.querySelector('{_TOLD}') === null; }}"

# a battle comes onto its stage a little after it is asked about: then its own buttons answer, unless something is told first
_STAGE_ASKS = f"""() => {{
  const stage = document.querySelector('dialog.stage[open]');
  return !stage || stage.querySelector('[data-action=stage-primary][data-kind=decide], .unit.choosable') !== null
    || document.querySelector('{_TOLD}') !== null;
}}"""

_HAS_ORDERS = f"() => {{ {_PUT_ASIDE} return document.querySelector('#tab-orders') !== null; }}"

PRESSED = f"before => document.querySelector('[data-action=end][data-armed=true]') || ({SETTLED})(before)"


class Table:
    """One player's page at a running game."""

    def __init__(self, page: Any, address: str = "") -> None:
        self.page = page
        self.address = address  # of the seat, for another device
        page.wait_for_selector(".piece", state="attached")  # far away, blocks stand behind the first of their stack
        page.wait_for_selector(".prompt[data-decision]")
        page.wait_for_selector(".board[data-zoom]")  # the map has been brought to where the blocks are

    @property
    def prompt(self) -> str:
        """The name of the question asked of me; empty while nothing is asked."""
        return str(self.page.get_attribute(".prompt", "data-prompt") or "")

    @property
    def decision(self) -> str:
        return str(self.page.get_attribute(".prompt", "data-decision"))

    def wait_for_prompt(self, *names: str) -> str:
        """Wait until I am asked something; one of `names` if any are given."""
        wanted = "|".join(names) or ".+"
        # told by the same look at the page: while both sides produce, the choices may be loading again a moment later
        asked = f"""w => {{
          {_PUT_ASIDE}
          if (document.querySelector('{_TOLD}')) return null;
          return new RegExp(`^(${{w}})$`).exec(document.querySelector('.prompt')?.dataset.prompt ?? '')?.[0];
        }}"""
        return str(self.page.wait_for_function(asked, arg=wanted, timeout=OPPONENT).json_value())

    def wait_for_prompt_or_end(self) -> str:
        """The question that is asked of me next; empty when the game is over."""
        asked = f"""() => {{
          {_PUT_ASIDE}
          if (document.querySelector('[data-end]')) return ['over', ''];
          if (document.querySelector('{_TOLD}')) return null;
          const prompt = document.querySelector('.prompt')?.dataset.prompt;
          return prompt ? ['asked', prompt] : null;
        }}"""
        return str(self.page.wait_for_function(asked, timeout=OPPONENT).json_value()[1])

    def answered(self, act: Callable[[], None]) -> None:
        """Do something that answers the decision, and wait until the table has gone on."""
        before = self.decision
        act()
        try:
            self.page.wait_for_function(SETTLED, arg=before)
        except PlaywrightTimeout:
            told = self.page.locator("[role=alert], [role=status], .notice").all_inner_texts()
            raise AssertionError(f"decision {before}, {self.prompt or 'no question'}, has not been answered; told: {told}") from None

    def order(self, name: str, words: str) -> None:
        """Choose from the list of orders: of a unit, what its button says."""
        if self.page.get_attribute("#tab-orders", "aria-selected") != "true":
            self.page.click("#tab-orders")
        group = self.page.locator(".group", has_text=name).first
        if group.get_attribute("aria-expanded") != "true":
            group.click()
        self.answered(self.page.locator("#panel-body .choices").get_by_role("button", name=words).first.click)

    def piece(self, name: str) -> Any:
        pattern = re.escape(name).replace("\\", "\\\\")  # once for the selector, once for the expression
        return self.page.locator(f".piece:has(title:text-matches('^{pattern}(?![A-Za-z])'))").first

    def centre_of(self, name: str) -> tuple[float, float]:
        """Where a block is on the page. The middle of a drawing is asked of the page itself: it is no box that could be scrolled to."""
        x, y = self.piece(name).locator(".piece-top").evaluate(_CENTRE)
        return float(x), float(y)

    def click_piece(self, name: str) -> None:
        self.page.mouse.click(*self.centre_of(name))

    def free_targets(self) -> list[dict[str, float]]:
        """Marked hexes of the map that can be clicked, nothing lying over them."""
        self.page.wait_for_selector(".mark-target", state="attached")
        found: list[dict[str, float]] = self.page.evaluate(_FREE_TARGETS)
        return found

    def click_target(self) -> int:
        target = self.free_targets()[0]
        self.answered(lambda: self.page.mouse.click(target["x"], target["y"]))
        return int(target["hex"])

    def tap_target(self, hex_: int) -> None:
        """Tap on a marked hex with a finger, once the map has come to rest."""
        mark = f".mark-target[data-hex='{hex_}']"
        self.page.wait_for_selector(mark, state="attached")
        self.page.wait_for_function(_RESTS, arg=mark)
        self.page.touchscreen.tap(*self.page.locator(mark).evaluate(_CENTRE))

    def end_phase(self) -> None:
        """Press the button, and again when it asks whether units that could act shall not."""
        self._end(lambda button: button.click())

    def _end(self, press: Callable[[Any], None], timeout: float | None = None) -> None:
        armed = self.page.locator(".prompt [data-action=end][data-armed=true]")
        before = self.decision
        press(self.page.locator(".prompt [data-action=end]"))
        self.page.wait_for_function(PRESSED, arg=before, timeout=timeout)
        if armed.count():
            self.answered(lambda: press(armed))

    def put_aside(self) -> None:
        """Skip what is told, and lay its summary and the outcome of a battle aside."""
        self.page.wait_for_function(_NOTHING_TOLD)

    def step(self) -> None:
        """Answer whatever is asked in the simplest way."""
        self.put_aside()
        while not self.act():
            self.put_aside()

    def act(self) -> bool:
        """As `step`, if nothing is being told; says whether it has answered. What is told stays on the screen."""
        unit = self.page.locator(".unit.choosable")
        on_stage = self.page.locator("[data-action=stage-primary][data-kind=decide]")
        with suppress(PlaywrightTimeout):
            self.page.wait_for_function(_STAGE_ASKS, timeout=A_WHILE)
        if self.page.locator(_TOLD).count():
            return False
        if on_stage.count():
            self.answered(on_stage.click)
        elif self.page.locator(".prompt [data-action=fire_all]").count():
            self.answered(lambda: self.page.locator(".prompt [data-action=fire_all]").evaluate(_CLICKED))
        elif self.page.locator(".prompt [data-action=end]").count():
            try:
                self._end(lambda button: button.evaluate(_CLICKED), timeout=LONG_ENOUGH)
            except PlaywrightTimeout:  # it was pressed in the moment in which the page drew it again: one presses once more
                self._end(lambda button: button.evaluate(_CLICKED))
        elif unit.count():
            self.answered(lambda: unit.first.evaluate(_CLICKED))
        else:
            self.answered(self._first_order)
        return True

    def _first_order(self) -> None:
        """The first order of the list, even if the stage has come over it meanwhile."""
        self.page.wait_for_function(_HAS_ORDERS)  # a summary may have come late
        if self.page.get_attribute("#tab-orders", "aria-selected") != "true":
            self.page.locator("#tab-orders").evaluate(_CLICKED)
        buttons = self.page.locator("#panel-body .common button, #panel-body .choices button")
        self.page.wait_for_selector("#panel-body .common button, #panel-body .choices button, #panel-body .group", state="attached")
        if not buttons.count():
            self.page.locator("#panel-body .group").first.evaluate(_CLICKED)
        buttons.first.evaluate(_CLICKED)

    def play_until_other(self, most: int = 90) -> None:
        """Answer everything until the other side has to decide, or takes the seat at a shared screen."""
        for _ in range(most):
            self.page.wait_for_function(_KNOWN)
            if self.page.locator(".cover, .prompt[data-mine=false]").count():
                return
            self.step()
        raise AssertionError(f"the other side was never asked; last: {self.prompt}")

    def play_until(self, *names: str, most: int = 80) -> str:
        """Answer everything until I am asked one of `names`."""
        for _ in range(most):
            asked = self.wait_for_prompt()
            if asked in names:
                return asked
            self.step()
        raise AssertionError(f"none of {names} was asked; last: {self.prompt}")


def play_now(page: Any) -> Table:
    page.get_by_role("button", name="Play Edelweiss now").click()
    return Table(page)


def against_recruit(
    page: Any, scenario: str = "edelweiss", title: str = "eastfront", *, side: int = 0, options: tuple[str, ...] = ()
) -> Table:
    """A game of a side, the first unless told otherwise, against a computer that answers at once."""
    base = page.url.partition("#")[0].rstrip("/")
    sides = catalogue.title(title).sides
    bot = {"player": "bot", "bot": "recruit"}
    seats = [{"sides": [name], **({"player": "me"} if number == side else bot)} for number, name in enumerate(sides)]
    wanted = {"title": title, "scenario": scenario, "seats": seats, "options": options}
    made = page.request.post(f"{base}/api/games", data=wanted).json()
    address = f"{base}/#/game/{made['game']}/seat/{made['seats'][0]['token']}"
    page.goto(address)
    return Table(page, address)
