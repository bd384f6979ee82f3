"""Make the environment in .venv and keep it right; standard library alone.

This file has to be read by any Python 3, so that one that is too old can say so: no syntax newer than 3.6.

The environment is made in stages, each stamped when it is complete with the text that it was made from. A start
compares the stamps with the files and installs nothing when they agree. Whatever interrupts an installation leaves it
without its stamp, or with the mark of an unfinished stage, and the next start makes it again.
"""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import NoReturn

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
OLDEST = (3, 11)
TESTED = ("3.13", "3.12", "3.11")  # the pins are resolved for these; the first that runs is taken
LOG_LINES_SHOWN = 30

EXIT_USAGE = 2
EXIT_CRASH = 70
EXIT_DISK = 74
EXIT_INTERRUPTED = 130


class BootstrapError(Exception):
    """A message of the shape "place: what is wrong; what was expected; nearest fix", with an exit code."""

    def __init__(self, message: str, code: int = EXIT_CRASH) -> None:
        super().__init__(message)
        self.code = code


# ------------------------------------------------------------------ which Python


def places() -> "list[str]":
    """Return the folders where an interpreter may lie: PATH in order, then what pyenv keeps off the PATH."""
    folders = [folder for folder in os.environ.get("PATH", "").split(os.pathsep) if folder]
    pyenv = os.path.join(os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv"), "versions")
    if os.path.isdir(pyenv):
        folders += [os.path.join(pyenv, name, "bin") for name in sorted(os.listdir(pyenv), reverse=True)]
    return folders


def runs(path: str, version: str) -> bool:
    """Say whether `path` starts and is Python `version` ("3.12"); a shim may exist and still fail."""
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        out = subprocess.check_output([path, "-I", "-c", code], stderr=subprocess.DEVNULL, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return False
    return out.decode("ascii", "replace").strip() == version


def find_python(version: str) -> "str | None":
    """Return the first interpreter of that version that really runs."""
    for folder in places():
        path = shutil.which("python" + version, path=folder)
        if path is not None and runs(path, version):
            return path
    return None


def require_python() -> None:
    """Return under a Python that is new enough; else start the script again under one, or say what is missing."""
    if sys.version_info >= OLDEST:
        return
    for version in TESTED:
        path = find_python(version)
        if path is not None:
            replace_process([path, *sys.argv])
    stop(BootstrapError(too_old_message(sys.executable, sys.version_info[:2]), EXIT_USAGE))


def too_old_message(path: str, version: "tuple[int, int]") -> str:
    """Return the one line for a machine without a Python that is new enough."""
    return (
        f"{path}: this is Python {version[0]}.{version[1]}; expected {OLDEST[0]}.{OLDEST[1]} or newer, and no "
        f"{', '.join('python' + name for name in TESTED)} runs from the PATH; install Python {TESTED[0]}"
    )


# ------------------------------------------------------------------ the environment


def read(path: str) -> "str | None":
    """Return the text of a file, None where there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def write(path: str, text: str) -> None:
    """Write a file in one step: it is either complete or not there."""
    temporary = f"{path}.{os.getpid()}"
    with open(temporary, "w", encoding="utf-8") as file:
        file.write(text)
    os.replace(temporary, path)


class Environment:
    """The environment of one checkout."""

    def __init__(self, root: str = ROOT) -> None:
        self.root = root
        self.path = os.path.join(root, ".venv")
        self.bin = os.path.join(self.path, "Scripts" if os.name == "nt" else "bin")
        self.python = os.path.join(self.bin, "python.exe" if os.name == "nt" else "python")
        self.log = os.path.join(self.path, "install.log")
        self.unfinished = os.path.join(self.path, "unfinished")
        self.lock_fd: int | None = None

    # What a stage is made from. The first begins with the two paths that are written into an environment, so a
    # moved checkout and a replaced Python are noticed too.

    def pins(self) -> str:
        """Return what the environment itself is made from."""
        pins = read(os.path.join(self.root, "requirements.lock"))
        if pins is None:
            raise BootstrapError(f"{self.root}: no requirements.lock; expected a whole checkout; check it out again")
        return f"{self.root}\n{os.path.realpath(self.python)}\n{pins}"

    def project(self) -> str:
        """Return what the installed project's metadata is made from."""
        return read(os.path.join(self.root, "pyproject.toml")) or ""

    def test_pins(self) -> str:
        """Return what the tests need beyond the runtime."""
        return read(os.path.join(self.root, "requirements-test.lock")) or ""

    def stamp(self, stage: str) -> str:
        """Return the path of a stage's stamp."""
        return os.path.join(self.path, "installed-" + stage)

    def is_fresh(self, stage: str, made_from: str) -> bool:
        """Say whether a stage is complete and made from that text."""
        return read(self.stamp(stage)) == made_from

    def is_ready(self, tests: bool) -> bool:
        """Say whether nothing has to be installed."""
        return (
            self.is_fresh("pins", self.pins())
            and self.is_fresh("project", self.project())
            and (not tests or self.is_fresh("tests", self.test_pins()))
            and not os.path.exists(self.unfinished)
            and os.path.exists(self.python)
        )

    def make(self, tests: bool = False) -> None:
        """Make what is missing. Other starts wait meanwhile, and then find it made."""
        if self.is_ready(tests):
            return
        try:
            with self.alone():
                if not (self.is_fresh("pins", self.pins()) and os.path.exists(self.python)) or os.path.exists(
                    self.unfinished
                ):
                    self.begin()
                    say("Making the environment in .venv (once, about a minute)...")
                    with self.stage("pins", self.pins):
                        self.create()
                        self.pip("requirements.lock", "-r", "requirements.lock")
                if not self.is_fresh("project", self.project()):
                    with self.stage("project", self.project):
                        self.pip("pyproject.toml", "--no-build-isolation", "--no-deps", "-e", ".")
                if tests and not self.is_fresh("tests", self.test_pins()):
                    say("Adding what the tests need...")
                    with self.stage("tests", self.test_pins):
                        self.pip("requirements-test.lock", "-r", "requirements-test.lock")
        except OSError as error:
            raise BootstrapError(
                f"{error.filename or self.path}: {error.strerror or error}; expected a checkout that can be written "
                "to, with 1 GB free; free the disk or check out elsewhere",
                EXIT_DISK,
            ) from error

    def begin(self) -> None:
        """Clear away what an earlier start left, and nothing that another tool made."""
        if os.path.islink(self.path) or (os.path.isdir(self.path) and not os.path.exists(self.log)):
            raise BootstrapError(
                f"{self.path}: not made by these scripts; expected none, or their own; move it away", EXIT_USAGE
            )
        if os.path.isdir(self.path):
            for stage in ("pins", "project", "tests"):
                with contextlib.suppress(FileNotFoundError):
                    os.remove(self.stamp(stage))
            # The log goes last: it tells the next start that the rest is ours to remove.
            for name in os.listdir(self.path):
                path = os.path.join(self.path, name)
                if os.path.isdir(path) and not os.path.islink(path):
                    shutil.rmtree(path)
                elif path != self.log:
                    os.remove(path)
        os.makedirs(self.path, exist_ok=True)
        write(self.log, "")

    @contextlib.contextmanager
    def stage(self, name: str, made_from: "Callable[[], str]") -> "Iterator[None]":
        """Mark a stage unfinished while it runs; stamp it at its end."""
        write(self.unfinished, name)
        try:
            yield
            write(self.stamp(name), made_from())
        except BootstrapError:
            os.remove(self.unfinished)  # pip has undone its own work
            raise
        os.remove(self.unfinished)

    @contextlib.contextmanager
    def alone(self) -> "Iterator[None]":
        """Hold the lock of this checkout, where the system has one; the installers inherit it."""
        try:
            import fcntl
        except ImportError:
            yield
            return
        with open(self.path + ".lock", "w", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                say("Waiting for another start to make the environment...")
                fcntl.flock(file, fcntl.LOCK_EX)
            except OSError:  # a file system without locks
                pass
            self.lock_fd = file.fileno()
            try:
                yield
            finally:
                self.lock_fd = None

    def create(self) -> None:
        """Make the empty environment, with pip in it."""
        python = getattr(sys, "_base_executable", None) or sys.executable
        probe = [python, "-I", "-c", "import ensurepip, venv"]
        if subprocess.call(probe, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) != 0:
            name = f"python{sys.version_info[0]}.{sys.version_info[1]}"
            raise BootstrapError(
                f"{python}: this Python has no venv module; expected venv and ensurepip; "
                f"on Debian and Ubuntu: apt install {name}-venv",
                EXIT_USAGE,
            )
        self.call([python, "-I", "-m", "venv", self.path], "the empty environment was not made")

    def pip(self, source: str, *arguments: str) -> None:
        """Install with the environment's own pip."""
        # Compiling all of it ahead costs a third of the time, and most of it is never imported.
        options = ["--disable-pip-version-check", "--no-input", "--no-compile"]
        self.call(
            [self.python, "-I", "-m", "pip", "install", *options, *arguments], f"what {source} names was not installed"
        )

    def call(self, command: "list[str]", failure: str) -> None:
        """Run an installer, its output in the log; show the end of the log when it fails."""
        environ = {
            name: value
            for name, value in os.environ.items()
            if name not in ("PIP_PREFIX", "PIP_ROOT", "PIP_TARGET", "PIP_USER")  # would lead out of the environment
        }
        pass_fds = () if self.lock_fd is None else (self.lock_fd,)
        with open(self.log, "a", encoding="utf-8") as log:
            log.write("$ " + " ".join(command) + "\n")
            log.flush()
            code = subprocess.call(
                command,
                cwd=self.root,
                env=environ,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=pass_fds,
            )
        if code != 0:
            lines = (read(self.log) or "").splitlines()
            say("\n".join("  " + line for line in lines[-LOG_LINES_SHOWN:]))
            raise BootstrapError(f"{self.log}: {failure} (exit {code}); {advice(lines)}")


def advice(log: "list[str]") -> str:
    """Return what was expected and the nearest fix, from what pip wrote."""
    text = "\n".join(log)
    if "No space left on device" in text:
        return "expected 1 GB of free disk; free some and start again"
    if any(sign in text for sign in ("NewConnectionError", "ConnectTimeoutError", "NameResolutionError", "ProxyError")):
        return (
            "expected a package index within reach; connect to the network, or point pip to your own index with "
            "PIP_INDEX_URL, and start again"
        )
    if "No matching distribution found" in text:
        return (
            f"expected a package index that has every pin for this Python; Python {TESTED[-1]} to {TESTED[0]} are "
            "known to work"
        )
    return "expected pip to succeed; its words are above"


# ------------------------------------------------------------------ starting


def say(text: str) -> None:
    """Write to stderr, which carries progress and errors alone."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def stop(error: BootstrapError) -> NoReturn:
    """End with the error's message and code."""
    say(str(error))
    sys.exit(error.code)


def replace_process(command: "list[str]") -> NoReturn:
    """Go on as another program."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":  # there exec returns to the shell at once
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def environment(tests: bool = False) -> Environment:
    """Return the environment, made; end the process with a message where that fails."""
    require_python()
    made = Environment()
    try:
        made.make(tests)
    except BootstrapError as error:
        stop(error)
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
    return made


def run_balance(arguments: "list[str]") -> NoReturn:
    """Make the environment where needed and go on as the balance command."""
    made = environment()
    # Compiled modules go into the environment, none beside the sources; without any, each start compiles them all.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.setdefault("PYTHONPYCACHEPREFIX", os.path.join(made.path, "bytecode"))
    if os.name == "nt":
        replace_process([os.path.join(made.bin, "balance.exe"), *arguments])
    # Through the interpreter: a script's first line cannot hold a long path.
    replace_process([made.python, os.path.join(made.bin, "balance"), *arguments])
