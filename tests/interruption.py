"""Ctrl-C in a program that waits, and how long the answer takes."""

import os
import signal
import subprocess
import sys
import time


def seconds_to_answer(before: str, work: str, after: str = "") -> float:
    """Run a program, press Ctrl-C in the middle of its work, and give the time to its answer.

    Args:
        before: What the program does first.
        work: The statement that waits; KeyboardInterrupt is to break it off.
        after: What the program does then; it must end with status 0.
    """
    source = f"""
import time
{before}
print("ready", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print(time.time(), flush=True)
{after}
"""
    process = subprocess.Popen(
        [sys.executable, "-c", source], stdout=subprocess.PIPE, text=True, env=dict(os.environ)
    )
    assert process.stdout is not None
    with process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.4)
        pressed = time.time()
        process.send_signal(signal.SIGINT)
        answered = process.stdout.readline()
        assert process.wait(10) == 0
    return float(answered) - pressed
