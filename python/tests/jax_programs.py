#!/usr/bin/env python3
"""Functions of JAX against numpy and scipy, once per family of types, and what JAX does beyond them. JAX_PLATFORMS names the platform.

The cases are in jax_cases/; jax_cases/coverage.py says which public functions there are. Prints what differs, then
"N passed, N failed, N skipped"; functions that an older JAX does not have are skipped. With names, only cases whose name contains one of them; `--part 1/2` runs every second case, `--slowest` adds what
took longest.
"""

import argparse
import sys
import time

import jax

jax.config.update("jax_enable_x64", True)
jax.config.update("jax_num_cpu_devices", 4)

from jax_cases import coverage, lax_cases, numpy_cases, programs, random_cases, scipy_cases  # noqa: E402


def part(text):
    number, _, parts = text.partition("/")
    return int(number) - 1, int(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--part", type=part, default=(0, 1))
    parser.add_argument("--slowest", action="store_true")
    options = parser.parse_args()
    passed = failed = skipped = 0
    times, names = [], set()
    every = [case for module in (numpy_cases, lax_cases, scipy_cases, random_cases, programs) for case in module.cases()]
    for number, (name, case) in enumerate([*every, *coverage.cases([name for name, _ in every])]):
        assert name not in names, f"two cases are called {name}"
        names.add(name)
        if number % options.part[1] != options.part[0] or (options.names and not any(word in name for word in options.names)):
            continue
        start = time.monotonic()
        try:
            case()
            passed += 1
        except Exception as error:
            if coverage.is_absent(error):
                skipped += 1
                continue
            failed += 1
            print(f"FAILED {name}: {type(error).__name__}: {' '.join(str(error).split())[:300]}", flush=True)
        times.append((time.monotonic() - start, name))
    if options.slowest:
        print("\n".join(f"{seconds:.2f} s {name}" for seconds, name in sorted(times)[-10:]))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
