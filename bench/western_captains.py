"""Counts what captains do in Blocks in the West over many games.

    python bench/western_captains.py ashore --scenario sbw8 --games 100      landings, ports and harbours
    python bench/western_captains.py bombing --games 10                      phases in which a side could bomb, and in which it did
    python bench/western_captains.py results --games 20                      how games of every scenario end
    python bench/western_captains.py turns --scenario sbw10 --months 3       processor time of player turns
    python bench/western_captains.py lists                                   legal lists of sbw10 beside those of sbe9, random play

Game n has the seed `--seed` + n: the same command gives the same games.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import Final, NamedTuple

from blockfront.ai.blocks_in_the_west.players import PLAYERS
from blockfront.ai.player import Budget
from blockfront.core.actions import Action
from blockfront.core.sides import CHANCE, Side
from blockfront.games import catalogue
from blockfront.games.blocks_series.game import SeriesGame
from blockfront.games.blocks_series.sea_actions import Land
from blockfront.games.blocks_series.state import SeriesState
from blockfront.games.blocks_series.strategic_actions import Bomb
from blockfront.hexes.grid import HexSet
from blockfront.sim.statistics import wilson

TITLE: Final = "blocks_in_the_west"
SCENARIOS: Final = tuple(f"sbw{number}" for number in range(1, 11))
ALLIES: Final = 1
LISTS: Final = 700  # decisions of a random game whose legal lists are timed
NORMANDY: Final = ("Cherbourg", "Omaha/Utah", "Gold-Juno-Sword", "Avranches", "Falaise", "Lisieux", "Le Havre", "St. Malo")


class Decided(NamedTuple):
    """An action, and the state in which it was chosen."""

    game: SeriesGame
    state: SeriesState
    side: Side
    action: Action


def game_of(scenario: str) -> SeriesGame:
    game = catalogue.game(TITLE, scenario, None)
    assert isinstance(game, SeriesGame)
    return game


def decisions(game: SeriesGame, state: SeriesState, seed: int) -> Iterator[Decided]:
    """Plays a game of two captains and yields each decision; `state` changes as the game goes on."""
    dice, minds = Random(f"dice {seed}"), [Random(f"player {side} {seed}") for side in (0, 1)]
    captains = [PLAYERS.makers["captain"]() for _ in minds]
    while game.result(state) is None:
        side = min(game.to_act(state))
        if side == CHANCE:
            game.apply(state, game.chance(state).sample(dice), side)
            continue
        action = captains[side].decide(game, game.view(state, side), Budget(), minds[side]).action
        yield Decided(game, state, side, action)
        game.apply(state, action, side)


# ---- landings


def ashore(scenario: str, seed: int) -> tuple[bool, bool, str]:
    """Returns whether the Allies hold a hex of their first month's landings, whether they have a port there in the end, and the result."""
    game = game_of(scenario)
    state, land, landed, kept = game.setup(), coast(game), 0, 0
    for step in decisions(game, state, seed):
        if state.month == game.rules.scenario.first_month:
            landed |= 1 << step.action.to if isinstance(step.action, Land) and step.side == ALLIES else 0
        elif not kept:
            kept = landed & land & state.control[ALLIES] & mine(game, state) | 1 << game.rules.board.size
    result = game.result(state)
    assert result is not None
    winner = "draw" if result.winner is None else f"{game.rules.sides[result.winner]} {result.level}"
    return kept.bit_count() > 1, has_port(game, state, land), winner


def coast(game: SeriesGame) -> HexSet:
    """Returns where the Allies are meant to land in a scenario: Sicily or Normandy."""
    if game.scenario == "sbw4":
        return game.rules.board.area("sicily")
    return sum(1 << game.rules.board.hex(place) for place in NORMANDY)


def mine(game: SeriesGame, state: SeriesState) -> HexSet:
    """Returns the hexes with Allied ground units."""
    return sum(1 << hex_ for hex_ in {state.location[b] for b in game.rules.units.ground[ALLIES]} if hex_ >= 0)


def has_port(game: SeriesGame, state: SeriesState, land: HexSet) -> bool:
    """Says whether the Allies control a port or a towed harbour on some land."""
    built = sum(1 << hex_ for _, hex_, _ in state.mulberries if hex_ >= 0)
    return bool((game.rules.board.port_hexes | built) & state.control[ALLIES] & land)


def tell_ashore(args: argparse.Namespace) -> str:
    """Tells how often the Allies stay ashore and win a port."""
    lines = []
    for scenario in args.scenario or ("sbw4", "sbw8"):
        played = [ashore(scenario, args.seed + number) for number in range(args.games)]
        landed, ports = sum(game[0] for game in played), sum(game[1] for game in played)
        missed = [args.seed + number for number, game in enumerate(played) if not (game[0] and game[1])]
        ends = ", ".join(f"{number} {end}" for end, number in Counter(game[2] for game in played).most_common())
        lines.append(f"{scenario}: ashore after the first month in {share(landed, args.games)}")
        lines.append(f"{scenario}: port or harbour there at the end in {share(ports, args.games)}; {ends}")
        lines.append(f"{scenario}: seeds without the one or the other: {missed}")
    return "\n".join(lines)


def share(number: int, games: int) -> str:
    low, high = wilson(number, games)
    return f"{number} of {games} [{100 * low:.0f} … {100 * high:.0f} %]"


# ---- bombs


def tell_bombing(args: argparse.Namespace) -> str:
    """Tells how often captains bomb when they can."""
    able, bombed = set[tuple[int, int]](), set[tuple[int, int]]()
    for scenario in args.scenario or ("sbw5", "sbw6"):
        game = game_of(scenario)
        for number in range(args.seed, args.seed + args.games):
            for step in decisions(game, game.setup(), number):
                if any(isinstance(offered, Bomb) for offered in game.legal(step.state, step.side)):
                    able.add((number, step.state.turn))
                    bombed |= {(number, step.state.turn)} if isinstance(step.action, Bomb) else set()
    return f"bombs in {share(len(bombed), len(able))} phases in which a captain could"


# ---- how games end


class Ending(NamedTuple):
    """How a game ended, and when."""

    level: str
    month: str
    reason: str
    margin: int


def played_out(game: SeriesGame, seed: int) -> Ending:
    """Plays a game of two captains to its end."""
    state = game.setup()
    for _ in decisions(game, state, seed):
        pass
    result = game.result(state)
    assert result is not None
    level = f"{'' if result.winner is None else game.rules.sides[result.winner]} {result.level}".strip()
    return Ending(level, f"{state.month // 12}-{state.month % 12 + 1:02}", result.reason, result.margin)


def tell_results(args: argparse.Namespace) -> str:
    """Returns a table of how, and in which months, the games of every scenario end."""
    lines = [
        "| scenario | games | results | months in which games ended | mean margin of the Axis | processor time of a game |",
        "|---|---|---|---|---|---|",
    ]
    for scenario in args.scenario or SCENARIOS:
        game, endings, began = game_of(scenario), list[Ending](), process_time()
        for number in range(args.seed, args.seed + args.games):
            endings.append(played_out(game, number))
            print(f"{scenario}, seed {number}: {', '.join(str(told) for told in endings[-1])}", file=sys.stderr, flush=True)
        levels, months = counted(ending.level for ending in endings), counted(ending.month for ending in endings)
        spent = (process_time() - began) / args.games
        margin = mean(ending.margin for ending in endings)
        lines.append(f"| {scenario} | {args.games} | {levels} | {months} | {margin:+.1f} | {spent:.1f} s |")
        print(lines[-1], file=sys.stderr, flush=True)
    return "\n".join(lines)


def counted(found: Iterable[str]) -> str:
    """Returns how often each word was found, most often first."""
    return ", ".join(f"{number} {word}" for word, number in Counter(found).most_common())


# ---- how long they think


def tell_turns(args: argparse.Namespace) -> str:
    """Tells the processor time of player turns."""
    lines = []
    for scenario in args.scenario or ("sbw10",):
        game, spent = game_of(scenario), defaultdict[tuple[int, int, int], float](float)
        for number in range(args.seed, args.seed + args.games):
            state, before = game.setup(), process_time()
            for step in decisions(game, state, number):
                if state.month - game.rules.scenario.first_month >= args.months:
                    break
                spent[number, state.turn, step.side] += process_time() - before
                before = process_time()
        turns = sorted(spent.values())
        lines.append(f"{scenario}: {len(turns)} player turns, mean {mean(turns):.1f} s, slowest {turns[-1]:.1f} s of processor time")
    return "\n".join(lines)


def time_of_a_list(title: str, scenario: str, seed: int) -> float:
    """Returns the mean processor time of a legal list over some decisions of a random game."""
    game, rng, spent, lists = catalogue.game(title, scenario, None), Random(seed), 0.0, 0
    state = game.setup()
    while lists < LISTS and game.result(state) is None:
        side = min(game.to_act(state))
        if side == CHANCE:
            game.apply(state, game.chance(state).sample(rng), side)
            continue
        before = process_time()
        legal = list(game.legal(state, side))
        spent, lists = spent + process_time() - before, lists + 1
        game.apply(state, rng.choice(legal), side)
    return spent / lists


def tell_lists(args: argparse.Namespace) -> str:
    """Compares the time of legal lists in the two largest games."""
    seeds = range(args.seed, args.seed + 2 * args.games)
    west, east = (mean(time_of_a_list(*game, seed) for seed in seeds) for game in ((TITLE, "sbw10"), ("blocks_in_the_east", "sbe9")))
    return f"a legal list of sbw10 takes {1000 * west:.2f} ms, one of sbe9 {1000 * east:.2f} ms: {west / east:.2f} times"


TOLD: Final[dict[str, Callable[[argparse.Namespace], str]]] = {
    "ashore": tell_ashore,
    "bombing": tell_bombing,
    "results": tell_results,
    "turns": tell_turns,
    "lists": tell_lists,
}


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=TOLD)
    parser.add_argument("--scenario", action="append", choices=SCENARIOS, help="may be repeated")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--months", type=int, default=3, help="of each game whose turns are timed")
    parser.add_argument("-o", "--output", type=Path, help="file for what is told, besides the screen")
    args = parser.parse_args(arguments)
    told = TOLD[args.what](args)
    print(told)
    if args.output:
        args.output.write_text(told + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
