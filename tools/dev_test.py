#!/usr/bin/env python3
"""The script `dev` in a checkout of its own, with commands in its PATH that only write down how they were called."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

REPO = pathlib.Path(__file__).resolve().parent.parent
CMAKE = """#!/bin/bash
echo "cmake $*" >> "$CALLS"
mkdir -p build/release
printf '%s\\n' '# comment' 'TOOL:FILEPATH=TOOL-NOTFOUND' 'FOUND:FILEPATH=/usr/bin/env' 'LIB_DIR:PATH=LIB_DIR-NOTFOUND' > build/release/CMakeCache.txt
touch build/release/build.ninja
"""
NINJA = """#!/bin/bash
case " $* " in *" -n "*) echo "ninja: ${NINJA_SAYS:-no work to do}"; exit;; esac
echo "ninja $*" >> "$CALLS"
echo '[1/3] Building a.cc'; sleep 0.3; echo '[2/3] Building b.cc'; echo '[3/3] Linking'
exit ${NINJA_CODE:-0}
"""
# As the real one: tells of the packages it is asked about, and fails where it knows nothing of one.
DPKG_QUERY = """#!/bin/bash
shift 3
for package; do
  if [[ " $INSTALLED " == *" $package "* ]]; then echo "installed $package"; else code=1; fi
done
exit ${code:-0}
"""


class Dev(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()
        shutil.copy(REPO / "dev", self.root / "dev")
        shutil.copytree(REPO / "tools" / "packages", self.root / "tools" / "packages")
        (self.root / "CMakePresets.json").write_text("{}")
        (self.root / "bin").mkdir()
        for name, text in (("cmake", CMAKE), ("ninja", NINJA), ("dpkg-query", DPKG_QUERY), ("pjrt", "#!/bin/sh\necho pjrt $*\n")):
            self.script(self.root / "bin" / name, text)
        self.script(self.root / "build" / "release" / "bin" / "pjrt", "#!/bin/sh\necho pjrt $*\n")
        self.calls = self.root / "calls"
        self.packages = self.names("build")

    def script(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)

    def names(self, group):
        lines = (REPO / "tools" / "packages" / f"{group}.txt").read_text().splitlines()
        return [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]

    def dev(self, *arguments, **env):
        self.calls.write_text("")
        env = {**os.environ, "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}", "CALLS": str(self.calls),
               "INSTALLED": " ".join(self.packages), **env}
        done = subprocess.run([self.root / "dev", *arguments], env=env, capture_output=True, text=True, cwd=self.root)
        return done, self.calls.read_text().splitlines()

    def test_configures_once(self):
        done, calls = self.dev("pjrt", "--version")
        self.assertEqual((done.returncode, done.stdout, calls), (0, "pjrt --version\n", ["cmake --preset release"]), done.stderr)
        self.assertEqual(self.dev("pjrt")[1], [])

    def test_looks_again_for_what_was_not_found_after_packages_were_installed(self):
        self.dev("pjrt")
        self.packages += self.names("test")
        self.assertEqual(self.dev("pjrt")[1], ["cmake --preset release -UTOOL -ULIB_DIR"])
        self.assertEqual(self.dev("pjrt")[1], [])

    def test_the_first_run_builds_the_preset_first(self):
        self.script(self.root / "build" / "first" / "bin" / "pjrt", "#!/bin/sh\necho first $*\n")
        self.assertEqual(self.dev("run", "a.mlir")[0].stdout, "pjrt run a.mlir\n")
        (self.root / "build" / "release" / "bin" / "pjrt").unlink()
        self.assertEqual(self.dev("run", "a.mlir")[0].stdout, "first run a.mlir\n")

    def test_what_cannot_be_built_first_is_built_as_release(self):
        (self.root / "build" / "release" / "bin" / "pjrt").unlink()
        self.script(self.root / "bin" / "ninja", NINJA.replace('echo "ninja', 'case "$*" in *build/first*) exit 1;; esac; echo "ninja'))
        done, calls = self.dev("run", "a.mlir", NINJA_SAYS="work")
        self.assertIn("building release", done.stderr)
        self.assertTrue(any(call.startswith("cmake --preset release") for call in calls), calls)

    def test_a_build_in_a_pipe_says_how_far_it_is(self):
        done, _ = self.dev("pjrt", NINJA_SAYS="work", CPPJRT_PROGRESS_SECONDS="0")
        self.assertEqual(done.stderr.splitlines(), ["dev: [1/3] Building a.cc", "dev: [2/3] Building b.cc", "dev: [3/3] Linking"])
        done, _ = self.dev("pjrt", NINJA_SAYS="work", CPPJRT_PROGRESS_SECONDS="60")
        self.assertEqual((done.stdout, done.stderr), ("pjrt\n", ""))

    def test_a_build_that_fails_shows_all_of_its_output(self):
        done, _ = self.dev("pjrt", NINJA_SAYS="work", NINJA_CODE="1")
        self.assertEqual(done.returncode, 1)
        self.assertIn("[2/3] Building b.cc\n[3/3] Linking\ndev: the build failed", done.stderr)


if __name__ == "__main__":
    unittest.main()
