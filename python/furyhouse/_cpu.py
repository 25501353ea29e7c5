"""Looks at the processor before the extension is loaded.

The extension is built for the level x86-64-v2 (x86-64 processors since about 2009). An older one
would end the process with an illegal instruction, at any moment and without a word. So the question
is asked first, in plain Python. What cannot be found out is no reason to refuse: only a processor
that says clearly that it lacks something is turned away.
"""

import os
import sys

SKIP_VARIABLE = "FURYHOUSE_ANY_CPU"

# The names that Linux gives to what x86-64-v2 adds to x86-64; `pni` is SSE3.
_NEEDED = ("cx16", "lahf_lm", "popcnt", "pni", "sse4_1", "sse4_2", "ssse3")
# Enough for the first processor's entry; the kernel makes the file's text only as it is read.
_ENOUGH = 8192


def missing_features(cpuinfo: str) -> list[str]:
    """List what x86-64-v2 needs and the first processor of a Linux `/proc/cpuinfo` lacks.

    Args:
        cpuinfo: The text of the file, or its beginning.

    Returns:
        The missing features by the kernel's names, sorted. Empty too where the text lists none
        at all.

    Example:
        >>> missing_features("flags : fpu sse2 pni ssse3 cx16 lahf_lm sse4_1")
        ['popcnt', 'sse4_2']
        >>> missing_features("nothing known")
        []
    """
    for line in cpuinfo.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip() == "flags":
            return sorted(set(_NEEDED).difference(value.split()))
    return []


def check(cpuinfo: str | None = None) -> None:
    """Refuse a processor on which the extension would crash.

    Args:
        cpuinfo: The text of `/proc/cpuinfo`; None reads this machine's, on Linux on x86-64.

    Raises:
        ImportError: The processor lacks features of x86-64-v2; the text names them and says what
            to do.
    """
    if cpuinfo is None:
        cpuinfo = _read_cpuinfo()
    missing = missing_features(cpuinfo)
    if missing:
        raise ImportError(
            "furyhouse is built for processors of level x86-64-v2, and this one lacks "
            f"{', '.join(missing)}. Build it for this processor instead: RUSTFLAGS='-C "
            "target-cpu=native' pip install --no-binary furyhouse furyhouse, and set "
            f"{SKIP_VARIABLE}=1 to skip this check."
        )


def _read_cpuinfo() -> str:
    """Read the beginning of `/proc/cpuinfo`; nothing on other systems and processors."""
    if sys.platform != "linux" or os.environ.get(SKIP_VARIABLE):
        return ""
    if os.uname().machine != "x86_64":
        return ""
    try:
        with open("/proc/cpuinfo", "rb", buffering=0) as file:
            return file.read(_ENOUGH).decode("ascii", errors="replace")
    except OSError:
        return ""
