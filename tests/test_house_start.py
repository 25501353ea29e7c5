"""What a start costs: who imports furyhouse, or starts it, waits for little."""

import resource
import subprocess
import sys

import pytest

import furyhouse

# What `import furyhouse` may load beside what every Python has loaded already.
FEW = {"collections", "enum", "functools", "itertools", "keyword", "operator", "reprlib"}
FEW |= {"signal", "types", "furyhouse"}
MOST_MILLISECONDS = 40.0
TRIES = 10


def loaded_by(statement: str) -> set[str]:
    """List the packages that a statement loads in a Python of its own."""
    script = f"""
import sys
before = set(sys.modules)
{statement}
print(*{{name.partition(".")[0] for name in set(sys.modules) - before}})
"""
    command = [sys.executable, "-P", "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60)
    return {name for name in done.stdout.split() if not name.startswith("_")}


def cost(statement: str) -> float:
    """Measure what a Python of its own needs of the processor, in milliseconds.

    It is the least of some tries: other work makes a try longer, and never shorter.
    """
    times = []
    for _ in range(TRIES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-P", "-c", statement], check=True, timeout=60)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return 1000 * min(times)


def test_an_import_loads_little() -> None:
    assert loaded_by("import furyhouse") <= FEW


def test_an_import_takes_less_than_forty_milliseconds() -> None:
    taken = cost("import furyhouse") - cost("pass")
    print(f"import furyhouse: {taken:.1f} ms of the processor")
    assert taken < MOST_MILLISECONDS


@pytest.mark.parametrize("name", ["Bot", "Engine", "Limit", "OptionError", "Score", "Wdl"])
def test_what_is_loaded_later_is_there_when_asked_for(name: str) -> None:
    script = f"""
import furyhouse
assert {name!r} in dir(furyhouse) and {name!r} not in vars(furyhouse)
from furyhouse import {name}
assert furyhouse.{name} is {name} is vars(furyhouse)[{name!r}]
"""
    subprocess.run([sys.executable, "-P", "-c", script], check=True, timeout=60)


def test_a_star_brings_everything_public() -> None:
    script = "from furyhouse import *; import furyhouse; assert set(furyhouse.__all__) <= {*dir()}"
    subprocess.run([sys.executable, "-P", "-c", script], check=True, timeout=60)


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'furyhouse' has no attribute 'Knight'"):
        getattr(furyhouse, "Knight")  # noqa: B009 - mypy knows that it is not there
