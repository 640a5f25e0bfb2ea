"""Chapter 3: initial forces, start lines, deployment by hand and by machine."""

from random import Random

import pytest

from blockfront.core.clauses import clause
from blockfront.core.sandbox import Sandbox
from blockfront.core.sides import CHANCE
from blockfront.games.eastfront.actions import Deploy
from blockfront.games.eastfront.game import EastFront, make
from blockfront.games.eastfront.state import AXIS, SOVIET
from blockfront.hexes.hexset import members

SCENARIOS = ("s41", "w41", "s42", "w42", "s43", "w43", "s44", "w44")
Placement = tuple[int, int, int]


def opened(scenario: str, *options: str) -> tuple[EastFront, Sandbox]:
    game = make(scenario, frozenset(options))
    return game, Sandbox(game, game.setup())


def deploy_first(scene: Sandbox) -> Sandbox:
    """The first side deploys automatically; the scene waits for the second."""
    scene.play(scene.legal()[0])
    while scene.side == CHANCE:
        scene.play(scene.game.chance(scene.state).sample(Random(1)))
    return scene


def automatic(scene: Sandbox) -> list[Placement]:
    action = scene.legal()[0]
    assert isinstance(action, Deploy)
    return list(action.placements)


def reasons(scene: Sandbox, placements: list[Placement]) -> set[str]:
    """Names of everything that is wrong with a deployment."""
    refusal = scene.refusal(Deploy(tuple(placements)))
    return {problem.because for problem in refusal.values["problems"]}


@pytest.mark.parametrize("scenario", SCENARIOS)
@clause("EF-3.22a", "EF-3.22b", "EF-3.24a", "EF-3.24b", "EF-3.24c", "EF-11.6d", "EF-R8")
def test_every_automatic_deployment_is_legal(scenario: str) -> None:
    game, scene = opened(scenario)
    for _ in range(2):
        side = scene.side
        for action in scene.legal():
            assert isinstance(action, Deploy)
            assert game.rules.set_up.problems(scene.state, side, action.placements) == []
        deploy_first(scene)


@clause("EF-S41.1a", "EF-S41.1b", "EF-S41.1c", "EF-S41.1d", "EF-3.24d", "EF-R29")
def test_the_historical_deployment_of_1941_can_be_made() -> None:
    game, scene = opened("s41", "historical_deployment")
    for _ in range(2):
        side = scene.side
        placements = automatic(scene)
        assert game.rules.set_up.problems(scene.state, side, tuple(placements)) == []
        deploy_first(scene)


@pytest.mark.parametrize(
    ("scenario", "first"),
    [("s41", SOVIET), ("w41", SOVIET), ("s42", AXIS), ("w42", AXIS), ("s43", AXIS), ("w43", SOVIET), ("s44", AXIS), ("w44", SOVIET)],
)
@clause("EF-3.21a", "EF-S41.0a", "EF-W42.1a", "EF-W41.0a", "EF-S42.0a", "EF-S43.0a", "EF-W43.0a", "EF-S44.0a", "EF-W44.0a", "EF-W42.0a")
def test_who_deploys_first(scenario: str, first: int) -> None:
    _, scene = opened(scenario)
    assert scene.side == first


@clause("EF-3.21b")
def test_the_second_side_sees_the_first_ones_hexes_when_it_deploys() -> None:
    game, scene = opened("s43")
    deploy_first(scene)
    seen = game.view(scene.state, SOVIET).blocks.seen
    assert len(seen) == 59
    assert all(sight.block == -1 for sight in seen)


@clause("EF-3.22a")
def test_number_and_total_of_a_type_are_limits() -> None:
    game, scene = opened("s43")
    placements = automatic(scene)
    armor = [index for index, (block, _, _) in enumerate(placements) if game.rules.units.type[block] == "armor"]
    assert "wrong_number" in reasons(scene, [p for index, p in enumerate(placements) if index != armor[0]])
    weak = next(index for index in armor if placements[index][1] < 4)
    block, value, hex_ = placements[weak]
    stronger = [*placements[:weak], (block, value + 1, hex_), *placements[weak + 1 :]]
    assert "too_strong" in reasons(scene, stronger)
    weaker = [*placements[:weak], (block, value - 1, hex_), *placements[weak + 1 :]]
    assert Deploy(tuple(weaker)) in game.legal(scene.state, scene.side)


@clause("EF-3.22b", "EF-R8")
def test_no_unit_starts_above_its_maximum_or_below_its_last_step() -> None:
    game, scene = opened("s43")
    placements = automatic(scene)
    block, _, hex_ = placements[0]
    assert "wrong_value" in reasons(scene, [(block, 9, hex_), *placements[1:]])
    infantry = next(p for p in placements if game.rules.units.type[p[0]] == "infantry")
    others = [p for p in placements if p != infantry]
    assert "wrong_value" in reasons(scene, [*others, (infantry[0], 0, infantry[2])])


@clause("EF-3.22c", "EF-3.22d", "EF-17.1g")
def test_units_not_chosen_start_eliminated_and_future_ones_are_not_in_play() -> None:
    game, scene = opened("w41")
    chosen = {game.order[block].key: hex_ for block, _, hex_ in automatic(scene)}
    deploy_first(scene)
    places = {game.order[b].key: scene.state.location[b] for b in game.order.of_side[SOVIET]}
    assert {key: place for key, place in places.items() if place >= 0} == chosen
    assert places["so-gtk-1"] == -2
    assert sum(place == -1 for place in places.values()) > 0


@clause("EF-3.23a", "EF-3.24a", "EF-3.23b")
def test_every_front_line_hex_needs_a_unit() -> None:
    game, scene = opened("s42")
    placements = automatic(scene)
    front = members(game.rules.set_up.front_line(scene.state, scene.side))
    lonely = next(hex_ for hex_ in front if sum(p[2] == hex_ for p in placements) == 1)
    rear = next(p[2] for p in placements if p[2] not in front and sum(q[2] == p[2] for q in placements) < 3)
    moved = [(block, value, rear if hex_ == lonely else hex_) for block, value, hex_ in placements]
    assert "front_line_empty" in reasons(scene, moved)


@clause("EF-3.23a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_front_line_of_a_side_lies_on_its_own_side_of_the_start_line(scenario: str) -> None:
    game, scene = opened(scenario)
    west = game.rules.board.map.west_mask(game.rules.scenario_of(scene.state).start_line)
    lines = [game.rules.set_up.front_line(scene.state, side) for side in (AXIS, SOVIET)]
    assert all(lines)
    assert not lines[AXIS] & ~west
    assert not lines[SOVIET] & west


@clause("EF-3.24b", "EF-3.23b")
def test_units_start_on_their_own_side_of_the_line_and_in_supply() -> None:
    game, scene = opened("s42")
    placements = automatic(scene)
    block, value, _ = placements[1]
    beyond = game.rules.board.map.hex("Saratov")
    assert "not_your_hex" in reasons(scene, [placements[0], (block, value, beyond), *placements[2:]])


@clause("EF-3.24c")
def test_headquarters_start_apart() -> None:
    game, scene = opened("s42")
    placements = automatic(scene)
    hqs = [p for p in placements if game.rules.units.is_hq[p[0]]]
    together = [(b, v, hqs[0][2] if (b, v, h) == hqs[1] else h) for b, v, h in placements]
    assert "headquarters_too_close" in reasons(scene, together)


@clause("EF-11.6d", "EF-11.6c", "EF-W41.0c", "EF-S42.0c", "EF-S43.0c", "EF-R34")
def test_reinforcements_of_the_first_month_start_in_home_cities_within_the_limits_of_arrival() -> None:
    game, scene = opened("w41")
    placements = automatic(scene)
    hex_of = game.rules.board.map.hex
    keys = ("so-shock-3", "so-shock-4", "so-para-4")
    arriving = [game.order.key(key) for key in keys]
    others = [p for p in placements if p[0] not in arriving]

    def start(*places: str) -> Deploy:
        values = (4, 4, 1)
        return Deploy((*others, *((b, v, hex_of(place)) for b, v, place in zip(arriving, values, places, strict=True))))

    assert start("Gorky", "Saratov", "Penza") in game.legal(scene.state, SOVIET)
    assert {p.clause for p in scene.refusal(start("Gorky", "Saratov", "Saratov")).values["problems"]} == {"EF-11.6c"}
    assert {p.clause for p in scene.refusal(start("Gorky", "Saratov", "2613")).values["problems"]} == {"EF-11.6d"}  # an entry hex
    german, axis = opened("s43")
    placed = automatic(axis)
    ss = german.order.key("ax-ss-3")
    in_warsaw = [(b, v, hex_of("Warsaw") if b == ss else h) for b, v, h in placed]
    assert "not_an_arrival_place" in reasons(axis, in_warsaw)  # a Victory City, not at home


@clause("EF-S41.1e", "EF-R29")
def test_in_the_free_deployment_of_1941_soviet_front_units_hold_the_front_line_and_all_others_are_free() -> None:
    game, scene = opened("s41")
    placements = automatic(scene)
    front = members(game.rules.set_up.front_line(scene.state, SOVIET))
    listed = {int(p.block) for p in game.rules.chain[0].historical if p.at == "front_line"}
    fixed = [p for p in placements if p[0] in listed]
    assert all(hex_ in front for _, _, hex_ in fixed)
    kursk = game.rules.board.map.hex("Kursk")
    astray = [(block, value, kursk if block == fixed[0][0] else hex_) for block, value, hex_ in placements]
    assert {problem.clause for problem in scene.refusal(Deploy(tuple(astray))).values["problems"]} >= {"EF-S41.1e"}
    crowded = next(hex_ for hex_ in front if sum(p[2] == hex_ for p in placements) > 1)
    other = next(hex_ for hex_ in front if hex_ != crowded and sum(p[2] == hex_ for p in placements) < 4)
    moved = next(p for p in fixed if p[2] == crowded)
    elsewhere = tuple((b, v, other if b == moved[0] else h) for b, v, h in placements)
    assert Deploy(elsewhere) in game.legal(scene.state, SOVIET)  # any sector will do
    spare = next(p for p in placements if p not in fixed and p[2] in front and sum(q[2] == p[2] for q in placements) > 1)
    free = tuple((b, v, kursk if b == spare[0] else h) for b, v, h in placements)
    assert Deploy(free) in game.legal(scene.state, SOVIET)


@clause("EF-S41.1g")
def test_in_the_free_deployment_of_1941_the_axis_stands_anywhere_in_supply_west_of_the_line() -> None:
    game, scene = opened("s41")
    deploy_first(scene)
    placements = automatic(scene)
    hex_of = game.rules.board.map.hex
    front = members(game.rules.set_up.front_line(scene.state, AXIS))
    armor = next(p for p in placements if game.rules.units.type[p[0]] == "armor" and sum(q[2] == p[2] for q in placements) > 1)
    rear = tuple((b, v, hex_of("Bromberg") if b == armor[0] else h) for b, v, h in placements)
    assert Deploy(rear) in game.legal(scene.state, AXIS)  # far from its army group's sector
    beyond = [(b, v, hex_of("Minsk") if b == armor[0] else h) for b, v, h in placements]
    assert "not_your_hex" in reasons(scene, beyond)
    opened_up = [(b, v, hex_of("Bromberg") if h == front[0] else h) for b, v, h in placements]
    assert "front_line_empty" in reasons(scene, opened_up)


HUNGARIAN_FRONT = ("Uzhgorod", "0416", "0517")


def moved_to(placements: list[Placement], block: int, hex_: int) -> list[Placement]:
    return [(b, v, hex_ if b == block else h) for b, v, h in placements]


def cited(scene: Sandbox, placements: list[Placement]) -> set[str]:
    return {problem.clause for problem in scene.refusal(Deploy(tuple(placements))).values["problems"]}


@pytest.mark.parametrize("options", [(), ("historical_deployment",)])
@clause("EF-S41.4b")
def test_no_german_unit_is_set_up_in_hungary_which_is_not_at_war(options: tuple[str, ...]) -> None:
    game, scene = opened("s41", *options)
    deploy_first(scene)
    hungary = game.rules.board.map.area_mask("hungary")
    front = [game.rules.board.map.hex(place) for place in HUNGARIAN_FRONT]
    for action in scene.legal():
        assert isinstance(action, Deploy)
        inside = [(game.order[block].nation, hex_) for block, _, hex_ in action.placements if hungary >> hex_ & 1]
        assert not any(nation == "german" for nation, _ in inside)
        assert {hex_ for nation, hex_ in inside if nation == "hungarian"} >= set(front)
    placements = automatic(scene)
    for key in ("ax-pz-14", "ax-hq-south", "ax-inf-17"):
        assert "EF-S41.4b" in cited(scene, moved_to(placements, game.order.key(key), front[0]))
    assert "ax-sat-2h" in {game.order[block].key for block, _, hex_ in placements if hungary >> hex_ & 1}


@clause("EF-S41.1d")
def test_in_the_historical_deployment_nobody_stands_in_another_army_groups_front() -> None:
    game, scene = opened("s41", "historical_deployment")
    deploy_first(scene)
    here, hex_of, key = automatic(scene), game.rules.board.map.hex, game.order.key
    cases = [  # the unit, a place of its own sector or behind it, and one of another's front
        ("ax-pz-41", "Tilsit", "Allenstein"),
        ("ax-pz-24", "Allenstein", "Lublin"),
        ("ax-pz-24", "Warsaw", "Lublin"),
        ("ax-inf-17", "Lublin", "Wlodawa"),
        ("ax-inf-11", "Jassy", "0517"),
    ]
    for unit, own, foreign in cases:
        assert cited(scene, moved_to(here, key(unit), hex_of(foreign))) >= {"EF-S41.1d"}
        at_home = Deploy(tuple(moved_to(here, key(unit), hex_of(own))))
        wrong = game.rules.set_up.problems(scene.state, AXIS, at_home.placements)
        assert "historical_place" not in {problem.because for problem in wrong}
    assert cited(scene, moved_to(here, key("ax-pz-24"), hex_of("Bromberg"))) == {"EF-S41.1d"}  # its own rear, but too far behind


@clause("EF-S41.1f")
def test_the_soviet_cities_of_1941_have_their_garrisons() -> None:
    game, scene = opened("s41")
    placements = automatic(scene)
    moscow = game.rules.board.map.hex("Moscow")
    garrison = [p for p in placements if p[2] == moscow]
    assert len(garrison) >= 3
    without = [p for p in placements if p not in garrison[1:]]
    assert {"garrison", "wrong_number"} <= reasons(scene, without)


@clause("EF-S42.2a", "EF-W42.2a", "EF-W42.3b", "EF-S43.3a", "EF-W43.2a", "EF-R36")
@pytest.mark.parametrize(
    ("scenario", "place", "defender"),
    [
        ("s42", "Volkhov", AXIS),
        ("w42", "Volkhov", AXIS),
        ("w42", "Stalingrad", SOVIET),
        ("s43", "Volkhov", AXIS),
        ("w43", "Volkhov", AXIS),
        ("w43", "Kremenchug W1", AXIS),
    ],
)
def test_scenarios_that_start_with_a_battle(scenario: str, place: str, defender: int) -> None:
    game, scene = opened(scenario)
    deploy_first(deploy_first(scene))
    hex_ = game.rules.board.map.hex(place)
    assert scene.state.occupied[AXIS] & scene.state.occupied[SOVIET] & 1 << hex_
    assert game.rules.battles.original_defender(scene.state, hex_) == defender


@clause("EF-W42.2a")
def test_stalingrad_holds_four_axis_units_with_armor_and_twelve_points() -> None:
    game, scene = opened("w42")
    stalingrad = game.rules.board.map.hex("Stalingrad")
    here = [(block, value) for block, value, hex_ in automatic(scene) if hex_ == stalingrad]
    assert len(here) == 4
    assert sum(value for _, value in here) >= 12
    assert any(game.rules.units.type[block] == "armor" for block, _ in here)


@clause("EF-W44.1a", "EF-W44.3a")
def test_courland_and_the_plain_in_1944() -> None:
    game, scene = opened("w44")
    deploy_first(scene)
    placements = automatic(scene)
    courland = game.rules.board.map.area_mask("courland")
    keys = [game.order[block].key for block, _, hex_ in placements if hex_ >= 0 and courland >> hex_ & 1]
    assert len(keys) >= 8
    assert "ax-hq-north" in keys
    assert sum(hex_ < 0 for _, _, hex_ in placements) == 3


@clause("EF-3.22a", "EF-3.24a")
def test_a_bad_deployment_is_refused_with_everything_that_is_wrong_and_nothing_lost() -> None:
    game, scene = opened("s43")
    before = scene.state.copy()
    refusal = scene.refusal(Deploy(()))
    problems = refusal.values["problems"]
    assert len(problems) > 20
    text = game.refusal_text(refusal)
    assert all(problem.clause in text for problem in problems)
    assert scene.state == before
