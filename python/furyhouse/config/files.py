"""Files that belong to other programs: changed whole or not at all, and what they held is kept."""

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["ConfigError", "config_home", "read_file", "replace_file"]

_NEW_FILE_MODE = 0o644
# No program's settings come near.
_LARGEST = 1 << 24
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}


class ConfigError(Exception):
    """A configuration that cannot be read or changed; nothing was changed. The text says why.

    Example:
        >>> read_file(Path("/"))
        Traceback (most recent call last):
            ...
        furyhouse.config.files.ConfigError: /: expected a file, found a folder
    """


def config_home() -> Path:
    """Find the folder of the user's configurations, as the XDG Base Directory Specification says.

    Raises:
        ConfigError: The user has no home.

    Example:
        >>> os.environ["XDG_CONFIG_HOME"] = "/etc/my"
        >>> config_home()
        PosixPath('/etc/my')
        >>> del os.environ["XDG_CONFIG_HOME"]
    """
    chosen = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    # The specification has paths that are not absolute passed over.
    if chosen.is_absolute():
        return chosen
    try:
        return Path.home() / ".config"
    except RuntimeError as error:
        raise ConfigError(
            "you have no home, where settings are kept; --file FILE names the file"
        ) from error


def read_file(place: Path) -> str | None:
    """Read a file; None where there is none.

    Raises:
        ConfigError: It cannot be read, is no file of settings by its kind or size, or is no text.

    Example:
        >>> read_file(Path("no such file")) is None
        True
    """
    try:
        _check_kind(place)
        with place.open("rb") as file:
            data = file.read(_LARGEST + 1)
        if len(data) > _LARGEST:
            raise ConfigError(f"{place}: expected settings, found more than {_LARGEST >> 20} MB")
        return data.decode()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ConfigError(f"{place}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ConfigError(f"{place}: expected text, found bytes that are not UTF-8") from error


def replace_file(place: Path, text: str) -> Path | None:
    """Put a text in the place of a file, whatever happens either all of it or nothing.

    Args:
        place: The file; its folder is made where there is none. A link stays one.
        text: What it is to hold.

    Returns:
        Where what the file held before is kept; None where there was no file.

    Raises:
        ConfigError: It cannot be written; the file is as before, and no copy is left.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder) / "settings"
        ...     first, second = replace_file(file, "old"), replace_file(file, "new")
        ...     print(first, second.name, second.read_text(), file.read_text())
        None settings.bak old new
    """
    try:
        data = text.encode()
    except UnicodeEncodeError as error:
        found = error.object[error.start]
        raise ConfigError(f"{place}: cannot be written: {found!a} is no character") from error
    try:
        target = place.resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        return _replace(target, data)
    except OSError as error:
        raise ConfigError(f"{place}: cannot be written: {error.strerror}") from error


def _check_kind(place: Path) -> None:
    """Refuse what is there and no file: to read a device or a pipe may wait, or do anything."""
    mode = place.stat().st_mode
    if not stat.S_ISREG(mode):
        found = _KINDS.get(stat.S_IFMT(mode), "none")
        raise ConfigError(f"{place}: expected a file, found {found}")


def _replace(target: Path, data: bytes) -> Path | None:
    """Write a file, and keep what it held before; without the one there is no need of the other."""
    if not target.exists():
        _write(target, data, _NEW_FILE_MODE)
        return None
    _check_kind(target)
    mode, kept = stat.S_IMODE(target.stat().st_mode), _free_name(target)
    _write(kept, target.read_bytes(), mode)
    try:
        _write(target, data, mode)
    except BaseException:
        with suppress(OSError):
            kept.unlink()
        raise
    return kept


def _free_name(target: Path) -> Path:
    """Find a name beside a file that no file has: an older copy is not to be lost either."""
    name, number = target.with_name(f"{target.name}.bak"), 1
    while name.exists():
        number += 1
        name = target.with_name(f"{target.name}.bak{number}")
    return name


def _write(target: Path, data: bytes, mode: int) -> None:
    """Write a file beside its place, and put it there when it is whole."""
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    fresh = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.chmod(mode)
        fresh.replace(target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise
