"""Links that lead nowhere are found, whatever file of a site they stand in, and those that lead somewhere are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from build.config import Config
from build.links import dead_links
from build.scan import scan_manifest, scan_page

from .conftest import House

SITED = Config(base_url="https://example.org/a/", base_path="/a/")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """A small site in which every link is good, whatever form it has."""
    folder = tmp_path / "dist"
    (folder / "toy").mkdir(parents=True)
    (folder / "index.html").write_text(
        '<h1 id="top-of-it">A</h1>\n<a href=" toy/ ">x</a><a href=toy>x</a>\n'
        "<a href='toy/index.html?x=1#b%20c'>x</a> <a href=\"#top\">x</a> <a href='#top-of-it'>x</a>\n"
        '<a title="a > b, href=nowhere.html" href="https://example.net/nowhere.html">x</a>\n'
        '<a href="mailto:a@example.org">x</a><img src="data:image/png;base64,AA//["><img SRC="a%20b.png">\n'
        '<script>const a = "<a href=\'nowhere.html\'>";</script><!-- <a href="nowhere.html"> -->\n'
        "<style>p { background: url(a%20b.png) }</style> href=nowhere.html\n",
        encoding="utf-8",
    )
    (folder / "toy" / "index.html").write_text(
        '<a href="../index.html">x</a><a href="">x</a><p id="b c"></p><a name="old"></a><a href="#old">x</a>'
        '<a href="#0123456789ab">x</a>'
        '<script type="application/json" id="data">{"levels": [{"id": "0123456789ab"}]}</script>',
        encoding="utf-8",
    )
    (folder / "a b.png").touch()
    return folder


def told(folder: Path, config: Config | None = None) -> list[str]:
    """The warnings, with the places as they are below the folder."""
    return [str(notice).replace(f"{folder.as_posix()}/", "") for notice in dead_links(folder, config or Config())]


def test_links_that_lead_somewhere_are_left_alone(site: Path) -> None:
    """Quoted or not, to a folder, to a place, off the site; what stands in scripts, comments and texts is no link."""
    assert told(site) == []


def test_link_of_the_system_that_leads_to_itself_hides_no_page(site: Path) -> None:
    """Whatever lies among the pages, all of them are there to be led to."""
    pages = {path: path.read_bytes() for path in (site / "toy").iterdir()}
    for path in pages:
        path.unlink()
        for number in range(20):
            path.with_name(f"{path.stem}{number}.html").symlink_to(f"{path.stem}{number}.html")
    for path, page in pages.items():
        path.write_bytes(page)
    assert told(site) == []


NOWHERE = {
    '<a href="toy/indx.html">': "the link 'toy/indx.html' leads nowhere\n  did you mean 'toy/index.html'?",
    "<A HREF=zzzz>": "the link 'zzzz' leads nowhere",
    "<img alt='' src='qq/qqqq'>": "the link 'qq/qqqq' leads nowhere",
    '<script src="no.js"></script>': "the link 'no.js' leads nowhere",
    "<style>@import url('no.css');</style>": "the link 'no.css' leads nowhere",
    '<video poster="qqq.jpg">': "the link 'qqq.jpg' leads nowhere",
    '<svg><use href="#shape"/></svg>': "the link '#shape' leads to no place of its page",
    '<a href="toy/#ffffffffffff">': "the link 'toy/#ffffffffffff' leads to no place of its page",
    '<a href="TOY/index.html">': "the link 'TOY/index.html' leads nowhere\n  did you mean 'toy/index.html'?",
    '<a href="../away.html">': "the link '../away.html' leads out of the site",
    '<a href="/qqqq">': "the link '/qqqq' leads nowhere",
    '<a href="http://[x/">': "the link 'http://[x/' is no address",
    "<SCRIPT></SCRIPT><a href='late.htm'>": "the link 'late.htm' leads nowhere",
}


@pytest.mark.parametrize("markup", NOWHERE)
def test_link_that_leads_nowhere_is_told_with_its_line(site: Path, markup: str) -> None:
    """Whatever element or style it is in; names are as a host takes them, capitals and all."""
    (site / "more.html").write_text(f"<p>\n\n{markup}", encoding="utf-8")
    assert told(site) == [f"warning: more.html:3: {NOWHERE[markup]}"]


def test_link_of_many_pages_is_told_once(site: Path) -> None:
    """A slip in the frame of every page is one warning, with the first page and how many more there are."""
    for name in ("b.html", "c.html", "toy/d.html"):
        (site / name).write_text('<a href="/qqqq">', encoding="utf-8")
    assert told(site) == ["warning: b.html:1: the link '/qqqq' leads nowhere, and 2 more files have such a link"]


def test_full_addresses_of_the_site_are_followed(site: Path) -> None:
    """Those of its own host and path are links like any other; its host's other paths are another's."""
    (site / "more.html").write_text(
        '<link rel="canonical" href="https://example.org/a/more.html"><meta property="og:image" content='
        '"https://example.org/a/card.png"><a href="/b/">x</a><a href="/a/toy/">x</a><a href="/a/gone/">x</a>',
        encoding="utf-8",
    )
    (site / "sitemap.xml").write_text(
        "<urlset><url><loc>https://example.org/a/</loc></url>\n<url><loc>https://example.org/a/past.html</loc></url>",
        encoding="utf-8",
    )
    faults = told(site, SITED)
    assert [fault.partition(" leads")[0] for fault in faults] == [
        "warning: more.html:1: the link 'https://example.org/a/card.png'",
        "warning: more.html:1: the link '/a/gone/'",
        "warning: sitemap.xml:2: the link 'https://example.org/a/past.html'",
    ]


def test_page_for_what_is_missing_may_not_count_on_where_it_stands(site: Path) -> None:
    """It is shown at any depth, where a link from itself on leads elsewhere."""
    (site / "404.html").write_text('<a href="index.html">x</a><a href="#a" id="a">x</a>', encoding="utf-8")
    assert told(site) == [
        "warning: 404.html:1: the link 'index.html' leads elsewhere from each depth that this page is shown at"
    ]
    (site / "404.html").write_text('<a href="/a/index.html">x</a>', encoding="utf-8")
    assert told(site, SITED) == []


def test_styles_and_manifests_are_followed(site: Path) -> None:
    """A style of the owner's, and what a browser reads to install the site."""
    (site / "toy" / "mine.css").write_text("p { background: url( 'x.png' ) url(../a%20b.png) }", encoding="utf-8")
    (site / "manifest.webmanifest").write_text(
        '{"start_url": "index.html", "scope": "./", "icons": [{"src": "icon.png"}]}', encoding="utf-8"
    )
    assert [fault.partition(" leads")[0] for fault in told(site)] == [
        "warning: manifest.webmanifest:1: the link 'icon.png'",
        "warning: toy/mine.css:1: the link 'x.png'",
    ]
    assert scan_manifest("[1]").links == scan_manifest("{").links == ()


def test_links_of_a_site_as_it_is_made_all_lead_somewhere(house: House) -> None:
    """In several languages, with and without an address; and one page that is taken away is missed."""
    for config in (Config(languages=("en", "ja")), Config(languages=("es", "en")).standing("https://example.org/a/")):
        house.build(config)
        assert told(house.out, config) == []
        assert len(scan_page(house.read("index.html")).links) > 5
    (house.out / "toy" / "rules.html").unlink()
    assert any("rules.html' leads nowhere" in fault for fault in told(house.out, config))
