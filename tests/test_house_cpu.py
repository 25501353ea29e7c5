"""The look at the processor: an old one is told so before the extension can crash."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from furyhouse import _cpu

NEW = """\
processor\t: 0
vendor_id\t: AuthenticAMD
flags\t\t: fpu sse sse2 ht syscall nx lm pni ssse3 cx16 sse4_1 sse4_2 popcnt avx lahf_lm
bugs\t\t: spectre_v1

processor\t: 1
flags\t\t: fpu
"""
# An Athlon 64 X2 of 2007.
OLD = """\
processor\t: 0
model name\t: AMD Athlon(tm) 64 X2 Dual Core Processor 5000+
flags\t\t: fpu vme sse sse2 ht syscall nx mmxext lm 3dnow pni cx16 lahf_lm cmp_legacy svm
"""
ARM = """\
processor\t: 0
Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32
"""


def test_a_processor_of_the_level_is_taken() -> None:
    assert _cpu.missing_features(NEW) == []
    _cpu.check(NEW)


def test_an_older_one_is_refused_with_what_it_lacks_and_what_to_do() -> None:
    assert _cpu.missing_features(OLD) == ["popcnt", "sse4_1", "sse4_2", "ssse3"]
    with pytest.raises(ImportError) as caught:
        _cpu.check(OLD)
    text = str(caught.value)
    assert "x86-64-v2" in text
    assert "lacks popcnt, sse4_1, sse4_2, ssse3." in text
    assert "RUSTFLAGS='-C target-cpu=native'" in text
    assert "FURYHOUSE_ANY_CPU=1" in text


@pytest.mark.parametrize("lost", ["cx16", "lahf_lm", "pni", "popcnt", "sse4_1", "sse4_2", "ssse3"])
def test_each_feature_is_looked_for_as_a_whole_word(lost: str) -> None:
    assert _cpu.missing_features(NEW.replace(f" {lost}", f" {lost}x")) == [lost]


@pytest.mark.parametrize("text", ["", "nonsense", "flags", ARM, "\0\0\0"])
def test_what_is_not_known_is_no_reason_to_refuse(text: str) -> None:
    assert _cpu.missing_features(text) == []
    _cpu.check(text)


def test_this_machine_is_taken() -> None:
    _cpu.check()


def test_it_is_asked_before_the_extension_is_loaded(tmp_path: Path) -> None:
    """The package is imported on a machine whose processor seems old: the extension stays out."""
    script = """
import builtins, io, os, sys
real = builtins.open
def fake(file, *args, **kwargs):
    if file == "/proc/cpuinfo":
        return io.BytesIO(b"flags : fpu lm sse2")
    return real(file, *args, **kwargs)
builtins.open = fake
os.uname = lambda: type("uname", (), {"machine": "x86_64"})
sys.platform = "linux"
try:
    import furyhouse
except ImportError as error:
    assert "x86-64-v2" in str(error), error
    assert "furyhouse._core" not in sys.modules
else:
    sys.exit("the import went through")
"""
    environment = {k: v for k, v in os.environ.items() if k != _cpu.SKIP_VARIABLE}
    command = [sys.executable, "-P", "-c", script]
    subprocess.run(command, check=True, env=environment, cwd=tmp_path, timeout=60)


def test_the_check_can_be_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_cpu, "_NEEDED", ("a_feature_of_the_future",))
    if sys.platform == "linux" and os.uname().machine == "x86_64":
        with pytest.raises(ImportError, match="a_feature_of_the_future"):
            _cpu.check()
    monkeypatch.setenv(_cpu.SKIP_VARIABLE, "1")
    _cpu.check()
