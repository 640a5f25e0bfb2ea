"""Plays two variants against each other over all scenarios in turn, in pairs of games with the same dice and the sides swapped.

A variant is a level, or a level of another revision: `general@f37b18d7`. Intervals are widened because a series is looked at several
times while it runs, so that stopping at a good moment proves nothing.
"""

import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from statistics import mean, stdev
from typing import Final

import msgspec
from revisions import BrokenDown, PastPlayer, makers

from blockfront.ai.player import Budget
from blockfront.games import catalogue
from blockfront.sim.pairing import Pairing
from blockfront.sim.run_match import Finished, play_match
from blockfront.sim.statistics import student_t, wilson

LOOKS: Final = 3  # times a series is looked at: after a third, two thirds and at the end
RESULTS: Final = "pairs.jsonl"
HEAD: Final = "| scenario | pairs | won / drawn / lost | share of wins, draws halved | mean of pairs |\n|---|---|---|---|---|"


class Pair(msgspec.Struct, frozen=True):
    """Two games with the same dice: the first variant's margin and result on each side."""

    scenario: str
    seed: int
    margins: tuple[float, float]
    scores: tuple[float, float]  # 1 for a win, a half for a draw

    @property
    def margin(self) -> float:
        return mean(self.margins)


class Series(msgspec.Struct, frozen=True):
    """The settings of a series."""

    title: str
    first: str
    second: str
    scenarios: tuple[str, ...]
    pairs: int  # in all scenarios together
    seed: int
    budget: Budget

    def schedule(self) -> Iterator[tuple[str, int]]:
        """Yields the scenarios in turn, with the next seed after each round."""
        for number in range(self.pairs):
            yield self.scenarios[number % len(self.scenarios)], self.seed + number // len(self.scenarios)


def play(series: Series, folder: Path, workers: int = 1) -> list[Pair]:
    """Plays the missing pairs, storing each as soon as it has ended; returns all pairs of the series.

    A pair in which an older revision breaks down is left out and named: its bugs are no measure of strength.
    """
    folder.mkdir(parents=True, exist_ok=True)
    found = {(pair.scenario, pair.seed): pair for pair in kept(folder)}
    missing = [key for key in series.schedule() if key not in found]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        playing = {pool.submit(_pair, series, *key, folder): key for key in missing}
        for future in as_completed(playing):
            try:
                pair = future.result()
            except BrokenDown as error:
                print("{}, seed {}, left out: {}".format(*playing[future], error), file=sys.stderr)
                continue
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise
            found[playing[future]] = pair
            with (folder / RESULTS).open("ab") as results:
                results.write(msgspec.json.encode(pair) + b"\n")
    return [found[key] for key in series.schedule() if key in found]


def kept(folder: Path) -> list[Pair]:
    """Returns the stored pairs of a folder."""
    path = folder / RESULTS
    return [msgspec.json.decode(line, type=Pair) for line in path.read_bytes().splitlines()] if path.exists() else []


def _pair(series: Series, scenario: str, seed: int, folder: Path) -> Pair:
    """Plays both games of a pair."""
    both = ((series.first, series.second), (series.second, series.first))
    return _paired(series, scenario, seed, [_played(series, scenario, seed, names, folder) for names in both])


def _played(series: Series, scenario: str, seed: int, names: tuple[str, str], folder: Path) -> Finished:
    opened: list[PastPlayer] = []
    options = catalogue.title(series.title).scenario(scenario).suggests  # as in the lobby: without its aim Edelweiss is always drawn
    try:
        finished = play_match(Pairing(series.title, scenario, options or None, names, seed, series.budget), makers(opened))
    finally:
        for one in opened:
            one.close()
    side = names.index(series.first)
    (folder / f"{scenario}-{seed}-{side}.rec").write_text(finished.record, encoding="utf-8")
    return finished


def _paired(series: Series, scenario: str, seed: int, games: Sequence[Finished]) -> Pair:
    sides = catalogue.title(series.title).sides
    margins, scores = [], []
    for side, game in enumerate(games):
        margins.append(float(game.played.margin * (1 - 2 * side)))
        scores.append(0.5 if game.played.winner == "draw" else float(game.played.winner == sides[side]))
    return Pair(scenario, seed, (margins[0], margins[1]), (scores[0], scores[1]))


def table(pairs: Sequence[Pair], looks: int = LOOKS) -> str:
    """Returns the results as a table, by scenario and in total."""
    if not pairs:
        return "No pair has been played."
    rows = [HEAD]
    for scenario in dict.fromkeys(pair.scenario for pair in pairs):
        rows.append(_row(scenario, [pair for pair in pairs if pair.scenario == scenario], looks))
    return "\n".join([*rows, _row("**all**", pairs, looks)])


def by_side(pairs: Sequence[Pair], title: str) -> str:
    """Returns a table of the first variant's results on each side: won / drawn / lost."""
    sides = catalogue.title(title).sides
    rows = [f"| scenario | as {sides[0]}: won / drawn / lost | as {sides[1]} |", "|---|---|---|"]
    for scenario in dict.fromkeys(pair.scenario for pair in pairs):
        cells = []
        for side in (0, 1):
            scores = [pair.scores[side] for pair in pairs if pair.scenario == scenario]
            cells.append(" / ".join(str(scores.count(score)) for score in (1.0, 0.5, 0.0)))
        rows.append(f"| {scenario} | {' | '.join(cells)} |")
    return "\n".join(rows)


def _row(name: str, pairs: Sequence[Pair], looks: int) -> str:
    scores = [score for pair in pairs for score in pair.scores]
    counts = " / ".join(str(scores.count(score)) for score in (1.0, 0.5, 0.0))
    low, high = wilson(round(sum(scores)), len(scores))
    margins = [pair.margin for pair in pairs]
    share = f"{100 * mean(scores):.0f} % [{100 * low:.0f} … {100 * high:.0f}]"
    return f"| {name} | {len(pairs)} | {counts} | {share} | {mean(margins):+.1f} {widened(margins, looks)} |"


def widened(values: Sequence[float], looks: int) -> str:
    """Returns the 95 % interval of a mean, widened for the number of times it is looked at."""
    if len(values) < 2:
        return "(one pair: no interval)"
    half = student_t(len(values) - 1, 1.0 - 0.05 / looks) * stdev(values) / sqrt(len(values))
    return f"[{mean(values) - half:+.1f} … {mean(values) + half:+.1f}]"
