#!/usr/bin/env python3
"""Checks every #include against the table of folders: the flow goes one way.

A file belongs to the row with the longest path that holds it. It may include files of its own row, of the rows in
"project" (and of the folders below those), and the system headers of the sets in "system". Tests may include anything.
"""

import argparse
import dataclasses
import pathlib
import sys

import sources


@dataclasses.dataclass(frozen=True)
class Row:
    folder: str
    project: tuple = ()
    system: tuple = ("std",)


ANYTHING = ("*",)
PUBLIC = ("client/include/pjrt", "abi/include", "base/include/cppjrt")

# fmt: off
LAYERS = (
    Row("abi",                  ("abi/include",)),
    Row("abi/include",          ()),
    Row("base",                 ("base/include",),                                  ("std", "posix", "intrinsics")),
    Row("base/include",         ()),
    Row("client",               ("client/include", "abi/include", "base"),          ("std", "posix")),
    Row("client/fit",           ("client/include", "stablehlo", "base")),
    Row("client/include",       ("base/include",)),
    Row("client/stores",        ("client/include", "base"),                         ("std", "posix", "hiredis", "pmix")),
    Row("stablehlo",            ("stablehlo", "base"),                              ("std", "posix")),
    Row("stablehlo/include",    ("base/include",)),
    Row("stablehlo/ir",         ("stablehlo/include", "base")),
    Row("stablehlo/op",         ("stablehlo/include", "stablehlo/ir", "base")),
    Row("stablehlo/text",       ("stablehlo/include", "stablehlo/ir", "stablehlo/op", "base")),
    Row("stablehlo/bytecode",   ("stablehlo/include", "stablehlo/ir", "stablehlo/op", "base"), ("std", "zstd")),
    Row("stablehlo/sdy",        ("stablehlo/include", "stablehlo/ir", "stablehlo/op", "base")),
    Row("stablehlo/verify",     ("stablehlo/include", "stablehlo/ir", "stablehlo/op", "stablehlo/sdy", "base")),
    Row("stablehlo/tools",      ("stablehlo", "base"),                              ("std", "posix", "cli11", "json")),
    Row("stablehlo/eval",       ("stablehlo/include", "stablehlo/ir", "stablehlo/op", "stablehlo/text/float_text.h",
                                 "stablehlo/verify", "base"),                       ("std", "posix")),
    Row("stablehlo/transforms", ("stablehlo/ir", "stablehlo/op", "stablehlo/text", "stablehlo/verify", "stablehlo/eval", "base")),
    Row("cpu",                  ("cpu", "stablehlo", "base"),                       ("std", "posix")),
    Row("cpu/kernels",          ("base",),                                          ("std", "posix", "intrinsics")),
    Row("cpu/graph",            ("stablehlo/ir", "stablehlo/op", "stablehlo/verify", "stablehlo/eval", "base")),
    Row("cpu/passes",           ("cpu/graph", "stablehlo/eval", "stablehlo/ir", "base")),
    Row("cpu/plan",             ("cpu/graph", "base")),
    Row("cpu/math",             ("stablehlo/eval/complex_math.h", "base")),
    Row("cpu/codegen",          ("cpu/graph", "cpu/plan", "cpu/math", "stablehlo/eval", "stablehlo/ir", "base"),
                                                                                    ("std", "posix", "llvm")),
    Row("cpu/native",           ("cpu/graph", "cpu/passes", "cpu/plan", "cpu/codegen/cross.h", "cpu/codegen/object_code.h",
                                 "cpu/codegen/frame.h", "cpu/codegen/nest.h", "cpu/kernels", "stablehlo", "base"),
                                                                                    ("std", "posix")),
    Row("cpu/tools",            ("cpu", "stablehlo", "base"),                       ("std", "posix", "cli11")),
    Row("cpu/executable",       ("cpu/native", "cpu/passes/check_settings.h", "cpu/runtime", "stablehlo", "base"),
                                                                                    ("std", "posix", "xxhash")),
    Row("cpu/runtime",          ("cpu/plan", "stablehlo/eval", "base"),
                                                                                    ("std", "posix", "intrinsics", "lapack", "highway")),
    Row("cpu/ffi",              ("abi/include", "stablehlo", "base"),               ("std", "posix")),
    Row("cpu/lapack",           ("cpu/kernels", "stablehlo", "base")),
    Row("cpu/plugin",           ("abi/include", "cpu", "stablehlo", "base"),        ("std", "posix")),
    Row("cli",                  PUBLIC + ("stablehlo", "conform"),
                                ("std", "posix", "cli11", "fmt", "json", "zlib", "minizip", "md")),
    Row("conform",              PUBLIC + ("base",),                                 ("std", "posix", "fmt", "json")),
    Row("conform/engine",       PUBLIC + ("stablehlo", "base"),                     ("std", "posix")),
    Row("conform/semantics",    PUBLIC + ("conform/engine", "stablehlo", "base"),   ("std", "fmt", "json")),
    Row("conform/fuzz",         PUBLIC + ("conform/engine", "conform/semantics", "stablehlo", "base"),
                                                                                    ("std", "fmt", "json")),
    Row("conform/programs",     ("base/include/cppjrt", "conform/engine", "conform/fuzz", "stablehlo", "base")),
    Row("python",               PUBLIC + ("stablehlo/include",),                    ("std", "posix", "python")),
    Row("examples",             PUBLIC + ("stablehlo/include",),                    ("std", "posix")),
    Row("bench",                ANYTHING,                                           ANYTHING),
    Row("fuzz",                 ANYTHING,                                           ANYTHING),
    Row("tests",                ANYTHING,                                           ANYTHING),
    Row("tools",                ANYTHING,                                           ANYTHING),
)

# Names; those that end in "/" are folders.
SYSTEM = {
    "std": tuple("""
        algorithm any array atomic barrier bit bitset cassert cctype cerrno cfenv cfloat charconv chrono cinttypes climits
        clocale cmath compare complex concepts condition_variable coroutine csetjmp csignal cstdarg cstddef cstdint cstdio
        cstdlib cstring ctime cuchar cwchar cwctype deque exception execution filesystem format forward_list fstream
        functional future initializer_list iomanip ios iosfwd iostream istream iterator latch limits list locale map memory
        memory_resource mutex new numbers numeric optional ostream queue random ranges ratio regex scoped_allocator
        semaphore set shared_mutex source_location span sstream stack stdexcept stop_token streambuf string string_view
        strstream syncstream system_error thread tuple type_traits typeindex typeinfo unordered_map unordered_set utility
        valarray variant vector version
        assert.h complex.h ctype.h errno.h fenv.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdalign.h
        stdarg.h stdatomic.h stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h threads.h time.h uchar.h wchar.h wctype.h
        """.split()),
    "posix": ("sys/", "arpa/", "netinet/", "linux/", "dirent.h", "dlfcn.h", "elf.h", "execinfo.h", "fcntl.h", "fnmatch.h",
              "ftw.h", "getopt.h", "glob.h", "libgen.h", "link.h", "netdb.h", "poll.h", "pthread.h", "pwd.h", "sched.h",
              "semaphore.h", "spawn.h", "strings.h", "termios.h", "unistd.h", "cxxabi.h", "malloc.h"),
    "intrinsics": ("immintrin.h", "x86intrin.h", "arm_neon.h", "cpuid.h"),
    "cli11": ("CLI/",),
    "fmt": ("fmt/",),
    "json": ("nlohmann/",),
    "zlib": ("zlib.h",),
    "minizip": ("minizip/",),
    "md": ("md5.h", "sha2.h", "sha256.h", "sha512.h"),
    "zstd": ("zstd.h",),
    "xxhash": ("xxhash.h",),
    "hiredis": ("hiredis.h",),
    "pmix": ("pmix.h",),
    "llvm": ("llvm/", "llvm-c/"),
    "lapack": ("lapacke.h", "cblas.h"),
    "highway": ("hwy/",),
    "python": ("Python.h", "nanobind/", "cppjrt_python_docs.inc"),
}
# fmt: on


def inside(path, folders):
    return any(folder == "*" or path == folder or path.startswith(folder + "/") for folder in folders)


def row_of(path, layers=LAYERS):
    rows = [row for row in layers if inside(path, (row.folder,))]
    return max(rows, key=lambda row: len(row.folder), default=None)


def is_test(path):
    name = path.rsplit("/", 1)[-1]
    return name.endswith(("_test.cc", "_test.c", "_test.h")) or name.startswith("test_") or inside(path, ("tests",))


def is_system(name, sets):
    known = [entry for key in sets if key != "*" for entry in SYSTEM[key]]
    return "*" in sets or any(name == entry or (entry.endswith("/") and name.startswith(entry)) for entry in known)


def problem_of(includer, quote, name, target, layers=LAYERS):
    """What is wrong with one #include, or None. `target` is the project file it names, None if there is none."""
    row = row_of(includer, layers)
    if row is None:
        return "folder is not in the table of tools/check_layers.py"
    if is_test(includer):
        return None
    if quote == "<":
        if target is not None and not is_system(name, ("std", "posix")):
            return f'<{name}> is a file of the project; write "{name}"'
        if not is_system(name, row.system):
            return f"{row.folder} may not include <{name}>; its sets of system headers are {', '.join(row.system)}"
        return None
    if target is None:
        return f'"{name}" is no file of the project; write <{name}> for a system header'
    if is_test(target):
        return f"{name} belongs to the tests"
    other = row_of(target, layers)
    if row == other or inside(target, row.project):
        return None
    return f"{row.folder} may not include {target}; it may include {', '.join(row.project) or 'nothing of the project'}"


def check(repo, layers=LAYERS):
    roots = sources.include_roots(repo)
    problems = []
    for path in sources.files(*sources.CXX, repo=repo):
        for line, quote, name in sources.includes((repo / path).read_text(errors="replace")):
            problem = problem_of(path, quote, name, sources.resolve(name, path, roots, repo), layers)
            if problem:
                problems.append(f"{path}:{line}: {problem}")
    return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repo", type=pathlib.Path, default=sources.REPO)
    problems = check(parser.parse_args().repo.resolve())
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
