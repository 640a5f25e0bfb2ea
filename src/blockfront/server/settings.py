"""The settings of a server, as the command line fills them in."""

import os
import sys
from pathlib import Path
from typing import Final, Literal

import msgspec

ENVIRONMENT: Final = "BLOCKFRONT_SETTINGS"  # how settings reach worker processes


class Settings(msgspec.Struct, frozen=True):
    """Everything that can be set for a server; worker processes read it from the environment."""

    database: str
    public_url: str = ""  # where browsers reach the server, for links in notices; also an accepted Origin
    cache_folder: str = ""  # for map drawings; empty: memory only
    accounts: bool = False
    secure_cookies: bool = False  # set when served over HTTPS
    rate: float = 0.0  # requests a second for each address; 0: no limit
    burst: float = 60.0
    workers: int = 1
    bot_processes: int = 1
    bot_seconds: float = 5.0  # budget of a bot's decision
    housekeeping_seconds: float = 5.0  # between two checks of the clocks
    smtp_host: str = ""
    smtp_port: int = 25
    smtp_sender: str = ""
    smtp_user: str = ""
    smtp_password: str = ""
    smtp_security: Literal["auto", "starttls", "tls", "none"] = "auto"  # auto: TLS at port 465, else STARTTLS where it is offered
    proxies: str = ""  # addresses of proxies that are trusted to tell a visitor's address, separated by commas
    connections: int = 0  # open at once, at most; 0: as many as the system's file handles allow
    webhooks: bool = True
    log_level: str = "info"


def to_environment(settings: Settings) -> None:
    os.environ[ENVIRONMENT] = msgspec.json.encode(settings).decode()


def from_environment() -> Settings:
    return msgspec.json.decode(os.environ[ENVIRONMENT], type=Settings)


def data_folder() -> Path:
    """The folder in which programs keep a user's data on this operating system."""
    if given := os.environ.get("BLOCKFRONT_DATA"):
        return Path(given)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "blockfront"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "blockfront"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "blockfront"


def sqlite_url(path: Path) -> str:
    return f"sqlite:///{path}"
