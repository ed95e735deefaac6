#!/usr/bin/env python3
"""Checks every #include against the table of folders: the flow goes one way.

Every folder has a row of its own, except those below a row that says "deep". A file may include files of its own row, of the
folders in "project" (and of those below them), and the system headers of the sets in "system". Tests may include anything.
Rows may not include each other in a circle, and what a row grants must be used: a row without files, a folder or a set that no
file of the row includes is a problem too.
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
    deep: bool = False  # also the folders below it


ANYTHING = ("*",)

# fmt: off
LAYERS = (
    Row("abi",                  ("abi/include",),                                   ()),
    Row("abi/include",          (),                                                 deep=True),
    Row("base",                 ("base/include",),                                  ("std", "posix", "intrinsics")),
    Row("base/include",         (),                                                 deep=True),
    Row("client",               ("client/include", "abi/include", "base"),          ("std", "posix")),
    Row("client/extensions",    ("client", "abi/include")),
    Row("client/ffi",           ("client", "abi/include"),                          ("std", "posix")),
    Row("client/fit",           ("client/include", "stablehlo")),
    Row("client/include",       ("base/include",),                                  deep=True),
    Row("client/stores",        ("client/include", "base"),                         ("std", "posix", "hiredis", "pmix")),
    Row("stablehlo",            ("stablehlo/ir", "stablehlo/text", "stablehlo/bytecode", "base")),
    Row("stablehlo/ir",         ("base",)),
    Row("stablehlo/op",         ("stablehlo/ir",)),
    Row("stablehlo/text",       ("stablehlo/ir", "stablehlo/op", "base")),
    Row("stablehlo/bytecode",   ("stablehlo/ir", "stablehlo/op", "base")),
    Row("stablehlo/sdy",        ("stablehlo/ir", "stablehlo/op")),
    Row("stablehlo/verify",     ("stablehlo/ir", "stablehlo/op", "stablehlo/sdy", "base")),
    Row("stablehlo/tools",      ("stablehlo", "base"),                              ("std", "cli11", "json")),
    Row("stablehlo/eval",       ("stablehlo/ir", "stablehlo/op", "stablehlo/text/float_text.h", "stablehlo/verify", "base"),
                                                                                    ("std", "posix")),
    Row("stablehlo/transforms", ("stablehlo/ir", "stablehlo/op", "stablehlo/text", "stablehlo/verify", "stablehlo/eval", "base")),
    Row("cpu/kernels",          ("base",),                                          ("std", "posix", "intrinsics")),
    Row("cpu/graph",            ("stablehlo/ir", "stablehlo/op", "stablehlo/verify", "stablehlo/eval", "base")),
    Row("cpu/passes",           ("cpu/graph", "stablehlo/eval", "base")),
    Row("cpu/plan",             ("cpu/graph", "base")),
    Row("cpu/math",             ("stablehlo/eval/complex_math.h",)),
    Row("cpu/codegen",          ("cpu/graph", "cpu/plan", "cpu/math", "stablehlo/eval", "stablehlo/ir", "base"),
                                                                                    ("std", "posix", "llvm")),
    Row("cpu/native",           ("cpu/graph", "cpu/passes", "cpu/plan", "cpu/codegen/cross.h", "cpu/codegen/object_code.h",
                                 "cpu/codegen/frame.h", "cpu/codegen/nest.h", "cpu/kernels", "stablehlo", "base")),
    Row("cpu/tools",            ("cpu", "stablehlo"),                               ("std", "cli11")),
    Row("cpu/executable",       ("cpu/native", "cpu/passes/check_settings.h", "cpu/runtime", "stablehlo", "base"),
                                                                                    ("std", "posix", "xxhash")),
    Row("cpu/runtime",          ("stablehlo/eval", "base"),                         ("std", "posix")),
    Row("cpu/ffi",              ("abi/include", "stablehlo", "base")),
    Row("cpu/lapack",           ("cpu/kernels", "stablehlo", "base")),
    Row("cpu/plugin",           ("abi/include", "cpu", "stablehlo", "base"),        deep=True),
    Row("cli",                  ("cli/data", "cli/install", "client/include", "abi/include", "base/include", "stablehlo", "conform"),
                                                                                    ("std", "posix", "cli11", "fmt", "json")),
    Row("cli/data",             ("client/include", "base/include"),                 ("std", "posix", "fmt", "json", "zlib", "minizip")),
    Row("cli/install",          ("base/include",),                                  ("std", "posix", "fmt", "json", "minizip", "md")),
    Row("conform/report",       ("base",),                                          ("std", "posix", "fmt", "json")),
    Row("conform/registry",     ("conform/report", "base/include")),
    Row("conform/isolate",      ("base",),                                          ("std", "posix")),
    Row("conform/api",          ("client/include", "abi/include", "base/include", "conform/registry", "conform/isolate"),
                                                                                    ("std", "posix")),
    Row("conform/checks",       ("client/include", "abi/include", "conform/api", "conform/registry"),
                                                                                    ("std", "posix")),
    Row("conform/runner",       ("base", "conform/api", "conform/isolate", "conform/registry", "conform/report"),
                                                                                    ("std", "posix", "json")),
    Row("conform/engine",       ("client/include", "base", "stablehlo"),            ("std", "posix")),
    Row("conform/semantics",    ("conform/engine", "stablehlo", "base"),            ("std", "fmt", "json")),
    Row("conform/fuzz",         ("conform/engine", "stablehlo"),                    ("std", "fmt")),
    Row("conform/programs",     ("conform/engine", "conform/fuzz", "stablehlo")),
    Row("python",               ("client/include", "abi/include"),                  ("std", "posix", "python"), deep=True),
    Row("examples",             ("client/include",),                                ("std",), deep=True),
    Row("bench",                ANYTHING,                                           ANYTHING, deep=True),
    Row("fuzz",                 ANYTHING,                                           ANYTHING, deep=True),
    Row("tests",                ANYTHING,                                           ANYTHING, deep=True),
    Row("tools",                ANYTHING,                                           ANYTHING, deep=True),
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
    """The row of the file's folder, or of the nearest one above it that is deep."""
    folder = path.rpartition("/")[0]
    rows = [row for row in layers if row.folder == folder or (row.deep and inside(folder, (row.folder,)))]
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


@dataclasses.dataclass(frozen=True)
class Include:
    includer: str
    line: int
    quote: str
    name: str
    target: str  # the project file that it names; None if there is none


def all_includes(repo):
    roots = sources.include_roots(repo)
    return [Include(path, line, quote, name, sources.resolve(name, path, roots, repo))
            for path in sources.files(*sources.CXX, repo=repo)
            for line, quote, name in sources.includes((repo / path).read_text(errors="replace"))]


def unused_grants(layers, files, includes):
    """Sentences about rows without files, and about folders and sets of a row that no file of it includes."""
    by_row = {row: [] for row in layers}
    for include in includes:
        if not is_test(include.includer) and row_of(include.includer, layers):
            by_row[row_of(include.includer, layers)].append(include)
    rows_with_files = {row_of(path, layers) for path in files}
    problems = [f"{row.folder}: its row has no files" for row in layers if row not in rows_with_files]
    for row, mine in by_row.items():
        targets = {include.target for include in mine if include.target and row_of(include.target, layers) != row}
        names = {include.name for include in mine if include.quote == "<"}
        unused = [grant for grant in row.project if not any(inside(target, (grant,)) for target in targets)]
        unused += [grant for grant in row.system if not any(is_system(name, (grant,)) for name in names)]
        problems += [f"{row.folder}: its row grants {grant}, which no file of it includes" for grant in unused if grant != "*"]
    return problems


def circles(layers, includes):
    """Sentences about rows that reach themselves through what they include."""
    reached = {}
    for include in includes:
        row, other = row_of(include.includer, layers), include.target and row_of(include.target, layers)
        if row and other and row != other and not is_test(include.includer):
            reached.setdefault(row.folder, {}).setdefault(other.folder, f"{include.includer} includes {include.target}")
    problems = []
    for folder in sorted(reached):
        path = path_between(reached, folder, folder)
        if path and folder == min(path):
            problems.append(f"{' -> '.join(path)} is a circle: " + "; ".join(reached[a][b] for a, b in zip(path, path[1:])))
    return problems


def path_between(edges, start, end):
    """The shortest way of at least one edge; None if there is none."""
    paths = [[start]]
    seen = set()
    for path in paths:  # grows below
        for target in edges.get(path[-1], ()):
            if target == end:
                return path + [target]
            if target not in seen:
                seen.add(target)
                paths.append(path + [target])
    return None


def check(repo, layers=LAYERS):
    includes = all_includes(repo)
    found = ((include, problem_of(include.includer, include.quote, include.name, include.target, layers)) for include in includes)
    problems = [f"{include.includer}:{include.line}: {problem}" for include, problem in found if problem]
    return problems + circles(layers, includes) + unused_grants(layers, sources.files(*sources.CXX, repo=repo), includes)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--repo", type=pathlib.Path, default=sources.REPO)
    problems = check(parser.parse_args().repo.resolve())
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
