"""What run_jax_suite.py finds out before it runs anything."""

import subprocess
import zipfile

import pytest

import environments
import run_jax_suite


def git(folder, *arguments):
    subprocess.run(["git", "-C", folder, "-c", "user.name=n", "-c", "user.email=n@example.com", *arguments], check=True, capture_output=True)


@pytest.fixture
def repository(tmp_path):
    folder = tmp_path / "jax"
    (folder / "jax").mkdir(parents=True)
    (folder / "tests").mkdir()
    (folder / "jax/version.py").write_text('import os\n_version = "0.9.8"\n')
    (folder / "tests/x_test.py").write_text("")
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "all")
    git(folder, "tag", "jax-v0.9.8")
    return folder


def test_a_checkout_says_its_version(repository):
    assert run_jax_suite.version_of(repository) == "0.9.8"
    (repository / "jax/version.py").unlink()
    assert run_jax_suite.version_of(repository) == "0.9.8"  # its tag
    git(repository, "tag", "--delete", "jax-v0.9.8")
    with pytest.raises(SystemExit, match="does not say which version of JAX it is .*add --jax VERSION"):
        run_jax_suite.version_of(repository)


def test_a_version_is_cloned_once(repository, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(run_jax_suite, "REPOSITORY", f"file://{repository}")
    source = run_jax_suite.clone("0.9.8", False)
    assert (source / "tests/x_test.py").exists() and run_jax_suite.version_of(source) == "0.9.8"
    monkeypatch.setattr(run_jax_suite, "REPOSITORY", "file:///nowhere")
    assert run_jax_suite.clone("0.9.8", False) == source
    with pytest.raises(SystemExit, match="could not be cloned .*give a checkout of it at jax-v0.9.7 with --jax-src DIR"):
        run_jax_suite.clone("0.9.7", False)


def test_results_belong_to_what_the_wheel_holds(tmp_path):
    def wheel(name, text, time):
        with zipfile.ZipFile(tmp_path / name, "w") as file:
            file.writestr(zipfile.ZipInfo("a.py", time), text)
        return run_jax_suite.fingerprint(tmp_path / name)

    first = wheel("1.whl", "a", (2026, 1, 1, 0, 0, 0))
    assert wheel("2.whl", "a", (2026, 1, 2, 0, 0, 0)) == first != wheel("3.whl", "b", (2026, 1, 1, 0, 0, 0))


def test_wheels_are_for_some_pythons(monkeypatch):
    abi3 = environments.can_use("cppjrt-0.1.0-cp312-abi3-manylinux_2_36_x86_64.whl")
    one = environments.can_use("cppjrt-0.1.0-cp311-cp311-manylinux_2_36_x86_64.whl")
    version = {"python3.11": (3, 11), "python3.12": (3, 12), "python3.14": (3, 14)}
    assert environments.version_of("no such program") == (0, 0)
    monkeypatch.setattr(environments, "version_of", version.get)
    assert [abi3(python) for python in version] == [False, True, True]
    assert [one(python) for python in version] == [True, False, False]
