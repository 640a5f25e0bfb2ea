"""Writes the report of a finished series into its folder: summary, tables and pictures."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import msgspec

from blockfront.sim.arena import Job
from blockfront.sim.charts import Bars, Line, bar_chart, line_chart
from blockfront.sim.maps import shares_svg
from blockfront.sim.run_match import Played
from blockfront.sim.statistics import Summary, mean_interval
from blockfront.sim.tables import game_rows, turn_rows, write_table

LONGEST = 24  # most bars of a histogram


def write_report(folder: Path, job: Job, games: Sequence[Played], found: Summary, sides: Sequence[str]) -> list[Path]:
    """Writes the report; returns the paths of its files."""
    told = folder / "summary.json"
    told.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")
    paths = [told, *write_table(folder, "games", game_rows(games, sides)), *write_table(folder, "turns", turn_rows(games, sides))]
    pictures = {"margins": margins_chart(games, sides, job)}
    if any(game.turns for game in games):
        pictures["losses"] = losses_chart(games, sides, job)
        pictures["armies"] = armies_chart(games, sides, job)
        pictures["fronts"] = fronts_map(games, sides, job)
    for name, svg in pictures.items():
        path = folder / f"{name}.svg"
        path.write_text(svg, encoding="utf-8")
        paths.append(path)
    return paths


def _name(job: Job, sides: Sequence[str]) -> str:
    who = " against ".join(f"{level} ({side})" for level, side in zip(job.levels, sides, strict=True))
    return f"{job.title} {job.scenario}, {who}"


def margins_chart(games: Sequence[Played], sides: Sequence[str], job: Job) -> str:
    """Draws how often each margin occurred; many different margins are grouped."""
    margins = [game.margin for game in games]
    low, high = min(margins), max(margins)
    width = -(-(high - low + 1) // LONGEST)
    counted = Counter((margin - low) // width for margin in margins)
    bins = range((high - low) // width + 1)
    labels = [str(low + width * number) for number in bins]
    return bar_chart(
        f"Victory margins: {_name(job, sides)}",
        f"advantage of {sides[0]}" + (f", from … up to {width - 1} more" if width > 1 else ""),
        "games",
        labels,
        [Bars("games", [counted[number] for number in bins])],
    )


def losses_chart(games: Sequence[Played], sides: Sequence[str], job: Job) -> str:
    """Draws the steps lost since the start, mean and 95 % interval."""
    lines = [Line(name, _course(games, [[turn.lost[side] for turn in game.turns] for game in games])) for side, name in enumerate(sides)]
    return line_chart(f"Losses: {_name(job, sides)}", "player turn", "steps lost", lines)


def armies_chart(games: Sequence[Played], sides: Sequence[str], job: Job) -> str:
    """Draws the steps on the map, mean and 95 % interval."""
    lines = [Line(name, _course(games, [[turn.steps[side] for turn in game.turns] for game in games])) for side, name in enumerate(sides)]
    return line_chart(f"Armies: {_name(job, sides)}", "player turn", "steps on the map", lines)


def _course(games: Sequence[Played], values: list[list[int]]) -> list[tuple[float, float, float, float]]:
    """Lists (player turn, mean, low, high) over the games that lasted that long."""
    by_turn: dict[int, list[float]] = {}
    for game, course in zip(games, values, strict=True):
        for turn, value in zip(game.turns, course, strict=True):
            by_turn.setdefault(turn.number, []).append(float(value))
    found = []
    for number, seen in sorted(by_turn.items()):
        low, high = mean_interval(seen)
        found.append((float(number), sum(seen) / len(seen), max(0.0, low), high))
    return found


def fronts_map(games: Sequence[Played], sides: Sequence[str], job: Job) -> str:
    """Draws where each side's blocks stood when the games ended."""
    shares = []
    for side in range(len(sides)):
        counted = Counter(hex_ for game in games for hex_ in game.stood[side])
        shares.append({hex_: number / len(games) for hex_, number in counted.items()})
    return shares_svg(job.title, shares, f"Where the armies stood at the end of {len(games)} games")
