"""The layers that no tool watches: the modules of a Rust crate, and what Python modules import.

Cargo refuses circles between crates, import-linter those between Python modules. For the modules of
a crate the first comment of each `lib.rs` names them in order, lowest first:

    // Module order, each may use those before it: values → tables → king → evaluate.

and this test reads every `crate::…` path and holds it against that order.
"""

import ast
import re
from pathlib import Path

import pytest

CRATES = ("rules", "eval", "search", "bindings")
MODULE = re.compile(r"^(?:pub(?:\([^)]*\))? )?mod (\w+);", re.MULTILINE)
LINE_COMMENT = re.compile(r"//.*")
TEST_MODULE = re.compile(r"#\[cfg\(test\)\]\s*(?:#\[[^\]]*\]\s*)*mod \w+ \{.*", re.DOTALL)
PATH = re.compile(r"(?<![\w$:])\$?crate::(\{|\w+!?)")


def declared(lib: str) -> list[str]:
    """List the modules that `lib.rs` declares, those of its tests aside."""
    without_tests = re.sub(r"#\[cfg\(test\)\]\s*(?:pub(?:\([^)]*\))? )?mod \w+;", "", lib)
    return MODULE.findall(without_tests)


def order(lib: str) -> list[str]:
    """Read the order of the modules from the first comment of `lib.rs`."""
    first = re.match(r"(?:\s*//[^\n]*\n)+", lib)
    comment = first.group() if first else ""
    listed = re.search(r"\bModul[^:]*:(.*?)(?:\.\s|$)", comment, re.DOTALL)
    assert listed, "the first comment of lib.rs names no order"
    modules = set(declared(lib))
    return [word for word in re.findall(r"\w+", listed.group(1)) if word in modules]


def used(source: str) -> set[str]:
    """List the first names of all `crate::…` paths outside comments and tests."""
    code = TEST_MODULE.sub("", LINE_COMMENT.sub("", source))
    names: set[str] = set()
    for found in PATH.finditer(code):
        if found.group(1) == "{":
            names.update(_names_in_braces(code[found.end() :]))
        elif not found.group(1).endswith("!"):
            names.add(found.group(1))
    return names


def _names_in_braces(rest: str) -> list[str]:
    """List the first names of `{a::B, c::{D, E}}`, from behind its opening brace."""
    depth, group = 1, ""
    for letter in rest:
        depth += {"{": 1, "}": -1}.get(letter, 0)
        if depth == 0:
            break
        group += letter if depth == 1 else ""
    return [name.group() for part in group.split(",") if (name := re.search(r"\w+", part))]


def faults(lib: str, sources: dict[str, str]) -> list[str]:
    """List what breaks the order: the crate's modules by name, each with its source."""
    modules = order(lib)
    found = [f"lib.rs does not place {name}" for name in declared(lib) if name not in modules]
    for name, source in sources.items():
        if name not in modules:
            continue
        below = modules[: modules.index(name) + 1]
        found += [f"{name} uses {other}" for other in sorted(used(source)) if other not in below]
    return found


def sources_of(crate: Path) -> dict[str, str]:
    """Read a crate's modules; a folder's files count as the module that it is."""
    sources: dict[str, str] = {}
    for path in sorted((crate / "src").rglob("*.rs")):
        if path.stem != "tests":
            name = path.relative_to(crate / "src").parts[0].removesuffix(".rs")
            code = TEST_MODULE.sub("", path.read_text(encoding="utf-8"))
            sources[name] = sources.get(name, "") + code
    return sources


@pytest.mark.parametrize("crate", CRATES)
def test_each_module_uses_only_those_before_it(root: Path, crate: str) -> None:
    lib = (root / "rust" / crate / "src" / "lib.rs").read_text(encoding="utf-8")
    assert declared(lib), "a crate has modules"
    assert faults(lib, sources_of(root / "rust" / crate)) == []


LIB = "// Modules, lowest first: low → middle → high.\n\nmod high;\npub mod low;\nmod middle;\n"


@pytest.mark.parametrize(
    ("module", "source", "fault"),
    [
        ("low", "use crate::high::Thing;", "low uses high"),
        ("low", "fn f() { crate::middle::g() }", "low uses middle"),
        ("middle", "use crate::{low::A, high::{B, low}};", "middle uses high"),
        ("middle", "use crate::{\n    high,\n};", "middle uses high"),
        ("middle", "pub use crate::Thing;", "middle uses Thing"),
        ("low", "macro_rules! m { () => { $crate::high::f() } }", "low uses high"),
    ],
)
def test_a_step_up_is_seen(module: str, source: str, fault: str) -> None:
    assert faults(LIB, {module: source}) == [fault]


@pytest.mark.parametrize(
    "source",
    [
        "use crate::low::Thing;",
        "use crate::{low::{A, B}, middle};",
        "/// See [`crate::high`].\nuse crate::low;",
        "use other_crate::high;",
        "crate::assert_small!(1);",
        "#[cfg(test)]\nmod tests {\n    use crate::high;\n}",
    ],
)
def test_a_step_down_is_none(source: str) -> None:
    assert faults(LIB, {"middle": source}) == []


def test_a_module_without_a_place_is_seen() -> None:
    assert faults(LIB + "mod stray;\n#[cfg(test)]\nmod tests;\n", {}) == [
        "lib.rs does not place stray"
    ]


def imported_from_the_package(source: str) -> set[str]:
    """List the names that a Python module imports from the package `furyhouse` itself."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "furyhouse":
            names.update(alias.name for alias in node.names)
        if isinstance(node, ast.Import):
            names.update("the package" for alias in node.names if alias.name == "furyhouse")
    return names


def test_no_module_takes_from_the_package_what_lies_above_it(root: Path) -> None:
    """`from furyhouse import Bot` in a low layer would go around import-linter's contract."""
    package = root / "python" / "furyhouse"
    modules = {path.stem for path in package.glob("*.py")} | {"protocol"}
    for path in sorted(package.rglob("*.py")):
        if path.name not in {"__init__.py", "__main__.py"}:
            names = imported_from_the_package(path.read_text(encoding="utf-8"))
            assert names <= modules | ({"__version__"} if path.stem == "cli" else set()), path


@pytest.mark.parametrize("source", ["from furyhouse import Bot", "def f():\n    import furyhouse"])
def test_taking_from_the_package_is_seen(source: str) -> None:
    assert imported_from_the_package(source) in ({"Bot"}, {"the package"})
