"""Textures of forest, swamp, hill and mountain: marks strewn irregularly over the ground, sparing lines, signs and names."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.lattice import STEP, Lattice, Window
from blockfront.atlas.ground.marks import SCALE, VARIANTS, Piece, mark
from blockfront.atlas.ground.noise import hashed, noise_table, signed
from blockfront.atlas.ground.terrain import Terrain
from blockfront.atlas.sheet.paper import Xy
from blockfront.atlas.svg.writing import path

TILE: Final = 700  # marks of one tile share a path
SHORE: Final = 5.0  # marks keep so far from water


class Texture(NamedTuple):
    """How densely a terrain is strewn: distances between marks, how far they stray, and the share of terrain they need."""

    terrain: str
    kinds: tuple[str, ...]
    across: float
    down: float
    stray: float
    inside: float
    clearance: float  # how far up a mark reaches


TEXTURES: Final = (
    Texture("mountain", ("peak",), 34, 25, 6.0, 0.1, 15),
    Texture("hill", ("hill",), 31, 21, 6.0, 0.06, 5),
    Texture("forest", ("leafy", "needle"), 19.5, 17, 5.5, 0.03, 7),
    Texture("swamp", ("reeds", "pool"), 19, 12, 5.0, 0.0, 4),
)
PERIOD: Final = 8  # rows and columns after which marks stray as before: nobody sees it, and what repeats is packed well
TRIES: Final = 4  # a mark that finds its spot taken looks for another nearby, so many times in all
THINNED: Final = 2  # land out of play gets one mark in so many
NEARLY: Final = -0.3  # with less of a terrain than this, no mark can stray into it


class _Strip:
    """Marks one after the other in one path, each counted from where the last ended."""

    def __init__(self) -> None:
        self.text = ""
        self._at = (0, 0)

    def add(self, point: Xy, piece: Piece) -> None:
        x, y = round(point[0] / SCALE), round(point[1] / SCALE)
        dx, dy = x + piece.start[0] - self._at[0], y + piece.start[1] - self._at[1]
        self.text += f"m{dx}{' ' if dy >= 0 else ''}{dy}{piece.text}"
        self._at = x + piece.end[0], y + piece.end[1]


class Mask:
    """The samples of a lattice that marks must leave free."""

    def __init__(self, lattice: Lattice) -> None:
        self._lattice = lattice
        self._taken = bytearray(lattice.columns * lattice.rows)

    def take(self, box: Window) -> None:
        lattice = self._lattice
        first = max(int((box.left - lattice.left) // STEP), 0)
        last = min(int((box.right - lattice.left) // STEP) + 1, lattice.columns)
        top = max(int((box.top - lattice.top) // STEP), 0)
        bottom = min(int((box.bottom - lattice.top) // STEP) + 1, lattice.rows)
        for row in range(top, bottom if first < last else top):
            start = row * lattice.columns
            self._taken[start + first : start + last] = b"\1" * (last - first)

    def take_point(self, point: Xy, margin: float) -> None:
        x, y = point
        self.take(Window(x - margin, y - margin, x + margin, y + margin))

    def is_taken(self, point: Xy) -> bool:
        return bool(self._taken[self._lattice.index(*point)])


class Textures:
    def __init__(self, lattice: Lattice, coast: Coast, terrain: Terrain, mask: Mask) -> None:
        self._lattice = lattice
        self._coast = coast
        self._terrain = terrain
        self._mask = mask

    def draw(self) -> str:
        return "".join(self._texture(texture, seed) for seed, texture in enumerate(TEXTURES, start=101))

    def _texture(self, texture: Texture, seed: int) -> str:
        strokes: dict[tuple[int, int], _Strip] = defaultdict(_Strip)
        shades: dict[tuple[int, int], _Strip] = defaultdict(_Strip)
        for point, chance in self._strewn(texture, seed):
            drawn = mark(self._kind(texture, point, chance), chance % VARIANTS)
            tile = int(point[0] // TILE), int(point[1] // TILE)
            strokes[tile].add(point, drawn.strokes)
            if drawn.shade is not None:
                shades[tile].add(point, drawn.shade)
        layers = ((shades, f"shade {texture.terrain}"), (strokes, f"mark {texture.terrain}"))
        return "".join(path(strip.text, name) for strips, name in layers for _, strip in sorted(strips.items()))

    def _strewn(self, texture: Texture, seed: int) -> Iterator[tuple[Xy, int]]:
        """Free points on a jittered brick pattern over the terrain, row by row, each with a number of its own."""
        window, field = self._lattice.window, self._terrain.field(texture.terrain)
        across, down, stray = texture.across, texture.down, texture.stray
        for row in range(int(window.top // down) - 1, int(window.bottom // down) + 2):
            shift = across / 2 if row % 2 else 0.0
            for column in range(int(window.left // across) - 1, int(window.right // across) + 2):
                x, y = column * across + shift, row * down
                for attempt in range(TRIES if field[self._lattice.index(x, y)] > NEARLY else 0):
                    chance = hashed(seed, column % PERIOD, row % PERIOD, attempt)
                    reach = stray * (1 + 0.4 * attempt)
                    point = x + reach * signed(chance, 0), y + reach * signed(chance, 1)
                    if self._is_free(texture, point):
                        if chance % THINNED == 0 or not self._is_closed(point):
                            yield point, chance
                        break

    def _is_free(self, texture: Texture, point: Xy) -> bool:
        x, y = point
        middle = (x, y - texture.clearance / 2)
        sample = self._lattice.index(*middle)
        if self._terrain.field(texture.terrain)[sample] <= texture.inside or self._coast.values[sample] < SHORE:
            return False
        if texture.terrain == "hill" and self._terrain.field("mountain")[sample] > -0.05:
            return False
        return not any(self._mask.is_taken(spot) for spot in (point, middle, (x, y - texture.clearance)))

    def _is_closed(self, point: Xy) -> bool:
        return self._terrain.out_of_play("closed")[self._lattice.index(*point)] > 0

    def _kind(self, texture: Texture, point: Xy, chance: int) -> str:
        """Two kinds of mark keep to their own groves, a few strays apart."""
        if len(texture.kinds) == 1:
            return texture.kinds[0]
        grove = noise_table(57, 32, 16)[self._lattice.noise_index(self._lattice.index(*point))]
        return texture.kinds[grove + 0.25 * (chance % 7 - 3) / 3 > 0]
