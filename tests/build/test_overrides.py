"""A site's own files take the place of those of the house, and a slip among them is told with its place."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import pytest

from build.config import Config, read_config
from build.site import build_site
from pipeline.errors import KotaeError
from pipeline.kind import discover

from .conftest import House
from .test_site import tree

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


class Own(House):
    """A house, and a site with files of its own."""

    @property
    def folder(self) -> Path:
        """Where they are."""
        return self.out.parent / "templates"

    def put(self, name: str, text: str) -> None:
        """Write one of them."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def make(self, config: Config | None = None) -> None:
        """Build the site as its settings say, or these."""
        path = self.out.parent / "kotae.yaml"
        path.write_text("title: Mine\n", encoding="utf-8")
        read = read_config(path)
        used = replace(config, templates=self.folder if self.folder.is_dir() else None) if config else read
        build_site(self.catalogue, self.out, used, discover(), root=self.templates)


@pytest.fixture
def own(house: House) -> Own:
    """A site that can be given files."""
    made = object.__new__(Own)
    made.__dict__.update(house.__dict__)
    return made


def test_override_is_found_before_the_file_of_the_house(own: Own) -> None:
    """Templates, parts of them, styles, scripts, a kind's files, and new files that these name."""
    own.put("404.html.jinja", "<p>{{ config.title }}: {% include 'mine.txt' %}</p>")
    own.put("mine.txt", "not here")
    own.put("shelf.css", ".mine { color: red }\n")
    own.put("kinds/toy/style.css", ".toy { color: blue }\n")
    own.put("engine/theme.js", 'import { mine } from "#engine/mine.js";\nexport const asTheme = mine;\n')
    own.put("engine/mine.js", "export const mine = () => 'dark';\n")
    own.put(".hidden", "by an editor")
    own.put("README.md", "for readers")
    own.make()
    assert own.read("404.html") == "<p>Mine: not here</p>"
    shelf = own.read("toy/index.html")
    assert ".mine { color: red }\n" in shelf
    assert ".toy { color: blue }\n" in shelf
    assert "export const mine = () => 'dark';" in unquote(shelf)


def test_override_of_a_kinds_words_changes_one_language(own: Own) -> None:
    """The words that it does not write stay."""
    own.put("kinds/toy/words.yaml", "en:\n  name: Another name\n")
    own.make()
    assert "Another name" in own.read("toy/index.html")


def test_override_of_the_readme_does_what_it_says(own: Own) -> None:
    """The home page has its paragraph and the changed word, and all that it had."""
    own.make()
    before = own.read("index.html")
    for name, fence in (("index.html.jinja", "jinja"), ("words/en.yaml", "yaml words")):
        found = re.search(rf"`templates/{name}`:\n\n```{fence}\n(.*?)```", README, re.DOTALL)
        assert found
        own.put(name, found[1])
    own.make()
    after = own.read("index.html")
    assert '<p class="note">Printed copies lie in the library.</p>' in after
    assert "Every level of it</a>" in after
    assert before.count('class="sample"') == after.count('class="sample"')


SLIPS = {
    "index.htm.jinja": ("", ": takes no file's place, and no file here names it\n  did you mean 'index.html.jinja'?"),
    "kinds/toi/view.js": ("", "did you mean 'kinds/toy/view.js'?"),
    "notes.md": ("", "its name is that of a file in site_templates/"),
    "404.html.jinja": (
        "<p>\n{% if %}</p>\n",
        ":2: the template cannot be used: Expected an expression, got 'end of statement block'\n  {% if %}</p>",
    ),
    "base.html.jinja": (
        "\n\n{{ no_such_thing }}\n",
        ":3: the template cannot be used: 'no_such_thing' is undefined\n  {{",
    ),
    "stats.html.jinja": ("{{ 1 / 0 }}", ":1: the template cannot be used: division by zero\n  {{ 1 / 0 }}"),
    "daily.html.jinja": ("{% include 'none' %}", ":1: the template cannot be used: there is no 'none'\n  {% include"),
    "index.html.jinja": (
        '{% extends "kotae/index.html.jinja" %}\n{% block main %}{% include "index.html.jinja" %}{% endblock %}',
        ":2: the template cannot be used: it comes back to itself without end",
    ),
    "lesson.html.jinja": ("\n{{ [1, 'a'] | sort }}", ":2: the template cannot be used: '<' not supported between"),
    "words/en.yaml": ("home:\n  al: Every level\n", ":2:3: no page has a word 'home.al'\n    al: Every level"),
    "words/es.yaml": ("x: y\n", None),
    "kinds/toy/words.yaml": ("en:\n  rules: One\n", ":2:3: 'rules' is one text\n"),
    "engine/theme.js": ("const a = 'b\n", ":1:11: what begins here has no end\n  const a = 'b\n            ^"),
    "style.css": ("a { b: c } /*\n", ":1:12: what begins here has no end"),
    "engine/hint.js": (
        '// a module\nimport { a } from "#engine/nope.js";\n',
        ":2:19: there is no module '#engine/nope.js'\n  import { a } from \"#engine/nope.js\";\n" + " " * 20 + "^\n",
    ),
    "engine/history.js": ('import "./store.js";\n', ":1:8: a page cannot import './store.js'\n  import"),
    "print.css": (
        "/* </style> */\na::after {\n  content: '</STYLE>';\n}\n",
        ":3:13: '</style' would end what it stands in on the page\n    content: '</STYLE>';\n              ^\n",
    ),
    "engine/early.js": (
        'const a = "</script>"; // "</script>"\n',
        ":1:12: '</script' would end what it stands in on the page\n  const a",
    ),
    "icon.txt": ('data:image/svg+xml,<svg xmlns="x"/>', ": the icon cannot be used\n  it is an SVG drawing"),
    "play.css": ("a {\n  b: '\0' }\n", ":2: the character U+0000, which shows nothing"),
}


@pytest.mark.parametrize("name", SLIPS)
def test_override_slip_is_located_and_the_last_site_stays(own: Own, name: str) -> None:
    """Names that are nobody's, and files that cannot be used; what a site has no use for is let be."""
    own.make()
    before = tree(own.out)
    text, said = SLIPS[name]
    own.put(name, text)
    if said is None:
        own.make()
    else:
        with pytest.raises(KotaeError) as caught:
            own.make()
        assert f"templates/{name}:" in str(caught.value)
        assert (name + said if said.startswith(":") else said) in str(caught.value)
    assert tree(own.out) == before


def test_override_that_is_no_file_is_told(own: Own) -> None:
    """A pipe would never end, and neither would a device that a link leads to."""
    folder = own.out.parent / "templates"
    folder.mkdir()
    os.mkfifo(folder / "style.css")
    (folder / "print.css").symlink_to("/dev/zero")
    told = r"(?s)templates/print\.css: cannot be read: it is a pipe .*templates/style\.css: cannot be read: it is"
    with pytest.raises(KotaeError, match=told):
        own.make()


def test_override_script_may_speak_of_the_ends_of_elements(own: Own) -> None:
    """A module is in a URL, which no element ends in, a comment is on no page, and a stroke keeps a string from it."""
    own.put("engine/theme.js", "export const asTheme = () => '</script><!--';\n")
    own.put("shelf.css", "/* </style> */\n.a::after { content: '<\\/style>' }\n")
    own.make()
    shelf = own.read("toy/index.html")
    assert "export const asTheme = () => '</script><!--';" in unquote(shelf)
    assert r".a::after { content: '<\/style>' }" in shelf
    assert shelf.count("</style>") == 1


def test_override_folder_that_is_a_link_is_gone_into(own: Own) -> None:
    """Its files count as any others do, slips too; a link that leads round is told."""
    elsewhere = own.out.parent / "elsewhere"
    (elsewhere / "toy").mkdir(parents=True)
    (elsewhere / "toy" / "style.css").write_text(".toy { color: blue }\n", encoding="utf-8")
    templates = own.out.parent / "templates"
    templates.mkdir()
    (templates / "kinds").symlink_to(elsewhere, target_is_directory=True)
    own.make()
    assert ".toy { color: blue }\n" in own.read("toy/index.html")
    (elsewhere / "toy" / "stile.css").write_text("", encoding="utf-8")
    with pytest.raises(KotaeError, match=r"kinds/toy/stile\.css: takes no file's place(?s:.*)'kinds/toy/style\.css'"):
        own.make()
    (elsewhere / "toy" / "stile.css").unlink()
    (elsewhere / "toy" / "round").symlink_to(templates, target_is_directory=True)
    with pytest.raises(KotaeError, match=r"templates/kinds/toy/round: a link that leads back to a folder around it"):
        own.make()


def test_override_slips_are_all_told(own: Own) -> None:
    """An author mends them at once."""
    own.put("one.css", "")
    own.put("404.html.jinja", "{% if %}")
    with pytest.raises(KotaeError, match=r"(?s)404\.html\.jinja:1: .*one\.css: takes no file's place"):
        own.make()


def test_override_with_a_gap_that_a_word_has_not_is_told(own: Own) -> None:
    """A gap that nobody fills would be seen by readers."""
    own.put("words/en.yaml", "home:\n  levels:\n    one: '{n} level'\n    other: '{count} levels'\n")
    with pytest.raises(KotaeError, match=r"en\.yaml:2:3: 'home\.levels' has no gap 'count'\n(?s:.*)  it has n$"):
        own.make()


def test_settings_without_such_a_folder_have_none(tmp_path: Path) -> None:
    """Nothing is asked of a site that is content."""
    (tmp_path / "kotae.yaml").write_text("", encoding="utf-8")
    assert read_config(tmp_path / "kotae.yaml") == Config()
