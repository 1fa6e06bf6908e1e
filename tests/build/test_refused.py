"""What a site's own templates and styles ask for and no browser will do is told, with its place."""

from __future__ import annotations

from dataclasses import replace

import pytest
from jinja2 import DictLoader

from build.config import Config
from build.policy import PLACES, settle
from build.rendering import open_environment
from build.site import build_site
from pipeline.kind import discover

from .test_inline import digest
from .test_overrides import Own, own

__all__ = ["own"]

HEAD = '{% extends "base.html.jinja" %}\n{% block main %}\n'
END = "\n{% endblock %}"

REFUSED = {
    '<p onclick="go()">': "3:1: no page runs the 'onclick' of an element",
    '<p>x</p>\n<p {% if 2 > 1 %}hidden{% endif %} style="color: red">': "4:1: no page has a style at an element",
    '<a href="javascript:go()">': "3:1: no page runs a script in 'href'",
    '<script src="{{ root }}own.js"></script>': "3:1: no page asks for a script",
    '<link href="own.css" rel=stylesheet>': "3:1: no page asks for a style",
    '<img src="//example.org/a.png">': "3:1: no page asks another host for '//example.org/a.png'",
    '<img srcset="a.png, https://example.org/a.png 2x">': (
        "3:1: no page asks another host for 'https://example.org/a.png'"
    ),
    '<a href="&#106;avascript:bad()">a</a>': "3:1: no page runs a script in 'href'",
    '<link rel="preload" as="script" href="own.js">': "3:1: no page asks for anything ahead",
    '<svg><image href="a.png"/></svg>': "3:6: no drawing asks for 'a.png'",
    '<input type="image" src="a.png">': "3:1: no page asks for what is in 'input'",
    "<style>p { background: url({{ root }}a.png) }</style>": "3:24: no style may ask for 'a.png'",
    "<style>@import 'a.css';</style>": "3:8: no style may ask for 'a.css'",
    "<style>@font-face { font-family: x; src: URL(data:font/woff2,x) }</style>": "3:8: no page has a font of its own",
    '<iframe src="https://example.org/">': "3:1: no page asks for what is in 'iframe'",
}

FINE = (
    '<script>if (1 < 2) document.body.onclick = () => "<p style=x onclick=y>";</script>',
    "<!-- <p onclick=x> -->{# <p onclick=x> #}",
    '<style>p { color: red }</style><img src="{{ root }}logo.png" alt=""><img src="data:image/png,x" alt="">',
    '<a href="https://example.org/" data-on="1">a</a>',
    '<style>@namespace url(x); p[title="url(x)"] { background: url(DATA:image/png,x) }</style>',
    '<style>@font-face { font-family: x; src: local("x") } p { background: url("{{ root }}") }</style>',
    '<p title="javascript: a language" data-x="javascript:x">',
    '<img srcset="data:image/gif;base64,//8= 1x, {{ root }}b.png 2x" alt="">',
)
"""What the policy is made of, and what it does not govern."""


@pytest.mark.parametrize("written", [*REFUSED, *FINE])
def test_what_no_browser_will_do_is_warned_of_with_its_place(own: Own, written: str) -> None:
    """Where something is refused, the place and what to write instead; nothing of what is let in."""
    own.put("404.html.jinja", f"{HEAD}{written}{END}")
    built = build_site(own.catalogue, own.out, replace(Config(), templates=own.folder), discover(), own.templates)
    told = [str(notice).split("\n")[0].rpartition("404.html.jinja:")[2] for notice in built.notices]
    assert told == ([REFUSED[written]] if written in REFUSED else [])


def test_own_page_without_a_policy_and_own_style_that_asks_are_warned_of(own: Own) -> None:
    """A head of the site's own has to say the policy, and a picture in a style has to be in it."""
    own.put("404.html.jinja", "<html><head><title>x</title></head></html>")
    style = "/* url(b.png) */\n.a { background: url(data:image/png,x) }\n.b { background: url(b.png) }\n"
    own.put("shelf.css", f'@import "c.css";{style}')
    built = build_site(own.catalogue, own.out, replace(Config(), templates=own.folder), discover(), own.templates)
    first, second, third = (str(notice) for notice in built.notices)
    assert "404.html.jinja: the page has no policy" in first
    assert "shelf.css:1:1: no style may ask for 'c.css'" in second
    assert "shelf.css:3:18: no style may ask for 'b.png'" in third


def test_elements_whose_name_a_mark_of_the_template_follows_are_let_in() -> None:
    """A condition may stand right behind the name of a script or an image."""
    page = "<script{% if true %} defer{% endif %}>a()</script><img{# x #}{{ given }}>"
    environment = open_environment(DictLoader({"a": "{{ policy }}|" + page}))
    text = settle(environment.get_template("a").render(given=" src=a.png", **PLACES))
    assert f"script-src {digest('a()')}; style-src 'none'; img-src data: 'self'" in text


def test_scripts_and_styles_of_templates_are_let_in_and_nothing_that_data_brings() -> None:
    """A script in a template is known by its text as it is filled; one that came in by a title would not be."""
    script = '<SCRIPT id="a" data-note="x src=y type=json">const a = "{{ title }}";</SCRIPT>'
    page = f'{script}{{{{ given|drawing }}}}<style>p{{}}</style><img src="a.png">'
    environment = open_environment(DictLoader({"a": "{{ policy }}|{{ sources }}|" + page}))
    given = "<script>bad()</script><style>bad{}</style><img src='x'>"
    text = settle(environment.get_template("a").render(title="x & \r\ny", given=given, **PLACES))
    policy, sources, page = text.split("|", 2)
    known = digest('const a = "x &amp; \ny";')
    assert f"script-src {known}; style-src {digest('p{}')}; img-src data: 'self'" in policy
    assert sources == f"script-src {known}"
    assert given in page
    assert "\0" not in text
