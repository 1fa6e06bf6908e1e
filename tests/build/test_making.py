"""Pages that are made again at the last moment, and the word that processes are left."""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from build.config import Config
from build.made import Made, OfPage
from build.making import Finished, Maker, Places, Task, make_there, order
from build.output import LIST
from build.site import MAKING
from build.state import state_path
from pipeline.errors import AuthoringError
from site_templates import ROOT

from .conftest import BOTH, Again


def test_making_refuses_a_folder_that_became_a_link_though_its_pages_are_the_same(
    again: Again, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is behind the link is not ours to keep; its pages are made a path at a time, as all are."""
    sizes = []

    def make(maker: Maker, places: Places, tasks: Sequence[Task], *known: Any) -> tuple[Finished, ...]:
        sizes.append(len(tasks))
        return original(maker, places, tasks, *known)

    original = Maker.make
    monkeypatch.setattr(Maker, "make", make)
    again.build()
    toy = again.house.out / "toy"
    toy.rename(again.house.out.parent / "away")
    toy.symlink_to(again.house.out.parent / "away")
    before = again.files()
    for build in (again.build, lambda: again.house.build(BOTH)):
        with pytest.raises(AuthoringError, match=r"dist/toy: stands where a folder of the site goes"):
            build()
    assert again.files() == before
    assert max(sizes) == len(BOTH.languages)


def test_making_takes_no_file_of_others_for_a_page_though_it_is_the_same(again: Again) -> None:
    """What the list of a site does not name was not made here, whatever is in it."""
    again.build()
    path = again.house.out / LIST
    path.write_text(path.read_text(encoding="utf-8").replace("toy/index.html\n", "", 1), encoding="utf-8")
    with pytest.raises(AuthoringError, match=r"dist/(es/)?toy/index\.html: is not ours"):
        again.build()


def test_making_counts_a_page_once_that_is_made_twice(again: Again) -> None:
    """One that was made, and found to be as it is there, may have to be made again."""
    again.build()
    toy = again.house.out / "toy"

    def change(what: str, done: int, of: int) -> None:
        # The last page is made: one that was found to be the same is changed now.
        if what == MAKING and done == of:
            (toy / "index.html").write_text("mine", encoding="utf-8")

    state_path(again.cache, again.house.out).unlink()
    built = again.build(progress=change)
    assert built.made == built.pages
    assert again.files() == again.whole()


def test_making_follows_no_order_but_that_of_its_run(tmp_path: Path) -> None:
    """What processes are told is read only where it is what was written for them."""
    given = order(tmp_path, (), Config(), ROOT, Places(None, tmp_path))
    given.path.write_bytes(pickle.dumps("another"))
    with pytest.raises(AuthoringError, match="the file was changed while the site was made"):
        make_there(given, ())


def test_making_forgets_the_drawings_of_a_page_that_is_no_more() -> None:
    """A live rebuild goes on for days: what was drawn for a page goes with the page, and what all need stays."""
    made, drawn = Made(), []
    names = (OfPage("thumbs", "toy/index.html"), OfPage("thumbs", "toy/levels-2x3.html"), ("words", "en"))
    for pages in ({"toy/index.html", "toy/levels-2x3.html"}, {"toy/index.html"}):
        made.keep(frozenset(), pages)
        for name in names:
            made.named(name, "the same", lambda name=name: drawn.append(name))
    assert drawn == [*names, names[1]]
