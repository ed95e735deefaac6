"""What run_jax_tests.py says while it runs, on standard error: each file as it ends, and now and then how far those are that run.

    [3/104] fft_test on cppjrt: 19 passed, 0 failed, 2 skipped, 41 s
    lax_test on cppjrt: 312 so far, 0 failed, 120 s
"""

import sys
import threading
import time

import jax_recorder


def count(results, *outcomes):
    return sum(outcome in outcomes for outcome, _ in results.values())


class Progress:
    """`total` files, each as often as there are platforms that run it. Thread-safe."""

    def __init__(self, total, bad, every=60):
        self.total, self.bad, self.every = total, bad, every
        self.done, self.running = 0, {}
        self.lock, self.closed = threading.Lock(), threading.Event()
        self.thread = threading.Thread(target=self._now_and_then, daemon=True)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.closed.set()
        self.thread.join()

    def started(self, name, platform, record):
        with self.lock:
            self.running[name, platform] = (time.monotonic(), record)

    def ended(self, name, platform, results):
        with self.lock:
            self.done += 1
            start, _ = self.running.pop((name, platform))
            self._say(f"[{self.done}/{self.total}] {name} on {platform}: {count(results, 'passed')} passed, {count(results, *self.bad)} failed, "
                      f"{count(results, 'skipped')} skipped, {time.monotonic() - start:.0f} s")

    def _now_and_then(self):
        while not self.closed.wait(self.every):
            with self.lock:
                for (name, platform), (start, record) in self.running.items():
                    results = jax_recorder.read(record)
                    self._say(f"{name} on {platform}: {count(results, 'passed', 'skipped', *self.bad)} so far, "
                              f"{count(results, *self.bad)} failed, {time.monotonic() - start:.0f} s")

    @staticmethod
    def _say(text):
        print(text, file=sys.stderr, flush=True)
