"""Parts of a report by themselves: why a cell is what it is, rings and surprises, length, plots, commands."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from balance.frames.luck import FIELD
from balance.report.feel import luck_sentences, luck_table
from balance.report.length import length_of
from balance.report.numbers import Score
from balance.report.plots import Mark, Plot, Row, mix_plot, surprise_plot, tier_plot
from balance.report.structure import rings_of, rings_text, surprises_of
from balance.report.why import reasons_of
from balance.stats import quantile

from .conftest import GAMES


def of_title(reasons, title):
    return {line.label: (line.first, line.second) for group in reasons if group.title == title for line in group.lines}


# ---------------------------------------------------------------- why


def test_reasons_count_what_each_side_did(played):
    ruleset = played.result.plan.ruleset
    found = next(cell for cell in played.result.cells if not cell.cell.is_mirror)
    reasons = reasons_of(found, ruleset)
    won = of_title(reasons, "How rounds are won")
    shares = [
        [float(value[side].split()[0]) for label, value in won.items() if "Damage" not in label] for side in (0, 1)
    ]
    assert all(sum(of_side) == pytest.approx(100, abs=0.3) for of_side in shares)
    names = [measure.name for measure in ruleset.measures]
    called = [
        sum(value * int(n) for value, n in enumerate(found.histograms[names.index(f"signatures_{side}")]))
        for side in "ab"
    ]
    actions = of_title(reasons, "What each does in a game")
    assert actions["Signature combos called a game"] == tuple(f"{n / GAMES:.2f}" for n in called)
    totals = [sum(int(n) for n, info in zip(found.totals[side::2], ruleset.totals, strict=True) if info.group == "won")
              for side in (0, 1)]  # fmt: skip
    assert actions["Won rounds with a signature combo"] == tuple(
        f"{100 * n / whole:.1f} %" for n, whole in zip(called, totals, strict=True)
    )
    ends = of_title(reasons, "How games end")
    assert sum(float(first.split()[0]) for first, _ in ends.values()) == pytest.approx(100, abs=0.3)
    assert all(second is None for _, second in ends.values())


def test_reasons_turn_with_the_cell(played):
    cell = next(cell for cell in played.report.levels[0].matchups if not cell.is_mirror)
    turned = cell.swapped()
    for mine, other in zip(cell.why, turned.why, strict=True):
        for line, swapped in zip(mine.lines, other.lines, strict=True):
            assert line.label == swapped.label
            assert (line.first, line.second) == ((swapped.second or swapped.first), swapped.second and swapped.first)
    assert turned.swapped().why == cell.why


# ---------------------------------------------------------------- what luck decides


def luck_of(*shares, policy="greedy", sides=2):
    """Return a table of luck: a source with its first-order and its total share, each an interval per mille."""
    rows = [(policy, sides, 1, 512, source, *first, *total) for source, first, total in shares]
    return pl.DataFrame(rows, schema=FIELD, orient="row")


SHUFFLES = ("shuffles", (410.0, 380.0, 440.0), (600.0, 570.0, 630.0))
CHOICES = ("choices", (4.0, 0.0, 31.0), (590.0, 560.0, 620.0))


def test_luck_in_words_and_as_a_table(made):
    sides = made({("a", "b"): (50, 50), ("a", "c"): (50, 50), ("b", "c"): (50, 50)}, stand_ins="c").sides
    assert luck_sentences(luck_of(SHUFFLES, CHOICES), sides) == [
        "When both sides play greedy, the order of the decks decides 41 % (38 to 44) of who wins by itself and has a"
        " part in 60 % (57 to 63); the lots that policies draw for their choices decide 0 % (0 to 3) by themselves and"
        " have a part in 59 % (56 to 62)."
    ]
    table = luck_table(luck_of(SHUFFLES, CHOICES), sides)
    assert [(column.policy, column.title) for column in table.columns] == [
        ("greedy", "decides alone"),
        ("greedy", "has a part in"),
    ]
    assert table.rows == (
        ("Shuffles", ("41.0 % ± 3.0", "60.0 % ± 3.0")),
        ("Choices", ("0.4 % (0.0 to 3.1)", "59.0 % ± 3.0")),
    )
    assert "512 games of the 1 matchup of the 2 fighters with published numbers, each played again" in table.note
    assert "the 3 fighters, each" in luck_table(luck_of(SHUFFLES, sides=3), sides).note


def test_luck_between_policies_names_none(made):
    sides = [replace(side, nouns=("policy", "policies")) for side in made({("a", "b"): (50, 50)}).sides]
    (text,) = luck_sentences(luck_of(("shared cards", *SHUFFLES[1:]), policy="their own policies"), sides)
    assert text.startswith("Between these policies, the deal of the shared cards decides 41 % (38 to 44) of who wins ")
    assert "of the 2 policies, each" in luck_table(luck_of(SHUFFLES), sides).note


def test_without_variance_nothing_is_said_of_luck(made):
    sides = made({("a", "b"): (50, 50)}).sides
    nothing = luck_of(("shuffles", (None,) * 3, (None,) * 3))
    assert luck_sentences(nothing, sides) == []
    assert luck_table(nothing, sides).rows == ()


# ---------------------------------------------------------------- structure


def with_limits(report, width):
    """Return the first level of a report with limits for all matchups at once."""
    level = report.levels[0]
    grid = [
        [
            replace(cell, at_once=cell.score and Score(cell.score.estimate, cell.score.estimate - width,
                                                       cell.score.estimate + width))
            for cell in row
        ]
        for row in level.grid
    ]  # fmt: skip
    return replace(level, grid=tuple(map(tuple, grid)))


def test_a_ring_of_three(made):
    report = made({("a", "b"): (60,), ("b", "c"): (60,), ("a", "c"): (38,)}, policies=("greedy",))
    rings = rings_of(report.sides, with_limits(report, 5))
    assert [[(x.name, y.name, score.estimate) for x, y, score in ring] for ring in rings] == [
        [("A", "B", 60), ("B", "C", 60), ("C", "A", 62)]
    ]
    assert (
        rings_text(rings, "fighters")
        == "1 ring of three for sure: A beats B (60.0 %), B beats C (60.0 %) and C beats A (62.0 %)."
    )
    assert rings_of(report.sides, with_limits(report, 11)) == ()
    assert rings_text((), "fighters").startswith("No three fighters beat each other in a ring")


def test_an_order_has_no_ring(made):
    report = made({("a", "b"): (60,), ("b", "c"): (60,), ("a", "c"): (70,)}, policies=("greedy",))
    assert rings_of(report.sides, with_limits(report, 1)) == ()


class Points:
    """Stands for a standing: the Elo points alone."""

    def __init__(self, points):
        self.points = Score(points, points, points)


def test_a_surprise_is_what_the_interval_leaves_out(made):
    report = made({("a", "b"): (50,), ("b", "c"): (64,), ("a", "c"): (64.1,)}, policies=("greedy",))
    points = {"a": 100, "b": 0, "c": -100}  # 100 points ahead are 64.0 %, 200 are 76.0 %
    standings = [(side, (Points(points[side.stem]),)) for side in report.sides]
    found = surprises_of(standings, with_limits(report, 3))
    assert [
        (one.first.name, one.second.name, round(one.score.estimate, 1), round(one.expected, 1)) for one in found
    ] == [
        ("B", "A", 50, 36.0),
        ("C", "A", 35.9, 24.0),
    ]
    assert surprises_of(standings, with_limits(report, 15)) == ()
    plot = surprise_plot(found, "greedy")
    assert [row.label for row in plot.rows] == ["B against A", "C against A"]
    assert plot.rows[0].marks[1] == Mark(found[0].expected, found[0].expected, found[0].expected, "36.0 %")


# ---------------------------------------------------------------- length and plots


def test_length(played):
    found = length_of(played.result, played.report.sides, [15, 5], 60)
    column = [measure.name for measure in played.result.plan.ruleset.measures].index("rounds")
    counts = sum(
        cell.histograms[column] for cell in played.result.cells if cell.cell.level == 0 and not cell.cell.is_mirror
    )
    lengths = np.repeat(np.arange(len(counts)), counts)
    middle = np.quantile(lengths, 0.5, method="inverted_cdf")
    assert found.plot.rows[0].label == "All matchups"
    assert found.plot.rows[0].marks[0].estimate == middle  # rounds of a minute
    assert found.plot.band == (5, 15)
    inside = 100 * np.mean((lengths >= 5) & (lengths <= 15))
    assert found.sentences[2].endswith(f"{inside:.0f} % of the games take 5 to 15 minutes.")
    assert [row.label for row in found.plot.rows[1:]] == [side.name for side in played.report.sides]


def test_mirrors_of_another_length_are_named(played):
    result = played.result
    column = [measure.name for measure in result.plan.ruleset.measures].index("rounds")
    mirrors = {cell.cell.a: cell for cell in result.cells if cell.cell.level == 0 and cell.cell.is_mirror}
    medians = {stem: quantile(cell.histograms[column], 0.5) for stem, cell in mirrors.items()}
    box = sorted(medians.values())[-2:]  # in minutes, with rounds of one: all but one mirror are as long, or shorter
    found = length_of(result, played.report.sides, [1, box[0]], 60).sentences[3:]
    longest = max(medians, key=medians.get)
    name = next(side.name for side in played.report.sides if side.stem == longest)
    assert len(found) == 1
    assert f": {name} (median {box[1]} rounds, {box[1]} minutes; 1 of 1 truncated game)." in found[0]
    assert "truncated" in length_of(result, played.report.sides, [], 60).sentences[-1]


def test_main_sides_come_first_and_all_second(evil):
    main, length = "the 5 fighters with published numbers", evil.report.length
    assert length.sentences[0].startswith(f"Under standard half of the games of {main} are over")
    assert [sentence for sentence in length.sentences if "of all 6 fighters" in sentence] == list(length.sentences[3:5])
    assert [row.label for row in length.plot.rows[:2]] == ["Fighters with published numbers", "All matchups"]
    among = [sentence.split(" the lead")[0] for sentence in evil.report.measures.sentences]
    assert among == [f"Among {main}", "Among all 6 fighters"]
    titles = [table.title for table in evil.report.measures.tables]
    assert titles.index(f"Who leads: {main}") + 1 == titles.index("Who leads: all 6 fighters")
    cells = [cell for cell in evil.result.cells if cell.cell.level == 0 and not cell.cell.is_mirror]
    column = [measure.name for measure in evil.result.plan.ruleset.measures].index("rounds")
    counts = sum(cell.histograms[column] for cell in cells if "boris" not in (cell.cell.a, cell.cell.b))
    assert f"after {quantile(counts, 0.5)} rounds, a tenth after {quantile(counts, 0.1)}," in length.sentences[0]


def test_without_a_box_nothing_is_compared(played):
    found = length_of(played.result, played.report.sides, [], 30)
    assert found.plot.band is None
    assert "box" not in " ".join(found.sentences)


def plot(start, stop):
    rows = (Row("a", "", (Mark(5, 4, 6, ""),)),)
    return Plot("", "", "", "", start, stop, None, "", None, ("one",), rows)


@pytest.mark.parametrize(
    ("ends", "ticks"),
    [((0, 100), [0, 20, 40, 60, 80, 100]), ((20, 90), [20, 30, 40, 50, 60, 70, 80, 90]), ((0, 15), [0, 5, 10, 15]),
     ((0, 1000), [0, 1000])],
)  # fmt: skip
def test_ticks_are_few_and_round(ends, ticks):
    assert list(plot(*ends).ticks) == ticks


def test_marks_stay_on_the_axis():
    assert [plot(40, 60).at(value) for value in (30, 40, 45, 60, 70)] == [0, 0, 25, 100, 100]


def test_plots_hold_all_marks(evil):
    for field in evil.report.fields:
        for shown in (tier_plot(field, "score"), mix_plot(field)):
            marks = [mark for row in shown.rows for mark in row.marks]
            assert marks
            assert all(shown.start <= mark.low <= mark.estimate <= mark.high <= shown.stop for mark in marks)
        assert [row.label for row in tier_plot(field, "score").rows] == [side.name for side, _ in field.standings]
