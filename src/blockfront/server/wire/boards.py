"""Titles on the wire: what can be played, and the boards to draw."""

import msgspec

from blockfront.atlas import SheetGeometry
from blockfront.core.aim import Aim
from blockfront.core.game import Title


class Titles(msgspec.Struct):
    titles: list[Title]
    bots: list["BotLevel"]
    accounts: bool  # whether this server has accounts
    version: str
    web_push_key: str = ""  # public key for Web Push; empty where the server sends none


class BotLevel(msgspec.Struct):
    id: str
    name: str
    explanation: str
    titles: list[str]  # those it can play


class BoardHex(msgspec.Struct):
    """A hex that is not open sea; `x` and `y` are its centre in the units of the map drawing."""

    hex: int
    label: str
    name: str
    x: int
    y: int
    terrain: str
    water: str
    nation: str
    play: str


class BoardPlace(msgspec.Struct):
    hex: int
    name: str
    kind: str
    tags: list[str]


class BoardPort(msgspec.Struct):
    hex: int
    name: str
    size: str


class BoardSite(msgspec.Struct):
    """A place of production."""

    hex: int
    name: str
    kind: str
    value: int


class BoardBlock(msgspec.Struct):
    """A block of the order of battle. `strengths` are its step values from the last step up."""

    block: int
    key: str
    name: str
    type: str
    side: int
    nation: str
    strengths: list[int]
    tags: list[str]
    colours: list[str]
    pool: str  # the colour of the block itself, which its back shows


class Board(msgspec.Struct):
    title: str
    geometry: SheetGeometry
    hexes: list[BoardHex]
    places: list[BoardPlace]
    ports: list[BoardPort]
    production: list[BoardSite]
    blocks: list[BoardBlock]
    pools: list[str]  # the colours of blocks, as views number them
    rails: list[tuple[int, int]]  # hexes that a finished railway joins, each pair once


class OpeningBlock(msgspec.Struct):
    """A block as the first side sees it when the scenario begins; `face` is null if it sees only the back."""

    face: BoardBlock | None
    side: int
    hex: int
    x: int
    y: int
    steps: int


class ScenarioFacts(msgspec.Struct):
    """What is known of a scenario before it begins. `picture` is the part of the sheet that its picture shows."""

    aim: Aim
    places: dict[int, str]  # the names of those the aim speaks of
    opening: list[OpeningBlock]  # none where the players set up
    picture: tuple[float, float, float, float]  # left, top, width, height
    divisions: list[list[list[str]]] = []  # by side: the ways in which two seats may share it, each as its parts
