#!/usr/bin/env python3
"""Holds README.md to its word: the two commands that come first, the program, the commands; and runs the examples.

    run_docs.py --build build/release [NAME ...]

Programs run on the CPU plugin of the build. Prints "N passed, N failed, N skipped".
"""

import argparse
import os
import pathlib
import re
import shlex
import struct
import subprocess
import sys
import tempfile

REPO = pathlib.Path(__file__).resolve().parents[2]
README = REPO / "README.md"
GUIDE = REPO / "docs" / "guide"

CMAKE = """cmake_minimum_required(VERSION 3.25)
project(app LANGUAGES CXX)
find_package(cppjrt REQUIRED)
add_executable(app app.cc)
target_link_libraries(app PRIVATE pjrt::pjrt)
"""


class Skip(Exception):
    pass


def blocks(path, language):
    """The code blocks of a page, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", path.read_text(), re.MULTILINE | re.DOTALL)


def call(command, expected=0, **options):
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **options)
    assert done.returncode == expected, f"exit code {done.returncode}: {shlex.join(map(str, command))}\n{done.stdout}"
    return done.stdout


def write_npy(path, values):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({len(values)},), }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                     struct.pack(f"<{len(values)}f", *values))


def sum_program(arguments):
    """The text of a program that adds so many f32[2]."""
    lines = [f"%s{i} = stablehlo.add %{'s' if i > 1 else 'x'}{i - 1}, %x{i} : tensor<2xf32>" for i in range(1, arguments)]
    result = f"%s{arguments - 1}" if arguments > 1 else "%x0"
    parameters = ", ".join(f"%x{i}: tensor<2xf32>" for i in range(arguments))
    return "\n".join([f"func.func @main({parameters}) -> tensor<2xf32> {{", *lines, f"return {result} : tensor<2xf32>", "}"])


class Docs:
    def __init__(self, build):
        self.build = build
        self.pjrt = build / "bin" / "pjrt"
        self.env = dict(os.environ)
        if os.environ.get("CPPJRT_TEST_PLUGINS"):
            self.env["CPPJRT_PLUGIN_DIR"] = os.environ["CPPJRT_TEST_PLUGINS"]

    def need(self, plugin):
        found = subprocess.run([self.pjrt, "plugin", "info", plugin], env=self.env, capture_output=True)
        if found.returncode != 0:
            raise Skip(f"plugin {plugin} is not installed")

    def check_first_commands(self):
        """Whoever tries the project types the first two lines of code of the README."""
        lines = blocks(README, "sh")[0].splitlines()
        assert len(lines) == 2, lines
        assert lines[0].startswith("./dev run examples/") and lines[1] == "./dev test", lines
        output = call([self.pjrt, *shlex.split(lines[0])[1:]], cwd=REPO, env=self.env)
        assert output.startswith("result 0: i32[8]\n"), output

    def check_program(self):
        """Built as the README says, against what `cmake --install` gives."""
        programs = [block for block in blocks(README, "cpp") if "int main" in block]
        assert len(programs) == 1, len(programs)
        with tempfile.TemporaryDirectory(prefix="cppjrt-readme-") as name:
            folder = pathlib.Path(name)
            (folder / "app.cc").write_text(programs[0])
            (folder / "CMakeLists.txt").write_text(CMAKE)
            call(["cmake", "--install", self.build, "--prefix", folder / "prefix"])
            call(["cmake", "-S", folder, "-B", folder / "build", "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={folder}/prefix",
                  "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"])
            call(["cmake", "--build", folder / "build"])
            plugin = next((folder / "prefix").glob("lib*/**/libpjrt_cpu.so"))
            output = call([folder / "build" / "app"], env={**self.env, "CPPJRT_PLUGIN": str(plugin)})
            assert output == "-1 -2 -3 -4 \n", output

    def check_commands(self):
        """Each `pjrt …` of the README, with files that fit it; installing is left to other tests."""
        lines = [line for block in blocks(README, "sh") for line in block.splitlines() if line.startswith("pjrt ")]
        assert len(lines) >= 5, lines
        for line in lines:
            words = shlex.split(line, comments=True)[1:]
            if words[:2] == ["plugin", "install"]:
                continue
            if words[:2] == ["plugin", "info"]:
                words[2] = str(self.build / "lib" / "libpjrt_cpu.so")
            with tempfile.TemporaryDirectory(prefix="cppjrt-readme-") as name:
                folder = pathlib.Path(name)
                for program in ("model.mlir", "model.mlirbc"):
                    (folder / program).write_text(sum_program(words.count("--input")))
                write_npy(folder / "x.npy", [1, 2])
                write_npy(folder / "y.npy", [1, 2])
                call([self.pjrt, *words], cwd=folder, env=self.env)

    def check_shlo(self):
        """Each `shlo …` of its page, in a folder with the files it names; they end well."""
        lines = [line for block in blocks(REPO / "docs" / "shlo.md", "sh") for line in block.splitlines()]
        assert len(lines) >= 10, lines
        with tempfile.TemporaryDirectory(prefix="cppjrt-shlo-") as name:
            folder = pathlib.Path(name)
            (folder / "model.mlir").write_text(sum_program(2))
            (folder / "tests.mlir").write_text(sum_program(1) + "\n// -----\n" + sum_program(3))
            for line in lines:
                words = shlex.split(line, comments=True)
                assert words[0] == "shlo", line
                call([self.build / "bin" / "shlo", *words[1:]], cwd=folder)

    def check_guide_commands(self):
        """Each shell command of the guide, page by page in one folder; what needs a plugin that is not there is left out."""
        path = f"{self.build / 'bin'}:{self.build / 'examples'}:{os.environ['PATH']}"
        env = {**self.env, "PATH": path, "CPPJRT_PLUGIN": str(self.build / "lib" / "libpjrt_cpu.so")}
        count = 0
        for page in sorted(GUIDE.glob("*.md")):
            with tempfile.TemporaryDirectory(prefix="cppjrt-guide-") as name:
                folder = pathlib.Path(name)
                (folder / "model.mlir").write_text(sum_program(1))
                write_npy(folder / "x.npy", [1, 2])
                env["CPPJRT_CACHE_DIR"] = str(folder / "cache")
                for line in [line for block in blocks(page, "sh") for line in block.splitlines() if line]:
                    if line.startswith("pjrt plugin install"):
                        continue
                    if "--plugin tpu" in line and subprocess.run([self.pjrt, "plugin", "info", "tpu"], env=env,
                                                                 capture_output=True).returncode != 0:
                        continue
                    call(["bash", "-c", line], cwd=folder, env=env)
                    count += 1
        assert count >= 10, count

    def check_guide_code(self):
        """Each piece of C++ in the guide is one of an example's, but for its indentation."""
        def plain(text):
            return "\n".join(line.strip() for line in text.strip().splitlines())

        examples = [plain(path.read_text()) for path in (REPO / "examples").glob("*.cc")]
        for page in sorted(GUIDE.glob("*.md")):
            for block in blocks(page, "cpp"):
                assert any(plain(block) in example for example in examples), f"{page.name}: no example has\n{block}"

    def check_options(self):
        """Every long option that README and docs name exists."""
        known = {"--help", "--version", "--install", "--static"}  # the last two: of cmake, of pkg-config
        for command in ("", "run", "bench", "inspect", "compile", "cache ls", "cache verify", "cache gc", "devices", "plugin list", "plugin info",
                        "plugin install", "plugin remove"):
            known |= set(re.findall(r"--[a-z-]+", call([self.pjrt, *command.split(), "--help"])))
        for page in (README, REPO / "docs" / "command.md", *GUIDE.glob("*.md")):
            text = re.sub(r"`?(\./dev|cmake|cpack|pip|pkg-config|g\+\+|c\+\+) [^`\n]*", "", page.read_text())
            unknown = set(re.findall(r"(?<![-\w])--[a-z][a-z-]+", text)) - known
            assert not unknown, f"{page.name}: {unknown}"

    def check_example_hello(self):
        self.need("xla-cpu")
        output = call([self.build / "examples" / "hello", "xla-cpu"], env=self.env)
        assert output == "11 22 33 44 \n", output
        output = call([self.build / "examples" / "hello", "/nonexistent.so"], expected=1)
        assert output == "NOT_FOUND: no plugin at /nonexistent.so: No such file or directory\n", output


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=REPO / "build" / "release")
    parser.add_argument("names", nargs="*", help="only checks with one of these in their name")
    options = parser.parse_args()
    docs = Docs(options.build.resolve())
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    for name in [name for name in dir(docs) if name.startswith("check_")]:
        if options.names and not any(part in name for part in options.names):
            continue
        try:
            getattr(docs, name)()
            outcome = "passed"
        except Skip as reason:
            outcome = "skipped"
            print(f"{name}: skipped: {reason}")
        except (AssertionError, OSError) as error:
            outcome = "failed"
            print(f"{name}: FAILED: {error}")
        counts[outcome] += 1
    print(", ".join(f"{count} {outcome}" for outcome, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
