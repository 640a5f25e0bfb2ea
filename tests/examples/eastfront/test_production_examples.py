"""The worked examples of chapters 1, 3 and 11: what places yield, what units cost, how forces are chosen."""

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from blockfront.blocks.block_state import ELIMINATED
from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import BuildCadre, BuyStep
from blockfront.games.eastfront.loading.tables import scenario

AXIS, SOVIET = 0, 1
Example = Callable[[str], Mapping[str, Any]]
NewTable = Callable[..., Any]


@clause("EF-1.5b", "EF-1.5c", "EF-1.5d", "EF-11.33a", "EF-11.32a")
@pytest.mark.parametrize("name", ["EX-1.5", "EX-11.33"])
def test_worth_of_a_place(table: Any, example: Example, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    figures = example(name)
    hex_ = table.hex(figures["place"])
    centres = [centre for centre in table.rules.board.map.production if centre.hex == hex_]
    assert sum(centre.value for centre in centres if centre.kind == "city") == figures["city"]
    assert sum(centre.value for centre in centres if centre.kind != "city") == figures["resource"]
    monkeypatch.setattr(table.rules.supply, "sources", lambda state, side: 1 << hex_)
    for side, worth in ((AXIS, figures["worth"]["axis"]), (SOVIET, figures["worth"]["soviet"])):
        table.state.friendly[side] = 1 << hex_
        assert table.rules.production.from_map(table.state, side) == worth
        table.state.friendly[side] = 0
        assert table.rules.production.from_map(table.state, side) == 0


@clause("EF-11.42d", "EF-11.42a", "EF-11.41b", "EF-5.1g")
def test_rebuilding_a_headquarters(table: Any, example: Example) -> None:
    figures = example("EX-11.42")
    hq = int(table.rules.order.key("so-hq-south"))
    table.state.location[hq] = ELIMINATED
    table.begin_production()
    cadre = BuildCadre(hq, table.hex("Moscow"))
    table.state.budget[SOVIET] = figures["cadre_cost"] - 1
    assert not table.may(cadre, SOVIET)
    table.state.budget[SOVIET] = figures["cadre_cost"] + figures["step_cost"]
    assert table.may(cadre, SOVIET)
    table.game.apply(table.state, cadre, SOVIET)
    assert table.value(hq) == figures["cadre_value"]
    assert table.state.budget[SOVIET] == figures["step_cost"]
    assert not table.may(BuyStep(hq), SOVIET)  # new cadres get no steps in the same month


@clause("EF-11.42d", "EF-11.41a")
def test_a_headquarters_gains_a_step_a_month(table: Any, example: Example) -> None:
    figures = example("EX-11.42")
    hq = table.put("soviet", "hq", figures["cadre_value"], "Moscow", key="so-hq-south")
    table.begin_production()
    table.state.budget[SOVIET] = 5 * figures["step_cost"]
    for _ in range(figures["steps_a_month"]):
        assert table.may(BuyStep(hq), SOVIET)
        table.game.apply(table.state, BuyStep(hq), SOVIET)
    assert table.value(hq) == figures["cadre_value"] + figures["steps_a_month"]
    assert table.state.budget[SOVIET] == (5 - figures["steps_a_month"]) * figures["step_cost"]
    assert not table.may(BuyStep(hq), SOVIET)


@clause("EF-3.22a")
def test_choosing_initial_forces(new_table: NewTable, example: Example) -> None:
    """Winter 1943 gives the Axis the twelve armor units of the example."""
    figures, table = example("EX-3.22"), new_table("w43")
    force = scenario("w43").sides[AXIS].forces[1]
    assert (force.type, force.units, force.cv) == tuple(figures["force"].values())
    for choice in figures["choices"]:
        placements = tuple(placed(force.pool[: choice["units"]], choice["cv"]))
        complaints = [
            refusal.because
            for refusal in table.rules.set_up.problems(table.state, AXIS, placements)
            if refusal.values.get("type") == "armor"
        ]
        assert (not complaints) == choice["legal"], (choice, complaints)


def placed(blocks: tuple[int, ...], cv: int) -> list[tuple[int, int, int]]:
    """Blocks with a total CV, as evenly as may be."""
    least, more = divmod(cv, len(blocks))
    return [(block, least + (index < more), 0) for index, block in enumerate(blocks)]
