"""File tests of the commands, tests/cli/*.test of `pjrt`, tests/shlo/*.test of `shlo`, tests/graph/*.test and
tests/passes/*.test of `cpuc`, in the format of cram (cram3 of Debian's python3-cram).

A line indented by two spaces that starts with "$ " is a command ("> " continues it); the indented lines after it are what
it must print, "[3]" its exit code when not 0. A line may end in " (re)", " (glob)" or " (no-eol)". Everything that is not
indented is prose. `exit 80` skips the file. Commands of a file run in one bash, in an empty folder and with another one as
$HOME, with the built commands first in PATH, the checkout as $REPO and the build folder as $BUILD. No plugin is installed
there; those that `./dev test` installed are in $CPPJRT_TEST_PLUGINS (CPPJRT_PLUGIN_DIR=$CPPJRT_TEST_PLUGINS uses them).
"""

import os
import pathlib
import shutil
import tempfile

from testing import process
from testing.outcome import FAILED, PASSED, SKIPPED, Result

# Variables of the user's that would change which plugin a test finds.
UNSET = ("CPPJRT_PLUGIN", "CPPJRT_PLUGIN_DIR", "PJRT_PLUGIN_LIBRARY_PATH", "PJRT_NAMES_AND_LIBRARY_PATHS", "VIRTUAL_ENV",
         "CONDA_PREFIX", "PYTHONPATH", "PYTHONUSERBASE", "TPU_LIBRARY_PATH")


class FileTest:
    def __init__(self, path, build, options):
        self.path = path
        self.build = build
        self.options = options
        self.name = str(path.relative_to(options.repo))

    def run(self):
        with tempfile.TemporaryDirectory(prefix="cppjrt-cli-") as scratch:
            return [self._run_in(pathlib.Path(scratch))]

    def _run_in(self, scratch):
        # cram writes beside the file it runs, so it gets a copy.
        copy = scratch / "file" / self.path.name
        home = scratch / "home"
        copy.parent.mkdir()
        home.mkdir()
        shutil.copyfile(self.path, copy)
        command = ["cram3", "--shell=/bin/bash"] + (["-i", "-y"] if self.options.update else []) + [copy.name]
        env = {**self.options.env, **dict.fromkeys(UNSET), "HOME": str(home),
               "PATH": f"{self.build / 'bin'}:{os.environ['PATH']}"}
        finished = process.run(command, timeout=self.options.timeout, env=env, cwd=copy.parent)
        if self.options.update and copy.read_bytes() != self.path.read_bytes():
            shutil.copyfile(copy, self.path)
            return Result(self.name, PASSED, "rewritten", seconds=finished.seconds)
        if finished.code == 0 and " 1 skipped" in finished.output:
            return Result(self.name, SKIPPED, "the file says exit 80", seconds=finished.seconds)
        if finished.code == 0:
            return Result(self.name, PASSED, seconds=finished.seconds)
        ending = "" if finished.code == 1 else f"{finished.ending(self.options.timeout)}\n"
        return Result(self.name, FAILED, ending + process.tail(finished.output, 120), f"./dev test {self.name}", finished.seconds)


def find(build, options):
    paths = sorted(path for folder in ("cli", "graph", "passes", "shlo") for path in (options.repo / "tests" / folder).glob("**/*.test"))
    return [FileTest(path, build, options) for path in paths
            if not options.filter or options.filter in str(path.relative_to(options.repo))]
