"""Names beside their signs: many candidate positions each, chosen so that names spare each other, signs, rails, rivers and the coast.

Names are set in order of rank, then improved in turns until none wants to move. What still collides is decluttered: the lesser
name is left out, and its sign keeps the name as its title.
"""

import math
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.lattice import STEP, Window
from blockfront.atlas.names.ink import Ink
from blockfront.atlas.names.metrics import ASCENT, BOLD, DESCENT, ITALIC, text_width
from blockfront.atlas.sheet.paper import Xy
from blockfront.atlas.svg.writing import element, text
from blockfront.hexes.grid import Hex
from blockfront.maps.model import Place

TURNS: Final = 8
GAP: Final = 1.8
DIRECTIONS: Final = 16
TOLERATED: Final = 0.06  # share of a name that may lie under another
ON_SIGN: Final = 0.3  # share of a name that may lie on another place's sign
SMALLER: Final = 0.88  # a name without room is tried once more in smaller type
_BUCKET: Final = 90


class Type(NamedTuple):
    """The type a rank is set in."""

    size: float
    factor: float
    rank: int


TYPES: Final[dict[str, Type]] = {
    "capital": Type(14.5, BOLD, 0),
    "major": Type(12.5, BOLD, 1),
    "minor": Type(10.5, 1.0, 2),
    "town": Type(9.0, 1.0, 3),
    "site": Type(8.2, ITALIC, 4),
}
LEAST_KEPT: Final = 1  # names of this rank and above are never left out


class Spot(NamedTuple):
    """One way to set a name: its box, the point and end of the text it hangs on, and how much the direction is disliked."""

    box: Window
    at: Xy
    anchor: str
    dislike: float


Priced = tuple[float, Spot]


class Label(NamedTuple):
    """A place's name and where it is set; ``spot`` is None when it is left out."""

    place: Place
    size: float
    spot: Spot | None


def _spots(name: str, type_: Type, size: float, at: Xy, radius: float) -> list[Spot]:
    width = text_width(name, size, type_.factor)
    ascent, descent = size * ASCENT, size * (DESCENT if set(name) & set("gjpqyJQ,") else 0.04)
    spots = []
    for step in range(DIRECTIONS):
        turn = 2 * math.pi * step / DIRECTIONS
        dx, dy = math.cos(turn), math.sin(turn)
        anchor = "start" if dx > 0.35 else "end" if dx < -0.35 else "middle"
        reach = radius + GAP
        x = at[0] + dx * reach
        middle = at[1] + dy * (reach + (ascent + descent) / 2)
        base = middle + (ascent - descent) / 2
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        dislike = 0.6 * (abs(dy) > 0.3) + 1.2 * (anchor == "end") + 2.2 * (anchor == "middle")
        spots.append(Spot(Window(left, base - ascent, left + width, base + descent), (x, base), anchor, dislike))
    return spots


class Labeller:
    """Sets names over what is drawn already."""

    def __init__(self, window: Window, coast: Coast, ink: Ink, signs: Iterable[Window]) -> None:
        self._window = window
        self._coast = coast
        self._ink = ink
        self._signs = _Boxes()
        for number, box in enumerate(signs):
            self._signs.put(number, box)
        self._names = _Boxes()

    def block(self, box: Window) -> None:
        """Keeps names off something set before, such as the name of a sea."""
        self._names.put(-1 - len(self._names.boxes), box)

    def set_names(self, wanted: Sequence[tuple[Place, Xy, float]]) -> list[Label]:
        """Names for places at points whose signs have a radius; the order given is kept."""
        order = sorted(range(len(wanted)), key=lambda number: (TYPES[wanted[number][0].kind].rank, number))
        sizes = [TYPES[place.kind].size for place, _, _ in wanted]
        spots = {number: self._priced(*wanted[number], sizes[number]) for number in order}
        chosen: dict[int, Spot] = {}
        for _ in range(TURNS):
            if not self._improve(order, spots, chosen):
                break
        for number in order:
            place, at, radius = wanted[number]
            if number in chosen and self._collides(number, chosen[number]):
                smaller = self._priced(place, at, radius, sizes[number] * SMALLER)
                self._improve([number], {number: smaller}, chosen)
                sizes[number] *= SMALLER
        self._declutter(order, wanted, chosen)
        return [Label(wanted[number][0], sizes[number], chosen.get(number)) for number in range(len(wanted))]

    def _priced(self, place: Place, at: Xy, radius: float, size: float) -> list[Priced]:
        """Candidate spots with what they cost by themselves."""
        spots = _spots(place.name, TYPES[place.kind], size, at, radius)
        priced = [(spot.dislike + self._cost(spot.box), spot) for spot in spots if self._window.covers(spot.box)]
        return priced or [(0.0, spots[0])]

    def _cost(self, box: Window) -> float:
        on_signs = sum(18 + 150 * box.overlap(sign) / box.area for sign in self._signs.touching(box))
        return self._ink.under(box) + on_signs + self._coast_cost(box)

    def _coast_cost(self, box: Window) -> float:
        """A name lies on land or on water, not across the coast."""
        dry = wet = 0
        y = box.top
        while y <= box.bottom:
            x = box.left
            while x <= box.right:
                if self._coast.is_land((x, y)):
                    dry += 1
                else:
                    wet += 1
                x += STEP
            y += STEP
        return 1.0 * min(dry, wet)

    def _improve(self, order: Sequence[int], spots: Mapping[int, list[Priced]], chosen: dict[int, Spot]) -> bool:
        """One turn in which every name may move to its best spot; whether any did."""
        moved = False
        for number in order:
            best = min(spots[number], key=lambda priced: priced[0] + self._crowding(number, priced[1].box))[1]
            if chosen.get(number) != best:
                chosen[number] = best
                self._names.put(number, best.box)
                moved = True
        return moved

    def _crowding(self, number: int, box: Window) -> float:
        return sum(
            40 + 400 * box.overlap(other) / box.area for key, other in self._names.touching_items(box) if key != number
        )

    def _collides(self, number: int, spot: Spot) -> bool:
        size = spot.box.area
        others = (other for key, other in self._names.touching_items(spot.box) if key != number)
        return (
            any(spot.box.overlap(other) > TOLERATED * size for other in others)
            or sum(spot.box.overlap(sign) for sign in self._signs.touching(spot.box)) > ON_SIGN * size
        )

    def _declutter(self, order: Sequence[int], wanted: Sequence[tuple[Place, Xy, float]], chosen: dict[int, Spot]) -> None:
        """Leaves out colliding names, the least important first."""
        for number in reversed(order):
            if TYPES[wanted[number][0].kind].rank > LEAST_KEPT and self._collides(number, chosen[number]):
                del chosen[number]
                self._names.remove(number)

    def is_clear(self, box: Window) -> bool:
        """Whether no name and no sign lies here."""
        return not self._names.touching(box) and not self._signs.touching(box)

    def ink_under(self, box: Window) -> float:
        """What a box would cover of the lines drawn."""
        return self._ink.under(box)


class _Boxes:
    """Numbered boxes, found by where they are."""

    def __init__(self) -> None:
        self.boxes: dict[int, Window] = {}
        self._buckets: dict[tuple[int, int], set[int]] = defaultdict(set)

    def put(self, number: int, box: Window) -> None:
        self.remove(number)
        self.boxes[number] = box
        for bucket in _buckets(box):
            self._buckets[bucket].add(number)

    def remove(self, number: int) -> None:
        box = self.boxes.pop(number, None)
        for bucket in _buckets(box) if box is not None else ():
            self._buckets[bucket].discard(number)

    def touching_items(self, box: Window) -> list[tuple[int, Window]]:
        numbers = {number for bucket in _buckets(box) for number in self._buckets.get(bucket, ())}
        return [(number, self.boxes[number]) for number in sorted(numbers) if box.overlap(self.boxes[number]) > 0]

    def touching(self, box: Window) -> list[Window]:
        return [other for _, other in self.touching_items(box)]


def _buckets(box: Window) -> list[tuple[int, int]]:
    return [
        (column, row)
        for column in range(int(box.left // _BUCKET), int(box.right // _BUCKET) + 1)
        for row in range(int(box.top // _BUCKET), int(box.bottom // _BUCKET) + 1)
    ]


def draw_labels(labels: Iterable[Label], closed: Container[Hex]) -> str:
    """Names grouped by rank, the least important first; those out of play are fainter."""
    groups: dict[str, list[str]] = {kind: [] for kind in reversed(TYPES)}
    for place, size, spot in labels:
        if spot is not None:
            style: dict[str, str | float] = {} if size == TYPES[place.kind].size else {"font_size": size}
            if spot.anchor != "start":
                style["text_anchor"] = spot.anchor
            groups[place.kind].append(text(place.name, spot.at, "faded" if place.hex in closed else "", **style))
    return "".join(element("g", "".join(texts), class_=f"names {kind}") for kind, texts in groups.items() if texts)
