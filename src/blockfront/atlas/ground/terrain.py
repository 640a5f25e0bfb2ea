"""Where each terrain reaches on the lattice, and the pale washes that show it under the textures.

A terrain fills its hexes and blends into others along an irregular edge; at the coast it ends with the land.
"""

from typing import Final, NamedTuple

from blockfront.atlas.ground.coast import Coast
from blockfront.atlas.ground.contour import rings
from blockfront.atlas.ground.lattice import Field, Lattice
from blockfront.atlas.ground.noise import noise_table
from blockfront.atlas.lines.curves import simplified_ring
from blockfront.atlas.svg.writing import WHOLE, path, spline_ring
from blockfront.hexes.grid import Hex, HexSet
from blockfront.hexes.hexset import mask_of
from blockfront.maps.model import MapData
from blockfront.maps.rows import Play

RAGGED: Final = 0.55  # how far noise moves the edge of a terrain
INNER: Final = 0.22  # a second, stronger wash begins so far inside
MIN_POINTS: Final = 8
SOFT: Final = 3.0  # how far an edge, which fades anyway, may be from where it should be
_COASTAL: Final = 0.1  # weight of the distance to the coast against the share of terrain


class _Wash(NamedTuple):
    """A tint, the terrains it covers, and how far it reaches under its neighbours."""

    name: str
    terrains: tuple[str, ...]
    spread: float


VEILED: Final[tuple[Play, ...]] = ("closed", "partial")
_WASHES: Final = (
    _Wash("hill", ("hill", "mountain"), 0.04),
    _Wash("mountain", ("mountain",), 0.0),
    _Wash("forest", ("forest",), 0.08),
    _Wash("swamp", ("swamp",), 0.02),
)


class Terrain:
    """The share of every terrain over the lattice, above zero where it is drawn."""

    def __init__(self, map_data: MapData, lattice: Lattice, coast: Coast) -> None:
        self._map = map_data
        self._lattice = lattice
        self._coast = coast
        self._fields: dict[str, Field] = {}

    def field(self, name: str) -> Field:
        """The share of hill (mountains included), mountain, forest or swamp."""
        if name not in self._fields:
            seed, wash = next((seed, wash) for seed, wash in enumerate(_WASHES, start=31) if wash.name == name)
            self._fields[name] = self._blended(seed, self._terrains(wash.terrains), wash.spread)
        return self._fields[name]

    def _terrains(self, terrains: tuple[str, ...]) -> HexSet:
        mask = 0
        for terrain in terrains:
            mask |= self._map.terrain_mask(terrain)
        return mask

    def _blended(self, seed: int, mask: HexSet, spread: float = 0.0) -> Field:
        land, coast, lattice = self._map.land_mask, self._coast.values, self._lattice
        noise = noise_table(seed, 16, 8, 4)

        def state(hex_: Hex) -> int:
            return mask >> hex_ & 1 if land >> hex_ & 1 else -1

        def adjust(share: float, sample: int) -> float:
            return min(share + spread + RAGGED * noise[lattice.noise_index(sample)], coast[sample] * _COASTAL)

        field = lattice.blended(state, adjust)
        for sample in self._coast.shallow_land:
            field[sample] = min(field[sample], coast[sample] * _COASTAL)
        return field

    def washes(self) -> str:
        """Pale tints, the stronger one further inside, so that the edge of a terrain fades."""
        return "".join(
            path(_outline(self._lattice, self.field(wash.name), level), f"wash {wash.name}")
            for wash in _WASHES
            for level in (0.0, INNER)
        )


    def veils(self) -> str:
        """A veil over land that is out of play, a thinner one over edge hexes that nobody may enter."""
        return "".join(path(_outline(self._lattice, self.out_of_play(play), 0.0), f"veil {play}") for play in VEILED)

    def out_of_play(self, play: Play) -> Field:
        """The share of land that is closed, or partial."""
        if play not in self._fields:
            mask = mask_of(hex_ for hex_, data in self._map.hexes.items() if data.play == play)
            self._fields[play] = self._blended(43, mask)
        return self._fields[play]


def _outline(lattice: Lattice, field: Field, level: float) -> str:
    return "".join(
        spline_ring(simplified_ring(ring, SOFT), WHOLE) for ring in rings(lattice, field, level) if len(ring) >= MIN_POINTS
    )
