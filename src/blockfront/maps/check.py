"""Checks a whole map folder and reports what is on the map: ``check_map(folder).text()``."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import NamedTuple

from blockfront.core.data_files import Located, Problem, Problems
from blockfront.hexes.grid import HexSet
from blockfront.hexes.hexset import members
from blockfront.hexes.reach import components
from blockfront.hexes.sides import each_side, touching
from blockfront.maps.consistency import check_consistency
from blockfront.maps.distances import DistanceReport, distances
from blockfront.maps.facts import FactRow, fact_failure, read_facts
from blockfront.maps.files import read_map
from blockfront.maps.model import MapData
from blockfront.maps.rows import PLACE_KINDS, TERRAINS, WRITTEN_SIDE_KINDS

NEEDED_SHARE = 0.95  # of town pairs under 1,000 km whose distance on the map is within one hex of geography


class MapReport(NamedTuple):
    """The result of a check. ``data`` is None if the map could not be read at all."""

    data: MapData | None
    facts: tuple[Located[FactRow], ...]
    distances: DistanceReport | None
    problems: tuple[Problem, ...]

    def text(self, *, misses: int = 10) -> str:
        """The counts, then every problem; of the town pairs that are off, at most `misses` are named."""
        lines = [] if self.data is None else [f"{self.data.title}", *_counts(self.data)]
        if self.distances is not None:
            failed = sum(problem.file == "facts.toml" for problem in self.problems)
            lines.append(f"  facts       {len(self.facts) - failed} of {len(self.facts)} hold")
            lines += _distance_lines(self.distances, misses)
        lines.append(f"  problems    {len(self.problems)}")
        return "\n".join([*lines, *(f"    {problem}" for problem in self.problems)])


def check_map(folder: Traversable) -> MapReport:
    """Read a map folder and check all of it, even if parts are wrong."""
    problems = Problems()
    data = read_map(folder, problems)
    facts = read_facts(folder, problems)
    if data is None:
        return MapReport(None, tuple(facts), None, tuple(problems))
    check_consistency(data, problems)
    for line, fact in facts:
        failure = fact_failure(data, fact)
        if failure:
            problems.add("facts.toml", line, f"{fact.id} ({fact.says}): {failure}")
    measured = distances(data)
    share = measured.share(measured.straight)
    if share < NEEDED_SHARE:
        problems.add("places.csv", 0, f"only {share:.1%} of the town pairs are within one hex of geography")
    return MapReport(data, tuple(facts), measured, tuple(problems))


# ---- counts


def _counts(data: MapData) -> Iterator[str]:
    yield f"  grid        {data.grid.columns} x {data.grid.rows} hexes of {data.hex_km:g} km"
    terrain = _tally((kind, data.terrain_mask(kind).bit_count()) for kind in TERRAINS)
    closed = _tally(Counter(hex_.play for hex_ in data.hexes.values() if hex_.play).items())
    yield f"  hexes       {len(data.hexes)} ({terrain}), {data.sea_mask.bit_count()} sea{', ' * bool(closed)}{closed}"
    kinds = ((kind, _side_count(data, kind)) for kind in WRITTEN_SIDE_KINDS)
    yield f"  sides       {_tally(kinds) or 'none'}"
    yield f"  rivers      {len(data.rivers)} with {_side_count(data, 'river')} sides"
    yield f"  land        {_parts(data, data.land_mask, components(data.grid, data.land_mask, _dry_steps(data)))}"
    tracks = touching(data.rails)
    unfinished = _side_count(data, "rail_unfinished")
    yield f"  rails       {len(data.rail_stretches)} stretches, {_side_count(data, 'rail')} sides, {unfinished} unfinished"
    yield f"              {_parts(data, tracks, components(data.grid, tracks, data.rails))}"
    by_kind: Counter[str] = Counter(place.kind for place in data.places)
    yield f"  places      {len(data.places)} ({_tally((kind, by_kind[kind]) for kind in PLACE_KINDS)})"
    yield f"  ports       {_tally(Counter(port.size for port in data.ports).items()) or 'none'}"
    yield from _production(data)
    yield f"  areas       {_tally(Counter(area.kind for area in data.areas.values()).items()) or 'none'}"
    yield f"  lines       {len(data.lines)}; boxes {len(data.boxes)} with {len(data.links)} links"


def _tally(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{number} {name}" for name, number in counts if number)


def _side_count(data: MapData, kind: str) -> int:
    return sum(1 for _ in each_side(data.grid, data.side_masks(kind)))


def _dry_steps(data: MapData) -> tuple[int, int, int, int, int, int]:
    return data.land_steps("sea", "lake", "strait", "alpine", "rail_only")


def _parts(data: MapData, whole: HexSet, parts: list[HexSet]) -> str:
    """The connected parts, each with its size and the name of a hex by which to find it."""
    if not parts:
        return "none"
    named = ", ".join(f"{part.bit_count()} ({_landmark(data, part)})" for part in parts[:12])
    more = f" and {len(parts) - 12} smaller" if len(parts) > 12 else ""
    count = "1 part" if len(parts) == 1 else f"{len(parts)} parts"
    return f"{whole.bit_count()} hexes in {count}: {named}{more}"


def _landmark(data: MapData, part: HexSet) -> str:
    ranked = sorted((PLACE_KINDS.index(place.kind), place.line, place.name) for place in data.places if part >> place.hex & 1)
    return ranked[0][2] if ranked else data.grid.label(members(part)[0])


def _production(data: MapData) -> Iterator[str]:
    sums: dict[str, Counter[str]] = defaultdict(Counter)
    for site in data.production:
        owner = data.hexes[site.hex].nation if site.hex in data.hexes else ""
        sums[owner or "no nation"][site.kind] += site.value
    for box in data.boxes.values():
        if box.production:
            sums[box.nation or "no nation"].update(box.production)
    if not sums:
        yield "  production  none"
    heading = "production"
    for nation, kinds in sorted(sums.items()):
        listed = ", ".join(f"{value} {kind}" for kind, value in sorted(kinds.items()))
        yield f"  {heading:10}  {nation}: {listed}; {kinds.total()} in all"
        heading = ""


# ---- distances


def _distance_lines(measured: DistanceReport, limit: int) -> Iterator[str]:
    if not measured.pairs:
        yield "  distances   no two towns have coordinates and lie less than 1,000 km apart"
        return
    yield f"  distances   {measured.pairs} pairs of towns less than 1,000 km apart; within one hex of geography:"
    yield f"              {measured.share(measured.straight):.1%} by the straight line between their hexes"
    yield f"              {measured.share(measured.counted):.1%} by hexes counted, on the map and between the true positions"
    yield f"              {measured.share(measured.counted_km):.1%} by hexes counted against the straight line over the globe"
    for pair in measured.misses[:limit]:
        yield f"              off: {pair}"
    if len(measured.misses) > limit > 0:
        yield f"              … and {len(measured.misses) - limit} more pairs"
    for name, far in measured.displaced:
        yield f"              {name} is drawn {far:.1f} hexes from where it lies"
