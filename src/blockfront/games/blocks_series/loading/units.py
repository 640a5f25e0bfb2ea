"""Facts about every block as columns, so that rules look them up by block number."""

from blockfront.core.clauses import rule
from blockfront.games.blocks_series.loading.data_model import Tables
from blockfront.games.blocks_series.loading.headquarters import is_headquarters


class Units:
    @rule("BE-6.1.5a", "BE-3.8a", "BE-6.1a", "BE-6.2a", "BE-6.4a", "BE-3.11a", "BE-3.20a")
    @rule("BW-6.1.5a", "BW-3.8a", "BW-6.2a", "BW-3.11a", "BW-13.1d")
    def __init__(self, tables: Tables) -> None:
        order = tables.order
        kinds = [tables.ratings.get(number, tables.classes[block.type]) for number, block in enumerate(order.blocks)]
        self.side = order.sides
        self.type = tuple(block.type for block in order.blocks)
        self.kind = tuple(kinds)
        self.power = tuple(tables.power(block.nation) for block in order.blocks)
        self.field = tuple(kind.field for kind in kinds)
        self.is_air = tuple(kind.kind == "air" for kind in kinds)
        self.is_ground = tuple(kind.kind not in ("air", "naval") for kind in kinds)
        self.is_work = tuple(kind.kind == "work" for kind in kinds)  # redoubts: they neither move nor exert zones
        self.is_armour = tuple(kind.kind == "armour" for kind in kinds)
        self.is_infantry = tuple(kind.kind == "infantry" for kind in kinds)
        self.is_combat = tuple(kind.is_combat and kind.kind != "air" for kind in kinds)  # GCU
        self.is_support = tuple(not kind.is_combat for kind in kinds)  # GSU
        self.is_hq = tuple(is_headquarters(block.type) for block in order.blocks)
        self.staff = {
            number: tables.headquarters.get(block.key, tables.headquarters[block.type])
            for number, block in enumerate(order.blocks)
            if is_headquarters(block.type)
        }  # what each headquarters does
        self.nation = tuple(tables.power(tables.powers[power].commanded_with or tables.powers[power].id) for power in self.power)
        self.is_static = tuple(block.type == "static" for block in order.blocks)
        self.is_mountain = tuple(block.type == "mountain" for block in order.blocks)
        self.is_fighter = tuple(block.type == "fighter" for block in order.blocks)
        self.is_long_range = tuple(block.type == "long_range_bomber" for block in order.blocks)
        self.is_strategic = tuple(block.type == "strategic_bomber" for block in order.blocks)
        self.is_motorised = tuple(block.type.startswith("motorised_") for block in order.blocks)
        self.is_marine = tuple(block.type in ("marine", "motorised_marine") for block in order.blocks)
        self.is_paratroop = tuple(block.type == "paratroop" for block in order.blocks)
        self.is_submarine = tuple(block.type == "submarine" for block in order.blocks)
        self.is_artillery = tuple(
            block.type in ("artillery", "armour_hq") or "artillery_fire" in block.tags for block in order.blocks
        )  # fires in the artillery step
        self.tags = tuple(block.tags for block in order.blocks)
        self.full = tuple(block.full for block in order.blocks)
        self.strengths = tuple(block.strengths for block in order.blocks)
        self.colours = tuple(block.colours for block in order.blocks)
        self.has_zero = tuple(block.strengths[0] == 0 for block in order.blocks)
        self.weakest = tuple(2 if zero else 1 for zero in self.has_zero)  # steps at which a rebuilt unit starts
        self.of_side = order.of_side
        self.works = tuple(frozenset(b for b in blocks if self.is_work[b]) for blocks in order.of_side)
        self.motorised = tuple(tuple(b for b in blocks if self.is_motorised[b]) for blocks in order.of_side)
        self.aircraft = tuple(tuple(b for b in blocks if self.is_air[b]) for blocks in order.of_side)
        self.headquarters = tuple(tuple(b for b in blocks if self.is_hq[b]) for blocks in order.of_side)
        self.is_fixed = tuple("fixed" in block.tags for block in order.blocks)  # never leaves its post
        self.ground = tuple(tuple(b for b in blocks if self.is_ground[b]) for blocks in order.of_side)
        self.swift = tuple(tuple(b for b in blocks if kinds[b].blitz) for blocks in self.ground)  # may blitz and exploit, at some TECH
        self.combat = tuple(tuple(b for b in blocks if self.is_combat[b]) for blocks in self.ground)
        self.support = tuple(tuple(b for b in blocks if not self.is_combat[b]) for blocks in self.ground)

    def value(self, block: int, steps: int) -> int:
        """The strength that a block shows with this number of remaining steps."""
        return self.strengths[block][steps - 1] if steps else 0

    @rule("BE-7.7.8a", "BE-7.7.8b", "BE-R37", "BE-3.15c", "BE-3.15d", "BE-7.7.10a")
    @rule("BW-R31", "BW-3.15c", "BW-7.7.10a")
    def hits_to_lose(self, block: int, steps: int) -> int:
        """The hits that take a unit down one position: the difference in strength to the next, at least one."""
        return max(1, self.value(block, steps) - self.value(block, steps - 1))
