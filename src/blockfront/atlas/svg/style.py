"""The style sheet inside every drawing: what each class looks like, in terms of the tokens."""

import re
from typing import Final

from blockfront.atlas.names.labels import TYPES
from blockfront.atlas.names.water_names import LETTER_SPACING, SEA_SPACING, SIZE
from blockfront.atlas.svg.tokens import SERIF, Theme, properties, variable

ROOT: Final = ".blockfront-map"

_RULES: Final = """
text { font-family: @serif; }
.sheet { fill: $margin; }
.water-ground { fill: $water; }
.shallows { fill: none; stroke: $shallows; stroke-linejoin: round; }
.shore-line { fill: none; stroke: $shore-line; stroke-linejoin: round; }
.land-ground { fill: $land; fill-rule: evenodd; }
.coast-line { fill: none; stroke: $coast; stroke-width: .9; stroke-linejoin: round; }
.wash { fill-opacity: .5; }
.wash.forest { fill: $forest; }
.wash.hill { fill: $hill; }
.wash.mountain { fill: $mountain; }
.wash.swamp { fill: $swamp; }
.mark { fill: none; stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round; }
.mark.forest { stroke: $forest-mark; fill: $forest-shade; stroke-width: 1.2; }
.mark.swamp { stroke: $swamp-mark; }
.mark.hill { stroke: $hill-mark; }
.mark.mountain { stroke: $mountain-mark; stroke-width: 1.4; }
.shade.mountain { fill: $mountain-shade; }
.veil { fill: $closed; fill-opacity: .72; }
.veil.partial { fill-opacity: .45; }
path.river { fill: none; stroke: $river; stroke-linecap: round; }
.strait { fill: none; stroke: $crossing; stroke-width: 1.5; stroke-linecap: round; }
.alpine { fill: none; stroke: $alpine; stroke-width: 1.7; stroke-linejoin: round; }
.alpine.ticks { stroke-width: 6; stroke-dasharray: 1 3.4; }
.fortified { fill: none; stroke: $fortified; stroke-width: 2.4; }
.fortified.teeth { stroke-width: 4.4; stroke-dasharray: 3.2 3.2; }
.rail-only { fill: none; stroke: $coast; stroke-width: 1.4; stroke-dasharray: 1.4 2; }
.border { fill: none; stroke: $border; stroke-width: 1.3; stroke-dasharray: 6 2.4 1.2 2.4; stroke-linejoin: round; }
.border.band { stroke: $border-band; stroke-width: 6; stroke-dasharray: none; stroke-opacity: .28; }
.rail { fill: none; stroke: $rail; stroke-width: 1; stroke-linejoin: round; }
.rail.ticks { stroke-width: 3.6; stroke-dasharray: .8 6.2; }
.rail.double { stroke-width: 1.9; }
.rail.double.ticks { stroke-width: 4.4; stroke-dasharray: .9 4.4; }
.rail.unfinished { stroke-dasharray: 4 3; stroke-opacity: .75; }
.rail.unfinished.ticks { stroke: none; }
.grid-line { fill: none; stroke: $grid; stroke-width: .7; }
.grid-area { fill-opacity: $grid-strength; }
.beyond { fill: $margin; fill-rule: evenodd; fill-opacity: .5; }
.neat-line { fill: none; stroke: $frame; stroke-width: 1.2; }
.neat-line.outer { stroke-width: 3.2; }
.tick { fill: $quiet-ink; font-size: 8px; text-anchor: middle; }
.sign-hollow { fill: $town; stroke: $ink; stroke-width: 1.1; }
.sign-core { fill: $city; stroke: $ink; stroke-width: .7; }
.sign-ink { fill: $ink; }
.sign-eye { fill: $town; }
.sign-cross { fill: none; stroke: $ink; stroke-width: 1.5; stroke-linecap: round; }
.sign-wall { fill: $town; fill-opacity: .75; stroke: $wall; stroke-width: 1.5; stroke-linejoin: round; }
.sign-wall-heavy { fill: none; stroke: $wall; stroke-width: 2.6; stroke-linecap: round; }
.sign-anchor-back { fill: none; stroke: $halo; stroke-width: 4.2; stroke-linecap: round; stroke-opacity: .8; }
.sign-anchor-line { fill: none; stroke: $port; stroke-width: 1.9; stroke-linecap: round; }
.sign-anchor-ring { fill: $halo; stroke: $port; stroke-width: 1.5; }
.sign-ice-back { fill: none; stroke: $port; stroke-width: 3.4; stroke-linecap: round; }
.sign-ice-line { fill: none; stroke: $ice; stroke-width: 1.5; stroke-linecap: round; }
.sign-back { fill: $halo; stroke: $halo; stroke-width: 3; stroke-linejoin: round; opacity: .85; }
.sign-line { fill: none; stroke: $resource; stroke-width: 1.1; stroke-linecap: round; stroke-linejoin: round; }
.faint { opacity: .5; }
.value { fill: $resource; font-size: 7.5px; font-weight: bold; stroke: $halo; stroke-width: 1.8px; paint-order: stroke; }
.names text { fill: $ink; stroke: $halo; stroke-width: 2.2px; stroke-linejoin: round; paint-order: stroke; stroke-opacity: .82; }
.names .faded { fill: $quiet-ink; }
.names.river { font-size: @river-size; font-style: italic; letter-spacing: @river-spacing; text-anchor: middle; }
.names.river text { fill: $river-name; stroke-width: 1.6px; }
.names.sea { font-style: italic; text-anchor: middle; letter-spacing: @sea-spacing; }
.names.sea text { fill: $water-name; stroke: none; }
.names.box { font-size: 13px; text-anchor: middle; }
.sign-mined { fill: $mine-field; stroke: $mine-field; stroke-width: 1.2; stroke-linecap: round; }
.sign-worth { fill: $halo; stroke: $quiet-ink; stroke-width: .7; }
.worth { fill: $ink; font-size: 7.5px; font-weight: bold; text-anchor: middle; }
.hex-number { fill: $quiet-ink; font-size: 6.4px; text-anchor: middle; fill-opacity: .8; }
.area-fill { fill: $area; fill-opacity: .2; }
.area-rim { fill: none; stroke: $area; stroke-width: 2.4; stroke-linejoin: round; stroke-dasharray: 7 3; }
.names.area { font-size: 15px; font-style: italic; text-anchor: middle; letter-spacing: 1px; }
.front-case { fill: none; stroke: $halo; stroke-width: 7; stroke-linejoin: round; stroke-opacity: .7; }
.front { fill: none; stroke: $line; stroke-width: 3.6; stroke-linejoin: round; }
.box { fill: $land; stroke: $frame; stroke-width: 1.2; }
.box-link { fill: none; stroke: $quiet-ink; stroke-width: 1; stroke-dasharray: 3 2.4; }
.cartouche { fill: $land; fill-opacity: .55; stroke: $frame; stroke-width: 1; }
.cartouche.inner { fill: none; stroke-width: .6; }
.map-title { fill: $ink; letter-spacing: .08em; }
.subtitle { fill: $quiet-ink; font-size: 12px; font-style: italic; }
.credits { fill: $quiet-ink; font-size: 9px; }
.legend-text { fill: $ink; font-size: 11px; }
.legend-swatch { fill: $land; stroke: $land-edge; stroke-width: .8; }
.scale-dark { fill: $ink; }
.scale-light { fill: $town; stroke: $ink; stroke-width: .8; }
.scale-text { fill: $ink; font-size: 10px; text-anchor: middle; }
"""


def _names() -> str:
    rules = []
    for kind, (size, _, rank) in TYPES.items():
        weight = "font-weight: bold; " if rank <= 1 else "font-style: italic; " if kind == "site" else ""
        rules.append(f".names.{kind} {{ {weight}font-size: {size:g}px; }}")
    return "\n".join(rules)


def style_sheet(theme: Theme) -> str:
    """The tokens of both themes and every rule, bound to the root element so that a page may hold several maps.

    Signs are cloned where they are used, and clones do not know the root: their rules stand by themselves.
    """
    other: Theme = "dark" if theme == "light" else "light"
    rules = f"{_RULES}{_names()}"
    sizes = {"river-size": f"{SIZE:g}px", "river-spacing": f"{LETTER_SPACING:g}px", "sea-spacing": f"{SEA_SPACING:g}em"}
    for name, value in {"serif": SERIF, **sizes}.items():
        rules = rules.replace(f"@{name}", value)
    rules = re.sub(r"\$([a-z-]+)", lambda match: variable(match[1]), rules)
    lines = [line if line.startswith(".sign-") else f"{ROOT} {line}" for line in rules.splitlines() if line]
    tokens = f"{ROOT}{{{properties(theme)}}}{ROOT}[data-theme={other}]{{{properties(other)}}}"
    squeezed = re.sub(r"\s*([{};:,])\s*", r"\1", "\n".join(lines)).replace(";}", "}")
    return tokens + squeezed
