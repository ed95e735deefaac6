#!/usr/bin/env python3
"""What `./dev check` runs: each check in turn, all of them even if one fails."""

import argparse
import subprocess
import sys

import sources

CHECKS = (
    ("format", ("tools/format.py", "--check")),
    ("layers", ("tools/check_layers.py",)),
    ("text", ("tools/check_text.py",)),
    ("links of the pages", ("tools/check_docs.py",)),
    ("docs/architecture.svg", ("tools/layer_picture.py", "--check")),
    ("version", ("tools/version.py", "--check")),
    ("NOTICE", ("tools/check_notice.py",)),
    ("generated ABI", ("abi/generate.py", "--check")),
    ("docs/slots.md", ("tools/slot_table.py", "--check")),
    ("docs/ops.md", ("tools/op_table.py", "--check")),
    ("public headers", ("tools/check_headers.py",)),
    ("clang-tidy", ("tools/tidy.py",)),
)


def tidy_options(options):
    return (["--all"] if options.all else []) + (["--part", options.part] if options.part else []) + ["--seconds", options.seconds]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="clang-tidy of all files, not only the changed ones")
    parser.add_argument("--part", metavar="K/N", help="clang-tidy of a part of all files, see tools/tidy.py")
    parser.add_argument("--seconds", metavar="S", default="0", help="clang-tidy starts no more files after so long")
    parser.add_argument("--only", choices=[name for name, _ in CHECKS], help="this check alone")
    parser.add_argument("--skip", action="append", default=[], choices=[name for name, _ in CHECKS], help="leave a check out")
    options = parser.parse_args()
    failed = []
    checks = [check for check in CHECKS if check[0] not in options.skip and options.only in (None, check[0])]
    for name, command in checks:
        arguments = list(command) + (tidy_options(options) if name == "clang-tidy" else [])
        print(f"== {name}", flush=True)
        if subprocess.run([sys.executable, *arguments], cwd=sources.REPO).returncode != 0:
            failed.append(name)
    print(f"{len(checks) - len(failed)} checks passed, failed: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
