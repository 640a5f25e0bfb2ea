"""Chapter 10 of the West, an option of the basic scenarios: elites, and the SS and Munich."""

import pytest

from blockfront.core.clauses import clause
from blockfront.games.blocks_in_the_west.aids.scene import ALLIES, AXIS, battle, position
from blockfront.games.blocks_series.actions import BuyStep, Rebuild
from blockfront.games.blocks_series.aids.battle_scene import dice
from blockfront.games.blocks_series.aids.scene import Setting
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import ANTI_AIRCRAFT, ARTILLERY, GROUND
from blockfront.games.blocks_series.state import PRODUCTION

ELITES = ("elites",)


def lowest(axis: str, allies: str, side: int, active: str, options: tuple[str, ...], step: int = GROUND) -> int:
    here = battle(axis, allies, "Reims", month="1945-01", active=active, options=options)
    return min(face for _, face in dice(here, "Reims", step, side, round_=2))


@clause("BW-10.0a", "BW-10.0c")
@pytest.mark.parametrize(("unit", "gain"), [("de-1ss 6", 1), ("de-1ss 2", 1), ("de-13ss 4", 1), ("de-47pz 5", 0), ("de-hgd 3", 0)])
def test_ss_units_attack_better_at_any_strength(unit: str, gain: int) -> None:
    plain, elite = (lowest(unit, "us-8 2", AXIS, "axis", options) for options in ((), ELITES))
    assert elite == plain - gain
    defending = [lowest(unit, "us-2 5", AXIS, "allies", options) for options in ((), ELITES)]
    assert defending[0] - defending[1] == (1 if unit.startswith("de-hg") else 0)  # Hermann Göring defends better


@clause("BW-10.0d", "BW-10.0b")
@pytest.mark.parametrize(("unit", "face"), [("us-5 6", 5), ("us-5 4", 6)])
def test_full_allied_marines_attack_better(unit: str, face: int) -> None:
    assert lowest("de-53 3", unit, ALLIES, "allies", ELITES) == face


@clause("BW-10.0e")
@pytest.mark.parametrize("unit", ["de-1para 4", "de-2para 2", "de-hgd 3", "de-7fl 3", "de-22ll 2"])
def test_german_parachutists_defend_better_also_against_aircraft(unit: str) -> None:
    for step, allies in ((GROUND, "us-2 5"), (ANTI_AIRCRAFT, "us-2 5, us-9b 4")):
        plain, elite = (lowest(unit, allies, AXIS, "allies", options, step) for options in ((), ELITES))
        assert elite == plain - 1


@clause("BW-10.0a", "BW-10.0c", "BW-13.1d")
@pytest.mark.parametrize(("leader", "gain"), [("de-dietrich", 1), ("de-manteuffel", 0)])
def test_dietrichs_ss_army_attacks_better_with_the_guns(leader: str, gain: int) -> None:
    """An armour headquarters fires in the artillery step; an elite one has its bonus there."""
    plain, elite = (lowest(f"{leader} 4, de-47pz 5", "us-8 2", AXIS, "axis", options, ARTILLERY) for options in ((), ELITES))
    assert elite == plain - gain
    held = [lowest(f"{leader} 4, de-47pz 5", "us-2 5", AXIS, "allies", options, ARTILLERY) for options in ((), ELITES)]
    assert held[0] == held[1], "only in attack"


@clause("BW-10.0a", "BW-10.0e")
@pytest.mark.parametrize(("guns", "gain"), [("de-paraa", 1), ("de-7a", 0)])
def test_the_guns_of_the_parachute_army_defend_better(guns: str, gain: int) -> None:
    for step, allies in ((ARTILLERY, "us-2 5"), (ANTI_AIRCRAFT, "us-2 5, us-9b 4")):
        plain, elite = (lowest(f"{guns} 4, de-53 3", allies, AXIS, "allies", options, step) for options in ((), ELITES))
        assert elite == plain - gain
    attacking = [lowest(f"{guns} 4, de-53 3", "us-8 2", AXIS, "axis", options, ARTILLERY) for options in ((), ELITES)]
    assert attacking[0] == attacking[1], "only in defence"


@clause("BW-10.0f", "BW-10.0h")
@pytest.mark.parametrize(("strength", "shot"), [(3, (3, 4)), (2, (2, 6))])
def test_allied_parachutists_at_full_strength_and_below(strength: int, shot: tuple[int, int]) -> None:
    here = battle("de-1ss 6", f"us-82ab {strength}", "Reims", month="1944-12", options=ELITES)
    assert dice(here, "Reims", GROUND, ALLIES, round_=2) == [shot]


@clause("BW-10.0i")
@pytest.mark.parametrize("held", [True, False])
def test_the_ss_recovers_while_munich_is_held(held: bool) -> None:
    taken = () if held else ("Munich",)
    units = {"Berlin": "de-1ss 4, de-47pz 3"}
    setting: Setting = {"month": "1944-08", "points": {"germany": 40}, "eliminated": ("de-2ss",)}
    here = position("sbw10", axis=units, allies_hold=taken, options=ELITES, **setting)
    here.begin(PRODUCTION)
    offered = here.legal()
    assert (BuyStep(here.block("de-1ss")) in offered) == held
    assert any(isinstance(action, Rebuild) and action.block == here.block("de-2ss") for action in offered) == held
    assert here.game.rules.production.may_be_repaired(here.state, here.block("de-47pz"))  # others need no Munich


@clause("BW-10.0j")
def test_one_ss_step_a_turn_is_free_from_1943_on() -> None:
    here = position("sbw10", axis={"Berlin": "de-1ss 2, de-2ss 2"}, month="1944-08", points={"germany": 20}, options=ELITES).begin(
        PRODUCTION
    )
    before = here.points("germany")
    here.play(BuyStep(here.block("de-1ss")))
    assert here.points("germany") == before
    price = here.game.rules.production.price(here.block("de-2ss"), here.state.steps[here.block("de-2ss")] + 1)
    here.play(BuyStep(here.block("de-2ss")))
    assert here.points("germany") == before - price
    here.end_phase()
    here.begin(PRODUCTION)
    again = here.points("germany")
    here.play(BuyStep(here.block("de-1ss")))
    assert here.points("germany") == again  # another one in the next phase
    early = position("sbw3", axis={"Cologne": "de-ssv 2"}, month="1940-06", points={"germany": 20}, options=ELITES).begin(PRODUCTION)
    points = early.points("germany")
    early.play(BuyStep(early.block("de-ssv")))
    assert early.points("germany") < points


@clause("BW-10.0j")
def test_a_free_step_needs_no_points() -> None:
    here = position("sbw2", axis={"Cologne": "de-1ss 2"}, month="1945-01", options=ELITES).begin(PRODUCTION)
    here.state.pool[:] = [0] * len(here.state.pool)
    assert BuyStep(here.block("de-1ss")) in here.legal()
    here.play(BuyStep(here.block("de-1ss")))
    assert here.points("germany") == 0
    assert BuyStep(here.block("de-1ss")) not in here.legal()
