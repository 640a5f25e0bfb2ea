"""Odds agree with the rules that resolve battles: by enumerating every roll of small ones, and by throwing many large ones."""

import os
from collections import defaultdict
from itertools import product
from math import comb, prod
from random import Random
from typing import NamedTuple

import pytest

from blockfront.blocks.battle_odds.course import RoundOdds, while_at_least
from blockfront.blocks.battle_odds.volleys import volley
from blockfront.core.actions import Action, Roll
from blockfront.core.clauses import clause
from blockfront.core.sides import CHANCE
from blockfront.games.blocks_in_the_east.aids.battle_scene import battle
from blockfront.games.blocks_in_the_east.aids.scene import AXIS, position
from blockfront.games.blocks_series.actions import Charge, EndPhase, TakeLoss
from blockfront.games.blocks_series.aids.odds import battle_odds
from blockfront.games.blocks_series.aids.odds_standings import ATTACKER, DEFENDER, Confrontation
from blockfront.games.blocks_series.aids.scene import Position
from blockfront.games.blocks_series.rules.ch07_turn.p07_fire import Shot
from blockfront.games.blocks_series.state import COMBAT, HALF_HIT, MARKED, SeriesState
from blockfront.games.blocks_series.steps.battle import GIVE_WAY, STEP_OF, Battle, BattleFrame
from blockfront.games.odds import battle_odds as odds_of_text
from blockfront.games.odds import odds_from_view

THROWS = int(os.environ.get("BLOCKFRONT_THROWS", "1000"))  # of each large battle
NEGLIGIBLE = 1e-8
Losses = tuple[dict[int, float], dict[int, float]]


class Moment(NamedTuple):
    """A position in which dice fall, or in which the battle is over; what each number of hits leads to is worked out once."""

    state: SeriesState
    shots: list[Shot]  # none when it is over
    after: dict[tuple[int, ...], "Moment"]


class Table:
    """A battle played by the rules with the policies the odds assume."""

    def __init__(self, here: Position, place: str, rounds: int, charge: int = 0) -> None:
        self.here, self.rounds, self.charge = here, rounds, charge
        self.rules = here.game.rules
        self.facts = Confrontation(self.rules, here.state, here.hex(place))
        self.start = bytes(here.state.steps)
        self._moments: dict[bytes, Moment] = {}
        here.run(Battle, *Battle.opening(here.hex(place)))

    def is_over(self, state: SeriesState) -> bool:
        if not state.frames:
            return True
        fight = BattleFrame(*state.frames[-1])
        return fight.round > self.rounds or fight.stage == GIVE_WAY

    def answer(self, state: SeriesState) -> None:
        """Losses fall where they cost least; nobody leaves; who is to charge does."""
        side = min(self.here.game.to_act(state))
        offered: list[Action] = list(self.here.game.legal(state, side))
        if self.charge and Charge(self.charge) in offered:
            self.here.game.apply(state, Charge(self.charge), side)
            return
        losses = [action.block for action in offered if isinstance(action, TakeLoss)]
        self.here.game.apply(state, TakeLoss(min(losses, key=lambda b: self._cost(state, b))) if losses else EndPhase(), side)

    def _cost(self, state: SeriesState, block: int) -> tuple[tuple[int, int], int]:
        role = ATTACKER if block in self.facts.forces[ATTACKER].blocks else DEFENDER
        place = self.facts.forces[role].blocks.index(block)
        left = 2 * state.steps[block] - bool(state.flags[block] & HALF_HIT)
        return self.facts.cost_of_hit(role, place, left), place

    def shots(self, state: SeriesState) -> list[Shot]:
        """Who fires with the dice that are to be rolled."""
        fight = BattleFrame(*state.frames[-1])
        step = STEP_OF[fight.stage]
        thrown = self.here.game.chance(state).sample(Random(1))
        assert isinstance(thrown, Roll)
        dice = len(thrown.faces)
        sides = (self.rules.fire.shots(state, fight.context(), step, side) for side in (0, 1))
        return next(shots for shots in sides if sum(shot.dice for shot in shots) == dice and self._fires(state, fight, shots))

    def rolls(self, state: SeriesState) -> list[tuple[float, Roll]]:
        """One roll for every number of hits of each shooter, with its chance."""
        shots = self.shots(state)
        found = []
        for hits in product(*(range(shot.dice + 1) for shot in shots)):
            chances = [
                comb(shot.dice, n) * ((7 - shot.lowest) / 6) ** n * ((shot.lowest - 1) / 6) ** (shot.dice - n)
                for shot, n in zip(shots, hits, strict=True)
            ]
            found.append((prod(chances), roll_of(shots, hits)))
        return found

    def _fires(self, state: SeriesState, fight: BattleFrame, shots: list[Shot]) -> bool:
        step = next(step for step in self.here.game.stack.steps if isinstance(step, Battle))
        side = step._firing_side(state, fight)
        assert side is not None
        return shots == self.rules.fire.shots(state, fight.context(), STEP_OF[fight.stage], side)

    def lost(self, state: SeriesState, role: int) -> int:
        return sum(self.start[block] - state.steps[block] for block in self.facts.forces[role].blocks)

    def enumerate(self) -> Losses:
        """Every course the battle can take."""
        found: Losses = (defaultdict(float), defaultdict(float))
        open_: list[tuple[float, SeriesState]] = [(1.0, self.here.state.copy())]
        while open_:
            likely, state = open_.pop()
            while not self.is_over(state) and self.here.game.to_act(state) != frozenset((CHANCE,)):
                self.answer(state)
            if self.is_over(state):
                for role in (ATTACKER, DEFENDER):
                    found[role][self.lost(state, role)] += likely
                continue
            for chance, roll in self.rolls(state):
                if likely * chance < NEGLIGIBLE:
                    continue  # air rounds without a hit may go on for ever
                after = state.copy()
                self.here.game.apply(after, roll, CHANCE)
                open_.append((likely * chance, after))
        return found

    def throw(self, samples: int, rng: Random) -> Losses:
        """The battle played many times."""
        found: Losses = (defaultdict(float), defaultdict(float))
        start, die = self._moment(self.here.state.copy()), rng.random
        for _ in range(samples):
            moment = start
            while moment.shots:
                hits = tuple([sum([die() * 6 >= shot.lowest - 1 for _ in range(shot.dice)]) for shot in moment.shots])
                if hits not in moment.after:
                    state = moment.state.copy()
                    self.here.game.apply(state, roll_of(moment.shots, hits), CHANCE)
                    moment.after[hits] = self._moment(state)
                moment = moment.after[hits]
            for role in (ATTACKER, DEFENDER):
                found[role][self.lost(moment.state, role)] += 1 / samples
        return found

    def _moment(self, state: SeriesState) -> Moment:
        """The next moment after everything that is decided has been decided."""
        while not self.is_over(state) and self.here.game.to_act(state) != frozenset((CHANCE,)):
            self.answer(state)
        key = state.to_bytes()
        if key not in self._moments:
            self._moments[key] = Moment(state, [] if self.is_over(state) else self.shots(state), {})
        return self._moments[key]


def roll_of(shots: list[Shot], hits: tuple[int, ...]) -> Roll:
    """Faces with which each shooter has so many hits."""
    return Roll(tuple(face for shot, n in zip(shots, hits, strict=True) for face in (6,) * n + (1,) * (shot.dice - n)))


def odds_of(here: Position, place: str, rounds: int) -> RoundOdds:
    return battle_odds(here.game.rules, here.state, here.hex(place), rounds)[-1]


def assert_same(found: Losses, odds: RoundOdds, within: float) -> None:
    for counted, exact in zip(found, (odds.active_losses, odds.passive_losses), strict=True):
        most = max(len(exact), max(counted) + 1)
        assert [counted.get(n, 0.0) for n in range(most)] == pytest.approx([*exact, *[0.0] * (most - len(exact))], abs=within)


SMALL = {
    "two rounds in the open": ("infantry 2", "infantry 1", "Poltava", "", 2),
    "a major city": ("infantry 2, infantry 2", "infantry 1", "Kiev", "", 2),
    "across a river": ("tank 2", "infantry 1", "Kiev", "Zhitomir", 2),
    "artillery loses steps": ("infantry 1, artillery 2", "infantry 1, artillery 1", "Poltava", "", 2),
    "steps that take two hits": ("g-41pz 3", "infantry 2", "Poltava", "", 1),
    "artillery without steps": ("infantry 2, artillery 0", "artillery 1", "Poltava", "", 2),
    "aircraft": ("infantry 1, fighter 1", "infantry 1, fighter 1", "Poltava", "", 1),
    "a raid on an airfield": ("bomber 2", "infantry 1, bomber 1", "Kiev", "", 1),
}


@pytest.mark.parametrize("case", SMALL)
def test_every_roll_of_a_small_battle(case: str) -> None:
    axis, soviet, place, came_from, rounds = SMALL[case]
    here = battle(axis, soviet, place, came_from=came_from)
    odds = odds_of(here, place, rounds)
    assert_same(Table(here, place, rounds).enumerate(), odds, 1e-5)


LARGE = {
    "all five steps": ("g-41pz 5, infantry 4, artillery 4, bomber 4", "tank 4, infantry 4, artillery 4, fighter 3", "Poltava", ""),
    "a city across a river": ("g-41pz 5, g-24pz 5, artillery 4, fighter 3", "infantry 4, infantry 3, bomber 3", "Kiev", "Zhitomir"),
    "a forest": ("infantry 4, infantry 3, artillery 2", "infantry 4, artillery 4", "Bryansk", ""),
}


@pytest.mark.parametrize("case", LARGE)
def test_many_throws_of_a_large_battle(case: str) -> None:
    axis, soviet, place, came_from = LARGE[case]
    here = battle(axis, soviet, place, came_from=came_from)
    odds = odds_of(here, place, 3)
    assert sum(odds.active_losses) == pytest.approx(1.0)
    assert_same(Table(here, place, 3).throw(THROWS, Random(1)), odds, 2.5 / THROWS**0.5)  # five standard errors at most


CHARGES = {
    "cavalry alone": ("r-cav 3", "infantry 1", 1, 2),
    "cavalry beside infantry": ("r-cav 2, infantry 1", "infantry 2", 1, 2),
    "nobody to charge at first": ("r-cav 2, infantry 1", "tankette 1, infantry 1", 1, 2),
    "tanks beside infantry": ("g-41pz 3, infantry 1", "infantry 2", 2, 1),
    "the first charge of Barbò": ("i-barbo 2", "infantry 2", 1, 2),
}


@clause("BE-20.0b", "BE-20.0c", "BE-20.0d", "BE-21.0b")
@pytest.mark.parametrize("case", CHARGES)
def test_every_roll_of_a_battle_with_a_charge(case: str) -> None:
    axis, soviet, kind, rounds = CHARGES[case]
    here = battle(axis, soviet, options=("cavalry_charge", "panzer_attack"))
    hex_ = here.hex("Poltava")
    odds = battle_odds(here.game.rules, here.state, hex_, rounds, charge=kind)[-1]
    assert odds != battle_odds(here.game.rules, here.state, hex_, rounds)[-1]
    assert_same(Table(here, "Poltava", rounds, kind).enumerate(), odds, 1e-5)


@clause("BE-20.0b", "BE-20.0d")
def test_many_throws_of_a_battle_with_a_charge() -> None:
    here = battle("r-cav 3, infantry 4, artillery 4", "infantry 4, infantry 3, artillery 2", options=("cavalry_charge",))
    odds = battle_odds(here.game.rules, here.state, here.hex("Poltava"), 3, charge=1)[-1]
    assert sum(odds.active_losses) == pytest.approx(1.0)
    assert_same(Table(here, "Poltava", 3, 1).throw(THROWS, Random(2)), odds, 2.5 / THROWS**0.5)


MIDWAY = {
    **{case: (*row, 0, ()) for case, row in LARGE.items()},
    **{case: (axis, soviet, "Poltava", "", kind, ("cavalry_charge", "panzer_attack")) for case, (axis, soviet, kind, _) in CHARGES.items()},
}


@clause("BE-7.7d", "BE-7.7.1e", "BE-7.7.12a")
@pytest.mark.parametrize("case", MIDWAY)
def test_in_the_middle_of_a_round_odds_start_from_the_dice_thrown(case: str) -> None:
    """Before each roll the odds are the mean of those after it, weighed by their chances: whatever stage the battle has come to."""
    axis, soviet, place, came_from, charge, options = MIDWAY[case]
    here = battle(axis, soviet, place, came_from=came_from, options=options)
    table, rng, hex_ = Table(here, place, 2, charge), Random(3), here.hex(place)

    def expected(state: SeriesState) -> tuple[float, float]:
        """Steps that both sides will have lost by the end of the second round."""
        lost = table.lost(state, ATTACKER), table.lost(state, DEFENDER)
        if table.is_over(state):
            return lost
        left = table.rounds + 1 - BattleFrame(*state.frames[-1]).round
        odds = battle_odds(table.rules, state, hex_, left, charge=charge)[-1]
        return lost[0] + odds.active_expected, lost[1] + odds.passive_expected

    stages = set()
    for _ in range(2):
        state = here.state.copy()
        while not table.is_over(state):
            if here.game.to_act(state) != frozenset((CHANCE,)):
                before = expected(state)
                table.answer(state)
                assert expected(state) == pytest.approx(before, abs=1e-9)
                continue
            fight = BattleFrame(*state.frames[-1])
            stages.add((fight.stage, fight.part))
            rolls, means = table.rolls(state), [0.0, 0.0]
            chosen = rng.choices(rolls, [chance for chance, _ in rolls])[0]
            for chance, roll in rolls:
                after = state.copy()
                here.game.apply(after, roll, CHANCE)
                means = [mean + chance * more for mean, more in zip(means, expected(after), strict=True)]
            assert means == pytest.approx(expected(state), abs=1e-6)
            here.game.apply(state, chosen[1], CHANCE)
    assert len(stages) >= 2


def test_desperate_attackers_surrender_after_the_first_round() -> None:
    here = battle("infantry 4", "infantry 4", options=("advanced",))
    for block in here.game.rules.fire.units_at(here.state, here.hex("Poltava"), 0):
        here.state.flags[block] |= MARKED
    odds = battle_odds(here.game.rules, here.state, here.hex("Poltava"), 1)[0]
    assert odds.clears + odds.fails == pytest.approx(1.0)
    assert odds.active_losses[4] == pytest.approx(odds.fails)


def test_policies_break_off_and_give_up() -> None:
    here = battle("infantry 4, infantry 4", "infantry 4")
    rules, state, hex_ = here.game.rules, here.state, here.hex("Poltava")
    never = battle_odds(rules, state, hex_, 3, goes_on=while_at_least(100.0))
    assert never[0].breaks_off > 0.9
    assert never[2].active_expected == pytest.approx(never[0].active_expected)
    leaving = battle_odds(rules, state, hex_, 2, stands=lambda active, passive: False)
    assert leaving[0].clears == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("options", [(), ("advanced",), ("advanced", "reconnaissance", "jericho"), ("persistent_bombers",)])
@pytest.mark.parametrize("case", ["all five steps", "a city across a river"])
def test_answers_kept_for_alike_standings_are_those_of_the_rules(case: str, options: tuple[str, ...]) -> None:
    """Whatever is asked of the rules again gives what was kept."""
    axis, soviet, place, came_from = LARGE[case]
    here = battle(axis, soviet, place, came_from=came_from, options=options)
    here.state.scouted = 1 << here.hex(place)
    known = Confrontation(here.game.rules, here.state, here.hex(place))
    rng = Random(5)
    for _ in range(200):
        numbers = []
        for force in known.forces:
            whole = force.standings[0]
            standing = tuple(rng.randrange(left // 2 + 1) * 2 for left in whole)
            numbers.append(force.number(standing if any(standing) else whole))
        step, context, role = rng.randrange(5), known.context(bool(rng.randrange(2))), rng.randrange(2)
        own, enemy = numbers[role], numbers[1 - role]
        fresh = Confrontation(here.game.rules, here.state, here.hex(place))
        again = [f.number(known.forces[i].standings[numbers[i]]) for i, f in enumerate(fresh.forces)]
        asked, shots = known.volley(step, context, role, own, enemy), fresh._ask(step, context, role, again[role], again[1 - role])
        assert (asked and asked.hits) == (volley(tuple((shot.dice, shot.lowest) for shot in shots)) if shots else None)
        able = here.game.rules.fire.loss_candidates(fresh._pair(role, *_of(again, role)), context, step, fresh.forces[role].side)
        hit = known.find_hit(step, context, role, own, enemy)
        assert (hit is None) == (not able)
        assert hit is None or known.forces[role].blocks[hit[0]] in able


def _of(numbers: list[int], role: int) -> tuple[int, int]:
    """A force's own number, then the enemy's."""
    return numbers[role], numbers[1 - role]


def test_odds_under_fog_mix_what_may_be_there() -> None:
    here = position("sbe2", axis={"Minsk": "g-24pz 5, g-7k 4"}, soviet={"Minsk": "infantry 3", "Smolensk": "infantry 4, tank 4"})
    here.state.phase = COMBAT
    hex_ = here.hex("Minsk")
    view = here.game.view(here.state, AXIS)
    odds = odds_from_view(here.game, view, hex_, Random(1), guesses=24)[0]
    certain = battle_odds(here.game.rules, here.state, hex_)[0]
    assert sum(odds.passive_losses) == pytest.approx(1.0)
    assert odds.passive_losses != pytest.approx(certain.passive_losses)
    again = odds_from_view(here.game, view, hex_, Random(1), guesses=24)[0]
    assert again == odds


def test_odds_of_a_text() -> None:
    text = "river: yes; Kiev | axis: tank 4, artillery 4 | soviet: infantry 4"
    two = odds_of_text(text, title="blocks_in_the_east", rounds=2)
    assert two[0].clears < two[1].clears < 0.5
    dry = odds_of_text(text.replace("yes", "no"), title="blocks_in_the_east", rounds=2)
    assert dry[1].clears > two[1].clears
    snow = odds_of_text(
        f"weather: snow; month: 1941-12; options: advanced; {text.partition('; ')[2]}", title="blocks_in_the_east", rounds=2
    )
    assert snow[1].clears < dry[1].clears
    charging = "options: cavalry_charge; Poltava | axis: romania cavalry 3 | soviet: infantry 3"
    plain = odds_of_text(charging, title="blocks_in_the_east")[0]
    assert odds_of_text(f"charge: cavalry; {charging}", title="blocks_in_the_east")[0].active_expected < plain.active_expected


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("moon: full; Kiev | axis: tank 4 | soviet: infantry 4", "no heading 'moon'"),
        ("charge: elephants; Kiev | axis: tank 4 | soviet: infantry 4", "no charge of 'elephants'"),
        ("Kiev | axis: tank 4", "two forces"),
        ("Kiev | axis: tank 4 | axis: tank 3", "two sides"),
        ("Kiev | axis: tank | soviet: infantry 4", "no strength"),
        ("Kiev | elves: tank 3 | soviet: infantry 4", "no side 'elves'"),
    ],
)
def test_texts_that_are_no_battles(text: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        odds_of_text(text, title="blocks_in_the_east")


def test_a_hex_without_a_battle() -> None:
    here = position(axis={"Riga": "infantry 3"})
    with pytest.raises(ValueError, match="no battle in Riga"):
        battle_odds(here.game.rules, here.state, here.hex("Riga"))
