"""How processes end: errors in kernels and callbacks, threads that still run, forks, signals. Each case is a process of its own, which must
end by itself, with nothing on stderr but what the case expects."""

import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest

CALL = '''
import os, signal, sys, threading, time
import numpy as np
import cppjrt
PROGRAM = """func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @kernel(%a) {api_version = 4 : i32, backend_config = {}} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}"""
LONG = """func.func @main(%a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %z = stablehlo.constant dense<0> : tensor<i64>
  %n = stablehlo.constant dense<100000000> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r:2 = stablehlo.while(%i = %z, %x = %a) : tensor<i64>, tensor<64x64xf32>
    cond { %c = stablehlo.compare LT, %i, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
      stablehlo.return %c : tensor<i1> }
    do { %y = stablehlo.cosine %x : tensor<64x64xf32>
      %j = stablehlo.add %i, %one : tensor<i64>
      stablehlo.return %j, %y : tensor<i64>, tensor<64x64xf32> }
  return %r#1 : tensor<64x64xf32> }"""
x = np.ones(4, np.float32)
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background ignores it
client = cppjrt.Client()
def kernel(function):
    cppjrt.ffi.register("kernel")(function)
    return client.compile(PROGRAM)
'''

JAX = '''
import os, signal, sys, threading, time
signal.signal(signal.SIGINT, signal.default_int_handler)
import numpy as np
import jax, jax.numpy as jnp
from jax.experimental import io_callback
def calls(function):
    return jax.jit(lambda x: jax.pure_callback(function, jax.ShapeDtypeStruct((3,), jnp.float32), x))
x = jnp.ones(3, jnp.float32)
'''


def run(code, before=CALL, expect=0, timeout=120, **environment):
    done = subprocess.run([sys.executable, "-c", before + textwrap.dedent(code)], capture_output=True, text=True, timeout=timeout,
                          env=dict(os.environ, **environment))
    assert done.returncode == expect, (done.returncode, done.stdout, done.stderr)
    return done


def run_jax(code, expect=0, **environment):
    pytest.importorskip("jax")
    return run(code, JAX, expect, JAX_PLATFORMS="cppjrt", **environment)


def test_a_kernel_that_raises_fails_the_call():
    done = run('''
        def fail(a, b):
            raise ValueError("why")
        program = kernel(fail)
        try:
            program(x)  # of one device: the call itself says so
        except cppjrt.InvalidArgumentError as error:
            assert "ValueError: why" in str(error) and "in fail" in str(error), error
        else:
            raise SystemExit("no error")
        ''')
    assert done.stderr == ""


def test_kernels_of_long_programs_run_before_the_call_returns():
    run('''
        seen = []
        cppjrt.ffi.register("kernel")(lambda a, b: seen.append(threading.get_ident()))
        program = client.compile("""func.func @main(%a: tensor<700x700xf32>) -> tensor<4xf32> {
          %0 = stablehlo.dot_general %a, %a, contracting_dims = [1] x [0] : (tensor<700x700xf32>, tensor<700x700xf32>) -> tensor<700x700xf32>
          %1 = stablehlo.slice %0 [0:1, 0:4] : (tensor<700x700xf32>) -> tensor<1x4xf32>
          %2 = stablehlo.reshape %1 : (tensor<1x4xf32>) -> tensor<4xf32>
          %3 = stablehlo.custom_call @kernel(%2) {api_version = 4 : i32, backend_config = {}} : (tensor<4xf32>) -> tensor<4xf32>
          return %3 : tensor<4xf32>
        }""")
        program(np.ones((700, 700), np.float32))
        assert seen == [threading.get_ident()], seen
        ''')


def test_threads_in_kernels_when_the_program_ends():
    done = run('''
        program = kernel(lambda a, b: time.sleep(0.02))
        def go_on():
            while True:
                program(x)
        for _ in range(3):
            threading.Thread(target=go_on, daemon=True).start()
        time.sleep(0.2)
        print("end")
        ''')
    assert done.stdout == "end\n" and "Fatal" not in done.stderr and "terminate" not in done.stderr


def test_work_under_way_when_the_program_ends():
    run('''
        program = client.compile(LONG.replace("100000000", "2000"))
        results = [program(np.ones((64, 64), np.float32)) for _ in range(4)]
        view = np.asarray(client.upload(x))
        ''')
    run("client.compile(LONG)(np.ones((64, 64), np.float32)); os._exit(7)", expect=7)


def test_a_signal_ends_a_wait():
    done = run('''
        result, = client.compile(LONG)(np.ones((64, 64), np.float32))
        for wait in (result.block_until_ready, result.to_host, lambda: np.asarray(result)):
            start = time.time()
            threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            try:
                wait()
            except KeyboardInterrupt:
                assert time.time() - start < 30
            else:
                raise SystemExit("it was not interrupted")
        os._exit(0)
        ''')
    assert done.stderr == ""


def test_a_signal_in_a_kernel():
    done = run('''
        program = kernel(lambda a, b: time.sleep(60))
        threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        try:
            program(x)
        except cppjrt.CancelledError as error:
            assert "KeyboardInterrupt" in str(error)
        else:
            raise SystemExit("it was not interrupted")
        ''')
    assert done.stderr == ""


def test_forks():
    done = run('''
        program = kernel(lambda a, b: b.__setitem__(..., 2 * a))
        held = program(x)
        child = os.fork()
        if child == 0:
            try:
                program(x)
            except cppjrt.FailedPreconditionError:
                pass
            else:
                os._exit(1)
            client = cppjrt.Client()  # one of its own works
            got = np.asarray(client.compile(PROGRAM)(x)[0])
            sys.exit(0 if got[0] == 2 else 2)
        assert os.waitpid(child, 0)[1] == 0
        assert np.asarray(program(x)[0])[0] == 2
        ''')
    assert done.stderr == ""


def test_a_callback_that_raises():
    done = run_jax('''
        def fail(x):
            raise KeyError("why")
        try:
            calls(fail)(x)  # the call itself
        except jax.errors.JaxRuntimeError as error:
            assert "KeyError: 'why'" in str(error) and "in fail" in str(error), error
        else:
            raise SystemExit("no error")
        @jax.jit
        def effect(x):
            io_callback(fail, None, x, ordered=True)
            return x
        try:
            effect(x)
        except jax.errors.JaxRuntimeError:
            pass
        else:
            raise SystemExit("no error")
        def outer(x):
            return calls(fail)(x)
        try:
            calls(outer)(x)
        except jax.errors.JaxRuntimeError as error:
            assert str(error).count("KeyError: 'why'") >= 1
        ''')
    assert "atexit" not in done.stderr and "ignored" not in done.stderr


def test_callbacks_come_before_the_call_returns():
    done = run_jax('''
        f = jax.jit(lambda x: (jax.debug.print("value {}", x[0]), x + 1)[1])
        y = f(x)
        print("end")
        ''')
    assert done.stdout.split("\n")[:2] == ["value 1.0", "end"]


def test_other_programs_of_jax_are_not_waited_for():
    run_jax('''
        f = jax.jit(lambda a: jax.lax.fori_loop(0, 200, lambda i, a: jnp.cos(a @ a), a))
        a = jnp.ones((400, 400))
        f(a).block_until_ready()
        start = time.perf_counter()
        y = f(a)
        called = time.perf_counter() - start
        y.block_until_ready()
        assert called < (time.perf_counter() - start) / 2, called
        ''')


def test_threads_in_callbacks_when_the_program_ends():
    done = run_jax('''
        f = calls(lambda x: (time.sleep(0.5), x)[1])
        f(x)
        for _ in range(3):
            threading.Thread(target=f, args=(x,), daemon=True).start()
        time.sleep(0.2)
        print("end")
        ''')
    assert done.stdout == "end\n" and "Fatal" not in done.stderr and "terminate" not in done.stderr


def test_forks_under_jax():
    done = run_jax('''
        import warnings
        warnings.simplefilter("ignore")
        y = jax.jit(lambda x: x + 1)(x)
        child = os.fork()
        if child == 0:
            sys.exit(3)
        assert os.waitpid(child, 0)[1] == 3 << 8
        print(y)
        ''')
    assert done.stdout == "[2. 2. 2.]\n"


def test_processes_of_multiprocessing(tmp_path):
    pytest.importorskip("jax")
    path = tmp_path / "jobs.py"
    path.write_text(JAX + textwrap.dedent('''
        import multiprocessing
        def work(i):
            return float(jax.jit(lambda x: (x * i).sum())(jnp.ones(3)))
        if __name__ == "__main__":
            assert work(1) == 3
            with multiprocessing.get_context("spawn").Pool(2) as pool:
                assert pool.map(work, range(4)) == [0, 3, 6, 9]
        '''))
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ, JAX_PLATFORMS="cppjrt"))
    assert done.returncode == 0, done.stderr


def test_ctrl_c_on_a_program_of_jax():
    pytest.importorskip("jax")
    process = subprocess.Popen([sys.executable, "-c", JAX + textwrap.dedent('''
        f = jax.jit(lambda x: jax.lax.fori_loop(0, 10**9, lambda i, x: jnp.cos(x), x))
        y = f(jnp.ones(100))
        print("waits", flush=True)
        try:
            y.block_until_ready()
        except KeyboardInterrupt:
            print("interrupted", flush=True)
            os._exit(0)
        ''')], stdout=subprocess.PIPE, text=True, env=dict(os.environ, JAX_PLATFORMS="cppjrt"))
    try:
        assert process.stdout.readline() == "waits\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "interrupted\n" and process.wait(60) == 0
    finally:
        process.kill()
