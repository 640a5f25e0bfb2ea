"""Facts about every block as columns, so that the rules look them up by block number."""

from blockfront.games.eastfront.loading.data_model import Tables


class Units:
    def __init__(self, tables: Tables) -> None:
        order, kinds = tables.order_of_battle, tables.types_of
        self.side = order.sides
        self.type = tuple(block.type for block in order.blocks)
        self.speed = tuple(kind.speed for kind in kinds)  # per weather
        self.offence = tuple(kind.offence for kind in kinds)
        self.defence = tuple(kind.defence for kind in kinds)
        self.is_hq = tuple(block.type == "hq" for block in order.blocks)
        self.is_supreme = tuple("supreme" in block.tags for block in order.blocks)
        self.is_cavalry = tuple(block.type == "cavalry" for block in order.blocks)
        self.is_static = tuple(block.type == "static" for block in order.blocks)
        self.is_siege = tuple("siege" in block.tags for block in order.blocks)
        self.is_ss = tuple("ss" in block.tags for block in order.blocks)
        self.is_satellite = tuple("satellite" in block.tags for block in order.blocks)
        self.is_ordinary = tuple(not hq and not static for hq, static in zip(self.is_hq, self.is_static, strict=True))
        self.lowest = tuple(block.strengths[0] for block in order.blocks)  # combat value of the last step
        self.full = tuple(block.full for block in order.blocks)
        self.hqs = tuple(tuple(b for b in blocks if self.is_hq[b]) for blocks in order.of_side)
        self.all_hqs = tuple(hq for hqs in self.hqs for hq in hqs)
        self.paratroops = tuple(tuple(b for b in blocks if self.type[b] == "para") for blocks in order.of_side)
        self.supreme = tuple(next(b for b in blocks if self.is_supreme[b]) for blocks in order.of_side)

    def value(self, block: int, steps: int) -> int:
        """The combat value (or command value) of a block with this many steps left."""
        return steps - 1 + self.lowest[block]
