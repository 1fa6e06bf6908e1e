"""What a build writes so that a browser can keep the site: a worker that knows every page, and a manifest."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import pytest

from build import offline
from build.config import Config
from pipeline.errors import AuthoringError

from .conftest import House

TWO = Config(title={"en": "Mine", "ja": "私の"}, languages=("en", "ja"), accent="#123456")


def known(house: House) -> dict[str, Any]:
    """What the worker of a site knows of it."""
    found: dict[str, Any] = json.loads(house.read("sw.js").split("const SITE = ")[1].split(";\n")[0])
    return found


def test_worker_knows_every_page_of_each_language_by_its_hash(house: House) -> None:
    """Pages that lead to others come first, and the one for what is missing is kept with each language."""
    house.build(TWO)
    site = known(house)
    paths = {path.relative_to(house.out).as_posix(): path for path in house.out.rglob("*.html")}
    assert set(site["languages"]) == {"", "ja/"}
    for folder, language in site["languages"].items():
        own = {name for name in paths if name == "404.html" or name.startswith("ja/") == (folder == "ja/")}
        assert {name for name, _ in language["pages"]} == own
        assert [name for name, _ in language["pages"][language["first"] :]] == [
            f"{folder}toy/2x3-easy.html",
            f"{folder}toy/2x3-hard.html",
            f"{folder}toy/where.html",
            f"{folder}toy/print-2x3.html",
        ]
        assert language["size"] == sum(paths[name].stat().st_size for name in own)
        for name, found in language["pages"]:
            assert hashlib.sha256(paths[name].read_bytes()).hexdigest().startswith(found)


def test_worker_of_a_large_site_knows_the_pages_alone_that_lead_to_others(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody wants to keep all of it, and the list that every visit asks for stays short."""
    monkeypatch.setattr(offline, "MOST_KEPT", 100_000)
    house.build()
    language = known(house)["languages"][""]
    assert len(language["pages"]) == language["first"] < language["all"] == len(list(house.out.rglob("*.html")))
    assert "toy/index.html" in dict(language["pages"])


def test_manifest_of_each_language_names_it_and_reaches_the_whole_site(house: House) -> None:
    """Every language is installed by its own name, and all of the site belongs to the app."""
    house.build(TWO)
    for folder, name, scope in (("", "Mine", "./"), ("ja/", "私の", "../")):
        manifest = json.loads(house.read(f"{folder}manifest.webmanifest"))
        assert (manifest["name"], manifest["scope"], manifest["theme_color"]) == (name, scope, "#123456")
        assert (house.out / folder / manifest["start_url"]).is_file()
        assert f"--paper: light-dark({manifest['background_color']}, " in house.read("index.html")
        (icon,) = manifest["icons"]
        assert icon["src"] == (house.root / "icon.txt").read_text(encoding="utf-8").strip()
        assert icon["sizes"] == "any"


def test_offline_switched_off_leaves_a_worker_that_goes(house: House) -> None:
    """No page speaks of a worker or allows one, and the one that is there takes the place of an older one."""
    house.build(TWO)
    house.build(Config(offline=False))
    assert not list(house.out.rglob("*.webmanifest"))
    assert "worker-src" not in house.read("index.html")
    assert "offline" not in house.data("index.html")
    worker = house.read("sw.js")
    assert "unregister()" in worker
    assert "fetch" not in worker


def test_icon_that_is_no_drawing_is_an_error_with_its_file(house: House) -> None:
    """A browser could not install the site by it."""
    (house.templates / "icon.txt").write_text("icon.png", encoding="utf-8")
    with pytest.raises(AuthoringError, match=r"icon\.txt: the icon cannot be used\n  it is an SVG drawing"):
        house.build()
