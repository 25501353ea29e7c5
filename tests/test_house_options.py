"""The table of options: two spellings, checked values, errors that say what was expected."""

import pytest

from furyhouse.options import OPTIONS, Option, OptionError, Value, find_option
from furyhouse.protocol import Say
from furyhouse.protocol.uci_text import option_lines
from furyhouse.protocol.xboard import XBoard


def test_names_are_unique_in_both_spellings() -> None:
    assert len({option.cecp_name.lower() for option in OPTIONS}) == len(OPTIONS)
    assert all(option.name.replace(" ", "").isalnum() for option in OPTIONS)


# What engines are expected to have, as UCI spells it, and CECP's option or word for it, if any.
EXPECTED = {
    "Hash": "memory",
    "Clear Hash": "ClearHash",
    "Threads": "cores",
    "MultiPV": "MultiPV",
    "Ponder": "hard",
    "Move Overhead": "MoveOverhead",
    "OwnBook": "OwnBook",
    "Book File": "BookFile",
    "UCI_LimitStrength": "LimitStrength",
    "UCI_Elo": "Elo",
    "UCI_ShowWDL": None,
    "UCI_AnalyseMode": "analyze",
    "UCI_Variant": "variant",
    "UCI_Chess960": "setboard",
    "SyzygyPath": None,
    "Skill Level": "SkillLevel",
    "Style": "Style",
    "Tie Margin": "TieMargin",
    "Seed": "Seed",
    "Log File": "LogFile",
    "Fifty Move Rule": "FiftyMoveRule",
    "Resign Score": "ResignScore",
    "Draw Score": "DrawScore",
}


@pytest.mark.parametrize(("uci", "cecp"), EXPECTED.items())
def test_every_expected_option_is_in_both_protocols(uci: str, cecp: str | None) -> None:
    option = find_option(uci, "uci")
    assert f"option name {uci} type {option.kind}" in "\n".join(option_lines())
    commands = XBoard("furyhouse").feed("protover 2", 0.0)
    announced = [line.text for line in commands if isinstance(line, Say)]
    if cecp == option.cecp_name and option.only != "uci":
        assert find_option(cecp, "cecp") is option
        assert any(line.startswith(f'feature option="{cecp} -') for line in announced)
    else:
        assert not any(f'option="{option.cecp_name} -' in line for line in announced)
        assert cecp is None or cecp in XBoard._commands  # noqa: SLF001 - what it understands


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.cecp_name)
def test_the_default_can_be_set(option: Option) -> None:
    assert option.check(option.default) == option.default
    if option.kind != "button":
        assert option.parse(str(option.default)) == option.default


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.cecp_name)
def test_the_help_is_a_whole_sentence(option: Option) -> None:
    assert option.help[0].isupper()
    assert option.help.endswith(".")


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.cecp_name)
def test_an_entry_has_what_its_kind_needs_and_no_more(option: Option) -> None:
    assert (option.min < option.max) == (option.kind == "spin")
    assert bool(option.choices) == (option.kind == "combo")
    assert all(choice == choice.lower() for choice in option.choices)


@pytest.mark.parametrize(
    "name", ["Move Overhead", "MoveOverhead", "move overhead", "MOVEOVERHEAD", " Move  Overhead "]
)
def test_an_option_is_found_in_both_spellings_and_any_case(name: str) -> None:
    assert find_option(name).name == "Move Overhead"
    assert find_option(name).cecp_name == "MoveOverhead"


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("Hash", "1", 1),
        ("Hash", " 65536 ", 65536),
        ("Hash", "0064", 64),
        ("Tie Margin", "0", 0),
        ("Style", "Random", "random"),
        ("Skill Level", "0", 0),
        ("Limit Strength", "1", True),
        ("Limit Strength", "0", False),
        ("Limit Strength", " True ", True),
        ("Limit Strength", "false", False),
        ("Log File", "a folder/my log.txt", "a folder/my log.txt"),
        ("Log File", "<empty>", ""),
        ("Log File", "", ""),
        ("Log Level", "DEBUG", "debug"),
        ("Clear Hash", "", None),
    ],
)
def test_values_are_read(name: str, text: str, value: Value) -> None:
    assert find_option(name).parse(text) == value


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("Hash", "0", "Hash: found 0, expected a whole number from 1 to 65536"),
        ("Hash", "-5", "Hash: found -5, expected a whole number from 1 to 65536"),
        ("Hash", "65537", "Hash: found 65537, expected a whole number from 1 to 65536"),
        ("Hash", "many", "Hash: found many, expected a whole number from 1 to 65536"),
        ("Hash", "", "Hash: found '', expected a whole number from 1 to 65536"),
        ("Hash", "1_0", "Hash: found 1_0, expected a whole number from 1 to 65536"),
        ("Hash", "٣", "Hash: found ٣, expected a whole number from 1 to 65536"),
        ("Hash", "1.5", "Hash: found 1.5, expected a whole number from 1 to 65536"),
        ("Style", "wild", "Style: found wild, expected one of search, random"),
        ("Limit Strength", "on", "Limit Strength: found on, expected 0 or 1, or false or true"),
        ("Limit Strength", "", "Limit Strength: found '', expected 0 or 1, or false or true"),
        ("Skill Level", "21", "Skill Level: found 21, expected a whole number from 0 to 20"),
        ("Log File", "a\nb", "Log File: found 'a\\nb', expected a text of one line"),
    ],
)
def test_wrong_values_are_refused_with_what_was_expected(name: str, text: str, fault: str) -> None:
    with pytest.raises(OptionError) as caught:
        find_option(name).parse(text)
    assert str(caught.value) == fault


def test_garbage_of_any_length_gives_a_short_error() -> None:
    for text in ["9" * 1_000_000, "x" * 1_000_000, "\0" * 1_000_000]:
        with pytest.raises(OptionError) as caught:
            find_option("Hash").parse(text)
        assert len(str(caught.value)) < 200
        with pytest.raises(OptionError) as caught:
            find_option(text)
        names = ", ".join(option.name for option in OPTIONS)
        assert len(str(caught.value)) < 200 + len(names)


@pytest.mark.parametrize("value", [True, "64", None, 0, 65537, 1.0])
def test_a_checked_number_is_a_number_in_range(value: Value) -> None:
    with pytest.raises(OptionError, match="expected a whole number"):
        find_option("Hash").check(value)


@pytest.mark.parametrize("value", [0, 1, "true", None])
def test_a_checked_yes_or_no_is_a_bool(value: Value) -> None:
    with pytest.raises(OptionError, match=r"Limit Strength: found .*, expected 0 or 1"):
        find_option("Limit Strength").check(value)


@pytest.mark.parametrize("name", ["UCI_LimitStrength", "uci_limitstrength", "LimitStrength"])
def test_an_option_is_found_by_the_name_that_uci_has_for_it(name: str) -> None:
    assert find_option(name).name == "Limit Strength"
    assert find_option(name).uci_name == "UCI_LimitStrength"


def test_a_button_takes_no_value() -> None:
    with pytest.raises(OptionError, match="Clear Hash: found 1, expected no value"):
        find_option("Clear Hash").check(1)


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(OptionError) as caught:
        find_option("Contempt")
    names = ", ".join(option.name for option in OPTIONS)
    assert str(caught.value) == f"no option 'Contempt', expected one of {names}"


def test_an_option_error_is_a_value_error() -> None:
    assert issubclass(OptionError, ValueError)
