"""The file behind the log.

It is apart from `logs` since the standard library's handlers are slow to import.
"""

import logging
import logging.handlers
import sys
from collections.abc import Callable


class LogFile(logging.handlers.RotatingFileHandler):
    """A rotating file that says once that it cannot be written, and is quiet from then on."""

    def __init__(
        self, path: str, max_bytes: int, old_files: int, on_error: Callable[[str], None]
    ) -> None:
        """Open the file, to add lines to it.

        Args:
            path: The file.
            max_bytes: The size at which it rotates.
            old_files: How many rotated files are kept.
            on_error: Called once, with the reason, when a line cannot be written.

        Raises:
            OSError: The file cannot be opened.
        """
        # A line may hold whatever came in on standard input, broken characters too.
        super().__init__(
            path,
            maxBytes=max_bytes,
            backupCount=old_files,
            encoding="utf-8",
            errors="backslashreplace",
        )
        self._on_error = on_error
        self._failed = False
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)-7s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line, unless an earlier one failed: the base class would open the file again."""
        if not self._failed:
            super().emit(record)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the base class's name
        """Give up; called by the base class while it handles the exception."""
        del record
        if self._failed:
            return
        self._failed = True
        self._on_error(_reason())


def _reason() -> str:
    """Say in words what the exception that is being handled says."""
    error = sys.exception()
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
