"""Plays long runs and gates; the games of the base are kept, those of an edit are forgotten when it is judged."""

import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import balance
from balance import rules
from balance.data.gate_files import read_gate
from balance.data.load import RulesetData
from balance.data.lower import hash_of
from balance.errors import DataError
from balance.gate.claims import judge_all, looks_of, questions_of
from balance.runs.chunks import Chunk, ChunkResult
from balance.runs.executor import run
from balance.runs.paired import CellPair, Looks, PairedPlan, PairResult, plan_pairs
from balance.runs.plan import Cell
from balance.runs.store import Store
from balance.stats.gate import Result, overall

from .truth import SIZES, other_moves, truth

RULESET = "combo-fighter"
LEVELS = ("standard", "second")  # those of `balance check`; the first one decides, and is all that is played


class Apart(Store):
    """A store that reads what another one has too, and keeps what is new in a folder of its own."""

    def __init__(self, folder: Path, under: Store) -> None:
        super().__init__(folder)
        self.under = under

    def load(self, chunk: Chunk) -> ChunkResult | None:
        """Return a chunk that either has."""
        return super().load(chunk) or self.under.load(chunk)

    def played(self, cell: Cell) -> list[Chunk]:
        """Return the chunks that either has."""
        both = {(one.first, one.count): one for one in [*self.under.played(cell), *super().played(cell)]}
        return [both[at] for at in sorted(both)]


def loaded(rulesets: Path, edits: Sequence[str]) -> RulesetData | None:
    """Return the shipped data with an edit, None where the data check refuses it."""
    try:
        return balance.load(RULESET, rulesets=rulesets, edits=list(edits))
    except DataError:
        return None


class Bench:
    """The shipped data as the base, and a folder to play in.

    Parameters
    ----------
    rulesets
        Folder of the rulesets.
    epoch
        Luck of the long runs; not that of the gate.
    """

    def __init__(self, rulesets: Path, folder: Path, epoch: int, jobs: int) -> None:
        self.rulesets, self.folder, self.epoch, self.jobs = rulesets, folder, epoch, jobs
        self.ruleset = rules.get(RULESET)
        self.base = balance.load(RULESET, rulesets=rulesets)
        self.gate = read_gate(self.base.folder, self.base)
        self.kept = Store(folder / "store")
        self._warm: set[str] = set()

    def head(self, edits: Sequence[str]) -> RulesetData | None:
        """Return the data with an edit, None where it is refused."""
        return loaded(self.rulesets, edits)

    def version(self) -> str:
        """Return a hash of what all findings stand on: kernels, data, margins, and how the truth is told."""
        plan = self._plan(self.base, SIZES[-1:], self.epoch).base
        hashes = [*plan.side_hashes.values(), *plan.policy_hashes.values(), plan.options_hash]
        return hash_of(plan.compile_key, *hashes, self.gate.model_dump_json(), self.epoch, *SIZES)

    def truth(self, head: RulesetData) -> dict[str, Any]:
        """Return what a long run says of an edit: size and moves in points, as plain data."""
        plan = self._plan(head, SIZES[-1:], self.epoch)
        if not plan.touched:
            return {"size": "without effect"}
        with self._apart() as apart:
            looks = Looks(plan, apart, jobs=self.jobs)

            def play(pairs: Sequence[CellPair], blocks: int) -> list[PairResult]:
                self._keep(plan, pairs, blocks)
                return looks.look(pairs, blocks)

            size, results = truth(plan, play)
        moves = {name: 100 * (one.tally.head.score - one.tally.base.score) for name, one in results.items()}
        return {
            "size": size.value,
            "largest": max(map(abs, moves.values())),
            "moves": moves,
            "blocks": {name: one.tally.blocks for name, one in results.items()},
            "others": [asdict(other) for other in other_moves(results, self.gate)],
        }

    def judge(self, head: RulesetData) -> dict[str, Any]:
        """Return the gate's verdict on an edit as plain data, with its seconds when the store has the base.

        The clock depends on what else the machine does; `processor`, the seconds of all threads together, hardly.
        """
        looks = looks_of(self.gate, None)
        sizes = [blocks[-1] for blocks in looks]
        self._warm_up(self._plan(head, sizes, self.gate.epoch), looks[0])
        with self._apart() as apart:
            start, started = time.perf_counter(), time.process_time()
            plan = self._plan(head, sizes, self.gate.epoch)
            questions = questions_of(plan, self.gate, looks, {})
            decisive = {claim: question for claim, question in questions.items() if claim.level == 0}
            judged = judge_all(plan, decisive, looks, apart, jobs=self.jobs)
            seconds, processor = time.perf_counter() - start, time.process_time() - started
        results = {claim: judgement.verdict.result() for claim, judgement in judged.judgements.items()}
        blocks = [result.tally.blocks for result in judged.results.values()]
        return {
            "verdict": overall(results.values()).name,
            "failed": [claim.text for claim, result in results.items() if result is Result.FAIL],
            "open": [claim.text for claim, result in results.items() if result is Result.INCONCLUSIVE],
            "blocks": sum(blocks) / len(blocks),
            "games_played": judged.games_played,
            "seconds": seconds,
            "processor": processor,
            "seconds_of": {**asdict(judged.spent[0]), "judging": judged.judging},
        }

    @contextmanager
    def _apart(self) -> Iterator[Apart]:
        """Give a store for the games of one edit, empty whatever a stopped run left there."""
        folder = self.folder / "edit"
        shutil.rmtree(folder, ignore_errors=True)
        try:
            yield Apart(folder, self.kept)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _plan(self, head: RulesetData, sizes: Sequence[int], epoch: int) -> PairedPlan:
        """Return the comparison under the first so many policy levels, with a number of blocks for each."""
        levels = [(name, 2 * blocks) for name, blocks in zip(LEVELS, sizes, strict=False)]
        return plan_pairs(self.ruleset, self.base, head, levels=levels, epoch=epoch)

    def _keep(self, plan: PairedPlan, pairs: Sequence[CellPair], blocks: int) -> None:
        """Play the base of some pairs for good."""
        cells = tuple(replace(pair.base, blocks=blocks) for pair in pairs)
        run(replace(plan.base, cells=cells), self.kept, jobs=self.jobs)

    def _warm_up(self, plan: PairedPlan, looks: Sequence[int]) -> None:
        """Play the base of all that is touched as gates leave it: look by look, up to the budget."""
        cold = [pair for pair in plan.touched if pair.head.level == 0 and pair.base.key not in self._warm]
        for blocks in looks if cold else ():
            self._keep(plan, cold, blocks)
        self._warm.update(pair.base.key for pair in cold)
