"""The manual: every page can be found, and what a page says of the code is there.

`make test` builds it, and a warning ends that. What no builder sees is looked at here.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import furyhouse
from furyhouse.options import find_option
from furyhouse.params import params

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# Made from pages at the top of the repository.
MADE = {"changelog.md", "contributing.md"}


def settings(root: Path) -> dict[str, object]:
    """Read the settings of the manual."""
    loaded = yaml.safe_load((root / "mkdocs.yml").read_text(encoding="utf-8"))
    assert isinstance(loaded, dict)
    return loaded


def pages(entry: object) -> Iterator[str]:
    """List the pages of a part of the navigation."""
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict):
        for part in entry.values():
            yield from pages(part)
    elif isinstance(entry, list):
        for part in entry:
            yield from pages(part)


def test_every_page_is_in_the_navigation_once(root: Path) -> None:
    listed = list(pages(settings(root)["nav"]))
    assert sorted(listed) == sorted({page.name for page in root.glob("docs/*.md")} | MADE)


def test_a_warning_ends_the_build_and_nothing_is_fetched(root: Path) -> None:
    manual = settings(root)
    assert manual["strict"] is True
    theme = manual["theme"]
    assert isinstance(theme, dict)
    assert theme["font"] is False
    assert "extra_javascript" not in manual
    sheets = manual["extra_css"]
    assert isinstance(sheets, list)
    for sheet in sheets:
        text = (root / "docs" / sheet).read_text(encoding="utf-8")
        assert "url(" not in text, sheet
        assert "@import" not in text, sheet


def test_everything_public_is_in_the_reference(root: Path) -> None:
    text = (root / "docs/api.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^::: furyhouse\.(\w+)$", text, re.MULTILINE))
    listed = set(re.findall(r"`(\w+)`", text))
    constants = {
        name
        for name in furyhouse.__all__
        if not callable(getattr(furyhouse, name)) and name != "__version__"
    }
    assert {
        name for name in furyhouse.__all__ if name not in constants | {"__version__"}
    } - shown == set()
    assert shown <= set(furyhouse.__all__) | {"convert"}
    assert listed & constants, "the reference names some constants"
    assert {name for name in listed if name.isupper()} <= set(furyhouse.__all__)


def test_the_page_of_the_search_names_parameters_and_files_that_there_are(root: Path) -> None:
    text = (root / "docs/search.md").read_text(encoding="utf-8")
    quoted = set(re.findall(r"`([\w./-]+)`", text))
    names = {word for word in quoted if re.fullmatch(r"[a-z]+_[a-z_]+", word)}
    assert len(names) > 20
    assert names <= {param.name for param in params()}
    source = root / "rust" / "search" / "src"
    files = {word for word in quoted if word.endswith(".rs")}
    assert files
    assert {name for name in files if not (source / name).is_file()} == set()


def test_a_bot_s_settings_are_options_of_the_engine(root: Path) -> None:
    text = (root / "docs/play.md").read_text(encoding="utf-8")
    [block] = [block for language, block in BLOCK.findall(text) if language == "yaml"]
    config = yaml.safe_load(block)
    assert config["engine"]["protocol"] == "uci"
    assert config["challenge"]["variants"] == ["crazyhouse"]
    for name, value in config["engine"]["uci_options"].items():
        find_option(name, "uci").parse(str(value))


@pytest.mark.parametrize("page", ["CHANGELOG.md", "CONTRIBUTING.md"])
def test_a_page_at_the_top_links_to_what_there_is(root: Path, page: str) -> None:
    text = (root / page).read_text(encoding="utf-8")
    for link in re.findall(r"\]\(([^)#:]+)(?:#[\w-]+)?\)", text):
        assert (root / link).is_file(), link
