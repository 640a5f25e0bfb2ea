"""Operation Edelweiss, replayed die for die through a match."""

import tomllib
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from blockfront.blocks.block_state import ELIMINATED
from blockfront.blocks.months import month_number
from blockfront.core.actions import Action, Roll
from blockfront.core.chance import Dice
from blockfront.core.clauses import clause
from blockfront.core.events import Event
from blockfront.core.game import AnyGame
from blockfront.core.match import Match
from blockfront.core.sides import Side
from blockfront.games.eastfront import actions as do
from blockfront.games.eastfront import events as happened
from blockfront.games.eastfront.game import make
from blockfront.games.eastfront.loading.board import board
from blockfront.games.eastfront.loading.tables import order_of_battle, scenario
from blockfront.games.eastfront.state import COMMAND, NO_HEX, PHASES, SUPPLY, UNSUPPLIED, EastFrontState
from blockfront.games.eastfront.steps.combat import AssignStrikes

SCRIPT = tomllib.loads((Path(__file__).parents[2] / "data" / "eastfront" / "edelweiss.toml").read_text(encoding="utf-8"))
SIDES = {"axis": Side(0), "soviet": Side(1)}
LETTERS = {placement.letter: int(placement.block) for placement in scenario("edelweiss").fixed}

MILESTONES = (happened.Rolled, happened.BattleOpened, happened.BattleClosed)

Step = dict[str, Any]


class Replay:
    """Plays the script. Decisions and dice come from it, and every stated result is compared with what happened."""

    def __init__(self) -> None:
        self.steps: list[Step] = SCRIPT["steps"]
        self.place = 0
        self.shots = deque(step for step in self.steps if "fire" in step)
        self.game = make("edelweiss", frozenset())
        self.rules = self.game.rules
        self.map = self.rules.board.map
        self.match = Match(self.game, throw=self._throw)
        self.events: deque[Event] = deque()
        self.values = {letter: self.value_of(letter) for letter in LETTERS}
        self.partial: dict[int, int] = {}
        self._read = 0

    # ---- the position

    @property
    def state(self) -> EastFrontState:
        state: EastFrontState = self.match.state
        return state

    def hex(self, place: str) -> int:
        return int(self.map.hex(place))

    def where(self, letter: str) -> int:
        return self.state.location[LETTERS[letter]]

    def value_of(self, letter: str) -> int:
        block = LETTERS[letter]
        return order_of_battle()[block].strength(self.state.steps[block])

    # ---- answers

    def _throw(self, game: AnyGame, state: EastFrontState, number: int) -> Action:
        chance = game.chance(state)
        if not isinstance(chance, Dice):
            return chance.sample(Random(number))
        roll = Roll(tuple(self.shots.popleft()["dice"]))
        assert roll in chance, f"step {self.place}: the script rolls {roll.faces}, the engine {chance.count} dice"
        return roll

    def submit(self, action: Action, side: Side | None = None) -> None:
        (seat,) = (seat for seat in self.match.seats if (self.acting if side is None else side) in seat.sides)
        self.match.submit(seat, action)

    @property
    def acting(self) -> Side:
        (side,) = self.match.to_act()
        return side

    def offered(self) -> list[Action]:
        return list(self.game.legal(self.state, self.acting))

    def settle(self) -> None:
        """Answer the questions within a battle as the script goes on."""
        while not self.match.result:
            offered = self.offered() if len(self.match.to_act()) == 1 else []
            if any(isinstance(action, do.Fire) for action in offered):
                self.submit(do.Fire(LETTERS[self.shots[0]["fire"]]))
            elif offered and isinstance(offered[0], do.TakeLoss | do.Repulse):
                self.submit(self._chosen_victim(offered))
            else:
                return

    def _chosen_victim(self, offered: list[Action]) -> Action:
        """The unit of which the script next says that it got weaker."""
        candidates = {action.block: action for action in offered if isinstance(action, do.TakeLoss | do.Repulse)}
        for step in self.steps[self.place :]:
            block = LETTERS.get(step.get("unit", ""), -1)
            if block in candidates and step["cv"] < order_of_battle()[block].strength(self.state.steps[block]):
                return candidates[block]
        raise AssertionError(f"step {self.place}: the script does not say which of {sorted(candidates)} takes the hit")

    # ---- what happened

    def collect(self) -> None:
        new = [event for entry in self.match.entries[self._read :] for event in entry.events]
        self._read = len(self.match.entries)
        self.events.extend(new)

    def follow(self) -> None:
        """Keep account of strengths and half hits up to the next shot, or to the beginning or end of a battle."""
        self.collect()
        while self.events and not isinstance(self.events[0], MILESTONES):
            self._account(self.events.popleft())

    def _account(self, event: Event) -> None:
        names = {block: letter for letter, block in LETTERS.items()}
        if isinstance(event, happened.LostStep):
            self.values[names[event.block]] = order_of_battle()[event.block].strength(event.steps)
            self.partial.pop(event.block, None)
        elif isinstance(event, happened.Eliminated):
            self.values[names[event.block]] = 0
            self.partial.pop(event.block, None)
        elif isinstance(event, happened.PartialHit):
            self.partial[event.block] = event.hits
        elif isinstance(event, happened.Spent):
            self.values[names[event.hq]] = event.value

    def next_event(self, kind: type[Event]) -> Any:
        self.follow()
        if self.events and isinstance(self.events[0], happened.BattleClosed):
            self.events.popleft()
            self.partial.clear()
            self.follow()
        assert self.events, f"step {self.place}: nothing happened"
        event = self.events.popleft()
        assert isinstance(event, kind), f"step {self.place}: {event} happened"
        return event

    # ---- the script

    def play(self) -> Iterator[Step]:
        for number, step in enumerate(self.steps):
            self.place = number
            getattr(self, f"on_{next(iter(step))}")(step)
            yield step

    def upcoming(self, verb: str) -> list[Step]:
        """Steps of this verb up to the end of the phase."""
        found = []
        for step in self.steps[self.place + 1 :]:
            if "phase" in step:
                break
            if verb in step:
                found.append(step)
        return found

    def on_month(self, step: Step) -> None:
        """A new phase: end those before it. Supply passes by itself, so that the next phase may have begun already."""
        if step["phase"] == "supply":
            while (self.state.half, self.state.active) == self._turn_of(step) and COMMAND <= self.state.phase < SUPPLY:
                self._end_step()
            return
        while self.state.phase != PHASES.index(step["phase"]):
            self._end_step()
        assert self.state.month == month_number(step["month"])
        if "turn" in step:
            assert (self.state.half, self.state.active) == self._turn_of(step)
        if step["phase"] in ("combat", "blitz_combat"):
            self._choose_battles()

    def _turn_of(self, step: Step) -> tuple[int, int]:
        return step["half"], SIDES[step["turn"]]

    def _end_step(self) -> None:
        """End what is pending, for both sides where they decide at the same time."""
        before = self.state.phase
        assert self.match.to_act(), f"step {self.place}: nobody is to act"
        for side in sorted(self.match.to_act()):
            self.submit(do.EndPhase(), side)
            if self.state.phase != before:
                return

    def _choose_battles(self) -> None:
        """End the assignment of strikes, and choose the battles that the script fights of its own will."""
        battles = self.upcoming("battle")
        self._end_strikes()
        optional = [action.hex for action in self.offered() if isinstance(action, do.Fight)]
        for battle in battles:
            hex_ = self.hex(battle["battle"])
            assert (hex_ in optional) != battle["mandatory"], battle
            if not battle["mandatory"]:
                self.submit(do.Fight(hex_))

    def on_activate(self, step: Step) -> None:
        hq = LETTERS[step["activate"]]
        assert self.where(step["activate"]) == self.hex(step["at"])
        assert self.rules.headquarters.value(self.state, hq) == step["value"]
        to = self.hex(step["deploys_to"]) if "deploys_to" in step else NO_HEX
        self.submit(do.Activate(hq, step.get("blitz", False), to))
        if "radius" in step:
            assert self.rules.headquarters.effective_value(self.state, hq) == step["radius"]
        if "supreme_moves" in step:
            assert self.rules.headquarters.supreme_moves(self.state, self.acting) == step["supreme_moves"]

    def on_move(self, step: Step) -> None:
        block, to = LETTERS[step["move"]], self.hex(step["to"])
        assert self.where(step["move"]) == self.hex(step["from"])
        entry = self.hex(step["entry"]) if "entry" in step else NO_HEX
        way_out = self.hex(step["exit"]) if "exit" in step else NO_HEX
        if "river" in step:
            assert self.rules.board.is_river(entry, to)
        if "hexes" in step:
            assert self.rules.board.distance(self.where(step["move"]), to) == step["hexes"]
        if "rail_hexes" in step:
            assert self.rules.strategic.distance(self.state, block, to, way_out) == step["rail_hexes"]
        before = self.state.supreme_moves
        self.submit(do.RailMove(block, to, way_out) if "rail_hexes" in step else do.Move(block, to, entry, way_out))
        assert before - self.state.supreme_moves == step.get("supreme_moves", 0)
        if "new_battle" in step:
            assert bool(self.state.new_battles >> to & 1) == step["new_battle"]

    def on_assault(self, step: Step) -> None:
        hex_ = self.hex(step["assault"])
        assert bool(self.rules.assaults.repulse_number(self.state, hex_)) == step["is"]

    def on_stays(self, step: Step) -> None:
        assert self.rules.headquarters.is_active(self.state, LETTERS[step["stays"]])
        assert self.where(step["stays"]) == self.hex(step["at"])

    def on_mobilise(self, step: Step) -> None:
        self.submit(do.Mobilise(LETTERS[step["mobilise"]], self.hex(step["to"])))
        assert self.value_of(step["mobilise"]) == step["value"]
        assert self.where(step["mobilise"]) == self.hex(step["to"])

    def on_strike(self, step: Step) -> None:
        """Strikes are assigned when the Combat Phase has begun."""
        if PHASES[self.state.phase] in ("movement", "blitz_movement"):
            self._end_step()
        hq = LETTERS[step["strike"]]
        assert self.rules.air.dice(self.state, hq) == step["dice"]
        assert self.rules.air.firepower(self.state, self.acting) == step["firepower"]
        self.submit(do.Strike(hq, self.hex(step["at"])))

    def _end_strikes(self) -> None:
        top = self.game.stack.top(self.state)
        if top is not None and isinstance(top[0], AssignStrikes):
            self.submit(do.EndPhase())

    def on_battle(self, step: Step) -> None:
        """Fight it, unless it was the last one left and went on by itself."""
        hex_ = self.hex(step["battle"])
        self.collect()
        if not any(isinstance(event, happened.BattleOpened) for event in self.events):
            self._end_strikes()
            if any(isinstance(action, do.Fight) for action in self.offered()):
                self.submit(do.EndPhase())
            if do.Resolve(hex_) in self.offered():
                self._check_defence(hex_, step)
                self.submit(do.Resolve(hex_))
            self.settle()
        opened = self.next_event(happened.BattleOpened)
        assert (opened.hex, opened.supported) == (hex_, step["supported"])
        if "assault" in step:
            assert opened.assault == step["assault"]

    def _check_defence(self, hex_: int, step: Step) -> None:
        assert self.rules.battles.original_defender(self.state, hex_) == SIDES[step["original_defender"]]
        passive = 1 - self.state.active
        needed = self.rules.defence.hits_per_step(self.state, hex_, passive, step["supported"])
        assert needed == step["hits_per_step"]

    def on_fire(self, step: Step) -> None:
        rolled = self.next_event(happened.Rolled)
        expected = (LETTERS[step["fire"]], step["kind"], step["firepower"], tuple(step["dice"]), step["hits"])
        assert (rolled.block, rolled.kind, rolled.lowest, rolled.faces, rolled.hits) == expected
        assert rolled.repulses == step.get("repulses", 0)

    def on_unit(self, step: Step) -> None:
        self.follow()
        block = LETTERS[step["unit"]]
        assert self.values[step["unit"]] == step["cv"]
        if "partial_hits" in step:
            assert self.partial.get(block, 0) == step["partial_hits"]
        if "repulsed_to" in step:
            assert self.state.location[block] == self.hex(step["repulsed_to"])
        if "eliminated" in step:
            assert self.state.location[block] == ELIMINATED

    def on_hidden(self, step: Step) -> None:
        for letters, face_up in ((step["hidden"], 0), (step["revealed"], 1)):
            for letter in letters:
                assert self.state.face_up >> LETTERS[letter] & 1 == face_up, letter

    def on_not_fought(self, step: Step) -> None:
        if any(isinstance(action, do.Fight) for action in self.offered()):
            self.submit(do.EndPhase())
        hexes = [self.hex(step["not_fought"])] if step["not_fought"] != "all" else range(self.rules.board.grid.size)
        assert not any(self.state.fought >> hex_ & 1 for hex_ in hexes)

    def on_headquarters(self, step: Step) -> None:
        hq = LETTERS[step["headquarters"]]
        assert self.rules.headquarters.value(self.state, hq) == step["value"]
        assert self.rules.headquarters.is_active(self.state, hq) == step["active"]
        assert self.where(step["headquarters"]) == self.hex(step["at"])

    def on_supply_of(self, step: Step) -> None:
        side = SIDES[step["supply_of"]]
        while self.events or self._read < len(self.match.entries):
            self.follow()
            if self.events:
                self.events.popleft()
        own = [letter for letter, block in LETTERS.items() if order_of_battle()[block].side == side]
        assert {letter for letter in own if self.state.flags[LETTERS[letter]] & UNSUPPLIED} == set(step["unsupplied"])

    def on_starves(self, step: Step) -> None:
        assert self.values[step["starves"]] == step["cv"]
        assert (self.where(step["starves"]) == ELIMINATED) == step.get("eliminated", False)

    def on_points(self, step: Step) -> None:
        assert self.state.budget[SIDES[step["points"]]] == step["are"]

    def on_buy_step(self, step: Step) -> None:
        self._spend(do.BuyStep(LETTERS[step["buy_step"]]), step["buy_step"], step)

    def on_build_cadre(self, step: Step) -> None:
        letter = step["build_cadre"]
        self._spend(do.BuildCadre(LETTERS[letter], self.hex(step["at"])), letter, step)

    def _spend(self, action: Action, letter: str, step: Step) -> None:
        side = order_of_battle()[LETTERS[letter]].side
        before = self.state.budget[side]
        self.submit(action, side)
        assert before - self.state.budget[side] == step["cost"]
        assert self.value_of(letter) == step["cv"]
        self.values[letter] = step["cv"]

    def on_spent(self, step: Step) -> None:
        assert self.state.budget[SIDES[step["spent"]]] == step["lost"]

    def on_level(self, step: Step) -> None:
        assert self.rules.production.level(self.state, SIDES[step["level"]]) == step["is"]

    def on_passes(self, step: Step) -> None:
        assert self.acting == SIDES[step["passes"]]
        self.submit(do.EndPhase())

    def on_commanded(self, step: Step) -> None:
        """After the HQ has deployed, in the Movement Phase that follows."""
        self.submit(do.EndPhase())
        for letters, commanded in ((step["commanded"], 1), (step["not_commanded"], 0)):
            for letter in letters:
                assert self.state.in_command >> self.where(letter) & 1 == commanded, letter

    def on_cannot_move(self, step: Step) -> None:
        block = LETTERS[step["cannot_move"]]
        assert not any(isinstance(action, do.Move) and action.block == block for action in self.offered())

    def on_without_line(self, step: Step) -> None:
        reach = self.rules.supply.in_reach(self.state, self.acting)
        for letter in step["without_line"]:
            assert not reach >> self.where(letter) & 1, letter
        for letter in step["still_supplied"]:
            assert not self.state.flags[LETTERS[letter]] & UNSUPPLIED, letter

    def on_supplied_by(self, step: Step) -> None:
        railhead = self.hex(step["railhead"])
        assert self.rules.supply.sources(self.state, SIDES["axis"]) >> railhead & 1
        assert self.rules.board.distance(self.where(step["supplied_by"]), railhead) == step["distance"]

    def on_cannot_buy_step(self, step: Step) -> None:
        block = LETTERS[step["cannot_buy_step"]]
        self.state.budget[:] = [100, 100]
        production, side = self.rules.production, order_of_battle()[block].side
        assert do.BuyStep(block) not in production.steps(self.state, side)

    def on_adjacent(self, step: Step) -> None:
        one, other = (self.hex(place) for place in step["adjacent"])
        assert self.rules.board.distance(one, other) == 1


@clause("EF-EDW.2a", "EF-R51", "EF-R63", "EF-1.5c", "EF-1.35a", "EF-1.39c", "EF-1.41a", "EF-4.43c", "EF-4.43d", "EF-4.46c")
@clause("EF-5.2a", "EF-5.3a", "EF-5.21a", "EF-5.41a", "EF-5.42a", "EF-5.61a", "EF-5.63a", "EF-5.64a", "EF-5.7d", "EF-5.7f")
@clause("EF-5.7g", "EF-6.32a", "EF-6.32b", "EF-6.33a", "EF-6.52a", "EF-7.12a", "EF-7.13a", "EF-7.14a", "EF-7.15a", "EF-7.15c")
@clause("EF-7.23b", "EF-7.34c", "EF-7.34e", "EF-7.4a", "EF-7.5a", "EF-7.5b", "EF-7.5c", "EF-7.51a", "EF-7.51c", "EF-7.51e")
@clause("EF-8.2b", "EF-9.21a", "EF-9.21b", "EF-10.2b", "EF-10.3a", "EF-10.4a", "EF-11.41a", "EF-11.42a", "EF-4.45b")
def test_edelweiss_goes_as_the_tutorial_tells_it() -> None:
    replay = Replay()
    for step in replay.play():
        assert step is not None
    assert not replay.shots
    for survivor in SCRIPT["survivors"]:
        assert replay.value_of(survivor["unit"]) == survivor["cv"], survivor
        assert replay.where(survivor["unit"]) == replay.hex(survivor["at"]), survivor
    for letter in SCRIPT["eliminated"]:
        assert replay.where(letter) == ELIMINATED, letter


@clause("EF-R65")
@pytest.mark.parametrize(("one", "other"), SCRIPT["same_hex"])
def test_names_of_the_same_hex(one: str, other: str) -> None:
    assert board().map.hex(one) == board().map.hex(other)


@pytest.mark.parametrize("place", SCRIPT["offsets"])
def test_places_lie_as_the_story_needs_them(place: str) -> None:
    grid, map_data = board().grid, board().map
    origin, found = grid.axial(map_data.hex("Rostov")), grid.axial(map_data.hex(place))
    assert [found[0] - origin[0], found[1] - origin[1]] == SCRIPT["offsets"][place]


@clause("EF-R66")
def test_rivers_of_the_story() -> None:
    hex_ = board().map.hex
    assert all(board().is_river(hex_(one), hex_(other)) for one, other in SCRIPT["river_hexsides"])
    assert not any(board().is_river(hex_(one), hex_(other)) for one, other in SCRIPT["not_river_hexsides"])
