"""Section 15.5: the Coastal Army and its Beachhead."""

from blockfront.core.clauses import clause
from blockfront.games.eastfront.actions import (
    BuildCadre,
    BuyBeachhead,
    BuyStep,
    DeployBeachhead,
    EndPhase,
    Invade,
    Move,
    NavalMove,
    WithdrawBeachhead,
)
from blockfront.games.eastfront.aids.scene import Position, position
from blockfront.games.eastfront.events import BeachheadChanged
from blockfront.games.eastfront.state import (
    ACTIVE,
    AXIS,
    COMMAND,
    INVASION,
    LOST,
    MOVEMENT,
    PREP,
    READY,
    SOVIET,
    SUPPLY,
    UNSUPPLIED,
)
from blockfront.games.eastfront.steps.production import ProductionPhase

HQ, UNIT, COASTAL = "so-hq-south", "so-inf-12", "so-coastal"
SEA = frozenset({"sea_power"})


def at_sea(
    soviet: dict[str, str], axis: dict[str, str] | None = None, *, active: int = SOVIET, scenario: str = "s42", month: str = ""
) -> Position:
    return position(scenario, soviet=soviet, axis=axis or {}, active=active, month=month, options=SEA)


def landed(at: str = "Izmail", axis: dict[str, str] | None = None, *, unit: str = COASTAL, state: int = READY) -> Position:
    """A unit has landed; the Soviets are in their Supply Phase."""
    here = at_sea({"Sevastopol": f"{HQ} 2, {COASTAL} 3, {UNIT} 3"}, axis)
    here.state.beachhead = state
    here.state.command[here.block(HQ)] = ACTIVE | INVASION
    here.begin(MOVEMENT).play(Invade(here.block(HQ), here.block(unit), here.hex(at)))
    return here.end_phase()


def deployed(at: str, soviet: dict[str, str], axis: dict[str, str] | None = None, *, active: int = AXIS) -> Position:
    """The Beachhead stands in a place."""
    here = at_sea(soviet, axis, active=active)
    here.state.beachhead = here.hex(at)
    return here


def producing(here: Position, budget: int = 60) -> Position:
    here.with_nobody_due().run(ProductionPhase, ProductionPhase.PRODUCING)
    here.state.budget[SOVIET] = budget
    return here


def may(here: Position, action: object) -> bool:
    return action in here.legal(SOVIET)


def reaches(here: Position, place: str) -> bool:
    """Whether Soviet units in a place have a supply line."""
    return bool(here.game.rules.supply.in_reach(here.state, SOVIET) >> here.hex(place) & 1)


# ---- deploying


@clause("EF-15.51a")
def test_the_beachhead_is_deployed_where_the_coastal_army_has_landed() -> None:
    here = landed()
    assert here.state.phase == SUPPLY
    here.play(DeployBeachhead())
    assert here.state.beachhead == here.hex("Izmail")
    assert here.told(BeachheadChanged, AXIS)[0].what == "deployed"
    assert here.game.view(here.state, AXIS).beachhead == here.hex("Izmail")


@clause("EF-15.51a")
def test_only_the_coastal_army_brings_the_beachhead() -> None:
    here = landed(unit=UNIT)
    assert here.legal() == [EndPhase()]  # asked all the same: the enemy must not learn who landed
    assert here.refusal(DeployBeachhead()).clause == "EF-15.51a"


@clause("EF-15.51a", "EF-15.51b")
def test_a_beachhead_in_prep_is_not_deployed() -> None:
    assert landed(state=PREP).legal() == [EndPhase()]


@clause("EF-15.51a")
def test_it_may_wait_for_a_later_supply_phase_while_the_coastal_army_stays() -> None:
    here = landed().play(EndPhase()).begin(SUPPLY)
    assert may(here, DeployBeachhead())


@clause("EF-15.51a")
def test_a_coastal_army_that_has_moved_since_brings_no_beachhead_even_back_on_the_beach() -> None:
    here = landed().play(EndPhase())
    for place in ("Galati", "Izmail"):
        here.game.rules.movement.carry_out(here.state, Move(here.block(COASTAL), here.hex(place)))
    assert not may(here.begin(SUPPLY), DeployBeachhead())


@clause("EF-15.51a")
def test_it_may_be_deployed_in_an_enemy_battle() -> None:
    here = at_sea({"Varna": f"{COASTAL} 3"}, {"Varna": "infantry 3"})
    here.state.axis_defends |= 1 << here.hex("Varna")
    here.state.beachhead, here.state.landed, here.state.beaches = READY, 1 << here.block(COASTAL), 1 << here.hex("Varna")
    here.fix_control().begin(SUPPLY)
    assert here.state.friendly[AXIS] >> here.hex("Varna") & 1
    here.play(DeployBeachhead())
    assert here.state.beachhead == here.hex("Varna")


@clause("EF-15.51a")
def test_a_rebuilt_coastal_army_has_not_landed() -> None:
    here = position("s42", eliminated=[COASTAL], options=SEA)
    here.state.landed = 1 << here.block(COASTAL)
    producing(here).play(BuildCadre(here.block(COASTAL), here.hex("Batumi")), side=SOVIET)
    assert not here.state.landed


# ---- Prep and Ready


@clause("EF-15.51b", "EF-4.2a")
def test_twenty_points_make_the_beachhead_ready() -> None:
    here = producing(at_sea({}))
    assert here.state.beachhead == PREP
    here.play(BuyBeachhead(), side=SOVIET)
    assert here.state.beachhead == READY
    assert here.state.budget[SOVIET] == 40
    assert not here.told(BeachheadChanged, AXIS)
    refused = here.game.why_not(here.state, BuyBeachhead(), SOVIET)
    assert refused is not None
    assert refused.because == "beachhead_is_not_for_sale"


@clause("EF-15.51b")
def test_too_few_points_buy_no_beachhead() -> None:
    assert may(producing(at_sea({}), budget=20), BuyBeachhead())
    here = producing(at_sea({}), budget=19)
    assert not may(here, BuyBeachhead())
    refused = here.game.why_not(here.state, BuyBeachhead(), SOVIET)
    assert refused is not None
    assert refused.because == "too_dear"


@clause("EF-15.51b", "EF-R43")
def test_there_is_no_beachhead_before_the_winter_of_1941() -> None:
    early = producing(at_sea({}, scenario="s41", month="1941-08"))
    assert not may(early, BuyBeachhead())
    refused = early.game.why_not(early.state, BuyBeachhead(), SOVIET)
    assert refused is not None
    assert refused.because == "no_beachhead_yet"
    for scenario in ("w41", "s42", "w42", "s43", "w43", "s44", "w44"):
        here = producing(at_sea({}, scenario=scenario))
        assert here.state.beachhead == PREP
        assert may(here, BuyBeachhead()), scenario


@clause("EF-R43")
def test_a_game_continued_from_summer_1941_gets_its_beachhead_in_december() -> None:
    here = position("s41", options={"sea_power", "one_year"})
    assert not here.game.rules.facts(here.state).beachhead
    here.game.rules.scenarios.continue_into_next(here.state, [])
    assert here.state.beachhead == PREP
    assert may(producing(here), BuyBeachhead())


@clause("EF-15.51a", "EF-R43")
def test_the_axis_is_never_asked_for_a_beachhead() -> None:
    here = at_sea({"Feodosia": "so-inf-12 3"})
    supply = here.game.rules.supply
    here.state.beaches = 1 << here.hex("Feodosia")
    here.state.active = SOVIET
    assert supply.beachhead_is_due(here.state)
    here.state.active = AXIS
    assert not supply.beachhead_is_due(here.state)


@clause("EF-15.51b")
def test_the_axis_buys_no_beachhead() -> None:
    here = producing(at_sea({}))
    here.state.budget[AXIS] = 60
    assert BuyBeachhead() not in here.legal(AXIS)


@clause("EF-15.51b")
def test_a_lost_beachhead_returns_to_prep_and_is_not_ready_in_the_same_production() -> None:
    here = at_sea({})
    here.state.beachhead = LOST
    producing(here).play(BuyBeachhead(), side=SOVIET)
    assert here.state.budget[SOVIET] == 40
    assert not may(here, BuyBeachhead())
    here.play(EndPhase(), side=SOVIET).play(EndPhase(), side=AXIS).deal()
    assert here.state.beachhead == PREP


# ---- a temporary port


@clause("EF-15.51c")
def test_a_beachhead_is_a_minor_port_for_one_unit_a_turn() -> None:
    here = deployed("Izmail", {"Izmail": f"{COASTAL} 3", "Sevastopol": f"{UNIT} 3, so-inf-13 3", "Moscow": "supreme 3"}, active=SOVIET)
    here.state.command[here.game.rules.units.supreme[SOVIET]] = ACTIVE
    here.fix_control().begin(MOVEMENT)
    here.play(NavalMove(here.block(UNIT), here.hex("Izmail")))
    refused = here.refusal(NavalMove(here.block("so-inf-13"), here.hex("Izmail")))
    assert refused.clause == "EF-15.21a"
    away = deployed("Izmail", {"Izmail": f"{COASTAL} 3", "Sevastopol": "infantry 2", "Moscow": "supreme 3"}, active=SOVIET)
    away.state.command[away.game.rules.units.supreme[SOVIET]] = ACTIVE
    away.fix_control().begin(MOVEMENT)
    away.play(NavalMove(away.block(COASTAL), away.hex("Sevastopol")))


@clause("EF-15.51c")
def test_a_beachhead_in_battle_is_no_port() -> None:
    units = {"Izmail": f"{COASTAL} 3", "Sevastopol": f"{UNIT} 3", "Moscow": "supreme 3"}
    here = deployed("Izmail", units, {"Izmail": "infantry 3"}, active=SOVIET)
    here.state.axis_defends = 0
    here.state.command[here.game.rules.units.supreme[SOVIET]] = ACTIVE
    here.fix_control().begin(MOVEMENT)
    assert NavalMove(here.block(UNIT), here.hex("Izmail")) not in here.legal()


@clause("EF-15.51c")
def test_no_railway_and_no_invasion_starts_at_a_beachhead() -> None:
    here = deployed("Izmail", {"Izmail": f"{HQ} 2, {COASTAL} 3", "Galati": "infantry 3"}, active=SOVIET)
    here.fix_control()
    assert not here.game.rules.railways.supplied(here.state, SOVIET) >> here.hex("Galati") & 1
    assert not here.game.rules.railways.supplied(here.state, SOVIET) >> here.hex("Izmail") & 1
    here.begin(COMMAND)
    assert not [action for action in here.legal() if getattr(action, "role", 0) == INVASION]


# ---- losing and withdrawing it


@clause("EF-15.51d", "EF-4.2a")
def test_a_beachhead_is_withdrawn_in_production_and_cannot_be_ready_at_once() -> None:
    here = producing(deployed("Izmail", {"Izmail": f"{COASTAL} 3"}))
    here.play(WithdrawBeachhead(), side=SOVIET)
    assert here.game.view(here.state, AXIS).beachhead == here.hex("Izmail")  # the enemy does not know yet
    assert not may(here, BuyBeachhead())
    assert not may(here, WithdrawBeachhead())
    here.play(EndPhase(), side=SOVIET).play(EndPhase(), side=AXIS).deal()
    assert here.state.beachhead == PREP
    assert here.game.view(here.state, AXIS).beachhead == PREP
    assert here.told(BeachheadChanged, AXIS)[-1].what == "withdrawn"


@clause("EF-15.51d")
def test_only_a_deployed_beachhead_is_withdrawn() -> None:
    here = producing(at_sea({}))
    refused = here.game.why_not(here.state, WithdrawBeachhead(), SOVIET)
    assert refused is not None
    assert refused.clause == "EF-15.51d"


@clause("EF-15.51e")
def test_enemies_who_come_alone_eliminate_the_beachhead() -> None:
    here = deployed("Izmail", {}, {"Izmail": "infantry 3"}).fix_control()
    assert here.state.beachhead == LOST
    assert here.told(BeachheadChanged)[0].what == "eliminated"
    held = deployed("Izmail", {"Izmail": f"{COASTAL} 1"}, {"Izmail": "infantry 3"}).fix_control()
    assert held.state.beachhead == held.hex("Izmail")
    empty = deployed("Izmail", {}).fix_control()
    assert empty.state.beachhead == empty.hex("Izmail")


# ---- 15.52: supply


@clause("EF-15.52a", "EF-10.6a")
def test_a_beachhead_supplies_its_hex_even_in_an_enemy_battle() -> None:
    here = deployed("Izmail", {"Izmail": f"{COASTAL} 3, {UNIT} 1"}, {"Izmail": "infantry 3"})
    here.state.axis_defends |= 1 << here.hex("Izmail")
    here.fix_control().begin(SUPPLY)
    assert not here.state.frames
    assert not here.state.flags[here.block(COASTAL)] & UNSUPPLIED
    assert (here.value(COASTAL), here.value(UNIT)) == (3, 1)


@clause("EF-15.52b")
def test_units_next_to_a_friendly_beachhead_are_supplied() -> None:
    here = deployed("Izmail", {"Izmail": f"{COASTAL} 3", "Galati": f"{UNIT} 3"}).fix_control()
    assert reaches(here, "Galati")
    assert not reaches(here, "Jassy")
    besieged = deployed("Izmail", {"Izmail": f"{COASTAL} 3", "Galati": f"{UNIT} 3"}, {"Izmail": "infantry 3"})
    besieged.state.axis_defends = 0
    assert reaches(besieged.fix_control(), "Galati")  # a friendly Battle Hex
    besieged.state.axis_defends |= 1 << besieged.hex("Izmail")
    assert not reaches(besieged.fix_control(), "Galati")
    assert reaches(besieged, "Izmail")


@clause("EF-15.52c")
def test_replacements_over_the_beach_cost_double() -> None:
    here = deployed("Izmail", {"Izmail": f"{COASTAL} 2, {UNIT} 2", "Galati": "so-inf-13 2", "Moscow": "so-inf-18 2"}).fix_control()
    cost = here.game.rules.production.step_cost
    assert [cost(here.state, here.block(key)) for key in (COASTAL, UNIT, "so-inf-13", "so-inf-18")] == [4, 4, 4, 2]
    producing(here, budget=10).play(BuyStep(here.block(COASTAL)), side=SOVIET)
    assert here.value(COASTAL) == 3
    assert here.state.budget[SOVIET] == 6


@clause("EF-15.52c", "EF-11.3a")
def test_nobody_buys_a_step_over_the_beach_for_half_its_price() -> None:
    here = producing(deployed("Izmail", {"Izmail": f"{COASTAL} 2", "Moscow": "so-inf-18 2"}).fix_control(), budget=3)
    assert not may(here, BuyStep(here.block(COASTAL)))
    refusal = here.game.why_not(here.state, BuyStep(here.block(COASTAL)), SOVIET)
    assert refusal is not None
    assert refusal.clause == "EF-11.3a"
    assert may(here, BuyStep(here.block("so-inf-18")))
    here.state.budget[SOVIET] = 4
    here.play(BuyStep(here.block(COASTAL)), side=SOVIET)
    assert here.state.budget[SOVIET] == 0


@clause("EF-15.52c")
def test_engaged_units_get_no_replacements_over_the_beach() -> None:
    here = deployed("Izmail", {"Izmail": f"{COASTAL} 2"}, {"Izmail": "infantry 3"})
    assert not may(producing(here.fix_control()), BuyStep(here.block(COASTAL)))


@clause("EF-15.5c")
def test_the_beachhead_adds_nothing_to_the_fire_of_the_coastal_army() -> None:
    here = deployed("Izmail", {"Izmail": f"{COASTAL} 3"}, {"Izmail": "infantry 3"}).fix_control()
    firepower, army, beach = here.game.rules.firepower, here.block(COASTAL), here.hex("Izmail")
    assert firepower.offensive(here.state, army, beach) == 6
    assert firepower.defensive(here.state, army, beach, False) == 6
    assert firepower.dice(here.state, army) == 3
