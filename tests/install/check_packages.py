#!/usr/bin/env python3
"""Uses a build the ways it can be got: installed and found by CMake and by pkg-config, as static archive and as shared library;
as a Debian package; as a part of another project (FetchContent). Each way builds and runs tests/install/consumer.

What the build does not have (the shared library, the CPU plugin) or the machine does not (dpkg) is left out and said.
"""

import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
REPO = HERE.parent.parent
# Names the shared library may export, as c++filt writes them.
PUBLIC = re.compile(r"^(?:(?:vtable|typeinfo|typeinfo name) for )?pjrt::v0::(?:ffi::)?[A-Z]")

counts = {"passed": 0, "skipped": 0}


def run(*command, **options):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          check=False, **options)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))}\n{done.stdout}")
    return done.stdout


def passed(what):
    counts["passed"] += 1
    print(f"{what}: ok")


def skipped(what, why):
    counts["skipped"] += 1
    print(f"{what}: skipped: {why}")


def use(program, plugin, env=None):
    run(program, env=env)
    if plugin and plugin.exists():
        run(program, plugin, env=env)


def with_cmake(source, folder, prefix, *options):
    run("cmake", "-S", source, "-B", folder, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release",
        *options)
    run("cmake", "--build", folder)
    return folder / "consumer"


def check_find_package(prefix, scratch, plugin):
    for library in ("pjrt::pjrt", "cppjrt::cppjrt", "cppjrt::shared"):
        what = f"find_package, {library}"
        if library == "cppjrt::shared" and not list((prefix / "lib").glob("**/libcppjrt.so")):
            skipped(what, "CPPJRT_BUILD_SHARED is off")
            continue
        use(with_cmake(HERE / "consumer", scratch / library.replace("::", "_"), prefix, f"-DLIBRARY={library}"), plugin)
        passed(what)
    run(with_cmake(HERE / "consumer", scratch / "front_end", prefix, "-DLIBRARY=cppjrt::stablehlo"))
    passed("find_package, cppjrt::stablehlo")


def check_pkg_config(prefix, scratch, plugin):
    if not shutil.which("pkg-config"):
        return skipped("pkg-config", "there is none")
    folders = [str(path.parent) for path in prefix.glob("lib/**/cppjrt.pc")]
    env = {**os.environ, "PKG_CONFIG_PATH": ":".join(folders)}
    compiler = os.environ.get("CXX", "c++")
    source = HERE / "consumer" / "main.cc"
    flags = run("pkg-config", "--static", "--cflags", "--libs", "cppjrt", env=env).split()
    # The archive, though the shared library may lie beside it.
    flags = ["-l:libcppjrt.a" if flag == "-lcppjrt" else flag for flag in flags]
    run(compiler, "-std=c++20", source, "-o", scratch / "static", *flags)
    use(scratch / "static", plugin)
    passed("pkg-config, libcppjrt.a")
    shared = list(prefix.glob("lib/**/libcppjrt.so"))
    if not shared:
        return skipped("pkg-config, libcppjrt.so", "CPPJRT_BUILD_SHARED is off")
    flags = run("pkg-config", "--cflags", "--libs", "cppjrt", env=env).split()
    run(compiler, "-std=c++20", source, "-o", scratch / "dynamic", *flags, f"-Wl,-rpath,{shared[0].parent}")
    use(scratch / "dynamic", plugin)
    return passed("pkg-config, libcppjrt.so")


def check_symbols(prefix):
    libraries = list(prefix.glob("lib/**/libcppjrt.so"))
    if not libraries:
        return skipped("symbols of libcppjrt.so", "CPPJRT_BUILD_SHARED is off")
    dynamic = run("readelf", "-dW", libraries[0])
    name = re.search(r"SONAME\).*\[(.*)\]", dynamic).group(1)
    version = re.search(r"project\(cppjrt VERSION (\d+)\.(\d+)", (REPO / "CMakeLists.txt").read_text())
    wanted = f"libcppjrt.so.{version.group(1)}.{version.group(2)}"
    if name != wanted:
        sys.exit(f"libcppjrt.so is called {name}, expected {wanted}")
    exported = run("nm", "-DC", "--defined-only", libraries[0]).splitlines()
    node = f"CPPJRT_{version.group(1)}.{version.group(2)}"
    names = [line.split(" ", 2)[2] for line in exported if not line.endswith(f" A {node}")]
    foreign = [name for name in names if not PUBLIC.match(name)]
    unversioned = [name for name in names if f"@@{node}" not in name]
    if foreign or unversioned:
        sys.exit("libcppjrt.so exports what is not public or has no version:\n" + "\n".join((foreign + unversioned)[:20]))
    if len(names) < 200:
        sys.exit(f"libcppjrt.so exports only {len(names)} names")
    return passed(f"libcppjrt.so exports {len(names)} names, all public, all {node}")


def check_debian(build, scratch):
    for tool in ("cpack", "dpkg-deb", "dpkg-shlibdeps"):
        if not shutil.which(tool):
            return skipped("Debian package", f"there is no {tool}")
    run("cpack", "-G", "DEB", "--config", build / "CPackConfig.cmake", "-B", scratch / "deb")
    packages = sorted((scratch / "deb").glob("*.deb"))
    root = scratch / "root"
    for package in packages:
        fields = dict(line.split(": ", 1) for line in run("dpkg-deb", "-f", package).splitlines() if ": " in line)
        if fields["Package"] != "cppjrt-dev" and "libc6" not in fields.get("Depends", ""):
            sys.exit(f"{package.name} says of itself: {fields}")
        run("dpkg-deb", "-x", package, root)
    names = [path.name.partition("_")[0] for path in packages]
    if names != ["cppjrt-client", "cppjrt-dev", "cppjrt-plugin"]:
        sys.exit(f"cpack made {names}")
    use_root(root / "usr", scratch / "debian")
    return passed(f"Debian packages {', '.join(names)}")


def check_archive(build, scratch):
    run("cpack", "-G", "TGZ", "--config", build / "CPackConfig.cmake", "-B", scratch / "tgz")
    (archive,) = (scratch / "tgz").glob("*.tar.gz")
    (scratch / "archive").mkdir()
    run("tar", "-xf", archive, "-C", scratch / "archive")
    (config,) = (scratch / "archive").glob("**/cppjrt-config.cmake")
    prefix = config.parents[3] if config.parents[2].name == "lib" else config.parents[4]
    use_root(prefix, scratch / "from_archive")
    passed(f"archive {archive.name}")


def use_root(prefix, scratch):
    """Uses what lies below `prefix` as one who has nothing else: builds against it, and runs the example of the README."""
    plugin = next(iter(prefix.glob("lib/**/libpjrt_cpu.so")), None)
    if plugin is None:
        sys.exit(f"no libpjrt_cpu.so in {prefix}")
    for component in ("client", "plugin", "dev"):
        folder = prefix / "share" / "doc" / f"cppjrt-{component}"
        if not (folder / "NOTICE").exists() or not list(folder.glob("licenses/*.txt")):
            sys.exit(f"no licenses in {folder}")
    use(with_cmake(HERE / "consumer", scratch, prefix, "-DLIBRARY=pjrt::pjrt"), plugin)
    digits = REPO / "examples" / "digits"
    output = run(prefix / "bin" / "pjrt", "run", digits / "model.mlir", "--plugin", plugin, "--input", digits / "weights.npz",
                 "--input", digits / "images.npy")
    if "[7, 6, 3, 7, 7, 3, 2, 8]" not in output:
        sys.exit(f"the digits are\n{output}")


def check_fetch_content(build, scratch, plugin):
    folder = scratch / "fetch_content"
    cache = (build / "CMakeCache.txt").read_text()
    compiler = re.search(r"^CMAKE_CXX_COMPILER:\w+=(.*)$", cache, re.MULTILINE).group(1)
    run("cmake", "-S", HERE / "fetch_content", "-B", folder, "-G", "Ninja", f"-DCPPJRT={REPO}", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_CXX_COMPILER={compiler}")
    run("cmake", "--build", folder, "--target", "consumer")
    use(folder / "consumer", plugin)
    passed("FetchContent")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--build", type=pathlib.Path, default=REPO / "build" / "release")
    parser.add_argument("only", nargs="*", help="find_package, pkg_config, symbols, debian, archive, fetch_content")
    options = parser.parse_args()
    build = options.build.resolve()
    plugin = build / "lib" / "libpjrt_cpu.so"
    with tempfile.TemporaryDirectory(prefix="cppjrt-packages-") as folder:
        scratch = pathlib.Path(folder)
        prefix = scratch / "prefix"
        run("cmake", "--install", build, "--prefix", prefix)
        checks = {
            "find_package": lambda: check_find_package(prefix, scratch, plugin),
            "pkg_config": lambda: check_pkg_config(prefix, scratch, plugin),
            "symbols": lambda: check_symbols(prefix),
            "debian": lambda: check_debian(build, scratch),
            "archive": lambda: check_archive(build, scratch),
            "fetch_content": lambda: check_fetch_content(build, scratch, plugin),
        }
        for name in options.only or checks:
            checks[name]()
    print(f"{counts['passed']} passed, 0 failed, {counts['skipped']} skipped")


if __name__ == "__main__":
    main()
