"""The engine as a process, as an interface runs it."""

import os
import queue
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

COMMAND = (sys.executable, "-m", "furyhouse")
# Generous, for a machine that does ten other things; what has to be fast is measured apart.
PATIENCE = 30.0
# Paths of the machine's own logs, if somebody tests with one, must not change what is tested.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if not name.startswith("FURYHOUSE_LOG")
}


class EngineProcess:
    """A running engine, its output read by a thread."""

    def __init__(self, *arguments: str, cwd: Path | None = None) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env=ENVIRONMENT,
        )
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.seen: list[str] = []
        self.errors = b""
        self._readers = [
            threading.Thread(target=self._read_output),
            threading.Thread(target=self._read_errors),
        ]
        for reader in self._readers:
            reader.start()

    def send(self, *lines: str) -> None:
        """Send lines."""
        self.write("".join(f"{line}\n" for line in lines).encode())

    def write(self, data: bytes) -> None:
        """Send bytes as they are."""
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def line(self, patience: float = PATIENCE) -> str:
        """Read the next line."""
        try:
            line = self.lines.get(timeout=patience)
        except queue.Empty:
            raise AssertionError(
                f"nothing came in {patience} s; before: {self.seen[-5:]}"
            ) from None
        assert line is not None, f"the engine ended; before: {self.seen[-5:]}, {self.errors!r}"
        self.seen.append(line)
        return line

    def wait_for(self, pattern: str, patience: float = PATIENCE) -> str:
        """Read lines until one is as expected, and give that one."""
        end = time.monotonic() + patience
        while True:
            line = self.line(max(end - time.monotonic(), 0.01))
            if re.fullmatch(pattern, line):
                return line

    def nothing_but(self, pattern: str) -> None:
        """Demand that the engine has written only lines like this before it answers a ping."""
        self.send("ping 99")
        while (line := self.line()) != "pong 99":
            assert re.fullmatch(pattern, line), line

    def end_of_input(self) -> None:
        """Close the engine's input."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def wait(self, patience: float = PATIENCE) -> int:
        """Wait for the engine to end, and give its status."""
        status = self.process.wait(patience)
        for reader in self._readers:
            reader.join(PATIENCE)
        return status

    def close(self) -> None:
        """End the engine, whatever it does."""
        self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def _read_output(self) -> None:
        assert self.process.stdout is not None
        try:
            for line in self.process.stdout:
                assert line.endswith(b"\n")
                self.lines.put(line[:-1].decode())
        except ValueError:
            # A test has closed the pipe.
            pass
        self.lines.put(None)

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        self.errors = self.process.stderr.read()


@contextmanager
def engine(*arguments: str, cwd: Path | None = None) -> Iterator[EngineProcess]:
    """Run the engine for a while; what it writes on standard error is a fault."""
    process = EngineProcess(*arguments, cwd=cwd)
    try:
        yield process
    except BaseException:
        process.close()
        raise
    process.close()
    assert process.errors == b"", process.errors.decode(errors="replace")
