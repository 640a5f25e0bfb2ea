"""Series of games between two players: in this process, in several, or on a cluster; resumable, with one record file per game.

A folder holds `job.json` (what is played), the records, `results.jsonl` (one line per finished game) and the files of the report.
"""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from typing import Final

import msgspec

from blockfront import __version__
from blockfront.ai.player import Budget
from blockfront.games import catalogue
from blockfront.sim import cluster as ray_cluster
from blockfront.sim.pairing import Pairing
from blockfront.sim.players import known_players, new_player
from blockfront.sim.run_match import Finished, Played, play_match

JOB_FILE: Final = "job.json"
RESULTS_FILE: Final = "results.jsonl"


class Job(msgspec.Struct, frozen=True):
    """A series of games to be played. Game n has the seed `seed + n`."""

    title: str
    scenario: str
    levels: tuple[str, ...]  # one level for each side
    games: int
    seed: int = 0
    options: tuple[str, ...] | None = None
    budget: Budget = Budget()
    engine: str = __version__

    def pairings(self) -> list[Pairing]:
        """Lists the games of the job."""
        numbers = range(self.seed, self.seed + self.games)
        return [Pairing(self.title, self.scenario, self.options, self.levels, number, self.budget) for number in numbers]

    def record_name(self, number: int) -> str:
        return f"{self.title}-{self.scenario}-{number}.jsonl"


def checked(job: Job) -> Job:
    """Returns the job if it can be played; raises `ValueError` saying what is wrong otherwise."""
    if job.games < 1:
        raise ValueError(f"--games must be at least 1, not {job.games}")
    sides = catalogue.title(job.title).sides
    options = None if job.options is None else frozenset(job.options)
    catalogue.game(job.title, job.scenario, options)
    for side, level in zip(sides, job.levels, strict=True):
        try:
            new_player(level, job.title)
        except ValueError:
            known = ", ".join(known_players(job.title))
            raise ValueError(f"no {level!r} plays {side} in {job.title}; there are {known}") from None
    return job


Progress = Callable[[Played], None]


def run(
    job: Job, *, folder: Path | None = None, workers: int = 1, cluster: str | None = None, progress: Progress | None = None
) -> list[Played]:
    """Plays the games that are still missing; returns all games of the job, in order."""
    stored = Folder(folder, checked(job)) if folder else None
    done = stored.finished() if stored else {}
    for played in done.values():
        if progress:
            progress(played)
    missing = [pairing for pairing in job.pairings() if pairing.seed not in done]
    for finished in _played(missing, workers, cluster):
        done[finished.played.number] = finished.played
        if stored:
            stored.keep(finished)
        if progress:
            progress(finished.played)
    return [done[number] for number in sorted(done)]


def _played(pairings: Sequence[Pairing], workers: int, cluster: str | None) -> Iterator[Finished]:
    """Yields games as they end."""
    if cluster is not None:
        yield from ray_cluster.play_on(cluster, play_match, pairings)
    elif workers == 1 or len(pairings) < 2:
        yield from map(play_match, pairings)
    else:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
            try:
                for future in as_completed([pool.submit(play_match, pairing) for pairing in pairings]):
                    yield future.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise


class Folder:
    """The files of a job. A game counts as finished when both its record and its line of results are there."""

    def __init__(self, path: Path, job: Job) -> None:
        self.path = path
        self.job = job
        path.mkdir(parents=True, exist_ok=True)
        told = path / JOB_FILE
        if told.exists():
            _check_same(told, msgspec.json.decode(told.read_bytes(), type=Job), job)
        _write(told, msgspec.json.format(msgspec.json.encode(job), indent=1))

    def finished(self) -> dict[int, Played]:
        """Returns the finished games of this job, by number."""
        wanted = {pairing.seed for pairing in self.job.pairings()}
        return {n: played for n, played in self._results().items() if n in wanted and (self.path / self.job.record_name(n)).exists()}

    def _results(self) -> dict[int, Played]:
        results = self.path / RESULTS_FILE
        lines = results.read_bytes().splitlines() if results.exists() else []
        found = {}
        for line in lines:
            try:
                played = msgspec.json.decode(line, type=Played)
            except msgspec.DecodeError:
                continue  # the line was cut off when the run was stopped; that game is played again
            found[played.number] = played
        return found

    def keep(self, finished: Finished) -> None:
        """Stores the record and the result of a finished game."""
        _write(self.path / self.job.record_name(finished.played.number), finished.record.encode())
        with (self.path / RESULTS_FILE).open("ab") as results:
            if results.tell() and not (self.path / RESULTS_FILE).read_bytes().endswith(b"\n"):
                results.write(b"\n")
            results.write(msgspec.json.encode(finished.played) + b"\n")


def _check_same(path: Path, before: Job, now: Job) -> None:
    """Refuses to continue a folder with another job; only the number of games may change."""
    differing = [
        f"{field} {getattr(before, field)!r} there, {getattr(now, field)!r} now"
        for field in Job.__struct_fields__
        if field != "games" and getattr(before, field) != getattr(now, field)
    ]
    if differing:
        raise ValueError(f"{path} is of another job ({'; '.join(differing)}): choose another folder, or the same job to go on with it")


def _write(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all."""
    unfinished = path.with_suffix(".part")
    unfinished.write_bytes(content)
    unfinished.replace(path)
