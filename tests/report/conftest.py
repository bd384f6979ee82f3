"""A small simulated run, and reports made by hand."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from balance.data.files import Location
from balance.data.load import load_data
from balance.frames import formats
from balance.frames.matchups import matchups
from balance.report import build, model
from balance.report.headline import answers
from balance.report.measures import Measures
from balance.report.numbers import Score
from balance.rules import get
from balance.runs.executor import run
from balance.runs.manifest import manifest_of
from balance.runs.plan import models_of, plan_matchups
from balance.runs.store import Store
from tests.games import data_of

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
PUBLISHED = tuple(stem for stem, side in data_of("combo-fighter").sides.items() if side.provenance.is_published)
EVIL = "<script>alert(1)</script>"
GAMES = 40


@dataclass(frozen=True)
class Played:
    """A run with all that a report is built from."""

    result: Any
    manifest: Any
    table: Any
    report: model.Report


@pytest.fixture(scope="session")
def play(tmp_path_factory):
    """Return a function that plays a small run of the published fighters under edits and builds its report."""
    store = Store(tmp_path_factory.mktemp("store"))
    ruleset = get("combo-fighter")

    def play(edits=(), levels=("standard", "second"), sides=PUBLISHED, format="duel"):
        data = load_data("combo-fighter", models_of(ruleset), Location(RULESETS, "--rulesets"), None, tuple(edits))
        named = tuple((data.standard if level == "standard" else data.second, GAMES) for level in levels)
        result = run(plan_matchups(ruleset, data, sides=sides, levels=named), store, jobs=1)
        manifest = manifest_of(result, ["balance", "matchups", "combo-fighter"], format)
        table = matchups(result, format)
        return Played(result, manifest, table, build.build(result, manifest, table))

    return play


@pytest.fixture(scope="session")
def played(play):
    """Return a plain small run."""
    return play()


@pytest.fixture(scope="session")
def series(play):
    """Return the plain small run as best of three."""
    return play(format="best-of-three")


EVIL_EDITS = (
    f"fighters.boris.name={EVIL}",
    "fighters.boris.provenance=stand-in",
    f"fighters.francisco.cards.block.name={EVIL}",
    'fighters.grace.name="Grace $x$ O\'Lee & Sons"',
    "round_limit=9",
)


@pytest.fixture(scope="session")
def evil(play):
    """Return a run whose names are markup, with a stand-in and games that hit the turn limit."""
    return play(EVIL_EDITS)


@pytest.fixture(scope="session")
def evil_series(play):
    """Return the same as best of three."""
    return play(EVIL_EDITS, format="best-of-three")


@pytest.fixture(scope="session")
def made():
    """Return a function that makes a report of sides "a", "b", ... from scores by pair, one number or Score a level."""

    def made(scores, stand_ins="", policies=("greedy", "random"), width=1.0, format=formats.DUEL, **changes):
        stems = sorted({stem for pair in scores for stem in pair})
        sides = tuple(
            model.Side(
                stem,
                stem.upper(),
                "stand-in" if stem in stand_ins else "publisher",
                "stand-in" if stem in stand_ins else "",
                "",
                (),
                "0",
            )
            for stem in stems
        )
        levels = []
        for i, policy in enumerate(policies):
            cells = {(stem, stem): _cell(stem, stem, policy, None, "stand-in" * (stem in stand_ins)) for stem in stems}
            for (a, b), by_level in scores.items():
                given = by_level[i]
                score = given if isinstance(given, Score) else Score(given, given - width, given + width)
                cells[a, b] = _cell(a, b, policy, score, "stand-in" * bool({a, b} & set(stand_ins)))
                cells[b, a] = cells[a, b].swapped()
            grid = tuple(tuple(cells[a, b] for b in stems) for a in stems)
            levels.append(model.Level(policy, f"plays {policy}", "0", grid))
        fields = {
            "title": "Game: matchups", "format": format, "publisher": "Publisher", "scope": "two-player duel",
            "changes": "",
            "sides": sides, "levels": tuple(levels), "headline": answers(sides, levels, format, {})[0],
            "measures": Measures("", ()), "self_check": None, "games": 1000, "truncated": 0,
            "data_folder": "rulesets/game", "data_found_by": "./rulesets", "epoch": 1, "made": (("Command", "play"),),
        }  # fmt: skip
        return model.Report(**(fields | changes))

    return made


def _cell(a, b, policy, score, apart):
    return model.Cell(
        row=a, column=b, policy=policy, apart=apart, score=score, single=None, blocks=50, games=100,
        wins=50, draws=4, losses=46, truncated=0, bounds=None, seat_gap=None, design_effect=None,
        script_difference=None, rounds=(7, 9, 11),
    )  # fmt: skip
