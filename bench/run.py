"""`make bench`: prints one table of medians with their spread, and writes the same as JSON."""

import json
import platform
import sys
from pathlib import Path

import foundations
import titles
from timing import Timing, human

from blockfront import __version__
from blockfront.games import catalogue


def main(target: Path) -> None:
    found: list[Timing] = []
    print(f"blockfront {__version__}, Python {platform.python_version()}, {platform.machine()}")
    print(f"{'':44} {'median':>9}   {'quartiles':^19}   {'a second':>10}")
    for row in (*foundations.timings(), *titles.timings()):
        found.append(row)
        spread = f"{human(row.low)} … {human(row.high)}"
        print(f"{row.name:44} {human(row.median):>9}   {spread:^19}   {1 / row.median:>10,.0f}", flush=True)
    data = {
        "blockfront": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "scenarios": titles.scenario_names(catalogue.titles()),
        "seconds": [row.as_data() for row in found],
    }
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(f"written to {target}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "build/bench.json"))
