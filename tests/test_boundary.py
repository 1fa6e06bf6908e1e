"""The walls of the house: what no file may name, and what no module may import.

A *generic* file is one below ``pipeline/``, ``build/`` or ``site_templates/`` that does not stand in a folder
``kinds/<kind>/``. The kinds are the folders there, so a new one is guarded from its first day.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pipeline.kind import discover

ROOT = Path(__file__).resolve().parent.parent
HOUSE = ("pipeline", "build", "site_templates")
SOURCES = (".py", ".js", ".css", ".jinja", ".yaml", ".yml", ".html", ".svg", ".txt", ".md", ".json")
REASONING = ("pipeline.search", "pipeline.reasoner", "pipeline.trial", "pipeline.solve", "pipeline.tier")
PROVING = ("pipeline.prove", "pipeline.blank", "pipeline.solve", "pysat")
IMPORTERS = ("import_module", "__import__", "files", "run_module")


def kinds(root: Path) -> list[str]:
    """The names of the folders in any ``kinds`` of the house."""
    folders = (path for part in HOUSE for path in (root / part / "kinds").glob("*") if path.is_dir())
    return sorted({folder.name for folder in folders if not folder.name.startswith(("_", "."))})


def house_files(root: Path) -> Iterator[Path]:
    """The source files of the house, as paths below ``root``."""
    for part in HOUSE:
        for path in sorted((root / part).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                yield path.relative_to(root)


def is_generic(path: Path, names: list[str]) -> bool:
    return not (path.parts[1] == "kinds" and path.parts[2] in names)


def naming(root: Path) -> Iterator[str]:
    """Each place where a generic file names a kind, in code, text, comment or its own name."""
    names = kinds(root)
    if not names:
        return
    # A letter before or a small letter behind makes it another word: 'akaris' no, 'akari_view' and 'AkariView' yes.
    word = re.compile(rf"(?<![A-Za-z])(?i:{'|'.join(map(re.escape, names))})(?![a-z])")
    for path in house_files(root):
        if not is_generic(path, names):
            continue
        if found := word.search(path.as_posix()):
            yield f"{path.as_posix()} has '{found[0]}' in its name"
        for number, line in enumerate((root / path).read_text(encoding="utf-8").splitlines(), start=1):
            if found := word.search(line):
                yield f"{path.as_posix()}:{number} names '{found[0]}'"


def module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(root: Path, path: Path) -> Iterator[tuple[int, str]]:
    """Each module that a file may import, with the line; ``from a import b`` may be ``a`` as well as ``a.b``."""
    package = list(path.parent.parts)
    for node in ast.walk(ast.parse((root / path).read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=aliases):
                yield from ((node.lineno, alias.name) for alias in aliases)
            case ast.ImportFrom(module=module, names=aliases, level=level):
                above = package[: len(package) - level + 1] if level else []
                base = ".".join([*above, *([module] if module else [])])
                yield node.lineno, base
                yield from ((node.lineno, f"{base}.{alias.name}") for alias in aliases)
            case ast.Call(
                func=ast.Name(id=called) | ast.Attribute(attr=called), args=[ast.Constant(value=str(name)), *_]
            ):
                if called in IMPORTERS:
                    yield node.lineno, name


def within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def importing(root: Path) -> Iterator[str]:
    """Each import that goes through a wall between the parts of the house."""
    forbidden = {"pipeline": ("build", "site_templates"), "build": ("pipeline.kinds",), "site_templates": ("build",)}
    names = kinds(root)
    for path in house_files(root):
        if path.suffix != ".py":
            continue
        walls = list(forbidden[path.parts[0]])
        if is_generic(path, names):
            walls += [f"pipeline.kinds.{name}" for name in names]
        seen = set()
        for line, name in imports(root, path):
            for wall in walls:
                if within(name, wall) and (line, wall) not in seen:
                    seen.add((line, wall))
                    yield f"{path.as_posix()}:{line} imports {wall}"


def reached(root: Path, path: Path) -> Iterator[tuple[str, ...]]:
    """Every way from a kind's module to another, through modules of the same kind.

    Generic modules are not followed, since the record of a kind names the types of both engines; nor is a kind's
    ``__init__``, which builds that record of everything.
    """
    package = ".".join(path.parent.parts)
    seen: set[str] = set()
    ahead: list[tuple[Path, tuple[str, ...]]] = [(path, ())]
    while ahead:
        current, way = ahead.pop(0)
        for _, name in imports(root, current):
            if name in seen:
                continue
            seen.add(name)
            yield (*way, name)
            file = path.parent / f"{name.removeprefix(f'{package}.')}.py"
            if name.startswith(f"{package}.") and (root / file).is_file():
                ahead.append((file, (*way, name)))


def leaning(root: Path, folder: Path) -> Iterator[str]:
    """Each way by which what judges in a kind's folder leads to a solver, or one of its engines to the other."""
    package = ".".join(folder.parts)
    reason, encode = f"{package}.reason", f"{package}.encode_sat"
    walls = {
        "rules": (reason, encode, *REASONING, *PROVING),
        "cuts": (reason, encode, *REASONING, *PROVING),
        "reason": (encode, *PROVING),
        "encode_sat": (reason, *REASONING),
    }
    for module, forbidden in walls.items():
        path = folder / f"{module}.py"
        if (root / path).is_file():
            for way in reached(root, path):
                if any(within(way[-1], wall) for wall in forbidden):
                    yield f"{path.as_posix()} reaches {' → '.join(way)}"


def solving(root: Path) -> Iterator[str]:
    """The same for every kind of the house."""
    for kind in kinds(root):
        yield from leaning(root, Path("pipeline", "kinds", kind))


def plant(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_house_has_kinds_and_generic_files() -> None:
    """The checks below look at something: there are kinds, and generic files of each sort."""
    names = kinds(ROOT)
    generic = [path for path in house_files(ROOT) if is_generic(path, names)]
    assert names
    assert {part: any(path.parts[0] == part for path in generic) for part in HOUSE} == dict.fromkeys(HOUSE, True)
    assert {".py", ".js", ".css", ".jinja", ".yaml"} <= {path.suffix for path in generic}


def test_generic_files_name_no_kind() -> None:
    """A new kind touches no generic file, and none knows what kinds there are."""
    assert list(naming(ROOT)) == []


def test_imports_stay_within_the_walls() -> None:
    """The pipeline knows nothing of the site, the site builder nothing of the kinds' Python."""
    assert list(importing(ROOT)) == []


def test_rules_and_the_two_engines_stand_alone() -> None:
    """What judges an answer shares no code with what finds one, and neither engine leans on the other."""
    assert list(solving(ROOT)) == []
    installed = [kind.folder for kind in discover().values() if kind.folder]
    assert installed
    assert [way for folder in installed for way in leaning(folder.parent, Path(folder.name))] == []


def test_checker_of_proofs_shares_no_code_with_what_writes_them() -> None:
    """It knows clauses, places in files, and words: no kind, no encoding and no solver, however far one goes."""
    checker = Path("pipeline", "proofs", "rup.py")
    seen: set[str] = set()
    ahead = [checker]
    while ahead:
        for _, name in imports(ROOT, ahead.pop()):
            file = Path(*name.split(".")).with_suffix(".py")
            if name not in seen and (ROOT / file).is_file():
                ahead.append(file)
            seen.add(name)
    ours = {
        name
        for name in seen
        if within(name, "pipeline") and (ROOT / Path(*name.split("."))).with_suffix(".py").is_file()
    }
    assert ours == {"pipeline.errors", "pipeline.wording", "pipeline.proofs.dimacs"}
    assert not any(within(name, "pysat") or within(name, "pysolvers") for name in seen)


KIND = {
    "pipeline/kinds/__init__.py": "",
    "pipeline/kinds/lamp/__init__.py": "from . import rules, reason, encode_sat\nNAME = 'lamp'\n",
    "pipeline/kinds/lamp/rules.py": "from pipeline.grid import Cell\n",
    "pipeline/kinds/lamp/reason.py": "from pipeline.search import search\n",
    "pipeline/kinds/lamp/encode_sat.py": "import pysat.solvers\nfrom pipeline.prove import prove\n",
    "pipeline/grid.py": "",
    "pipeline/kinds/lamp/moves.py": "from pipeline.reasoner import Position\n",
    "pipeline/search.py": "from pipeline.grid import Cell\n",
    "pipeline/prove.py": "",
    "build/site.py": "import pipeline.catalogue\nfrom pathlib import Path\n",
    "site_templates/engine/mount/play.js": "// a lamplight and lamps, but none of the kinds\n",
    "site_templates/kinds/lamp/view.js": "export const lamp = 1;\n",
    "tests/test_lamp.py": "import pipeline.kinds.lamp\n",
}


def test_checks_find_nothing_in_a_sound_house(tmp_path: Path) -> None:
    """A kind may name itself, a test may name it too, and a longer word is another word."""
    plant(tmp_path, KIND)
    assert kinds(tmp_path) == ["lamp"]
    assert [*naming(tmp_path), *importing(tmp_path), *solving(tmp_path)] == []


NAMED = {
    "pipeline/run.py": ("x = 1\nif kind == 'lamp':\n    pass\n", ":2 names 'lamp'"),
    "pipeline/a.py": ("# as for Lamp\n", ":1 names 'Lamp'"),
    "pipeline/b.py": ('"""LAMP first."""\n', ":1 names 'LAMP'"),
    "pipeline/c.py": ("lamp_rows = 3\n", ":1 names 'lamp'"),
    "pipeline/kinds/__init__.py": ("KINDS = ['lamp']\n", ":1 names 'lamp'"),
    "build/pages.py": ("from x import LampView\n", ":1 names 'Lamp'"),
    "build/lamp.py": ("", " has 'lamp' in its name"),
    "site_templates/engine/mount/play.js": ("\n\nimport '#kinds/lamp/view';\n", ":3 names 'lamp'"),
    "site_templates/style.css": (".lamp { color: red }\n", ":1 names 'lamp'"),
    "site_templates/play.html.jinja": ("<p>\n{% if kind == 'lamp' %}\n", ":2 names 'lamp'"),
    "site_templates/words/en.yaml": ("lamp: Lights\n", ":1 names 'lamp'"),
}


@pytest.mark.parametrize("name", NAMED)
def test_check_finds_a_generic_file_that_names_a_kind(tmp_path: Path, name: str) -> None:
    """In code, strings, comments and file names, in every sort of file, in any case."""
    text, expected = NAMED[name]
    plant(tmp_path, KIND | {name: text})
    assert list(naming(tmp_path)) == [f"{name}{expected}"]


IMPORTED = {
    "import": ("pipeline/run.py", "import build.site\n", ":1 imports build"),
    "import from": ("pipeline/run.py", "from build import site\n", ":1 imports build"),
    "import within a function": (
        "pipeline/run.py",
        "def f():\n    import site_templates\n",
        ":2 imports site_templates",
    ),
    "import by a kind": ("pipeline/kinds/lamp/draw.py", "from build.site import x\n", ":1 imports build"),
    "import by name": (
        "pipeline/run.py",
        "import importlib\nimportlib.import_module('build.cli')\n",
        ":2 imports build",
    ),
    "files by name": ("pipeline/run.py", "files('site_templates')\n", ":1 imports site_templates"),
    "kinds": ("build/site.py", "from pipeline import kinds\n", ":1 imports pipeline.kinds"),
    "a kind by a relative import": ("pipeline/run.py", "from .kinds import lamp\n", ":1 imports pipeline.kinds.lamp"),
    "templates": ("site_templates/__init__.py", "import build\n", ":1 imports build"),
}


@pytest.mark.parametrize("case", IMPORTED)
def test_check_finds_an_import_through_a_wall(tmp_path: Path, case: str) -> None:
    """However it is written, and wherever in the file."""
    name, text, expected = IMPORTED[case]
    plant(tmp_path, KIND | {name: text})
    assert list(importing(tmp_path)) == [f"{name}{expected}"]


SOLVED = {
    "reasoner": ("rules.py", "from pipeline.kinds.lamp.reason import TECHNIQUES\n", "pipeline.kinds.lamp.reason"),
    "encoding": ("rules.py", "from . import encode_sat\n", "pipeline.kinds.lamp.encode_sat"),
    "search": ("rules.py", "def f():\n    import pipeline.search\n", "pipeline.search"),
    "fast path": ("rules.py", "from .moves import draw\n", "pipeline.kinds.lamp.moves → pipeline.reasoner"),
    "fast path in the encoding": ("encode_sat.py", "from pipeline.trial import refute\n", "pipeline.trial"),
    "solve": ("reason.py", "from pipeline.solve import solve\n", "pipeline.solve"),
    "prover": ("rules.py", "from pipeline.prove import prove\n", "pipeline.prove"),
    "solver library": ("rules.py", "from pysat.solvers import Glucose4\n", "pysat.solvers"),
    "reasoner in the encoding": ("encode_sat.py", "from .reason import TECHNIQUES\n", "pipeline.kinds.lamp.reason"),
    "encoding in the reasoner": ("reason.py", "from .encode_sat import encode\n", "pipeline.kinds.lamp.encode_sat"),
}


@pytest.mark.parametrize("case", SOLVED)
def test_check_finds_rules_that_lean_on_a_solver(tmp_path: Path, case: str) -> None:
    """The rules import no solver, and the engines not each other."""
    name, text, expected = SOLVED[case]
    plant(tmp_path, KIND | {f"pipeline/kinds/lamp/{name}": text})
    assert f"pipeline/kinds/lamp/{name} reaches {expected}" in list(solving(tmp_path))


def test_check_finds_a_solver_behind_another_module(tmp_path: Path) -> None:
    """A way round through a third module is a way, and the finding shows it."""
    plant(
        tmp_path,
        KIND
        | {
            "pipeline/kinds/lamp/rules.py": "from .puzzle import Puzzle\n",
            "pipeline/kinds/lamp/puzzle.py": "import pipeline.prove\n",
        },
    )
    way = "pipeline.kinds.lamp.puzzle → pipeline.prove"
    assert list(solving(tmp_path)) == [f"pipeline/kinds/lamp/rules.py reaches {way}"]


WRITERS = {
    "pipeline/parts.py": "a new file beside the one that it will replace",
    "pipeline/spool.py": "a file without a name",
    "build/staging.py": "the mark of a folder that is this run's own",
    "build/making.py": "pages, in that folder",
    "build/site.py": "other files of a site, in that folder",
    "build/output.py": "the list of a site, in that folder",
    "build/init.py": "files that were not there, which are taken back",
}
"""The modules that write into files, and which: every other one leaves it to ``pipeline/files.py``."""


def writing(root: Path) -> Iterator[str]:
    """Each module of the house that opens a file for writing."""
    for path in house_files(root):
        if path.suffix != ".py":
            continue
        for node in ast.walk(ast.parse((root / path).read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            modes = [
                word.value
                for word in (*node.args, *(key.value for key in node.keywords if key.arg == "mode"))
                if isinstance(word, ast.Constant) and isinstance(word.value, str)
            ]
            opens = name in ("open", "fdopen") and any(re.fullmatch(r"[rwxab+t]*[wxa+][bt+]*", mode) for mode in modes)
            # A format's own ``write_text`` makes a text, and is called by its name alone.
            writes = isinstance(node.func, ast.Attribute) and name in ("write_text", "write_bytes")
            if opens or writes or name in ("mkstemp", "TemporaryFile", "NamedTemporaryFile", "copyfile", "copytree"):
                yield path.as_posix()


def test_files_are_written_where_it_is_known_how() -> None:
    """A file that is written in its place is half written for a while, and lost where the disk is full."""
    assert set(writing(ROOT)) == set(WRITERS)
