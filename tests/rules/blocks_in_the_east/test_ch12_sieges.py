"""Chapter 12: siege supply and desperate attacks."""

from typing import Any

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_in_the_east.rules.ch12_leningrad import PocketProduction
from blockfront.games.blocks_in_the_east.rules.ch12_supply import FortressSupply
from blockfront.games.blocks_series.actions import BuyStep, EndPhase, Rebuild, Retreat, Sustain
from blockfront.games.blocks_series.advanced.ch12_supply import SiegeSupply
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import BattleClosed, Surrendered
from blockfront.games.blocks_series.rules.ch04_supply import LOSES_STEP, SURRENDERS
from blockfront.games.blocks_series.state import COMBAT, FINAL_SUPPLY, MARKED, PRODUCTION, SUPPLY
from blockfront.hexes.hexset import members

ADVANCED = ("advanced",)
CORPS = ("g-1k 4", "g-2k 4", "g-10k 3", "g-26k 4", "g-28k 3", "g-5k 3")


def besieged(soviet: str, options: tuple[str, ...] = ADVANCED, place: str = "Odessa") -> Position:
    """Units in a port of the Black Sea, closed in by land and cut off at sea as well."""
    board = position().game.rules.board
    around = [board.grid.label(hex_) for hex_ in members(board.neighbours(board.hex(place)))]
    here = position(
        soviet={place: soviet},
        axis=dict(zip(around, CORPS, strict=False)),
        axis_holds=[board.grid.label(hex_) for hex_, _, _, seas in board.ports if "black_sea" in seas and hex_ != board.hex(place)],
        active="soviet",
        options=options,
    )
    for block in here.game.rules.fire.units_at(here.state, here.hex(place), SOVIET):
        here.state.flags[block] |= MARKED
    return here


@clause("BE-12.1a", "BE-12.1b", "BE-12.1c", "BE-R73")
def test_a_besieged_port_keeps_units_alive_that_lose_a_step() -> None:
    here = besieged("s-8a 4, s-11a 3")
    fates = here.game.rules.supply.fates(here.state, SOVIET)
    assert fates == {here.block("s-8a"): LOSES_STEP, here.block("s-11a"): SURRENDERS}, "a minor port sustains one"
    here.begin(FINAL_SUPPLY)
    assert set(here.legal()) == {Sustain(here.block("s-8a")), Sustain(here.block("s-11a"))}, "its owner chooses which"
    here.play(Sustain(here.block("s-11a")))
    assert here.strength("s-11a") == 2
    assert [event.block for event in here.told(Surrendered)] == [here.block("s-8a")]


@clause("BE-12.1c", "BE-12.1e")
def test_besieged_artillery_loses_one_step_and_never_gives_up() -> None:
    gun = next(b.key for b in position().game.order.blocks if b.side == SOVIET and b.type == "artillery" and b.strengths[-1] == 4)
    here = besieged(f"{gun} 4").begin(FINAL_SUPPLY)
    assert here.strength(gun) == 2, "from four to two: one position"
    here = besieged(f"{gun} 0").begin(FINAL_SUPPLY)
    assert here.strength(gun) == 0
    assert not here.told(Surrendered)
    outside = besieged(f"{gun} 4, s-8a 4").begin(FINAL_SUPPLY)
    outside.play(Sustain(outside.block("s-8a")))
    assert outside.strength(gun) == 0, "without siege supply it falls to nothing at once"


@clause("BE-12.1a", "BE-12.1b")
def test_a_capital_keeps_units_of_its_own_nation_alive() -> None:
    board = position().game.rules.board
    for capital, owners in (("Berlin", {"germany"}), ("Bucharest", {"romania"}), ("Budapest", {"hungary"})):
        around = [board.grid.label(hex_) for hex_ in members(board.neighbours(board.hex(capital)))]
        here = position(
            axis={capital: "g-1k 4, romania infantry 3, hungary infantry 2"},
            soviet=dict(zip(around, ("infantry 3",) * 6, strict=False)),
            options=ADVANCED,
        )
        here.state.flags[:] = bytes(MARKED if hex_ == here.hex(capital) else 0 for hex_ in here.state.location)
        fates = here.game.rules.supply.fates(here.state, AXIS)
        assert {here.game.order[block].nation for block, fate in fates.items() if fate == LOSES_STEP} == owners


@clause("BE-12.1d", "BE-12.1e")
def test_the_last_step_is_not_saved() -> None:
    here = besieged("s-8a 1, s-st-kiev 2").begin(FINAL_SUPPLY)
    assert [event.block for event in here.told(Surrendered)] == [here.block("s-8a")]
    assert here.strength("s-st-kiev") == 2


@clause("BE-12.1a")
def test_the_basic_game_knows_no_siege_supply() -> None:
    here = besieged("s-8a 4", options=())
    assert here.game.rules.supply.fates(here.state, SOVIET) == {here.block("s-8a"): SURRENDERS}


@clause("BE-12.1f")
def test_a_frozen_port_sustains_nobody() -> None:
    here = position(weather="snow", options=ADVANCED)
    good = position(options=ADVANCED)
    for scene, expected in ((good, 1), (here, 0)):
        hex_ = scene.hex("Archangelsk")
        scene.state.occupied[0] |= scene.game.rules.board.neighbours(hex_)
        supply = scene.game.rules.supply
        assert isinstance(supply, SiegeSupply)
        assert min(1, supply.siege_capacity(scene.state, hex_, SOVIET)) == expected


@clause("BE-12.2a", "BE-12.2b")
def test_sevastopol_holds_out() -> None:
    here = besieged("s-8a 3", place="Sevastopol")
    assert here.game.rules.movement.allowance(here.state, here.block("s-8a")) == 1
    assert not here.game.rules.movement.may_attack(here.state, here.block("s-8a"))
    assert not here.game.rules.production.may_gain_step(here.state, here.block("s-8a"))
    here.begin(FINAL_SUPPLY)
    assert here.strength("s-8a") == 3
    assert not here.told(Surrendered)


@clause("BE-12.4a")
def test_only_modern_units_attack_without_supply() -> None:
    here = position(axis={"Tula": "g-1k 4"}, soviet={"Orel": "s-8a 3"}, options=ADVANCED)
    movement = here.game.rules.movement
    for key in ("g-1k", "s-8a"):
        here.state.flags[here.block(key)] |= MARKED
    assert movement.may_attack(here.state, here.block("g-1k"))
    assert not movement.may_attack(here.state, here.block("s-8a"))
    basic = position(axis={"Tula": "g-1k 4"})
    basic.state.flags[basic.block("g-1k")] |= MARKED
    assert not basic.game.rules.movement.may_attack(basic.state, basic.block("g-1k"))


@clause("BE-12.4.1a", "BE-12.4.1c")
def test_a_desperate_attack_that_fails_in_its_first_round_is_the_last() -> None:
    here = battle("g-1k 4, g-18a 4", "s-8a 4", options=ADVANCED)
    for key in ("g-1k", "g-18a"):
        here.state.flags[here.block(key)] |= MARKED
    here.begin(COMBAT).play(Roll((1,) * 4), Roll((1,) * 4), Roll((1,) * 4), EndPhase())
    while here.state.frames and not here.told(BattleClosed):
        here.play(EndPhase())
    assert {event.block for event in here.told(Surrendered)} == {here.block("g-1k"), here.block("g-18a")}
    assert here.points("ussr") == 2


@clause("BE-12.4.1a")
def test_desperate_attackers_do_not_retreat_before_they_surrender() -> None:
    here = battle("g-1k 4, g-2k 4", "s-8a 4", options=ADVANCED, others={"Poltava W1": "g-10k 3"})
    here.state.flags[here.block("g-1k")] |= MARKED
    here.begin(COMBAT).play(Roll((1,) * 4), Roll((1,) * 8), EndPhase())
    assert here.side == AXIS, "the defender has stayed"
    assert {action.block for action in here.legal() if isinstance(action, Retreat)} == {here.block("g-2k")}
    here.play(EndPhase())
    assert [event.block for event in here.told(Surrendered)] == [here.block("g-1k")]


# ---- Leningrad


RING = {"2214": "f-6k 3", "Vyborg": "f-4k 3", "2216": "g-1k 4", "2316": "g-2k 4", "Schlüsselburg": "g-10k 3"}


def leningrad(soviet: str = "s-8a 2, s-11a 3", *, cut: bool = False, **more: Any) -> Position:
    """Leningrad and Oranienbaum shut in; the Road of Life leads to Volkhov unless it is cut."""
    axis = {**RING, "Volkhov": "g-26k 4"} if cut else RING
    road = {} if cut else {"Volkhov": "s-27a 3"}
    holds = ("baltic_states", "2116", "Vyborg", *(("Tikhvin",) if cut else ()))
    return position(
        soviet={"Leningrad": soviet, "Oranienbaum": "s-st-len 2", **road},
        axis=axis,
        axis_holds=holds,
        active="soviet",
        options=ADVANCED,
        **more,
    )


def fortress(here: Position) -> FortressSupply:
    found = here.game.rules.supply
    assert isinstance(found, FortressSupply)
    return found


@clause("BE-12.3a")
def test_leningrad_and_oranienbaum_are_one_pocket() -> None:
    here = leningrad()
    assert fortress(here).is_closed_in(here.state, here.hex("Leningrad"), SOVIET)
    assert fortress(here).is_closed_in(here.state, here.hex("Oranienbaum"), SOVIET)
    open_ring = position(soviet={"Leningrad": "s-8a 2"}, axis={"2316": "g-2k 4"}, options=ADVANCED)
    assert not fortress(open_ring).is_closed_in(open_ring.state, open_ring.hex("Leningrad"), SOVIET)


@clause("BE-12.3b", "BE-12.3g")
def test_the_road_of_life_leads_over_volkhov() -> None:
    assert fortress(leningrad()).lives_on_the_road(leningrad().state)
    for weather in ("good", "rain", "snow"):
        here = leningrad(weather=weather)
        assert fortress(here).has_road_of_life(here.state)
    cut = leningrad(cut=True)
    assert not fortress(cut).has_road_of_life(cut.state)


@clause("BE-12.3c", "BE-12.3e")
def test_units_on_the_road_of_life_are_marked_and_hold_out() -> None:
    here = leningrad(month="1942-06").begin(SUPPLY)
    assert here.flags("s-8a") & MARKED
    movement = here.game.rules.movement
    assert not movement.may_attack(here.state, here.block("s-8a")), "not even in despair"
    assert movement.allowance(here.state, here.block("s-8a")) == 2
    here.begin(FINAL_SUPPLY)
    assert (here.strength("s-8a"), here.strength("s-11a")) == (2, 3)
    assert not here.told(Surrendered)


@clause("BE-12.3g", "BE-12.1c")
def test_without_the_road_leningrad_is_an_ordinary_siege() -> None:
    here = leningrad(cut=True).begin(SUPPLY)
    here.begin(FINAL_SUPPLY)
    assert (here.strength("s-8a"), here.strength("s-11a")) == (1, 2)
    frozen = leningrad(cut=True, weather="snow").begin(SUPPLY)
    frozen.begin(FINAL_SUPPLY)
    assert {event.block for event in frozen.told(Surrendered)} >= {frozen.block("s-8a"), frozen.block("s-11a")}


@clause("BE-12.3d")
def test_the_pocket_is_repaired_with_its_own_points_alone() -> None:
    here = leningrad("s-8a 1, s-10mc 1, s-11a 1", points={"ussr": 30}).begin(SUPPLY)
    here.begin(PRODUCTION)
    assert here.state.pocket == [2, 3, 0, 0, 0]
    before = here.points("ussr")
    here.play(BuyStep(here.block("s-8a")), BuyStep(here.block("s-10mc")))
    assert here.state.pocket == [0, 2, 0, 0, 0]
    assert here.points("ussr") == before - 2
    assert BuyStep(here.block("s-11a")) not in here.legal(), "two yellow points are all there is"
    assert BuyStep(here.block("s-27a")) in here.legal()


@clause("BE-12.3d")
def test_new_units_may_be_built_in_leningrad() -> None:
    here = leningrad(eliminated=("s-4a",), points={"ussr": 0}, weather="snow").begin(SUPPLY)
    here.begin(PRODUCTION)
    for colour in range(5):
        here.state.pool[here.game.rules.tables.power("ussr") * 5 + colour] = 0
    places = {action.hex for action in here.legal() if isinstance(action, Rebuild)}
    assert places == {here.hex("Leningrad")}


@clause("BE-12.3f", "BE-BSSn")
def test_leningrads_yellow_points_leave_the_pocket_except_in_snow() -> None:
    for weather, gained in (("good", 2), ("rain", 2), ("snow", 0)):
        here = leningrad(weather=weather)
        production = here.game.rules.production
        assert isinstance(production, PocketProduction)
        assert production.with_road(here.state, (0, 0, 0, 0, 0)) == (gained, 0, 0, 0, 0)
    open_road = leningrad()
    assert open_road.game.rules.production.income(open_road.state, open_road.game.rules.tables.power("ussr"))[:2] == (45, 4), "but Riga"
    cut = leningrad(cut=True)
    assert cut.game.rules.production.income(cut.state, cut.game.rules.tables.power("ussr"))[0] == 42, "Riga, Leningrad and Tikhvin"
