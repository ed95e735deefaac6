#!/usr/bin/env python3
"""Time from the first use of JAX's backend to the first result, on this plugin and on JAX's own CPU backend: first_result.py [ROUNDS]

Each figure is of a process of its own, the two platforms in turn, so that what else the machine does falls on both: JAX is imported, then
`jax.jit(lambda x: x + 1)(1.)` is timed until its value is there. Nothing is kept between processes (no compilation cache). Prints the
median and the quarters of both and of the ratios of neighbours; the same for processor time, where a busy machine shows less; and for the
time without JAX's own tracing and lowering in Python, which is the same on all platforms.
"""

import json
import os
import statistics
import subprocess
import sys

PLATFORMS = ("cppjrt", "cpu")
PROGRAM = """
import json, time
import jax
own = []
jax.monitoring.register_event_duration_secs_listener(
    lambda event, seconds, **_: own.append(seconds) if event.endswith(("jaxpr_trace_duration", "jaxpr_to_mlir_module_duration")) else None)
wall, processor = time.perf_counter(), time.process_time()
jax.devices()
value = float(jax.jit(lambda x: x + 1)(1.))
spent = time.perf_counter() - wall, time.process_time() - processor
assert value == 2 and len(own) >= 2
print(json.dumps([1e3 * seconds for seconds in (*spent, spent[0] - sum(own))]))
"""


def first_result(platform):
    """Milliseconds: of wall time, of processor time, of wall time without JAX's own."""
    environment = dict(os.environ, JAX_PLATFORMS=platform, CPPJRT_CPU_CODE_CACHE="", JAX_ENABLE_COMPILATION_CACHE="0")
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        sys.exit(f"first_result: {platform} failed with {done.returncode}:\n{done.stderr[-3000:]}")
    return json.loads(done.stdout)


def spread(values, form):
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:{form}} ({low:{form}} to {high:{form}})"


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    if rounds < 2:
        sys.exit("first_result: at least 2 rounds")
    times = {platform: [] for platform in PLATFORMS}
    for number in range(rounds + 1):
        for platform in PLATFORMS if number % 2 else reversed(PLATFORMS):
            figures = first_result(platform)
            if number:  # the first round fills the caches of files
                times[platform].append(figures)
    print(f"median (quarters) of {rounds} processes each, ms\n\n| | cppjrt | JAX's CPU | ratio |\n| --- | --- | --- | --- |")
    for column, name in enumerate(("time", "processor time", "time without JAX's tracing and lowering")):
        ours, theirs = ([figures[column] for figures in times[platform]] for platform in PLATFORMS)
        ratios = [mine / other for mine, other in zip(ours, theirs)]
        print(f"| {name} | {spread(ours, '.1f')} | {spread(theirs, '.1f')} | {spread(ratios, '.2f')} |")


if __name__ == "__main__":
    main()
