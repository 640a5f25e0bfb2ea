"""Chapters 19 and 22: air reconnaissance and the trumpets of Jericho."""

import pytest

from blockfront.core.actions import Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle, dice
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, SOVIET, position
from blockfront.games.blocks_series.actions import EndPhase, Scout, TakeLoss
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.events import BattleClosed, ReconnaissanceFlown, ReconnaissanceMade, Revealed
from blockfront.games.blocks_series.loading.data_model import WEATHERS
from blockfront.games.blocks_series.options.ch19_reconnaissance import ScoutedFire, ScoutingHeadquarters
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import AIR_TO_GROUND, ARTILLERY
from blockfront.games.blocks_series.rules.ch13_headquarters import COMMAND
from blockfront.games.blocks_series.state import AIR_MOVEMENT, COMBAT, FINAL_SUPPLY, REACTION

RECON = ("advanced", "reconnaissance")
JERICHO = (*RECON, "jericho")


def scouts(here: Position) -> ScoutingHeadquarters:
    headquarters = here.game.rules.headquarters
    assert isinstance(headquarters, ScoutingHeadquarters)
    return headquarters


def smolensk(weather: str = "good", month: str = "1941-07", options: tuple[str, ...] = RECON) -> Position:
    """Luftflotte 2 looks at Smolensk: infantry of two steps, a tank of one, and a fighter on the ground."""
    return position(
        axis={"Smolensk W2": "g-2lf 4", "Smolensk W3": "g-1k 4"},
        soviet={"Smolensk": "s-8a 2, tank 1, fighter 3"},
        month=month,
        weather=weather,
        options=options,
    ).begin(AIR_MOVEMENT)


def scout(here: Position, place: str = "Smolensk") -> Scout:
    return Scout(here.block("g-2lf"), here.hex(place))


@clause("BE-19.1a", "BE-19.1c", "BE-19.1d", "BE-R69")
def test_the_flak_of_smolensk() -> None:
    """The printed example: two dice of the city, two of the infantry, one of the tank; grounded fighters have none."""
    here = smolensk().play(scout(smolensk()))
    flown = here.told(ReconnaissanceFlown)[0]
    assert flown.dice == (0, 0, 0, 1, 4)  # the tank from 5 on, city and infantry on 6
    assert sum(flown.dice) == 5
    here.play(Roll((5, 5, 1, 4, 4)))
    assert here.told(Revealed) == []
    assert not here.state.scouted
    assert scouts(here).scouting_left(here.state, here.block("g-2lf")) == 3
    assert scout(here) in here.legal()  # it may be tried again


@clause("BE-19.1a")
@pytest.mark.parametrize("options", [RECON, (*RECON, "naval_transport"), (*RECON, "naval_transport", "reserves")])
def test_reconnaissance_comes_on_top_of_the_commands(options: tuple[str, ...]) -> None:
    """Whatever other chapters are played, a staff that has spent all its points on commands may still reconnoitre."""
    here = smolensk(options=options)
    hq = here.block("g-2lf")
    here.state.orders += [(hq, COMMAND, here.block("g-1k"))] * 4
    here.state.active_hqs |= 1 << hq
    here.begin(AIR_MOVEMENT)
    assert not scouts(here).points_left(here.state, hq)
    assert scout(here) in here.legal()


@clause("BE-19.1d")
@pytest.mark.parametrize(("face", "seen"), [(1, True), (4, True), (5, False), (6, False)])
def test_four_or_less_sees_everything(face: int, seen: bool) -> None:
    here = smolensk().play(scout(smolensk()), Roll((1,) * 5), Roll((face,)))
    assert here.told(ReconnaissanceMade)[0].seen == seen
    units = [here.block("s-8a"), *(b for b in here.game.rules.fire.units_at(here.state, here.hex("Smolensk"), SOVIET))]
    assert all(bool(here.state.face_up >> block & 1) == seen for block in units)
    assert (scout(here) in here.legal()) == (not seen)


@clause("BE-19.1e", "BE-R50")
@pytest.mark.parametrize(
    ("place", "weather", "month", "expected"),
    [
        ("Poltava", "good", "1941-07", 0),
        ("Luga", "good", "1941-07", 2),
        ("Kharkov", "good", "1941-07", 2),
        ("Vologda", "good", "1941-07", 4),
        ("Solone Ozero", "good", "1941-07", 4),
        ("Leningrad", "good", "1941-07", 4),
        ("Vologda", "rain", "1941-07", 6),
    ],
)
def test_what_makes_it_hard(place: str, weather: str, month: str, expected: int) -> None:
    here = position(axis={"Berlin": "g-2lf 4"}, weather=weather, month=month, options=RECON)
    romanian = position(axis={"Berlin": "r-hq 3"}, weather=weather, month=month, options=RECON)
    assert scouts(romanian).difficulty(romanian.state, romanian.block("r-hq"), romanian.hex(place)) == expected  # TECH 1
    assert scouts(here).difficulty(here.state, here.block("g-2lf"), here.hex(place)) == expected - 2  # TECH 2
    here.state.month += 36  # German fighters reach TECH 3
    assert scouts(here).difficulty(here.state, here.block("g-2lf"), here.hex(place)) == expected - 4


@clause("BE-19.1b")
def test_range_by_fighter_tech() -> None:
    board = position().game.rules.board

    def farthest(month: str, side: str, key: str) -> int:
        units = {"Kursk": f"{key} 3"}
        enemies = {f"Kursk W{distance}": "infantry 1" for distance in (4, 5, 6, 10, 11, 15, 16)}
        axis, soviet = (units, enemies) if side == "axis" else (enemies, units)
        here = position(axis=axis, soviet=soviet, active=side, month=month, options=RECON)
        here.state.phase = AIR_MOVEMENT
        hexes = [action.hex for action in scouts(here).flights_of(here.state, here.block(key)) if isinstance(action, Scout)]
        origin = here.hex("Kursk")
        return max(next(d for d in range(20) if board.within(origin, d) >> hex_ & 1) for hex_ in hexes)

    assert farthest("1941-07", "soviet", "s-vvs1") == 5
    assert farthest("1941-07", "axis", "g-2lf") == 10
    assert farthest("1944-06", "axis", "g-2lf") == 15


@clause("BE-19.1a")
def test_as_many_attempts_as_action_points_besides_commands() -> None:
    here = smolensk()
    hq = here.block("g-2lf")
    for left in (3, 2, 1, 0):
        here.play(scout(here), Roll((6,) * 5))
        assert scouts(here).scouting_left(here.state, hq) == left
    assert scout(here) not in here.legal()
    assert scouts(here).points_left(here.state, hq) == 4
    refusal = here.game.why_not(here.state, scout(here), AXIS)
    assert refusal is not None
    assert refusal.clause == "BE-19.1a"


@clause("BE-19.1a", "BE-13.8.3b")
def test_an_active_high_command_of_an_ally_tries_once() -> None:
    here = position(axis={"Kishinev SW3": "r-hq 3"}, soviet={"Kishinev": "s-8a 2"}, options=RECON).begin(AIR_MOVEMENT)
    attempt = Scout(here.block("r-hq"), here.hex("Kishinev"))
    assert attempt not in here.legal()
    here.state.active_hqs |= 1 << here.block("r-hq")
    assert attempt in here.legal()
    here.play(attempt, Roll((6,) * sum(scouts_dice(here))))
    assert attempt not in here.legal()


def scouts_dice(here: Position) -> list[int]:
    return [shot.dice for shot in scouts(here).interception(here.state, here.hex("Kishinev"))]


@clause("BE-19.0c", "BE-19.1f")
def test_reconnaissance_flies_in_rain_and_flak_suffers() -> None:
    here = smolensk("rain")
    here.play(scout(here))
    assert here.told(ReconnaissanceFlown)[0].dice == (0, 0, 0, 1, 3)  # infantry halved, city as ever


@clause("BE-19.0a", "BE-19.0b")
def test_unseen_targets_halve_the_fire_of_the_first_round() -> None:
    here = battle("g-1fk 4, g-18a 4, g-1k 4", "s-8a 3, bomber 3", options=RECON)
    assert [dice(here, "Poltava", step, AXIS)[0][0] for step in (AIR_TO_GROUND, ARTILLERY)] == [2, 2]
    assert [dice(here, "Poltava", step, AXIS, round_=2)[0][0] for step in (AIR_TO_GROUND, ARTILLERY)] == [4, 4]
    here.state.scouted = 1 << here.hex("Poltava")
    assert [dice(here, "Poltava", step, AXIS)[0][0] for step in (AIR_TO_GROUND, ARTILLERY)] == [4, 4]


@clause("BE-19.0b")
def test_defenders_long_range_bombers_and_the_siege_gun_need_no_reconnaissance() -> None:
    defence = battle("g-18a 4, g-1k 4", "s-8a 3", active="soviet", held_by="axis", options=RECON)
    assert dice(defence, "Poltava", ARTILLERY, AXIS)[0][0] == 4
    long_range = battle("g-1k 4", "s-8a 3, long_range_bomber 3", active="soviet", held_by="axis", options=RECON)
    assert dice(long_range, "Poltava", AIR_TO_GROUND, SOVIET)[0][0] == 3
    gun = next(block.key for block in long_range.game.order.blocks if "gustav" in block.tags)
    fire = long_range.game.rules.fire
    assert isinstance(fire, ScoutedFire)
    needed = [fire.needs_scouting(long_range.state, long_range.hex(p), long_range.block(gun)) for p in ("Sevastopol", "Poltava")]
    assert needed == [False, True]


@clause("BE-19.0d", "BE-19.0e")
def test_what_was_revealed_stays_revealed_until_final_supply() -> None:
    here = battle("g-1k 4", "s-8a 1", options=RECON).begin(COMBAT)
    assert here.state.face_up >> here.block("g-1k") & 1
    here.play(Roll((1,)), Roll((6, 1, 1, 1)))
    assert here.told(BattleClosed)
    assert here.state.face_up >> here.block("g-1k") & 1
    here.begin(FINAL_SUPPLY)
    assert not here.state.face_up


@clause("BE-19.0d")
def test_a_battle_against_revealed_defenders_counts_as_scouted() -> None:
    for known in (True, False):
        here = battle("g-41pz 5", "s-8a 4", options=RECON)
        if known:
            here.state.face_up |= 1 << here.block("s-8a")
        here.begin(COMBAT)
        assert bool(here.state.scouted >> here.hex("Poltava") & 1) == known


@clause("BE-19.2a")
@pytest.mark.parametrize(("scouted", "weather", "chooser"), [(True, "good", AXIS), (False, "good", SOVIET), (True, "snow", SOVIET)])
def test_scouted_modern_guns_choose_among_equals(scouted: bool, weather: str, chooser: int) -> None:
    here = battle("g-18a 4, g-1k 4", "s-8a 3, s-7a 3", options=RECON)
    here.state.weather = WEATHERS.index(weather)
    here.state.scouted = 1 << here.hex("Poltava") if scouted else 0
    here.begin(COMBAT)
    guns = dice(here, "Poltava", ARTILLERY, AXIS)[0][0]
    here.play(Roll((6,) + (1,) * (guns - 1)))
    assert here.side == chooser
    answer = here.game.standing_answer(here.state, here.side, frozenset(("losses",)))
    assert (answer is None) == (chooser == AXIS)  # the order is for losses of one's own
    here.play(TakeLoss(here.block("s-7a")))
    assert (here.strength("s-8a"), here.strength("s-7a")) == (3, 2)


@clause("BE-19.2a")
def test_older_guns_do_not_choose() -> None:
    here = battle("g-1k 4, g-2k 4", "s-8a 3, artillery 4", active="soviet", held_by="axis", options=RECON)
    here.state.scouted = 1 << here.hex("Poltava")
    here.begin(COMBAT).play(Roll((6, 1, 1, 1)))
    assert here.side == AXIS


@clause("BE-E85")
def test_reconnaissance_may_be_undisturbed() -> None:
    here = smolensk(options=(*RECON, "no_interception")).play(scout(smolensk()))
    assert here.side == CHANCE
    here.play(Roll((4,)))
    assert here.state.scouted


def test_the_defender_does_not_scout() -> None:
    here = position(axis={"Kaunas": "g-1k 4"}, soviet={"Kaunas": "s-8a 3", "Moscow": "s-vvs1 3"}, options=RECON).begin(REACTION)
    assert here.side == SOVIET
    assert not any(isinstance(action, Scout) for action in here.legal())
    here.play(EndPhase())


@clause("BE-22.0a")
@pytest.mark.parametrize(
    ("axis", "soviet", "place", "weather", "scouted", "expected"),
    [
        ("g-8fk 4", "s-8a 3", "Poltava", "good", True, 6),
        ("g-8fk 3", "s-8a 3", "Poltava", "good", True, 3),
        ("g-1fk 4", "s-8a 3", "Poltava", "good", True, 4),
        ("g-8fk 4", "s-8a 3, fighter 3", "Poltava", "good", True, 4),
        ("g-8fk 4", "s-8a 3", "Luga", "good", True, 4),
        ("g-8fk 4", "s-8a 3", "Kharkov", "good", True, 4),
        ("g-8fk 4", "s-8a 3", "Poltava", "snow", True, 2),
        ("g-8fk 4", "s-8a 3", "Poltava", "good", False, 2),
    ],
)
def test_full_dive_bombers_howl(axis: str, soviet: str, place: str, weather: str, scouted: bool, expected: int) -> None:
    here = battle(f"{axis}, g-1k 4", soviet, place, options=JERICHO)
    here.state.weather = WEATHERS.index(weather)
    here.state.scouted = 1 << here.hex(place) if scouted else 0
    assert dice(here, place, AIR_TO_GROUND, AXIS)[0][0] == expected
    if scouted and expected == 6:
        assert dice(here, place, AIR_TO_GROUND, AXIS, round_=2)[0][0] == 6  # in every round
