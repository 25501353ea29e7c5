"""Everything public of the rules, the engine and the bot is documented with an example."""

import inspect
import types
from collections.abc import Iterator

import pytest

from furyhouse import _core, analysis, bot, convert, engine, report, score

MODULES = (_core, engine, analysis, report, score, bot, convert)
# They are values, and a value's docstring is that of its class.
CONSTANTS = (str, int, bool, float, tuple, list, dict, type(None))


def public() -> Iterator[tuple[str, str]]:
    """Give the docstring of every public function, class, method and attribute."""
    for module in MODULES:
        for name, thing in vars(module).items():
            if name.startswith("_") or name not in module.__all__:
                continue
            if inspect.isclass(thing):
                yield f"{module.__name__}.{name}", thing.__doc__ or ""
                for member, value in vars(thing).items():
                    if is_documented_apart(thing, member, value):
                        text = inspect.unwrap(value).__doc__ or ""
                        yield f"{module.__name__}.{name}.{member}", text
            elif inspect.isroutine(thing):
                yield f"{module.__name__}.{name}", thing.__doc__ or ""


def is_documented_apart(owner: type, member: str, value: object) -> bool:
    """Tell whether a member of a class has a docstring of its own, with an example in it."""
    if member.startswith("_") or isinstance(value, (*CONSTANTS, owner)):
        return False
    # The fields of dataclasses and named tuples are told of in the docstring of the class.
    is_field = isinstance(value, types.MemberDescriptorType) or type(value).__name__ in {
        "_tuplegetter",
        "member_descriptor",
    }
    return not is_field


PUBLIC = dict(public())


def test_there_is_much_to_document() -> None:
    assert len(PUBLIC) > 200
    for name in ("Board.push", "Board.turn", "Move.from_uci", "square_name", "FuryhouseError.at"):
        assert f"furyhouse._core.{name}" in PUBLIC
    for name in ("engine.Engine.search", "score.Score.mate", "bot.Bot.think"):
        assert f"furyhouse.{name}" in PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_it_is_documented_with_an_example(name: str) -> None:
    summary = PUBLIC[name].strip().partition("\n")[0]
    assert summary.endswith((".", ":")) or "\n" in PUBLIC[name]
    assert ">>> " in PUBLIC[name]
