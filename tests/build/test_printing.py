"""The pages to print from: one for each size, with each board and its answer as the kind draws them."""

from __future__ import annotations

import re

from build.config import Config
from build.levels import PAGE_SIZE, SPAN

from .conftest import House, line


def drawings(house: House, name: str) -> list[str]:
    """The drawings that a page holds back until they are laid on a sheet."""
    held = house.read(name).split('<template id="drawings">')[1].split("</template>")[0]
    return re.findall(r"<svg .*?</svg>", held, flags=re.DOTALL)


def test_print_page_has_the_levels_of_every_tier_with_their_answers(house: House) -> None:
    """Easy ones first, each as its play page has it, with two drawings of which the second shows the mines."""
    house.build()
    data = house.data("toy/print-2x3.html")
    easy, hard = data["tiers"]
    assert [easy["tier"], hard["tier"]] == ["easy", "hard"]
    assert [level["id"] for level in easy["levels"]] == [line(1)["id"], line(2)["id"]]
    assert hard["levels"] == [{"id": line(3)["id"], "title": "", "author": "", "told": ""}]
    assert (easy["page"], hard["page"]) == ("2x3-easy.html", "2x3-hard.html")
    drawn = drawings(house, "toy/print-2x3.html")
    mines = sum("".join(line(number)["answer"]).count("*") for number in (1, 2, 3))
    assert len(drawn) == 6
    assert [text.count('class="mine"') for text in drawn[::2]] == [0, 0, 0]
    assert "".join(drawn[1::2]).count('class="mine"') == mines


def test_print_pages_are_cut_where_play_pages_are(house: House) -> None:
    """A size with more levels has more pages, each with what the play pages of its number hold, and all lead to all."""
    house.write([line(number) for number in range(1, PAGE_SIZE + 3)] + [line(900, tier="hard")])
    house.build()
    first, second = (house.data(f"toy/print-2x3{suffix}.html") for suffix in ("", "-2"))
    assert [(tier["page"], tier["first"]) for tier in first["tiers"]] == [("2x3-easy.html", 1), ("2x3-hard.html", 1)]
    assert [(tier["page"], tier["first"]) for tier in second["tiers"]] == [("2x3-easy-2.html", SPAN + 1)]
    for data in (first, second):
        for tier in data["tiers"]:
            played = house.data(f"toy/{tier['page']}")["levels"]
            assert [level["id"] for level in tier["levels"]] == [level["id"] for level in played]
    for name in ("print-2x3.html", "print-2x3-2.html"):
        assert {"print-2x3.html", "print-2x3-2.html"} <= set(re.findall(r'href="([\w.-]+)"', house.read(f"toy/{name}")))
    assert 'href="print-2x3-2.html"' in house.read("toy/2x3-easy-2.html")
    assert 'href="print-2x3.html"' in house.read("toy/2x3-hard.html")
    assert 'href="print-2x3.html"' in house.read("toy/index.html")


def test_print_page_knows_where_the_site_stands(house: House) -> None:
    """With an address of the site, that of each level's page in the same language can be printed."""
    house.build(Config(base_url="https://example.org/a/", languages=("en", "ja")))
    assert house.data("toy/print-2x3.html")["address"] == "https://example.org/a/toy/"
    assert house.data("ja/toy/print-2x3.html")["address"] == "https://example.org/a/ja/toy/"
    house.build()
    assert house.data("toy/print-2x3.html")["address"] == ""
