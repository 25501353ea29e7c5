"""The parameters of the search: listed by a command, and options of a tuning build."""

import json
import re
import subprocess
from pathlib import Path

import pytest

from furyhouse import Bot, Engine, EngineError
from furyhouse._core import TUNING
from furyhouse.options import OPTIONS, OptionError, parameter_options
from furyhouse.params import Param, params, set_param


def run(*arguments: str) -> str:
    """Run the command and give what it printed."""
    done = subprocess.run(
        ["furyhouse", *arguments], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == ""
    return done.stdout


def test_every_parameter_has_a_range_with_its_value_and_a_sentence() -> None:
    assert len({param.name for param in params()}) == len(params()) > 50
    for param in params():
        assert param.min <= param.default <= param.max
        assert param.min < param.max
        assert param.value == param.default
        assert param.doc[0].isupper()
        assert param.doc.endswith(".")
        assert "  " not in param.doc, "lines of a doc are joined"


def test_the_parameters_are_those_of_the_source(root: Path) -> None:
    source = (root / "rust/search/src/params.rs").read_text(encoding="utf-8")
    rows = re.findall(r"^    (\w+) = (-?[\d_]+), (-?[\d_]+)..=(-?[\d_]+);$", source, re.MULTILINE)
    written = [(name, *map(int, numbers)) for name, *numbers in rows]
    assert written == [(p.name, p.default, p.min, p.max) for p in params()]


def test_the_command_lists_them_for_programs() -> None:
    listed = json.loads(run("params", "--json"))
    assert [Param(**row) for row in listed] == list(params())
    assert [*listed[0]] == ["name", "value", "default", "min", "max", "doc"]


def test_the_command_lists_them_for_people() -> None:
    head, *lines = run("params").splitlines()
    assert head.split() == ["name", "value", "range", "what", "it", "is"]
    assert len(lines) == len(params())
    column = head.index("what")
    for line, param in zip(lines, params(), strict=True):
        ends = f"{param.min} to {param.max}"
        assert line[:column].split() == [param.name, str(param.value), *ends.split()]
        assert line[column:] == param.doc


def test_each_makes_an_option_of_a_tuning_build() -> None:
    options = parameter_options(params())
    for option, param in zip(options, params(), strict=True):
        assert option.cecp_name == option.name == param.name
        assert (option.default, option.min, option.max) == (param.default, param.min, param.max)
        assert option.help == param.doc
        assert option.parse(str(param.min)) == param.min
        with pytest.raises(OptionError, match=f"{param.name}: found {param.max + 1}, expected"):
            option.parse(str(param.max + 1))


@pytest.mark.skipif(TUNING, reason="a tuning build can be tuned")
def test_a_build_that_is_played_with_cannot_be_tuned() -> None:
    assert not {option.name for option in OPTIONS} & {param.name for param in params()}
    with pytest.raises(OptionError, match="no option 'null_depth'"):
        Bot(Engine(1)).set_option("null_depth", 3)
    with pytest.raises(EngineError, match=r"^cannot set null_depth to 3: this build's parameters"):
        set_param("null_depth", 3)


@pytest.mark.parametrize("value", ["3", 2.5, None])
def test_a_value_that_is_no_int_is_a_type_error(value: object) -> None:
    with pytest.raises(TypeError, match="value"):
        set_param("null_depth", value)  # type: ignore[arg-type]
