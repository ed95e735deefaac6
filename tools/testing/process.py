"""Runs one test program: no input, output and errors together, a time limit that also ends its children."""

import dataclasses
import os
import signal
import subprocess
import tempfile
import time


@dataclasses.dataclass
class Finished:
    code: int  # negative: the signal that ended it
    output: str
    seconds: float
    timed_out: bool = False

    def ending(self, limit):
        """How it ended, in words: "exit code 3", "signal 11 (SIGSEGV)", "no end within 60 s"."""
        if self.timed_out:
            return f"no end within {limit} s"
        if self.code < 0:
            return f"signal {-self.code} ({signal.Signals(-self.code).name})"
        return f"exit code {self.code}"


def run(command, *, timeout, env=None, cwd=None):
    """`env` adds to the environment; a variable that is None there is taken out."""
    start = time.monotonic()
    env = {name: value for name, value in {**os.environ, **(env or {})}.items() if value is not None}
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                   env=env, cwd=cwd, start_new_session=True)
        timed_out = False
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            timed_out = True
        except BaseException:  # ctrl-C: leave nothing running
            _end_group(process)
            raise
        _end_group(process)
        output.seek(0)
        text = output.read().decode(errors="replace")
    return Finished(process.returncode, text, time.monotonic() - start, timed_out)


def _end_group(process):
    """Ends the program and whatever it left running."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def tail(text, lines=40):
    all_lines = text.rstrip().splitlines()
    if len(all_lines) <= lines:
        return "\n".join(all_lines)
    return "\n".join([f"[{len(all_lines) - lines} lines left out]"] + all_lines[-lines:])
