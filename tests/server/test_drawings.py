"""Map drawings: made ahead, kept under the fingerprint of what they show, shipped with the client."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from blockfront.games import catalogue
from blockfront.server.boards import drawings
from blockfront.server.boards.drawings import Drawing, MapDrawings, draw_into, file_name
from tests.server.waiting import wait_for

MAP = "/api/titles/proving_ground/map.svg"
Ship = Callable[[Path], None]


@pytest.fixture
def ship_from(monkeypatch: pytest.MonkeyPatch) -> Ship:
    """Lets servers find shipped drawings in a folder; there is only a small map to draw."""
    small = catalogue.title("proving_ground")
    monkeypatch.setattr("blockfront.games.catalogue.titles", lambda: (small,))
    return lambda folder: monkeypatch.setattr(MapDrawings.__init__, "__defaults__", (folder,))


def test_a_server_with_a_folder_draws_before_anybody_asks(serve: Any, sqlite: str, tmp_path: Path, ship_from: Ship) -> None:
    ship_from(tmp_path / "nothing")
    folder = tmp_path / "maps"
    server = serve(sqlite, cache_folder=str(folder))
    kept = folder / file_name(Drawing("proving_ground"))
    wait_for(kept.is_file)
    drawn = server.http().get(MAP)
    assert drawn.content == kept.read_bytes()
    assert drawn.text.startswith("<svg")
    plain = server.http().get(MAP, headers={"accept-encoding": "identity"})
    assert [one.headers.get("content-encoding") for one in (drawn, plain)] == ["gzip", None]
    assert plain.content == drawn.content
    kept.write_bytes(b"<svg/>")
    again = serve(sqlite.replace("games", "other"), cache_folder=str(folder))
    assert again.http().get(MAP).content == b"<svg/>", "it was drawn again"


def test_what_was_drawn_is_shipped_and_not_drawn_again(serve: Any, sqlite: str, tmp_path: Path, ship_from: Ship) -> None:
    shipped = tmp_path / "shipped"
    ship_from(shipped)
    draw_into(tmp_path / "kept", shipped)
    kept = tmp_path / "kept" / file_name(Drawing("proving_ground"))
    assert (shipped / kept.name).read_bytes() == kept.read_bytes() == drawings.draw(b"proving_ground//")
    kept.write_bytes(b"<svg/>")
    (shipped / "proving_ground-old.svg").write_bytes(b"<svg/>")
    draw_into(tmp_path / "kept", shipped)
    assert {path.name for path in shipped.iterdir()} == {file_name(drawing) for drawing in drawings.all_drawings()}
    assert serve(sqlite).http().get(MAP).content == b"<svg/>"
