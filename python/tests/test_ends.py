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


def test_a_signal_ends_a_wait_and_the_program():
    done = run('''
        program = client.compile(LONG)
        for wait in (lambda r: r.block_until_ready(), lambda r: r.to_host(), np.asarray):
            result, = program(np.ones((64, 64), np.float32))
            start = time.time()
            threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            try:
                wait(result)
            except KeyboardInterrupt:
                assert time.time() - start < 5
            else:
                raise SystemExit("it was not interrupted")
            try:
                result.block_until_ready()
            except cppjrt.CancelledError as error:
                assert "interrupted" in str(error) and "while at program:" in str(error), error
            else:
                raise SystemExit("the program was not ended")
        ''')
    assert done.stderr == ""


def test_a_signal_ends_a_program_on_the_thread_of_its_caller():
    for options in ({"asynchronous": False}, {"num_threads": 1}):
        done = run(f'''
            program = cppjrt.Client(options={options}).compile(LONG)
            threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
            try:
                program(np.ones((64, 64), np.float32))
            except KeyboardInterrupt:
                pass
            else:
                raise SystemExit("it was not interrupted")
            ''')
        assert done.stderr == ""


def test_programs_are_ended_by_number_and_by_deadline():
    run('''
        program = client.compile(LONG)
        result, = program.execute([np.ones((64, 64), np.float32)], launch_id=5)
        device = client.devices[0]
        assert not device.poison_execution(6)
        assert device.poison_execution(5, "enough")
        try:
            result.block_until_ready()
        except cppjrt.CancelledError as error:
            assert "enough" in str(error), error
        else:
            raise SystemExit("it was not ended")
        result, = cppjrt.Client(options={"deadline_ms": 50}).compile(LONG)(np.ones((64, 64), np.float32))
        try:
            result.block_until_ready()
        except cppjrt.DeadlineExceededError as error:
            assert "50 ms" in str(error), error
        else:
            raise SystemExit("it was not ended")
        ''')


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


def interrupt_jax(code, *, within=10.0, **environment):
    """What a program of JAX prints that is interrupted once it has printed "waits"; it must end soon."""
    pytest.importorskip("jax")
    process = subprocess.Popen([sys.executable, "-c", JAX + textwrap.dedent(code)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                               env=dict(os.environ, JAX_PLATFORMS="cppjrt", **environment))
    try:
        assert process.stdout.readline() == "waits\n"
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        start = time.time()
        out, err = process.communicate(timeout=60)
        assert time.time() - start < within, (out, err)
        return process.returncode, out, err
    finally:
        process.kill()


# A loop that never ends.
ENDLESS = '''
forever = jax.jit(lambda x: jax.lax.while_loop(lambda x: jnp.all(x < 2), jnp.cos, x))
y = forever(jnp.ones(100))
print("waits", flush=True)
'''


def test_ctrl_c_on_a_program_of_jax_that_never_ends():
    for wait in ("y.block_until_ready()", "np.asarray(y)", "float(y[0])", "print(y)"):
        code, out, err = interrupt_jax(ENDLESS + wait)
        # Python before 3.12 makes exceptions late, and takes the code of the one that jaxlib wanted.
        assert code in (-signal.SIGINT, 1) and out == "" and err.endswith("\nKeyboardInterrupt\n"), (wait, code, out, err)


def test_ctrl_c_ends_the_program_that_was_waited_for():
    code, out, err = interrupt_jax(ENDLESS + textwrap.dedent('''
        try:
            y.block_until_ready()
        except KeyboardInterrupt:
            pass
        try:
            y.block_until_ready()
        except jax.errors.JaxRuntimeError as error:
            assert "interrupted" in str(error), error
            print(float(jnp.ones(3).sum()))
        '''))
    assert (code, out, err) == (0, "3.0\n", ""), (code, out, err)


def test_ctrl_c_on_a_program_that_runs_on_the_thread_of_its_caller():
    code, out, err = interrupt_jax('''
        forever = jax.jit(lambda x: jax.lax.while_loop(lambda x: jnp.all(x < 2), jnp.cos, x))
        print("waits", flush=True)
        forever(jnp.ones(100))
        ''', CPPJRT_JAX_OPTIONS="asynchronous=false")
    assert code in (-signal.SIGINT, 1) and err.endswith("\nKeyboardInterrupt\n"), (code, out, err)


def test_handlers_of_users_stay():
    code, out, err = interrupt_jax('''
        signal.signal(signal.SIGINT, lambda *_: print("handled", flush=True))
        long = jax.jit(lambda x: jax.lax.fori_loop(0, 2 * 10**6, lambda i, x: jnp.cos(x), x))
        y = long(jnp.ones(1000))
        print("waits", flush=True)
        y.block_until_ready()
        print("done", float(y[0]) > 0)
        ''', within=60)
    assert code == 0 and out.splitlines() == ["handled", "done True"], (code, out, err)


def test_a_short_program_ends_by_itself():
    code, out, err = interrupt_jax('''
        import time
        print("waits", flush=True)
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            pass
        y = jax.jit(lambda x: jax.lax.fori_loop(0, 1000, lambda i, x: jnp.cos(x), x))(jnp.ones(100))
        print(float(y[0]) > 0)
        ''')
    assert (code, out) == (0, "True\n"), (code, out, err)
