"""Gives the manual what mkdocs would not find by itself.

That is the pages that live at the top of the repository, where people look for them first, and for
the reference the words of the extension: they are written in Rust, and its stub has only the types.
"""

import importlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

TOP = Path(__file__).resolve().parent.parent
PAGES = {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"}
LINK = re.compile(r"\]\((?:docs/)?([\w.-]+?\.md)(#[\w-]+)?\)")
EXTENSION = "furyhouse._core"
# An argument among code: browsers break lines between its hyphens.
CODE = re.compile(r"<code\b.*?</code>", re.DOTALL)
ARGUMENT = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
WHOLE = r'<span class="argument">\g<0></span>'
# What a browser would fetch from elsewhere to show a page.
FETCHED = re.compile(r"<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=\"?(?:https?:)?//[^>]*>")
# An example at the margin: from its first prompt to the next empty line.
EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


def moved(text: str) -> str:
    """Write the links of a page at the top as they are among the pages of the manual.

    Args:
        text: The page.

    Returns:
        The page with its links changed.

    Example:
        >>> moved("[how](docs/match.md#clocks), [what](CHANGELOG.md)")
        '[how](match.md#clocks), [what](changelog.md)'
    """
    return LINK.sub(lambda link: f"]({PAGES.get(link[1], link[1])}{link[2] or ''})", text)


def readable(text: str) -> str:
    r"""Write a docstring's examples as the reference understands them.

    Args:
        text: The docstring.

    Returns:
        The docstring, its examples in a section or a fence of their own.

    Example:
        >>> readable("Adds.\n\n>>> 1 + 1\n2")
        'Adds.\n\n```pycon\n>>> 1 + 1\n2\n```'
        >>> readable("Adds.\n\nExample:\n    >>> 1 + 1\n    2")
        'Adds.\n\nExamples:\n    >>> 1 + 1\n    2'
    """
    text = re.sub(r"^Example:$", "Examples:", text, flags=re.MULTILINE)
    return EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```", text)


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages from the top; mkdocs calls it before it reads the pages."""
    for source, name in PAGES.items():
        text = moved((TOP / source).read_text(encoding="utf-8"))
        files.append(File.generated(config, name, content=text))
    return files


def on_post_page(output: str, **_: Any) -> str:  # noqa: ANN401 - pages and settings of mkdocs
    """Refuse a page that is not complete in itself, and keep `--arguments` whole where lines break.

    mkdocs calls it with each page that is done.

    Example:
        >>> on_post_page("<p>--a</p> <code>b --c-d 4</code>")
        '<p>--a</p> <code>b <span class="argument">--c-d</span> 4</code>'
    """
    fetched = FETCHED.findall(output)
    if fetched:
        raise PluginError(f"a page fetches from elsewhere: {', '.join(fetched)}")
    return CODE.sub(lambda code: ARGUMENT.sub(WHOLE, code[0]), output)


class Docstrings(griffe.Extension):
    """Gives each thing of the package a docstring that can be shown."""

    def on_package(self, *, pkg: griffe.Module, **_: Any) -> None:  # noqa: ANN401 - as the base says
        """Look at everything in a package that was read."""
        extension = importlib.import_module(EXTENSION)
        for thing in everything(pkg):
            if thing.path.startswith(f"{EXTENSION}."):
                text = words(extension, thing.path.removeprefix(f"{EXTENSION}."))
                thing.docstring = griffe.Docstring(text, parent=thing) if text else None
            if thing.docstring is not None:
                thing.docstring.value = readable(thing.docstring.value)


def everything(thing: griffe.Object) -> Iterator[griffe.Object]:
    """Give a thing and all that is in it."""
    yield thing
    for member in thing.members.values():
        if isinstance(member, griffe.Object):
            yield from everything(member)


def words(module: object, path: str) -> str:
    """Read the docstring of what lies on a path inside a module; nothing where there is none.

    Example:
        >>> words(re, "Pattern.nothing")
        ''
    """
    found = module
    # How a thing is made is told where the thing is.
    if path.endswith(".__new__"):
        return ""
    for name in path.split("."):
        found = vars(found).get(name)
        if found is None:
            return ""
    # A plain value has only its class's.
    own = getattr(found, "__doc__", None)
    return own if own and own != type(found).__doc__ else ""
