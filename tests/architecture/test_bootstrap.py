"""The environment of a checkout: when it is made again, and what is said when it cannot be."""

import ast
import importlib.util
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
OLD_SYNTAX = (3, 7)  # the oldest grammar that ast.parse still knows

posix = pytest.mark.skipif(os.name == "nt", reason="shell scripts stand in for interpreters")


@pytest.fixture(scope="module")
def bootstrap():
    spec = importlib.util.spec_from_file_location("bootstrap_under_test", SCRIPTS / "bootstrap.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def checkout(tmp_path):
    """A checkout as small as can be."""
    root = tmp_path / "checkout"
    root.mkdir()
    (root / "requirements.lock").write_text("numba==1.0\n", encoding="utf-8")
    (root / "requirements-test.lock").write_text("pytest==1.0\n", encoding="utf-8")
    (root / "pyproject.toml").write_text('version = "1"\n', encoding="utf-8")
    return root


@pytest.fixture
def environment(bootstrap, checkout, monkeypatch):
    """Return a maker of environments whose installers are noted down instead of run."""

    def make(root=checkout, fail=None):
        made = bootstrap.Environment(str(root))
        made.calls = []

        def create():
            made.calls.append("create")
            os.makedirs(made.bin)
            os.symlink(sys.executable, made.python)

        def pip(source, *arguments):
            made.calls.append(source)
            if fail is not None and source == fail[0]:
                raise fail[1]

        monkeypatch.setattr(made, "create", create)
        monkeypatch.setattr(made, "pip", pip)
        return made

    return make


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("#!/bin/sh\n" + text, encoding="utf-8")
    path.chmod(0o755)
    return path


# ---------------------------------------------------------------- which Python


@pytest.mark.parametrize("name", ["balance", "bootstrap.py", "lock", "test"])
def test_an_old_python_can_read_the_scripts(name):
    ast.parse((SCRIPTS / name).read_text(encoding="utf-8"), name, feature_version=OLD_SYNTAX)


@posix
def test_a_shim_that_fails_is_passed_over(bootstrap, tmp_path, monkeypatch):
    script(tmp_path / "shims" / "python3.12", "exit 127\n")
    script(tmp_path / "lies" / "python3.12", "echo 3.9\n")
    right = script(tmp_path / "right" / "python3.12", "echo 3.12\n")
    folders = [tmp_path / name for name in ("absent", "shims", "lies", "right")]
    monkeypatch.setenv("PATH", os.pathsep.join(map(str, folders)))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "none"))
    assert bootstrap.find_python("3.12") == str(right)
    assert bootstrap.find_python("3.13") is None


@posix
def test_pythons_that_pyenv_keeps_off_the_path_are_found(bootstrap, tmp_path, monkeypatch):
    right = script(tmp_path / "versions" / "3.12.9" / "bin" / "python3.12", "echo 3.12\n")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    assert bootstrap.find_python("3.12") == str(right)


@posix
def test_too_old_a_python_starts_the_newest_tested_one(bootstrap, tmp_path, monkeypatch):
    script(tmp_path / "python3.11", "echo 3.11\n")
    newer = script(tmp_path / "python3.12", "echo 3.12\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "none"))
    monkeypatch.setattr(bootstrap, "OLDEST", (99, 0))
    monkeypatch.setattr(sys, "argv", ["scripts/balance", "rulesets"])
    started = []
    monkeypatch.setattr(bootstrap, "replace_process", lambda command: started.append(command) or sys.exit(0))
    with pytest.raises(SystemExit):
        bootstrap.require_python()
    assert started == [[str(newer), "scripts/balance", "rulesets"]]


def test_too_old_a_python_alone_is_said_in_one_line(bootstrap, tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path))
    monkeypatch.setattr(bootstrap, "OLDEST", (99, 0))
    with pytest.raises(SystemExit) as caught:
        bootstrap.require_python()
    assert caught.value.code == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert error.startswith(
        f"{sys.executable}: this is Python {sys.version_info[0]}.{sys.version_info[1]}; expected 99.0"
    )
    assert "install Python 3.13" in error


# ---------------------------------------------------------------- when it is made again


ALL = ["create", "requirements.lock", "pyproject.toml"]


def test_made_once_and_then_left_alone(environment):
    made = environment()
    made.make()
    assert made.calls == ALL
    made.make()
    assert made.calls == ALL


def test_what_the_tests_need_is_added_when_asked(environment):
    made = environment()
    made.make()
    made.make(tests=True)
    made.make(tests=True)
    made.make()
    assert made.calls == [*ALL, "requirements-test.lock"]


def test_other_pins_remake_it(environment, checkout):
    environment().make(tests=True)
    leftover = checkout / ".venv" / "lib" / "leftover.py"
    leftover.parent.mkdir()
    leftover.touch()
    (checkout / "requirements.lock").write_text("numba==2.0\n", encoding="utf-8")
    made = environment()
    made.make(tests=True)
    assert made.calls == [*ALL, "requirements-test.lock"]
    assert not leftover.exists()


def test_another_project_file_installs_the_project_alone(environment, checkout):
    environment().make()
    (checkout / "pyproject.toml").write_text('version = "2"\n', encoding="utf-8")
    made = environment()
    made.make()
    assert made.calls == ["pyproject.toml"]


def test_a_moved_checkout_remakes_it(environment, checkout):
    environment().make()
    moved = checkout.rename(checkout.with_name("moved"))
    made = environment(moved)
    made.make()
    assert made.calls == ALL


def test_a_python_that_is_gone_remakes_it(environment, checkout):
    environment().make()
    made = environment()
    os.remove(made.python)
    os.symlink(str(checkout / "gone"), made.python)
    made.make()
    assert made.calls == ALL


@pytest.mark.parametrize("source", ["requirements.lock", "pyproject.toml", "requirements-test.lock"])
def test_an_installation_cut_short_is_begun_again(environment, source):
    with pytest.raises(KeyboardInterrupt):
        environment(fail=(source, KeyboardInterrupt())).make(tests=True)
    made = environment()
    made.make(tests=True)
    assert made.calls == [*ALL, "requirements-test.lock"]


def test_an_installation_that_failed_spares_what_is_complete(environment, bootstrap):
    with pytest.raises(bootstrap.BootstrapError):
        environment(fail=("requirements-test.lock", bootstrap.BootstrapError("no"))).make(tests=True)
    made = environment()
    made.make()
    assert made.calls == []


def test_an_environment_of_another_tool_is_left_alone(environment, bootstrap, checkout):
    own = checkout / ".venv" / "pyvenv.cfg"
    own.parent.mkdir()
    own.touch()
    with pytest.raises(bootstrap.BootstrapError, match="not made by these scripts") as caught:
        environment().make()
    assert caught.value.code == 2
    assert own.exists()


def test_a_full_disk_is_said(environment, bootstrap):
    full = OSError(28, "No space left on device", "x")
    with pytest.raises(bootstrap.BootstrapError, match="No space left on device") as caught:
        environment(fail=("requirements.lock", full)).make()
    assert caught.value.code == 74


@posix
def test_two_starts_at_once_make_it_once(checkout):
    code = f"""
import os, sys, time
sys.path.insert(0, {str(SCRIPTS)!r})
import bootstrap
made = bootstrap.Environment({str(checkout)!r})
def create():
    print("create", flush=True)
    time.sleep(0.5)
    os.makedirs(made.bin)
    os.symlink(sys.executable, made.python)
made.create = create
made.pip = lambda source, *arguments: print(source, flush=True)
made.make()
"""
    words = [sys.executable, "-c", code]
    starts = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(2)]
    outputs = [start.communicate(timeout=60)[0].split() for start in starts]
    assert [start.returncode for start in starts] == [0, 0]
    assert sorted(outputs) == [[], ALL]


@posix
def test_an_installer_that_outlives_its_start_keeps_the_others_out(checkout, bootstrap):
    code = f"""
import sys
sys.path.insert(0, {str(SCRIPTS)!r})
import bootstrap
made = bootstrap.Environment({str(checkout)!r})
made.create = lambda: made.call(["sh", "-c", "echo begun; sleep 1"], "")
made.make()
"""
    start = subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.DEVNULL)
    log = checkout / ".venv" / "install.log"
    deadline = time.monotonic() + 30
    while not (log.exists() and "\nbegun" in log.read_text(encoding="utf-8")):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    start.send_signal(signal.SIGKILL)
    start.wait()
    begin = time.monotonic()
    with bootstrap.Environment(str(checkout)).alone():
        assert time.monotonic() - begin > 0.3


# ---------------------------------------------------------------- what is said


@posix
def test_a_failed_installer_shows_its_words_and_the_fix(bootstrap, checkout, capsys):
    made = bootstrap.Environment(str(checkout))
    os.mkdir(made.path)
    words = ["sh", "-c", "echo 'NewConnectionError: no route'; exit 1"]
    with pytest.raises(bootstrap.BootstrapError) as caught:
        made.call(words, "what requirements.lock names was not installed")
    assert "NewConnectionError: no route" in capsys.readouterr().err
    assert str(caught.value).startswith(
        f"{made.log}: what requirements.lock names was not installed (exit 1); expected"
    )
    assert "connect to the network" in str(caught.value)


@pytest.mark.parametrize(
    ("line", "fix"),
    [
        ("ERROR: No matching distribution found for numba==1.0", "3.11 to 3.13 are known to work"),
        ("OSError: [Errno 28] No space left on device", "free some"),
        ("something else", "its words are above"),
    ],
)
def test_the_advice_fits_what_pip_wrote(bootstrap, line, fix):
    assert fix in bootstrap.advice(["Collecting numba", line])


@posix
def test_a_python_without_venv_is_said(bootstrap, checkout, tmp_path, monkeypatch):
    python = script(tmp_path / "python3", "exit 1\n")
    monkeypatch.setattr(sys, "_base_executable", str(python))
    with pytest.raises(bootstrap.BootstrapError, match=r"no venv module; .* apt install python3\.\d+-venv") as caught:
        bootstrap.Environment(str(checkout)).create()
    assert caught.value.code == 2
