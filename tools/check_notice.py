#!/usr/bin/env python3
"""Checks that NOTICE names every library that is linked into what is shipped, and that the license text of each is there.

    check_notice.py [--build DIR]

Reads the commands that link the plugin and the commands, as ninja knows them. The C library is the system's.
"""

import argparse
import pathlib
import re
import subprocess
import sys

REPO = pathlib.Path(__file__).resolve().parent.parent
ARTIFACTS = ("lib/libpjrt_cpu.so", "bin/pjrt", "portable/pjrt", "bin/shlo")
SYSTEM = {"c", "m", "dl", "rt", "pthread"}
LIBRARY = re.compile(r"-l(\S+)|(/\S*/)lib([^/]+?)\.(?:a|so(?:\.\d+)*)")


def rows_of(text):
    """The libraries and the text of each row of the table."""
    lines = text.split("component ", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    rows = [re.split(r"\s{2,}", line.strip()) for line in lines]
    return [(row[-2].split(), row[-1]) for row in rows]


def linked(command, build):
    """The libraries outside the build folder that a link command names."""
    found = set()
    for word in command.split():
        match = LIBRARY.fullmatch(word)
        if match and not (match[2] or "").startswith(f"{build}/"):
            found.add(match[1] or match[3])
    return found - SYSTEM


def link_command(build, artifact):
    done = subprocess.run(["ninja", "-C", str(build), "-t", "commands", "-s", artifact], capture_output=True, text=True)
    return done.stdout if done.returncode == 0 else ""


def problems_of(notice, licenses, commands, build):
    rows = rows_of(notice)
    names = [name for libraries, _ in rows for name in libraries]
    covers = lambda library: any(library.startswith(name[:-1]) if name.endswith("*") else library == name for name in names)
    problems = [f"{artifact} is linked with lib{library}, which NOTICE does not name"
                for artifact, command in commands.items() for library in sorted(linked(command, build)) if not covers(library)]
    texts = {text for _, text in rows}
    problems += [f"licenses/{text} is not there" for text in sorted(texts - licenses)]
    return problems + [f"licenses/{text} belongs to no row of NOTICE" for text in sorted(licenses - texts)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=REPO / "build" / "release")
    build = parser.parse_args().build.resolve()
    commands = {artifact: link_command(build, artifact) for artifact in ARTIFACTS}
    licenses = {path.name for path in (REPO / "licenses").iterdir()}
    problems = problems_of((REPO / "NOTICE").read_text(), licenses, commands, build)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
