"""PG-2: set-up, secret plans, reserves."""

from blockfront.core.actions import Deal
from blockfront.core.clauses import clause
from blockfront.core.sandbox import Sandbox
from blockfront.core.sides import SPECTATOR
from blockfront.games.proving_ground.actions import Arrive, ChoosePlan, EndReserves, Hold
from blockfront.games.proving_ground.aids.scene import position
from blockfront.games.proving_ground.events import PlanAnnounced, PlanChosen
from blockfront.games.proving_ground.game import make
from blockfront.games.proving_ground.state import RESERVE
from blockfront.games.proving_ground.title import BLUE, RED

EARLY, LATE = ChoosePlan(0), ChoosePlan(1)


@clause("PG-2.1")
def test_scenarios_say_where_blocks_begin_and_who_plays_first() -> None:
    game = make("river_crossing", frozenset())
    state = game.setup()
    order, hex_ = game.order, game.board.map.hex
    assert state.location[order.key("b-inf-1")] == hex_("Stonebridge")
    assert state.location[order.key("b-arm-2")] == RESERVE
    assert state.control[BLUE] >> hex_("Alder") & 1
    assert game.rules.first == RED
    assert game.rules.victory.turns == 8


@clause("PG-2.2")
def test_both_sides_choose_at_once() -> None:
    scene = _before_the_plans()
    assert scene.game.to_act(scene.state) == {BLUE, RED}
    assert scene.legal(BLUE) == scene.legal(RED) == [EARLY, LATE]
    scene.play(LATE, side=RED)
    assert scene.game.to_act(scene.state) == {BLUE}
    scene.play(EARLY, side=BLUE)
    assert scene.state.plan == [1, 2]
    assert scene.state.turn == 1


@clause("PG-2.3")
def test_plans_are_secret_until_the_second_turn() -> None:
    scene = _before_the_plans().play(EARLY, side=BLUE)
    assert [len(scene.told(PlanChosen, viewer)) for viewer in (BLUE, RED, SPECTATOR)] == [1, 0, 0]
    assert scene.game.view(scene.state, BLUE).plans == (1, 0)
    assert scene.game.view(scene.state, RED).plans == (0, 0)
    here = position("turn: 2; plan blue: early", "reserves")
    assert here.game.view(here.state, SPECTATOR).plans == (1, 0)
    assert here.game.view(here.state, RED).announced == (True, False)


@clause("PG-2.3")
def test_a_late_plan_is_announced_in_the_second_turn_too() -> None:
    here = position("turn: 2; active: red; plan red: late", "reserves")
    assert here.game.view(here.state, SPECTATOR).plans == (0, 2)
    first = position("turn: 1; active: red; plan red: late", "reserves")
    assert first.game.view(first.state, BLUE).plans == (2, 0)
    assert not first.told(PlanAnnounced)


@clause("PG-2.4")
def test_the_plan_brings_its_number_of_blocks_in_its_turn() -> None:
    here = position("turn: 4; Reserve | blue: infantry 4, armour 3, artillery 2", "reserves")
    infantry, armour, artillery = here.block("b-inf-1"), here.block("b-arm-1"), here.block("b-art-1")
    here.play(Arrive(infantry, here.hex("Westhaven")), Arrive(armour, here.hex("0204")))
    assert here.refusal(Arrive(artillery, here.hex("0204"))).because == "no_more_arrivals"
    assert here.refusal(Arrive(infantry, here.hex("0204"))).because == "not_in_reserve"
    assert here.legal() == [EndReserves()]
    early = position("turn: 4; plan blue: early; Reserve | blue: infantry 4", "reserves")
    assert Hold() in early.legal()  # nobody is due, so command comes next


@clause("PG-2.5")
def test_reserves_enter_at_or_next_to_the_base_away_from_enemies() -> None:
    here = position("turn: 4; 0203 | red: infantry 4; Reserve | blue: infantry 4, armour 3", "reserves")
    infantry = here.block("b-inf-1")
    entries = {action.target for action in here.legal() if isinstance(action, Arrive)}
    assert entries == {here.hex(name) for name in ("Westhaven", "0103", "0204", "0105", "0205")}
    assert here.refusal(Arrive(infantry, here.hex("0203"))).clause == "PG-2.5"
    assert here.refusal(Arrive(infantry, here.hex("Alder"))).clause == "PG-2.5"
    here.play(Arrive(infantry, here.hex("0103")), EndReserves(), Hold())
    assert infantry not in {getattr(action, "block", -1) for action in here.legal()}


def _before_the_plans() -> Sandbox:
    game = make("border_incident", frozenset())
    return Sandbox(game, game.setup()).play(Deal(1))
