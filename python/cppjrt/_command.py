"""The command `pjrt`, which is a program of its own beside this file."""

import os
import sys


def main() -> None:
    command = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "pjrt")
    os.execv(command, [command, *sys.argv[1:]])
