#!/usr/bin/env python3
"""Random JAX programs on our CPU plugin beside JAX's own CPU backend: fuzz_jax.py PLUGIN.so [--seconds S] [--seed N] [--programs N]

Programs are loops (fori_loop, scan, while_loop) that carry and update arrays, cond and switch, vmap, grad, checkpoint, custom_vjp,
in-place updates (dynamic_update_slice, .at[].set/add/max), roll, flip, take, transposes, sorts, running sums, donated arguments.
Integers, and floats that hold small whole numbers, must agree exactly; programs with gradients within a tight tolerance. Where they
do not, JAX runs the operations one by one on its backend and decides.
A seed makes the same program again. Some hundred run in each process; a process that dies is a finding like a wrong value.
What is found is cut down to fewer steps and written into a folder: the StableHLO program, its arguments and the expected results, with
the `pjrt run` command that repeats it. The exit code is 1 if there are findings, 77 if there is no JAX.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent.parent / "tools"))

import python_env  # noqa: E402

BATCH = 150
EXTENTS = (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 33)
BOUND = 40  # floats are clipped to it where they might grow


class Program:
    """A program with its arguments, made of a seed. `steps`: how many steps of it are made at most."""

    def __init__(self, jax, seed, steps=12):
        self.jax, self.jnp, self.lax, self.np = jax, jax.numpy, jax.lax, __import__("numpy")
        self.rng = self.np.random.default_rng(seed)
        self.kind = str(self.rng.choice(["int32", "float32", "float32", "int8", "grad", "bfloat16", "uint32"]))
        self.dtype = "float32" if self.kind == "grad" else self.kind
        rank = int(self.rng.integers(1, 4))
        self.shape = tuple(int(self.rng.choice(EXTENTS if rank < 3 else EXTENTS[:8])) for _ in range(rank))
        count = int(self.rng.integers(1, 4))
        self.arguments = [self.values(self.shape) for _ in range(count)]
        self.donated = tuple(i for i in range(count) if self.rng.random() < 0.25)
        self.counts = {"loops": 0, "updates": 0, "grad": int(self.kind == "grad")}
        limit = int(self.rng.integers(2, 13))
        self.block = self.make_block(count, min(limit, steps), 0)

    def values(self, shape):
        low = 0 if self.dtype == "uint32" else -7
        return self.rng.integers(low, 8, shape).astype(self.jnp.dtype(self.dtype))

    def is_float(self):
        return self.dtype in ("float32", "bfloat16")

    def squash(self, x):
        """Numbers stay small, and whole but where there are gradients."""
        if self.kind == "grad":
            return self.jnp.tanh(x)
        return self.jnp.clip(x, -BOUND, BOUND) if self.is_float() else x

    def pick(self, count):
        """A value there is, late ones more often."""
        return int(count - 1 - min(self.rng.geometric(0.35) - 1, count - 1))

    # ---- Blocks: functions of a list of arrays, all of the program's shape, and a counter; they give a longer list.

    def make_block(self, count, steps, depth):
        made = []
        for _ in range(steps):
            made.append(self.make_step(count + len(made), depth))

        def run(values, i):
            values = list(values)
            for step in made:
                values.append(step(values, i))
            return values

        return run

    def make_step(self, count, depth):
        control = ["fori", "fori", "scan", "scan", "while", "cond", "switch", "vmap", "wrapped"] if depth < 2 else []
        if control and self.rng.random() < 0.3:
            return getattr(self, "make_" + str(self.rng.choice(control)))(count, depth)
        moves = ["roll", "flip", "take", "turn", "shift", "binary", "binary", "scale", "reduced", "dus", "dus", "at_set", "at_add",
                 "moved", "joined"]
        # Gradients jump where numbers that are compared are nearly equal.
        if self.kind != "grad":
            moves += ["sort", "cumsum", "where", "at_max"]
        return getattr(self, "make_" + str(self.rng.choice(moves)))(self.pick(count), self.pick(count))

    # ---- Movements and arithmetic. Each gives a function of the values and the counter.

    def axis(self):
        return int(self.rng.integers(len(self.shape)))

    def make_roll(self, a, _):
        by, axis = int(self.rng.integers(1, 4)), self.axis()
        return lambda v, i: self.jnp.roll(v[a], by, axis)

    def make_flip(self, a, _):
        axis = self.axis()
        return lambda v, i: self.jnp.flip(v[a], axis)

    def make_take(self, a, _):
        axis = self.axis()
        order = self.rng.integers(0, self.shape[axis], self.shape[axis]).astype("int32")
        return lambda v, i: self.jnp.take(v[a], order, axis=axis)

    def make_turn(self, a, _):
        order = tuple(int(d) for d in self.rng.permutation(len(self.shape)))
        return lambda v, i: self.jnp.transpose(v[a], order).reshape(self.shape)

    def make_shift(self, a, _):
        axis = self.axis()
        pads = [(1, 0) if d == axis else (0, 0) for d in range(len(self.shape))]
        return lambda v, i: self.lax.slice_in_dim(self.jnp.pad(v[a], pads), 0, self.shape[axis], axis=axis)

    def make_joined(self, a, b):
        axis = self.axis()
        at = int(self.rng.integers(0, self.shape[axis] + 1))
        return lambda v, i: self.jnp.concatenate(
            [self.lax.slice_in_dim(v[a], at, self.shape[axis], axis=axis), self.lax.slice_in_dim(v[b], 0, at, axis=axis)], axis)

    def make_binary(self, a, b):
        name = str(self.rng.choice(["add", "subtract", "multiply"] + ["maximum", "minimum"] * (self.kind != "grad")))
        # Products of bf16 are exact while they are small.
        bound = 5 if self.dtype == "bfloat16" else BOUND

        def run(v, i):
            x, y = v[a], v[b]
            if name == "multiply" and self.is_float() and self.kind != "grad":
                x, y = self.jnp.clip(x, -bound, bound), self.jnp.clip(y, -bound, bound)
            return self.squash(getattr(self.jnp, name)(x, y))

        return run

    def make_scale(self, a, _):
        return lambda v, i: self.squash(v[a] + i.astype(v[a].dtype))

    def make_reduced(self, a, b):
        axis = self.axis()
        reduce = self.jnp.mean if self.kind == "grad" else self.jnp.max
        return lambda v, i: self.squash(v[b] + reduce(v[a], axis=axis, keepdims=True))

    def make_where(self, a, b):
        return lambda v, i: self.jnp.where(v[a] > v[b], v[a], v[b] + v[b].dtype.type(1) if not self.is_float() else v[b])

    def make_sort(self, a, _):
        axis = self.axis()
        return lambda v, i: self.jnp.sort(v[a], axis=axis)

    def make_cumsum(self, a, _):
        axis = self.axis()
        bound = 2 if self.dtype == "bfloat16" else BOUND
        return lambda v, i: self.squash(self.jnp.cumsum(self.jnp.clip(v[a], 0, bound), axis=axis, dtype=v[a].dtype))

    # ---- Updates.

    def sizes(self):
        sizes = list(self.shape)
        if self.rng.random() < 0.7:
            sizes[self.axis()] = 1
        else:
            sizes = [int(self.rng.integers(1, d + 1)) for d in sizes]
        return tuple(sizes)

    def starts(self, sizes):
        fixed = [int(self.rng.integers(0, d - s + 1)) for d, s in zip(self.shape, sizes)]
        by_counter = [s < d and self.rng.random() < 0.6 for d, s in zip(self.shape, sizes)]
        return lambda i: [(i + f) % d if c else f for f, c, d in zip(fixed, by_counter, self.shape)]

    def make_dus(self, a, b):
        self.counts["updates"] += 1
        sizes = self.sizes()
        source, target = self.starts(sizes), self.starts(sizes)
        return lambda v, i: self.lax.dynamic_update_slice(v[a], self.lax.dynamic_slice(v[b], source(i), sizes), target(i))

    def make_moved(self, a, _):
        return self.make_dus(a, a)

    def indices(self, axis, unique):
        count = int(self.rng.integers(1, self.shape[axis] + 1))
        chosen = self.rng.permutation(self.shape[axis])[:count] if unique else self.rng.integers(0, self.shape[axis], count)
        return chosen.astype("int32")

    def at(self, a, b, name, unique):
        self.counts["updates"] += 1
        axis = self.axis()
        where = self.indices(axis, unique)
        place = (slice(None),) * axis + (where,)
        return lambda v, i: self.squash(getattr(v[a].at[place], name)(self.jnp.take(v[b], self.jnp.arange(len(where)), axis=axis)))

    def make_at_set(self, a, b):
        return self.at(a, b, "set", True)

    def make_at_add(self, a, b):
        return self.at(a, b, "add", self.dtype == "bfloat16")

    def make_at_max(self, a, b):
        return self.at(a, b, "max", False)

    # ---- Control flow. Some values are carried; the others are captured.

    def carried(self, count):
        chosen = [self.pick(count) for _ in range(int(self.rng.integers(1, 4)))]
        return chosen

    def make_body(self, count, carried, depth):
        """A function of counter, values and carried ones that gives what is carried next."""
        block = self.make_block(count + len(carried), int(self.rng.integers(1, 5)), depth + 1)
        made = []
        for k in range(len(carried)):
            dice = self.rng.random()
            made.append(-1 - k if dice < 0.6 else count + int(self.rng.integers(len(carried))))

        def run(i, values, state):
            everything = block(list(values) + list(state), i)
            return tuple(everything[m] if m >= 0 else everything[max(m, -len(everything))] for m in made)

        return run

    def trips(self):
        self.counts["loops"] += 1
        return int(self.rng.choice([1, 3, 8, 9, 10, 12, 17]))

    def make_fori(self, count, depth):
        carried, trips = self.carried(count), self.trips()
        body = self.make_body(count, carried, depth)
        last = int(self.rng.integers(len(carried)))
        return lambda v, i: self.lax.fori_loop(0, trips, lambda k, s: body(self.jnp.int32(k), v, s), tuple(v[c] for c in carried))[last]

    def make_while(self, count, depth):
        if self.kind == "grad":
            return self.make_fori(count, depth)
        carried, trips = self.carried(count), self.trips()
        body = self.make_body(count, carried, depth)
        stop = int(self.rng.integers(3, 30))

        def run(v, i):
            def goes_on(state):
                return (state[0] < trips) & (state[1].reshape(-1)[0].astype("int32") != stop)

            return self.lax.while_loop(goes_on, lambda s: (s[0] + 1,) + body(s[0], v, s[1:]),
                                       (self.jnp.int32(0),) + tuple(v[c] for c in carried))[-1]

        return run

    def make_scan(self, count, depth):
        carried, trips = self.carried(count), self.trips()
        body = self.make_body(count, carried, depth)
        reverse = bool(self.rng.random() < 0.3)
        row = int(self.rng.integers(trips))
        from_rows = self.rng.random() < 0.5

        def run(v, i):
            def step(state, k):
                after = body(k, v, state)
                return after, after[0]

            state, rows = self.lax.scan(step, tuple(v[c] for c in carried), self.jnp.arange(trips, dtype="int32"), reverse=reverse)
            return rows[row] if from_rows else state[-1]

        return run

    def make_cond(self, count, depth):
        then = self.make_block(count, int(self.rng.integers(1, 4)), depth + 1)
        other = self.make_block(count, int(self.rng.integers(0, 3)), depth + 1)
        a = self.pick(count)

        def last_two(values):
            return values[-1], values[-2 if len(values) > 1 else -1]

        def run(v, i):
            chosen = i % 2 == 0 if self.kind == "grad" else v[a].reshape(-1)[0] > 0
            x, y = self.lax.cond(chosen, lambda: last_two(then(v, i)), lambda: last_two(other(v, i)))
            return self.squash(x + y)

        return run

    def make_switch(self, count, depth):
        branches = [self.make_block(count, int(self.rng.integers(0, 3)), depth + 1) for _ in range(3)]
        return lambda v, i: self.lax.switch(i % 3, [lambda b=b: b(v, i)[-1] for b in branches])

    def make_vmap(self, count, depth):
        block = self.make_block(count + 1, int(self.rng.integers(1, 4)), depth + 1)
        a, axis = self.pick(count), self.axis()

        def run(v, i):
            batch = self.jnp.stack([v[a], self.jnp.flip(v[a], axis)])
            return self.jax.vmap(lambda x: block(list(v) + [x], i)[-1])(batch)[1]

        return run

    def make_wrapped(self, count, depth):
        block = self.make_block(count, int(self.rng.integers(1, 4)), depth + 1)
        how = str(self.rng.choice(["checkpoint", "jit", "custom_vjp"]))

        def run(v, i):
            def plain(*values):
                return block(list(values), i)[-1]

            if how == "custom_vjp":
                function = self.jax.custom_vjp(plain)
                function.defvjp(lambda *values: (plain(*values), None), lambda _, g: (g,) * len(v))
                if self.kind == "grad":
                    return self.jax.checkpoint(plain)(*v)
                return function(*v)
            return (self.jax.checkpoint if how == "checkpoint" else self.jax.jit)(plain)(*v)

        return run

    def function(self):
        def values(*arguments):
            return tuple(self.block(list(arguments), self.jnp.int32(1)))

        if self.kind != "grad":
            return values

        def loss(*arguments):
            return sum(self.jnp.sum(value) for value in values(*arguments)[-2:])

        return lambda *arguments: self.jax.value_and_grad(loss, argnums=tuple(range(len(arguments))))(*arguments)

    # ---- Running it.

    def compiled(self):
        return self.jax.jit(self.function(), donate_argnums=self.donated)

    def run(self, device):
        arguments = [self.jax.device_put(value, device) for value in self.arguments]
        return [self.np.asarray(value) for value in self.jax.tree.leaves(self.compiled()(*arguments))]

    def one_by_one(self, device):
        """Each operation by itself, on that device: what a backend's fusions do not touch."""
        arguments = [self.jax.device_put(value, device) for value in self.arguments]
        with self.jax.disable_jit(), self.jax.default_device(device):
            return [self.np.asarray(value) for value in self.jax.tree.leaves(self.function()(*arguments))]

    def difference(self, got, want):
        for k, (a, b) in enumerate(zip(got, want)):
            a, b = a.astype("float64"), b.astype("float64")
            close = self.np.isclose(a, b, rtol=2e-4, atol=2e-4 * max(1.0, float(self.np.max(self.np.abs(b), initial=0)))) \
                if self.kind == "grad" else a == b
            if not self.np.all(close):
                at = tuple(int(d) for d in self.np.argwhere(~self.np.atleast_1d(close))[0])
                return f"result {k}: element {at} is {self.np.atleast_1d(a)[at]}, expected {self.np.atleast_1d(b)[at]} " \
                       f"({int(self.np.sum(~close))} of {a.size} differ)"
        return ""


def setup(plugin):
    import warnings

    warnings.filterwarnings("ignore", message="Some donated buffers")
    import jax
    from jax._src import xla_bridge

    xla_bridge.register_plugin("cppjrt", library_path=plugin)
    jax.config.update("jax_platforms", "cpu,cppjrt")
    return jax, jax.devices("cppjrt")[0], jax.devices("cpu")[0]


def try_program(jax, ours, theirs, seed, steps=12):
    """The program, how our results differ, and whether it is JAX's backend that is wrong: its own operations one by one agree with us."""
    program = Program(jax, seed, steps)
    want = program.run(theirs)
    try:
        got = program.run(ours)
    except Exception as error:  # noqa: BLE001: whatever it is, it is a finding
        return program, f"{type(error).__name__}: {str(error)[:500]}", False
    difference = program.difference(got, want)
    if not difference or program.difference(got, program.one_by_one(theirs)):
        return program, difference, False
    return program, "", True


def work(options):
    """Runs the seeds, a line for each."""
    jax, ours, theirs = setup(options.plugin)
    for seed in range(options.seed, options.seed + options.programs):
        print(json.dumps({"start": seed}), flush=True)
        program, difference, theirs_wrong = try_program(jax, ours, theirs, seed)
        print(json.dumps({"seed": seed, "kind": program.kind, "difference": difference, "wrong": theirs_wrong, **program.counts}), flush=True)


def reproduce(options):
    """Fewer steps that differ still, and files that repeat it."""
    import numpy

    jax, ours, theirs = setup(options.plugin)
    steps, (program, difference, _) = 12, try_program(jax, ours, theirs, options.seed)
    for fewer in range(1, 12):
        smaller, difference_there, _ = try_program(jax, ours, theirs, options.seed, fewer)
        if difference_there:
            steps, program, difference = fewer, smaller, difference_there
            break
    stem = options.out / f"jax_{options.seed}"
    options.out.mkdir(parents=True, exist_ok=True)
    pathlib.Path(f"{stem}.mlir").write_text(program.compiled().lower(*program.arguments).as_text())
    command = f"pjrt run {stem}.mlir --atol 0 --rtol 0"
    for i, value in enumerate(program.arguments):
        numpy.save(f"{stem}_in{i}.npy", value)
        command += f" --input {stem}_in{i}.npy"
    for i, value in enumerate(program.run(theirs)):
        numpy.save(f"{stem}_out{i}.npy", value)
        command += f" --expect {stem}_out{i}.npy"
    print(f"seed {options.seed}, {program.kind}, {steps} steps: {difference}\n  {command}", flush=True)


class Driver:
    def __init__(self, options, python):
        self.options, self.python = options, python
        self.totals = {"programs": 0, "loops": 0, "updates": 0, "grad": 0}
        self.kinds, self.findings, self.theirs = {}, [], []
        self.start = time.monotonic()

    def over(self):
        enough = self.options.programs and self.totals["programs"] >= self.options.programs
        return enough or len(self.findings) >= self.options.findings or time.monotonic() - self.start > self.options.seconds

    def command(self, *more):
        return [self.python, __file__, self.options.plugin, "--out", str(self.options.out), *more]

    def batch(self, seed, count):
        """Runs a process; the seed to go on with."""
        child = subprocess.Popen(self.command("--work", "--seed", str(seed), "--programs", str(count)), stdout=subprocess.PIPE,
                                 stderr=subprocess.PIPE, text=True)
        running = seed
        for line in child.stdout:
            if not line.startswith("{"):
                continue
            said = json.loads(line)
            if "start" in said:
                running = said["start"]
                continue
            self.hear(said)
            if self.over():
                child.kill()
                break
        _, words = child.communicate()
        if child.returncode == 0 or self.over():
            return seed + count
        self.found(running, f"the process ended with {child.returncode}: {words.strip()[-400:]}")
        return running + 1

    def hear(self, said):
        self.totals["programs"] += 1
        self.kinds[said["kind"]] = self.kinds.get(said["kind"], 0) + 1
        for name in ("loops", "updates", "grad"):
            self.totals[name] += said[name] > 0
        if said["wrong"]:
            self.theirs.append(said["seed"])
        if said["difference"]:
            self.found(said["seed"], said["difference"])

    def found(self, seed, difference):
        self.findings.append(seed)
        print(f"finding: seed {seed} after {self.totals['programs']} programs: {difference}", flush=True)

    def run(self):
        seed = self.options.seed
        while not self.over():
            left = self.options.programs - self.totals["programs"] if self.options.programs else BATCH
            seed = self.batch(seed, min(BATCH, left))
        seconds = time.monotonic() - self.start
        print(f"{self.totals['programs']} programs of JAX in {seconds:.0f} s, seeds from {self.options.seed}; {self.totals['loops']} with "
              f"loops, {self.totals['updates']} with updates in place, {self.totals['grad']} with gradients; {self.kinds}; "
              f"{len(self.findings)} findings", flush=True)
        if self.theirs:
            print(f"JAX's CPU backend differs from its own operations one by one, and we do not: seeds {self.theirs}")
        for found in self.findings:
            subprocess.run(self.command("--reproduce", "--seed", str(found)), check=False, timeout=600)
        return 1 if self.findings else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("plugin", help="libpjrt_cpu.so")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--programs", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=int, default=3, help="end after so many")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("findings"))
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--reproduce", action="store_true", help="the program of this seed, cut down and written into files")
    options = parser.parse_args()
    options.plugin = os.path.abspath(options.plugin)
    if options.work:
        return work(options)
    if options.reproduce:
        return reproduce(options)
    python = python_env.python_with("jax", ("jax[cpu]",), "import jax, numpy")
    if python is None:
        print("jax cannot be had here ($CPPJRT_PYTHON_JAX names a Python that has it)")
        return 77
    return Driver(options, python).run()


if __name__ == "__main__":
    sys.exit(main())
