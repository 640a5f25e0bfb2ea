"""`make bench`: prints one table of medians with their spread, each beside what it is compared with, and writes it as JSON.

    python bench/run.py                                  everything, into build/bench.json
    python bench/run.py build/bench.json b4c7f20         and an older revision, in the same run
    python bench/run.py --only titles --only odds        some parts of the table
"""

import argparse
import json
import os
import platform
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import felt
import foundations
import growth
import server_load
import submission
import titles
from timing import Absent, Amount, Row, Timing, human

from blockfront import __version__
from blockfront.games import catalogue

WIDTH = 66


def groups(before: str | None) -> dict[str, tuple[str, Callable[[], Iterator[Row]]]]:
    """Returns the parts of the table by name, each with its heading; `before` is an older revision to measure beside this one."""
    return {
        "felt": ("what people feel", lambda: felt.timings(before)),
        "foundations": ("foundations", foundations.timings),
        "titles": ("titles", titles.timings),
        "odds": ("odds", _odds),
        "anchors": ("other engines, same run", lambda: import_module("anchors").timings()),
        "growth": ("growth: the same questions in larger scenarios", growth.timings),
        "client": ("the client, wall clock", lambda: import_module("client").timings()),
        "submission": ("where the time of a submission goes on the server", submission.timings),
        "server": ("the server under load", lambda: server_load.timings(before)),
    }


def _odds() -> Iterator[Row]:
    if find_spec("numpy") is None:
        yield Absent("odds beside NumPy's", "NumPy is not installed here")
    else:
        yield from import_module("odds").timings()


def machine() -> dict[str, Any]:
    return {
        "blockfront": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": [round(load, 2) for load in os.getloadavg()] if hasattr(os, "getloadavg") else [],
    }


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())


def main(target: Path, before: str | None, only: list[str]) -> None:
    here = machine()
    print(", ".join(f"{name} {value}" for name, value in here.items()))
    print(f"{'processor time':{WIDTH}} {'median':>9}   {'quartiles':^19}   {'a second':>10}")
    found = []
    for title, timings in [part for name, part in groups(before).items() if not only or name in only]:
        print(f"\n{title}")
        for row in timings():
            print(_line(row), flush=True)
            found.append({"group": title, **(row.as_data() if isinstance(row, Timing) else row._asdict())})
    scenarios = {title.id: titles.scenario_of(title.id) for title in catalogue.titles()}
    data = {**here, "load_after": machine()["load"], "scenarios": scenarios, "seconds": found}
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written to {target}")


def _line(row: Row) -> str:
    if isinstance(row, Absent):
        return f"  {row.name}: left out, {row.reason}"
    if isinstance(row, Amount):
        return f"  {row.name:{WIDTH - 2}} {_amount(row.value):>9} {row.unit}"
    name = f"    beside: {row.name}" if row.anchor else f"  {row.name}"
    spread = f"{human(row.low)} … {human(row.high)}"
    return f"{name:{WIDTH}} {human(row.median):>9}   {spread:^19}   {1 / row.median:>10,.0f}"


def _amount(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", nargs="?", type=Path, default=Path("build/bench.json"))
    parser.add_argument("before", nargs="?", help="an older revision to measure in the same run")
    parser.add_argument("--only", action="append", default=[], choices=groups(None), help="a part of the table; may be given several times")
    args = parser.parse_args()
    main(args.target, args.before, args.only)
