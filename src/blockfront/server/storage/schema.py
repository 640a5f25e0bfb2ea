"""The tables of the database. Migrations bring an older database to this shape; a test checks that they agree.

`journal` holds everything that happened in a game, `games` and `seats` what was agreed about it; `snapshots` save replaying. The columns
`to_act`, `bots_due`, `changed` and `finished` of `games` serve lists only: they are written with every journal row, never read by play.
"""

from sqlalchemy import Boolean, Column, Float, Index, Integer, LargeBinary, MetaData, String, Table, Text

metadata = MetaData()

users = Table(
    "users",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", String(80), nullable=False),
    Column("folded", String(80), nullable=False, unique=True),
    Column("skeleton", String(80), nullable=False, index=True),
    Column("password", Text, nullable=False),
    Column("created", Float, nullable=False),
)

sessions = Table(
    "sessions",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("user", String(32), nullable=False, index=True),
    Column("expires", Float, nullable=False),
)

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("title", String(60), nullable=False),
    Column("scenario", String(60), nullable=False),
    Column("options", Text, nullable=False),
    Column("engine", String(20), nullable=False),
    Column("rules", Integer, nullable=False, server_default="1"),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("name", String(80), nullable=False),
    Column("clock", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("spectators", Boolean, nullable=False),
    Column("imported", Boolean, nullable=False),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),  # when everybody could last see something change
    Column("to_act", String(60), nullable=False),
    Column("bots_due", Boolean, nullable=False),
    Column("finished", Boolean, nullable=False),
    Column("since", Float, nullable=False),
    Index("games_listed", "listed", "finished", "changed"),
    Index("games_due", "finished", "bots_due"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("name", String(80), nullable=False),
    Column("sides", String(60), nullable=False),
    Column("player", String(10), nullable=False),
    Column("bot", String(60), nullable=False),
    Column("key", String(64), nullable=True, unique=True),
    Column("invitation", String(64), nullable=True, unique=True),
    Column("user", String(32), nullable=True, index=True),
    Column("taken_over", Boolean, nullable=False),
    Column("term", String(10), nullable=False),
    Column("term_mark", Integer, nullable=False),
    Column("orders", Text, nullable=False),
    Column("chat_read", Integer, nullable=False),
    Column("seconds_used", Float, nullable=False),
    Column("seconds_aside", Float, nullable=False),
    Column("notices", Text, nullable=False),
    Column("parts", Text, nullable=False, server_default="[]"),
)

journal = Table(
    "journal",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("side", Integer, nullable=False),
    Column("seat", String(20), nullable=False),
    Column("action", Text, nullable=False),
    Column("told", Text, nullable=False),
    Column("digest", String(16), nullable=False),
    Column("at", Float, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("state", LargeBinary, nullable=False),
)

chat = Table(
    "chat",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

# what seats of one side say to each other, and the places they point at
team_talk = Table(
    "team_talk",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("hex", Integer, nullable=True),
    Column("at", Float, nullable=False),
)

# what bots had in mind; told to nobody before the game is over
thoughts = Table(
    "thoughts",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("number", Integer, primary_key=True),  # of the journal's row it led to
    Column("side", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

# what happened to seats: taken over by a bot, taken back, an offer to end and its answer
happenings = Table(
    "happenings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("game", String(32), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("what", String(20), nullable=False),
    Column("at", Float, nullable=False),
)

# what a seat has noted for itself alone; one of several sides notes for each apart
notes = Table(
    "notes",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("about", String(10), primary_key=True),  # hex or block
    Column("number", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
)

# how much of its own log a seat has been told as a story; one of several sides has one for each
told = Table(
    "told",
    metadata,
    Column("game", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("side", Integer, primary_key=True),
    Column("lines", Integer, nullable=False),
    Column("at", Float, nullable=False),
)

settings = Table(
    "settings",
    metadata,
    Column("key", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)
