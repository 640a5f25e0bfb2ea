"""The Axis captain of 1940 keeps an army opposite England, and sends it over when the fleet can no longer stop it."""

import pytest

from blockfront.ai.blocks_series.evaluation.ground import Ground
from blockfront.ai.blocks_series.evaluation.weights import DEFAULT
from blockfront.ai.blocks_series.phases.movement import Mover
from blockfront.ai.blocks_series.phases.rail import Railwayman
from blockfront.ai.blocks_series.planning.barges import price_of_barges, put_by, who_waits
from blockfront.ai.blocks_series.planning.landings import Admiral
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, position
from blockfront.games.blocks_in_the_west.game import make
from blockfront.games.blocks_series.actions import Move, RailMove
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.loading.data_model import COLOURS
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import BARGES, FLEET_UNCOVERED, MOVEMENT


def channel(month: str = "1940-09") -> Position:
    """Corps in Calais, Cherbourg and behind them; the admiral in Paris can pay for barges."""
    here = position(
        "sbw5",
        axis={"Calais": "de-7 4, de-13 3", "Cherbourg": "de-2 4, de-6 3", "Amiens": "de-8 4", "Paris": "de-raeder 4"},
        allies={"London": "gb-3 3", "Leeds": "gb-1 3"},
        month=month,
        active="axis",
    )
    here.state.turning_points |= FLEET_UNCOVERED
    here.state.pool[here.game.rules.tables.power("germany") * len(COLOURS)] = price_of_barges(here.game.rules, AXIS)
    return here.begin(MOVEMENT)


def test_who_stands_in_a_port_opposite_waits_there() -> None:
    here = channel()
    waiting = who_waits(here.game.rules, here.state, AXIS, here.game.rules.units.combat[AXIS])
    assert waiting == {here.block(key) for key in ("de-7", "de-13", "de-2", "de-6")}
    assert not who_waits(here.game.rules, here.state, ALLIES, here.game.rules.units.combat[ALLIES])
    plan = Mover(here.game, here.state, AXIS, DEFAULT).plan()
    assert not {action.block for action in plan.actions if isinstance(action, Move)} & waiting
    ground = Ground(here.game.rules, here.state, AXIS)
    rides = Railwayman(here.game, here.state, AXIS, DEFAULT, ground).plan()
    assert not {action.block for action in rides if isinstance(action, RailMove)} & waiting


def test_nobody_waits_where_nobody_could_lead_them() -> None:
    here = channel()
    here.state.location[here.block("de-raeder")] = -1
    assert not who_waits(here.game.rules, here.state, AXIS, here.game.rules.units.combat[AXIS])


@pytest.mark.parametrize(("points", "kept"), [(0, 0), (FLEET_UNCOVERED, 4), (FLEET_UNCOVERED | BARGES, 0)])
def test_the_price_of_barges_is_put_by_when_the_way_is_free_and_they_have_not_sailed(points: int, kept: int) -> None:
    here = channel()
    here.state.turning_points = points
    assert put_by(here.game.rules, here.state, AXIS) == kept
    assert put_by(here.game.rules, here.state, ALLIES) == 0


def test_other_scenarios_have_no_barges() -> None:
    rules = make("sbw8", frozenset()).rules
    assert price_of_barges(rules, AXIS) == price_of_barges(rules, ALLIES) == 0


def test_the_army_sails_when_fighters_no_longer_cover_the_fleet() -> None:
    here = channel()
    wave = Admiral(here.game, here.state, AXIS).first_wave()
    britain = here.game.rules.board.nation("GB")
    landings = [action for action in wave if isinstance(action, Land)]
    assert landings
    assert all(britain >> action.to & 1 for action in landings)
    july = channel("1940-07")
    assert not any(isinstance(action, Land) for action in Admiral(july.game, july.state, AXIS).first_wave())


def test_nobody_sails_under_the_guns_of_the_fleet() -> None:
    here = channel()
    here.state.turning_points = 0
    assert not any(isinstance(action, Land) for action in Admiral(here.game, here.state, AXIS).first_wave())
