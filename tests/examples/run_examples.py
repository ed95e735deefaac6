#!/usr/bin/env python3
"""Runs the examples on our CPU plugin, some of them on XLA's as well, and looks at what they print.

A check is a method check_NAME; prints "N passed, N failed, N skipped".
"""

import argparse
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

REPO = pathlib.Path(__file__).resolve().parents[2]


class Skip(Exception):
    pass


class Examples:
    def __init__(self, build, plugins):
        self.build = build
        self.plugins = plugins
        self.ours = build / "lib" / "libpjrt_cpu.so"
        self.env = {**os.environ, "CPPJRT_PLUGIN": str(self.ours), "TF_CPP_MIN_LOG_LEVEL": "3"}
        self.env.pop("CPPJRT_CACHE_DIR", None)

    def installed(self, name):
        path = self.plugins / name / "plugin.so"
        if not path.exists():
            raise Skip(f"no {path}")
        return path

    def command(self, name, *arguments):
        return [str(self.build / "examples" / name), *map(str, arguments)]

    def run(self, name, *arguments, expected=0):
        done = subprocess.run(self.command(name, *arguments), env=self.env, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=300)
        assert done.returncode == expected, f"exit code {done.returncode}: {name} {arguments}\n{done.stdout}{done.stderr}"
        return done.stdout

    def real_plugins(self):
        """Ours, and XLA's where it is installed."""
        yield self.ours
        if (self.plugins / "xla-cpu" / "plugin.so").exists():
            yield self.plugins / "xla-cpu" / "plugin.so"

    def check_hello(self):
        for plugin in self.real_plugins():
            assert self.run("hello", plugin) == "11 22 33 44 \n"

    def check_dlpack(self):
        for plugin in self.real_plugins():
            got = self.run("dlpack", plugin)
            assert sorted(got.splitlines()) == sorted(["in place: yes", "1 4 9 16 ", "the producer has its memory back"]), got

    def check_custom_kernel(self):
        for plugin in self.real_plugins():
            values = "-2.0000 -0.9242 0.9242 2.0000 \n"
            got = self.run("custom_kernel", plugin)
            assert got == "run 1\n" + values + "run 2\n" + values, got

    def check_sharded_matmul(self):
        want = "".join(" ".join(str(2 * ((8 * row + column) % 7)) for column in range(8)) + "\n" for row in range(8))
        for plugin in self.real_plugins():
            got = self.run("sharded_matmul", plugin)
            assert got == want, got

    def check_compile_cache(self):
        for plugin in self.real_plugins():
            with tempfile.TemporaryDirectory(prefix="cppjrt-cache-") as folder:
                assert self.run("compile_cache", folder, plugin) == "miss\nhit\n"
                assert self.run("compile_cache", folder, plugin) == "hit\nhit\n"

    def check_error_handling(self):
        want = """no such plugin: NOT_FOUND
no such device: NOT_FOUND
a program that is none: refused
too few values: INVALID_ARGUMENT
an argument that was donated: FAILED_PRECONDITION
its values: FAILED_PRECONDITION
work that failed: DATA_LOSS
"""
        for plugin in self.real_plugins():
            got = self.run("error_handling", plugin)
            assert got == want, got

    def check_two_processes(self):
        for plugin in self.real_plugins():
            with tempfile.TemporaryDirectory(prefix="cppjrt-store-") as folder:
                processes = [subprocess.Popen(self.command("two_processes", folder, rank, plugin), env=self.env, text=True,
                                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for rank in (1, 0)]
                output = [process.communicate(timeout=120)[0] for process in processes]
                assert output == ["rank 1: 26\n", "rank 0: 10\nboth: 36\n"], output

    def check_aot_tpu(self):
        plugin = self.installed("tpu")
        with tempfile.TemporaryDirectory(prefix="cppjrt-aot-") as folder:
            artifact = pathlib.Path(folder, "model.pjrt")
            output = self.run("aot_tpu", artifact, "v5e:2x2", plugin)
            assert output.startswith("for TPU v5 lite\narguments 1048576, results 524288 bytes\n"), output
            assert artifact.read_bytes().startswith(b"CPPJRTA1")

    def check_train_resume(self):
        """Killed again and again, it has the same bits at a step as a run that was left alone."""
        for plugin in self.real_plugins():
            with tempfile.TemporaryDirectory(prefix="cppjrt-train-") as name:
                folder = pathlib.Path(name)
                self.train_with_kills(folder / "killed", plugin)
                got, steps = self.resume(folder / "killed", plugin)
                want = self.run("train_resume", folder / "whole", steps, plugin)
                assert got == want, f"killed before step {steps}: {got}{want}"

    def train_with_kills(self, checkpoint, plugin):
        """Kills eight runs at any time after there is progress to lose; each would go on for hours."""
        chance = random.Random(7)
        for _ in range(8):
            process = subprocess.Popen(self.command("train_resume", checkpoint, 10**9, plugin), env=self.env,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            begin = time.monotonic()
            while process.poll() is None and not checkpoint.exists() and time.monotonic() - begin < 60:
                time.sleep(0.001)
            time.sleep(chance.uniform(0, 0.1))
            process.send_signal(signal.SIGKILL)
            assert process.wait() == -signal.SIGKILL, f"it ended by itself: exit code {process.returncode}"

    def resume(self, checkpoint, plugin):
        """What a run prints that has no step left to make, and the step of the checkpoint."""
        done = subprocess.run(self.command("train_resume", checkpoint, 0, plugin), env=self.env, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=300)
        found = re.search(r"^resumed at step (\d+)$", done.stderr, re.MULTILINE)
        assert done.returncode == 0 and found, f"exit code {done.returncode}: {done.stderr}"
        return done.stdout, int(found[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=REPO / "build" / "release")
    parser.add_argument("names", nargs="*", help="only checks with one of these in their name")
    options = parser.parse_args()
    plugins = os.environ.get("CPPJRT_TEST_PLUGINS") or os.path.expanduser("~/.local/lib/cppjrt")
    examples = Examples(options.build.resolve(), pathlib.Path(plugins))
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name in [name for name in dir(examples) if name.startswith("check_")]:
        if options.names and not any(part in name for part in options.names):
            continue
        try:
            getattr(examples, name)()
            outcome = "passed"
        except Skip as reason:
            outcome = "skipped"
            print(f"{name}: skipped: {reason}")
        except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
            outcome = "failed"
            print(f"{name}: FAILED: {error}")
        counts[outcome] += 1
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
