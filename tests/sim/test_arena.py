"""Series of games: the same from a seed however they are run, resumable, recorded, told in tables and pictures."""

import csv
import json
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from blockfront.cli.main import main
from blockfront.core import record
from blockfront.games import catalogue
from blockfront.sim import arena
from blockfront.sim.run_match import Played, play_match

GAME = ("proving_ground", "border_incident")
JOB = arena.Job(*GAME, levels=("recruit", "random"), games=4, seed=11)


def without_time(games: list[Played]) -> list[dict[str, Any]]:
    return [{name: getattr(game, name) for name in Played.__struct_fields__ if name not in ("seconds", "slowest")} for game in games]


def test_workers_change_nothing_but_the_time() -> None:
    assert without_time(arena.run(JOB)) == without_time(arena.run(JOB, workers=2))


def test_games_differ_by_seed_and_players() -> None:
    played = without_time(arena.run(JOB))
    assert len({str(game) for game in played}) == len(played)
    others = arena.run(arena.Job(*GAME, levels=("random", "recruit"), games=4, seed=11))
    assert played != without_time(others)


def test_the_armies_are_counted_turn_by_turn() -> None:
    (played,) = arena.run(arena.Job(*GAME, levels=("random", "random"), games=1, seed=3))
    numbers = [turn.number for turn in played.turns]
    assert numbers == sorted(set(numbers))
    for before, after in zip(played.turns, played.turns[1:], strict=False):
        assert all(one <= other for one, other in zip(before.lost, after.lost, strict=True))
    assert played.turns[-1].hexes == tuple(map(len, played.stood))


def test_records_hold(tmp_path: Path) -> None:
    arena.run(JOB, folder=tmp_path)
    for pairing in JOB.pairings():
        stored = record.load(tmp_path / JOB.record_name(pairing.seed))
        assert record.verify(stored, record.game_of(stored, catalogue.game)) > 0
        assert len(stored.snapshots) > 3


def test_a_stopped_series_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = arena.run(JOB)
    played: list[int] = []

    def stops(pairing: Any) -> Any:
        if len(played) == 2:
            raise KeyboardInterrupt
        return goes_on(pairing)

    def goes_on(pairing: Any) -> Any:
        played.append(pairing.seed)
        return play_match(pairing)

    monkeypatch.setattr(arena, "play_match", stops)
    with pytest.raises(KeyboardInterrupt):
        arena.run(JOB, folder=tmp_path)
    results = tmp_path / arena.RESULTS_FILE
    results.write_bytes(results.read_bytes()[:-20])  # the second line was not written whole
    monkeypatch.setattr(arena, "play_match", goes_on)
    assert without_time(arena.run(JOB, folder=tmp_path)) == without_time(whole)
    assert played == [11, 12, 12, 13, 14]
    assert without_time(arena.run(JOB, folder=tmp_path)) == without_time(whole)
    assert len(played) == 5


def test_another_job_does_not_mix_into_a_folder(tmp_path: Path) -> None:
    arena.run(JOB, folder=tmp_path)
    with pytest.raises(ValueError, match=r"seed 11 there, 12 now"):
        arena.run(arena.Job(*GAME, levels=("recruit", "random"), games=4, seed=12), folder=tmp_path)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--blue", "marshal"], "no 'marshal' plays blue in proving_ground; there are random, recruit"),
        (["--workers", "0"], "--workers must be at least 1"),
    ],
)
def test_mistakes_get_a_sentence(arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *GAME, *arguments]) == 2
    assert reason in capsys.readouterr().err


def test_the_answer_for_machines_has_this_shape(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *GAME, "--blue", "recruit", "--games", "3", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert list(told) == ["games", "wins", "margin_mean", "margin_ci95", "seconds"]
    assert list(told["wins"]) == ["blue", "red", "draw"]
    assert sum(told["wins"].values()) == told["games"] == 3
    assert told["margin_ci95"][0] <= told["margin_mean"] <= told["margin_ci95"][1]


def test_tables_and_pictures_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *GAME, "--games", "10", "-o", str(tmp_path)]) == 0
    captured = capsys.readouterr()
    assert "10/10" in captured.err
    assert "10 games" in captured.out
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == list(range(10))
    assert {"winner", "margin", "blue_lost", "red_seconds"} <= set(rows[0])
    for name in ("margins", "losses", "armies", "fronts"):
        assert ElementTree.parse(tmp_path / f"{name}.svg").getroot().tag.endswith("svg")


def test_what_a_title_counts_is_told_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "eastfront", "edelweiss", "--axis", "recruit", "--games", "1", "-o", str(tmp_path)]) == 0
    told = capsys.readouterr().out
    with (tmp_path / "games.csv").open(newline="") as file:
        (row,) = csv.DictReader(file)
    assert int(row["axis_activations"]) > 0
    assert f"{float(row['axis_activations']):.1f} activations" in told


@pytest.mark.skipif(not find_spec("pyarrow"), reason="Parquet needs pyarrow: pip install 'blockfront[sim]'")
def test_parquet_holds_what_the_csv_holds(tmp_path: Path) -> None:
    from importlib import import_module

    assert main(["simulate", *GAME, "--games", "3", "-o", str(tmp_path), "--json"]) == 0
    stored = import_module("pyarrow.parquet").read_table(tmp_path / "games.parquet").to_pylist()
    with (tmp_path / "games.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{name: str(value) for name, value in row.items()} for row in stored] == rows


@pytest.mark.filterwarnings("ignore")
@pytest.mark.skipif(not find_spec("ray"), reason="the cluster needs Ray: pip install 'blockfront[cluster]'")
def test_a_cluster_plays_the_same_games() -> None:
    assert without_time(arena.run(JOB, cluster="local")) == without_time(arena.run(JOB))


def test_a_missing_ray_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    from blockfront.sim import cluster

    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    with pytest.raises(ValueError, match=r"pip install 'blockfront\[cluster\]'"):
        arena.run(JOB, cluster="local")
