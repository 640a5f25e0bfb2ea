"""The environments pass the checks of PettingZoo and Gymnasium themselves, and hold no more than the view of a side."""

from functools import partial
from importlib import import_module
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

pytest.importorskip("gymnasium", reason="the environments need: pip install 'blockfront[rl]'")
pytest.importorskip("pettingzoo", reason="the environments need: pip install 'blockfront[rl]'")

import gymnasium
import msgspec
import numpy as np
from gymnasium.utils.env_checker import check_env

from blockfront.core.sides import Side
from blockfront.games import catalogue
from blockfront.games.catalogue import map_of
from blockfront.sim import pettingzoo_env
from blockfront.sim.gymnasium_env import SingleSeatEnv
from blockfront.sim.seats import MAX_ACTIONS, Seats

EASTFRONT = {"title": "eastfront", "scenario": "edelweiss"}
BLOCKS = {"title": "blocks_in_the_east", "scenario": "sbe1"}
WEST = {"title": "blocks_in_the_west", "scenario": "sbw1"}
JOINED = {"title": "blocks_east_and_west", "scenario": "sbew1"}
ADVANCED = {"title": "blocks_in_the_east", "scenario": "sbe5"}
checks_may_warn = pytest.mark.filterwarnings("ignore")


def checks() -> Any:
    """PettingZoo's own; loading them warns."""
    return import_module("pettingzoo.test")


@checks_may_warn
@pytest.mark.parametrize("game", [{}, {"scenario": "river_crossing"}, EASTFRONT, BLOCKS, ADVANCED, WEST, JOINED], ids=str)
def test_pettingzoo_finds_nothing_wrong(game: dict[str, str]) -> None:
    checks().api_test(pettingzoo_env.env(**game), num_cycles=300)
    checks().seed_test(partial(pettingzoo_env.env, **game), num_cycles=40)


@checks_may_warn
def test_cycles_are_counted_as_pettingzoo_counts_them() -> None:
    checks().max_cycles_test(pettingzoo_env)
    checks().parallel_api_test(pettingzoo_env.parallel_env(), num_cycles=300)
    checks().parallel_seed_test(pettingzoo_env.parallel_env, num_cycles=40)


@checks_may_warn
def test_it_can_be_looked_at() -> None:
    checks().render_test(pettingzoo_env.env, {"svg": lambda drawn: ElementTree.fromstring(drawn).tag.endswith("svg")})


@checks_may_warn
@pytest.mark.parametrize("side", ["blue", "red"])
def test_gymnasium_finds_nothing_wrong(side: str) -> None:
    check_env(SingleSeatEnv(side=side, opponent="recruit"), skip_render_check=True)


@checks_may_warn
@pytest.mark.parametrize(
    ("game", "side"), [(EASTFRONT, "soviet"), (BLOCKS, "axis"), (BLOCKS, "soviet"), (WEST, "allies"), (JOINED, "axis")], ids=str
)
def test_gymnasium_finds_nothing_wrong_with_other_titles(game: dict[str, str], side: str) -> None:
    check_env(SingleSeatEnv(game["title"], game["scenario"], side=side, opponent="recruit"), skip_render_check=True)


@pytest.mark.parametrize("title", [title.id for title in catalogue.titles()])
def test_every_scenario_of_every_title_begins(title: str) -> None:
    for scenario in catalogue.title(title).scenarios:
        env = pettingzoo_env.env(title=title, scenario=scenario.id)
        env.reset(seed=1)
        for _ in range(3):
            observation: Any = env.last()[0]
            assert env.observation_space(env.agent_selection).contains(observation)
            env.step(int(observation["action_mask"].sum()) - 1)


def played(env: Any, seed: int) -> list[Any]:
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    rewards = []
    for agent in env.agent_iter():
        observation, reward, over, late, info = env.last()
        if over or late:
            rewards.append((agent, reward, info))
        env.step(None if over or late else int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return rewards


def test_a_whole_game_ends_with_opposite_rewards_and_margins() -> None:
    endings = [played(pettingzoo_env.env(), seed) for seed in range(20)]
    for (_, blue, blue_info), (_, red, red_info) in endings:
        assert blue + red == 0
        assert blue_info["margin"] == -red_info["margin"]
    assert {blue for (_, blue, _), _ in endings} - {0.0}, "somebody should have won one of these games"


def test_games_can_be_cut_short() -> None:
    env = pettingzoo_env.env(max_decisions=7)
    env.reset(seed=2)
    steps = 0
    for _ in env.agent_iter():
        over = any(env.last()[2:4])
        steps += not over
        env.step(None if over else 0)
    assert steps == 7


@pytest.mark.parametrize("title", [title.id for title in catalogue.titles()])
def test_states_that_look_alike_are_observed_alike(title: str) -> None:
    """Observation and mask depend on the view alone: the same for a state and for a guess made from its view."""
    seats = Seats(title, catalogue.title(title).scenarios[0].id, None, MAX_ACTIONS)
    rng = Random(5)
    compared = 0
    for _ in range(60):
        side = min(seats.deciding(), default=None)
        if side is None:
            break
        for viewer in seats.sides:
            seen, truth = seats.observe(viewer), seats.state
            seats.state = seats.game.guess(seats.game.view(truth, viewer), rng)
            guessed = seats.observe(viewer)
            seats.state = truth
            compared += 1
            assert all(np.array_equal(seen[name], guessed[name]) for name in seen)
        seats.take(side, rng.randrange(seats.count(side)))
    assert compared > 50


def test_the_planes_tell_what_the_view_tells() -> None:
    seats = Seats("proving_ground", "border_incident", None, 64)
    view = seats.game.view(seats.state, Side(0))
    planes = dict(zip(seats.encoder.planes, seats.observe(Side(0))["observation"], strict=True))
    on_map = [own for own in view.blocks.own if own.location >= 0]
    assert planes["own blocks"].sum() == len(on_map)
    assert planes["own steps"].sum() == sum(own.steps for own in on_map)
    assert planes["others' blocks"].sum() == len(view.blocks.seen)
    assert planes["others' steps as known"].sum() == 0
    assert planes["control 0"].sum() == len(view.control[0])
    column, row = seats.game.board.grid.offset(on_map[0].location)
    assert planes["own blocks"][row, column] >= 1


def long_list(max_actions: int) -> tuple[Seats, Side]:
    """A decision with more choices than there are indices."""
    seats = Seats("eastfront", "s43", None, max_actions)
    seats.begin(1)
    while len(seats.choices(side := min(seats.deciding()))) <= max_actions:
        seats.take(side, 0)
    return seats, side


def test_long_lists_come_in_pages_and_nothing_is_left_out() -> None:
    seats, side = long_list(50)
    offered, state = list(seats.game.legal(seats.state, side)), seats.state.copy()
    found = []
    for page in range(seats.pages(side)):
        assert seats.observe(side)["facts"][-2:].tolist() == [page, seats.pages(side)]
        assert seats.mask(side).sum() == seats.count(side) == len(seats.actions(side)) + 1 <= 50
        found += seats.actions(side)
        seats.take(side, len(seats.actions(side)))
    assert found == offered
    assert seats.page(side) == 0
    assert seats.state == state, "turning pages changes nothing"
    seats.take(side, 49)
    last = seats.actions(side)[3]
    seats.take(side, 3)
    assert last == offered[52]
    assert seats.page(side) == 0
    assert seats.state != state


@pytest.mark.parametrize("index", [-1, 12, 4095, 10**9])
def test_an_index_that_is_not_offered_is_an_error(index: int) -> None:
    env = SingleSeatEnv(side="blue", opponent="recruit")
    env.reset(seed=1)
    assert env.seats.count(Side(0)) < 12
    before = env.seats.state.copy()
    with pytest.raises(ValueError, match=f"blue has the indices 0 to .*, not {index};"):
        env.step(index)
    assert env.seats.state == before


def test_features_tell_actions_apart_and_depend_on_nothing_hidden() -> None:
    env = SingleSeatEnv("eastfront", "edelweiss", side="axis", action_features=True, opponent="random")
    observation, _ = env.reset(seed=2)
    for _ in range(40):
        rows, mask = observation["actions"], observation["action_mask"].astype(bool)
        assert env.observation_space.contains(observation)
        assert not rows[~mask].any()
        assert (rows[mask][:, 0] > 0).all(), "every action has a kind"
        moves = [(tuple(row), action) for row, action in zip(rows, env.legal_actions(), strict=False) if hasattr(action, "to")]
        assert len({row for row, _ in moves}) == len(moves)
        observation, _, over, _, _ = env.step(int(np.flatnonzero(mask)[-1]))
        if over:
            break


def test_gymnasium_makes_every_scenario_by_its_name() -> None:
    for title in catalogue.titles():
        for scenario in title.scenarios:
            assert f"blockfront/{title.id}-{scenario.id}-v0" in gymnasium.registry
    env: Any = gymnasium.make("blockfront/proving_ground-river_crossing-v0", side="red", opponent="recruit")
    observation, _ = env.reset(seed=4)
    assert env.unwrapped.seats.game.scenario == "river_crossing"
    assert env.step(int(np.flatnonzero(observation["action_mask"])[0]))


def test_the_other_seat_is_played_by_a_machine() -> None:
    env = SingleSeatEnv(side="red", opponent="recruit")
    observation, _ = env.reset(seed=3)
    over = late = False
    reward = 0.0
    while not (over or late):
        assert observation["action_mask"].sum() == len(env.legal_actions()) > 0
        observation, reward, over, late, info = env.step(0)
    assert np.sign(info["margin"]) * reward >= 0


def test_unknown_opponents_are_named_at_once() -> None:
    with pytest.raises(ValueError, match="no 'marshal' plays proving_ground"):
        SingleSeatEnv(opponent="marshal")


def test_who_has_fired_is_not_taken_for_a_hex() -> None:
    """Which blocks have fired are numbers of blocks: they light up no hex."""
    seats = Seats("eastfront", "edelweiss", None, MAX_ACTIONS)
    rng = Random(3)
    seats.begin(3)
    side = Side(0)
    while not seats.game.view(seats.state, side).fired:
        if seats.result is not None:  # nobody fought in that game
            seats.begin(rng.randrange(1000))
        side = min(seats.deciding())
        seats.take(side, rng.randrange(seats.count(side)))
    view = seats.game.view(seats.state, side)
    nobody = msgspec.structs.replace(view, fired=())
    assert np.array_equal(seats.encoder.encode(view)[0], seats.encoder.encode(nobody)[0])


@pytest.mark.parametrize("title", [title.id for title in catalogue.titles()])
def test_every_plane_counts_block_by_block_what_the_view_lists(title: str) -> None:
    seats = Seats(title, catalogue.title(title).scenarios[0].id, None, MAX_ACTIONS)
    rng, grid = Random(6), map_of(title).grid
    for _ in range(40):
        side = min(seats.deciding(), default=None)
        if side is None:
            break
        for viewer in seats.sides:
            view, expected = seats.game.view(seats.state, viewer), np.zeros(seats.encoder.shape, dtype=np.float32)
            for own in view.blocks.own:
                if own.location >= 0 and grid.cells >> own.location & 1:
                    column, row = grid.offset(own.location)
                    expected[1:4, row, column] += (1, own.steps, own.face_up)
            for seen in view.blocks.seen:
                if grid.cells >> seen.location & 1:
                    column, row = grid.offset(seen.location)
                    expected[4:8, row, column] += (1, seen.block >= 0, seen.steps, seen.face_up)
            planes = seats.observe(viewer)["observation"]
            assert np.array_equal(planes[1:8], expected[1:8])
            for plane, name in zip(planes[8:], seats.encoder.planes[8:], strict=True):
                field, _, number = name.partition(" ")
                hexes = getattr(view, field)[int(number)] if number else getattr(view, field)
                assert {(column, row) for row, column in np.argwhere(plane)} == {grid.offset(h) for h in hexes if grid.cells >> h & 1}
        seats.take(side, rng.randrange(seats.count(side)))
