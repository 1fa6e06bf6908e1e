"""What a page's scripts and styles lose on the way: their comments, and never a character of what they say."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from build.strip import strip_script, strip_style
from build.templates import Templates
from pipeline.errors import AuthoringError
from pipeline.kind import discover
from site_templates import ROOT

TEMPLATES = Templates(ROOT, discover())
MODULES = sorted(
    [path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.js")]
    + [f"kinds/{kind}/{path.name}" for kind in discover() for path in TEMPLATES.folder(kind).glob("*.js")]
)
SHEETS = sorted(ROOT.rglob("*.css"))

# Each is an expression that holds what could be taken for something else.
TRICKY = {
    "comments in strings": r"""["// no", '/* no */', "it's \" // no", 'a\\'] // yes""",
    "comment between words": "typeof/* a */1",
    "comment over lines ends a line": "(() => { return /* a\n */ 1 })() ?? null",
    "blanks in a template": "`  a\n    // no\n\n  b /* no */ `",
    "a template in a template": '`${true ? `  b // ${"`"}  ` : ""}  // c`',
    "an object in a template": "`${{ a: `}` }.a}` // yes",
    "a comment in a template": "`${1 /* ` */ + 1 // }\n}`",
    "an escape in a template": r"`\` // \${ ${1}`",
    "division": "((a, b) => a / b /* / */ / (b) / [2][0] / 1)(16, 2)",
    "division behind an object": "({ a: 1 }.a / 2, { valueOf: () => 8 } / 2 / 1) // yes",
    "division behind a keyword's name": "((a) => a.in / 2 /* / */ / a?.of // yes\n / 1)({ in: 8, of: 2 })",
    "a regular expression behind a point": "(() => ({ a: 1 })?.[/[`a]/.source[2]] ?? 2)()",
    "a regular expression behind spread": "(() => [...typeof /'/, .../`/.source])()",
    "division behind a counter": "((a) => a++ / 2 // yes\n / 1)(4)",
    "regular expressions": r"""["a//b".replace(/\/\//, "/* no */"), /[/"'`]/.test("'"), "x".split(/x/g).length]""",
    "a regular expression behind a condition": "(() => { if (true) /'/.test('x'); return 1 })()",
    "a regular expression behind a block": "(() => { { } /`/.test('x'); for (const a of [1]) { } /'/g; return 1 })()",
    "a regular expression behind an arrow": "(() => /[`'\"]/.source)()",
    "a regular expression behind a word": '(() => { const f = function* () { yield /"/ }; return `${[...f()]}` })()',
    "line ends that end statements": "(() => {\n  let a = 1\n\n  a\n  ++a // yes\n  return a\n})()",
    "continued strings": '"a\\\n   b" // yes',
    "letters of any language": "((é) => é / 2 // /\n)(4) + '答 // え'",
}


def run(node: str, script: str, *data: str) -> str:
    """What a script for node says of some data."""
    command = [node, "--input-type=module", "-e", script]
    done = subprocess.run(
        command, input=json.dumps(data), capture_output=True, text=True, timeout=60, check=True, encoding="utf-8"
    )
    return done.stdout


def test_strip_keeps_what_a_script_does(node: str) -> None:
    """Whatever literals and slashes stand together, a stripped expression has the value that it had."""
    script = """
    import { readFileSync } from "node:fs";
    const ask = (source) => JSON.stringify((0, eval)(`(${source}\\n)`));
    console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(ask)));
    """
    stripped = [strip_script(source) for source in TRICKY.values()]
    before = dict(zip(TRICKY, json.loads(run(node, script, *TRICKY.values())), strict=True))
    after = dict(zip(TRICKY, json.loads(run(node, script, *stripped)), strict=True))
    assert after == before


def test_strip_takes_every_comment_of_a_script() -> None:
    """What is a comment goes, and with it the lines that held nothing else; the code of the others begins its line."""
    source = "// one\n/** two\n * three\n */\nexport function a() {\n\n  return 1; // four\n  /* five */ }\n"
    assert strip_script(source) == "export function a() {\nreturn 1;\n}\n"
    assert not [name for name, text in TRICKY.items() if "yes" in strip_script(text)]


def test_strip_leaves_modules_that_parse_and_keeps_their_literals(node: str) -> None:
    """Node reads every module of the pages as it is sent, and stripping it again takes nothing more."""
    sources = [TEMPLATES.path(name).read_text(encoding="utf-8") for name in MODULES]
    stripped = [strip_script(source, name) for source, name in zip(sources, MODULES, strict=True)]
    script = """
    import { readFileSync } from "node:fs";
    import { SourceTextModule } from "node:vm";
    for (const source of JSON.parse(readFileSync(0, "utf8"))) new SourceTextModule(source);
    """
    command = [node, "--experimental-vm-modules", "--no-warnings", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(stripped), capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    for name, source, text in zip(MODULES, sources, stripped, strict=True):
        assert strip_script(text, name) == text, name
        bare = re.sub(r"/\*.*?\*/", "", source, flags=re.DOTALL)
        bare = re.sub(r"(?m)^\s*//.*$", "", bare)
        # No module has a comment behind code on its line within a literal, so that plain cutting says the same here.
        assert re.findall(r'"[^"\n]*"', text) == re.findall(r'"[^"\n]*"', bare), name
    assert sum(map(len, stripped)) < 0.75 * sum(map(len, sources))


def test_strip_takes_the_comments_of_a_style_and_keeps_its_strings() -> None:
    """Strings and addresses stay; a comment parts what stands around it, as it did."""
    source = '/* one */\na {\n  content: "/* no */  b";\n  background: url(data:a/*b*/c); /* two\n*/\n}\n'
    kept = 'a {\ncontent: "/* no */  b";\nbackground: url(data:a/*b*/c);\n}\n'
    assert strip_style(f"{source}b/**/:c {{ d: 1px/**/2px }}\n") == f"{kept}b:c {{ d: 1px 2px }}\n"
    for path in SHEETS:
        text = strip_style(path.read_text(encoding="utf-8"))
        assert "/*" not in text
        assert strip_style(text) == text


@pytest.mark.parametrize(
    ("source", "place"),
    [("a;\n  b = 'c\n", "2:7"), ("`a${b`", "1:6"), ("`a\n", "1:1"), ("a /* b\n", "1:3"), ("a = /b\n", "1:5")],
)
def test_strip_of_a_literal_without_end_is_located(source: str, place: str) -> None:
    """A script that ends within a string, a template, a comment or a regular expression is told with its place."""
    with pytest.raises(AuthoringError, match=rf"^mine\.js:{place}: what begins here has no end\n  .*\n +\^"):
        strip_script(source, "mine.js")
    with pytest.raises(AuthoringError, match=r"^mine\.css:2:3: what begins here has no end"):
        strip_style("a {\n  /* b\n}", "mine.css")
