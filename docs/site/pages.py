"""Pages of the documentation site that are made from the program itself, so that they cannot drift from it.

MkDocs calls `on_files` before it builds. Nothing is written into the repository.
"""

import argparse
import re
from collections.abc import Iterator
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

from blockfront.cli.main import parser as command_line
from blockfront.core.game import Title
from blockfront.games import catalogue
from blockfront.server import app as _app  # noqa: F401 - knows every endpoint
from blockfront.server.boards import drawings
from blockfront.server.http import openapi
from blockfront.sim.maps import Frame
from blockfront.sim.pictures import set_up_on_map

ROOT = Path(__file__).parents[2]
BESIDE = {  # files of the repository that are pages of the site, too
    "develop/architecture.md": "ARCHITECTURE.md",
    "develop/contributing.md": "CONTRIBUTING.md",
    "develop/changelog.md": "CHANGELOG.md",
}


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for path, text in pages():
        if files.get_file_from_path(path) is None:
            files.append(File.generated(config, path, content=text))
    return files


def pages() -> Iterator[tuple[str, str]]:
    """Every generated page: its path in the site, and its text."""
    for title in catalogue.titles():
        drawing = map_drawing(title.id)
        yield f"play/maps/{title.id}.svg", drawing
        yield f"play/scenarios_of_{title.id}.md", scenarios(title, frame_of(drawing))
    yield "reference/commands.md", commands()
    yield "reference/endpoints.md", endpoints()
    for path, name in BESIDE.items():
        yield path, _with_links_from_develop((ROOT / name).read_text(encoding="utf-8"))


def map_drawing(title_id: str) -> str:
    """The full map of a title, drawn once and kept beside the other things that are built."""
    kept = ROOT / "build" / "maps" / drawings.file_name(drawings.Drawing(title_id))
    if not kept.is_file():
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_bytes(drawings.draw(title_id.encode()))
    return kept.read_text(encoding="utf-8")


def frame_of(drawing: str) -> Frame:
    """The rectangle that a drawing covers, in its own units."""
    found = re.search(r'viewBox="([^"]+)"', drawing)
    assert found is not None
    return Frame(*map(float, found[1].split()))


def scenarios(title: Title, frame: Frame) -> str:
    """Scenarios and options of a title, as `blockfront titles` knows them, each with its set-up on the map."""
    lines = [f"# {title.name}: scenarios and options", "", "Where players set up freely, blocks stand as the machine would put them.", ""]
    for one in title.scenarios:
        picture = set_up_on_map(title.id, one.id, f"../maps/{title.id}.svg", frame)
        lines += [f"## {one.name}", "", f"`{one.id}`, {one.length}. {one.summary}", "", f"<div>{picture}</div>", ""]
    if title.options:
        lines += ["## Options", "", "| | what it changes |", "|---|---|"]
        lines += [f"| `{one.id}` | **{one.name}.** {one.explanation} |" for one in title.options]
    return "\n".join(lines) + "\n"


def commands() -> str:
    """Every command of the command line with its help."""
    whole = command_line()
    lines = ["# Command line", "", "```text", whole.format_help().rstrip(), "```", ""]
    (subparsers,) = (action for action in whole._actions if isinstance(action, argparse._SubParsersAction))
    for name, parser in subparsers.choices.items():
        lines += [f"## blockfront {name}", "", "```text", parser.format_help().rstrip(), "```", ""]
    return "\n".join(lines)


def endpoints() -> str:
    """The paths of the OpenAPI document, a line each."""
    lines = ["# Endpoints", "", "From the server's own OpenAPI document, which every server offers at `/api/openapi.json`.", ""]
    lines += ["| | path | |", "|---|---|---|"]
    for path, methods in sorted(openapi.document()["paths"].items()):
        for method, operation in methods.items():
            said = str(operation.get("summary") or operation.get("description", "")).partition("\n")[0]
            lines.append(f"| {method.upper()} | `{path}` | {said} |")
    return "\n".join(lines) + "\n"


def _with_links_from_develop(text: str) -> str:
    """Links of a file in the repository's root, as they read from a page in `develop/`; what is no page is named, not linked."""

    def moved(match: re.Match[str]) -> str:
        words, target = match.groups()
        pages_of_site = {name: Path(path).name for path, name in BESIDE.items()}
        if target in pages_of_site:
            return f"[{words}]({pages_of_site[target]})"
        if target.startswith("docs/") and target.partition("#")[0].endswith(".md"):
            return f"[{words}](../{target.removeprefix('docs/')})"
        return match.group() if "://" in target or target.startswith("#") else words

    return re.sub(r"\[([^\]]+)\]\(([^)]+)\)", moved, text)
