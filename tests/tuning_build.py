"""What a tuning build must do; `make tuning` runs this in the environment that has one."""

import re

import pytest

from engine_process import engine
from furyhouse import Bot, Engine, EngineError
from furyhouse._core import TUNING, bench
from furyhouse.options import OPTIONS, OptionError
from furyhouse.params import Param, params, set_param


def by_name(name: str) -> Param:
    """Find a parameter."""
    return next(param for param in params() if param.name == name)


def test_each_parameter_is_an_option_that_changes_it() -> None:
    assert TUNING
    names = [param.name for param in params()]
    assert [option.name for option in OPTIONS][-len(names) :] == names
    bot = Bot(Engine(1))
    for param in params():
        for value in (param.min, param.max, param.default):
            bot.set_option(param.name, value)
            assert by_name(param.name).value == value


def test_a_value_changes_the_search_until_it_is_set_back() -> None:
    before = bench(4)[0]
    set_param("reduction_base", 0)
    assert bench(4)[0] != before
    set_param("reduction_base", by_name("reduction_base").default)
    assert bench(4)[0] == before


def test_what_cannot_be_set_is_refused_with_what_was_expected() -> None:
    with pytest.raises(EngineError, match=r'^no parameter "luck"$'):
        set_param("luck", 1)
    text = "null_depth: found 99, expected a whole number from 1 to "
    with pytest.raises(EngineError, match=text):
        set_param("null_depth", 99)
    with pytest.raises(OptionError, match=text):
        Bot(Engine(1)).set_option("null_depth", 99)


def thoughts(*options: str) -> list[str]:
    """Search over XBoard's protocol to a depth; give what was thought, time and speed left out."""
    with engine("xboard") as process:
        process.send("xboard", "protover 2", "new", "variant crazyhouse", "sd 6", "post", *options)
        process.send(
            "setboard 2kr3r/ppp1bppp/2n1bn2/4p1B1/2B1P3/2N2N2/PPP2PPP/R4RK1[QPqp] w - - 4 11"
        )
        process.send("go")
        process.wait_for(r"move \S+")
        for param in params():
            said = f"{param.name} -spin {param.default} {param.min} {param.max}"
            assert f'feature option="{said}"' in process.seen
        lines = [line.split() for line in process.seen if re.match(r"\s*\d", line)]
    return [" ".join(line[:2] + line[3:5] + line[6:]) for line in lines]


def test_an_interface_sets_them_as_options() -> None:
    before = thoughts()
    assert before
    assert thoughts("option reduction_base=0") != before
    default = by_name("reduction_base").default
    assert thoughts("option reduction_base=0", f"option reduction_base={default}") == before
