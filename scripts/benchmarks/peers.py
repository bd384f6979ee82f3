"""Part `peers`: the same figure of other libraries for card games, in one sitting with ours."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from types import TracebackType

from .measure import Bar, Figure, in_turn, ratios
from .workload import Games

WORKER = str(Path(__file__).resolve().parent / "peer_worker.py")
SECONDS = 0.3  # of our slices; the workers take about as long
PACKAGES = {  # as the package index names them, and the games of `peer_worker` that need them
    "open-spiel": ("hearts-rollouts", "hearts-bots", "crazy_eights-rollouts", "crazy_eights-bots"),
    "pokerkit": ("pokerkit",),
    "essence-wars": ("essence-wars",),
}


class Worker:
    """A peer in a process of its own; it waits until it is told to play a slice."""

    def __init__(self, python: str, name: str) -> None:
        self.process = subprocess.Popen(
            [python, WORKER, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        self.title = self.line()

    def line(self) -> str:
        """Return the next line it writes.

        Raises
        ------
        RuntimeError
            If it has ended instead, with its last words.
        """
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        if not line:
            self.process.kill()
            words = self.process.communicate()[1].strip().splitlines()
            raise RuntimeError(words[-1] if words else f"it ended with code {self.process.returncode}")
        return line

    def __call__(self) -> float:
        """Return nanoseconds a real decision over one slice."""
        assert self.process.stdin is not None
        self.process.stdin.write("play\n")
        self.process.stdin.flush()
        return float(self.line())


class Workers:
    """The peers that could be installed and started, and words about the others."""

    def __init__(self) -> None:
        self.ready: list[Worker] = []
        self.skipped: list[str] = []
        self.folder = tempfile.TemporaryDirectory()

    def __enter__(self) -> Workers:
        python = Path(self.folder.name) / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", self.folder.name], check=True)
        options = ["--quiet", "--disable-pip-version-check", "--no-input", "--only-binary", ":all:"]
        for package, names in PACKAGES.items():
            done = subprocess.run([python, "-m", "pip", "install", *options, package], capture_output=True, check=False)
            if done.returncode != 0:
                self.skipped.append(f"{package}: no binary installs here")
                continue
            for name in names:
                try:
                    self.ready.append(Worker(str(python), name))
                except RuntimeError as error:
                    self.skipped.append(f"{name}: does not run here ({error})")
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        for worker in self.ready:
            worker.process.communicate()  # closes its input, which ends it
        self.folder.cleanup()


def peers(is_quick: bool) -> list[Figure]:
    """Measure uniform random play of every peer and ours, in turn."""
    ours = Games("random", SECONDS)
    with Workers() as workers:
        for words in workers.skipped:
            print(f"  skipped: {words}")
        mine, *others = in_turn(7 if is_quick else 21, lambda: ours().ns_per_decision, *workers.ready)
        titles = [worker.title for worker in workers.ready]
    figures = [Figure("ours, random policy", "ns", mine)]
    figures += [Figure(title, "ns", values) for title, values in zip(titles, others, strict=True)]
    if others:
        fastest = min(figures[1:], key=lambda figure: figure.median)
        against = ratios(mine, fastest.values)
        figures.append(Figure("ours / the fastest peer", "x", against, Bar(1.0), note=fastest.name))
    return figures
