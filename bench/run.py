"""`make bench`: prints one table of medians with their spread, each beside what it is compared with, and writes the same as JSON."""

import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import felt
import foundations
import growth
import server_load
import titles
from timing import Absent, Amount, Row, Timing, human

from blockfront import __version__
from blockfront.games import catalogue

WIDTH = 66


def groups(before: str | None) -> Iterator[tuple[str, Callable[[], Iterator[Row]]]]:
    """The parts of the table, with what needs to be installed for them; `before` is an older revision to measure beside this one."""
    yield "what people feel", lambda: felt.timings(before)
    yield "foundations", foundations.timings
    yield "titles", titles.timings
    if find_spec("numpy"):
        yield "odds", import_module("odds").timings
    yield "other engines, same run", import_module("anchors").timings
    yield "growth: the same questions in larger scenarios", growth.timings
    yield "the client, wall clock", import_module("client").timings
    yield "the server under load, wall clock", lambda: server_load.timings(before)


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


def main(target: Path, before: str | None) -> None:
    here = machine()
    print(", ".join(f"{name} {value}" for name, value in here.items()))
    print(f"{'processor time':{WIDTH}} {'median':>9}   {'quartiles':^19}   {'a second':>10}")
    found = []
    for title, timings in groups(before):
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
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/bench.json"), sys.argv[2] if len(sys.argv) > 2 else None)
