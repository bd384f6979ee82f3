"""How strong the fighters are and what the table is like, as it is said."""

import polars as pl
import pytest

from balance.frames.ratings import RATINGS, STRUCTURE, ratings, structure
from balance.report.numbers import Score, rounded_up
from balance.report.standings import fields_of, tiers_of


def rating(side, average, ranks, mix=(300, 280, 320), weight=(0, 0, 0), policy="greedy", scope="main"):
    low, high = ranks
    row = [policy, scope, side, "publisher", average, average - 7, average + 7, 3.5, low, low, high, 90.4, 85, 95.6]
    return dict(zip(RATINGS, [*row, *mix, *weight], strict=True))


def shape(share=(73, 60, 87), at_once=2, sides=3, policy="greedy", scope="main"):
    matchups = sides * (sides - 1) // 2
    row = [policy, scope, sides, matchups, 156.3, 152.6, 160, *share, matchups, 1, at_once]
    return dict(zip(STRUCTURE, row, strict=True))


ALONE = {"mix": (500, 500, 500), "weight": (1000, 1000, 1000)}
THREE = [rating("a", 640, (1, 2), **ALONE), rating("b", 630, (1, 2)), rating("c", 300, (3, 3))]
SCORES = {("a", "b"): (50.5,), ("a", "c"): (70,), ("b", "c"): (60,)}


def fields(made, rows, shapes, scores=SCORES, stand_ins=""):
    report = made(scores, stand_ins=stand_ins, policies=("greedy",))
    frames = [
        pl.DataFrame(given, schema=schema, orient="row") for given, schema in ((rows, RATINGS), (shapes, STRUCTURE))
    ]
    return fields_of(*frames, report.sides, report.levels)


def test_standings(made):
    (field,) = fields(made, THREE, [shape()])
    assert (field.title, field.is_main, field.policies) == (
        "The 3 fighters with published numbers",
        True,
        ("greedy",),
    )
    assert [side.stem for side, _ in field.standings] == ["a", "b", "c"]
    first = field.standings[0][1][0]
    assert first.average == Score(64.0, 63.3, 64.7)
    assert (first.rank_text, first.points_text, first.mix_limits) == ("1-2", "+90 ± 5", "")
    last = field.standings[2][1][0]
    assert (last.rank_text, last.mix.estimate, last.mix_limits) == ("3", 30.0, "28.0 to 32.0")


def test_sentences(made):
    (field,) = fields(made, THREE, [shape()])
    assert field.sentences == (
        (
            "A typical matchup is 15.6 points from even (15.3 to 16.0, with the luck of the sample taken out), about"
            " 7-3; 7 % of that (6 to 9) is rock-paper-scissors, where it matters who meets whom, and the rest is plain"
            " strength.",
            "Who may pick anybody picks A: nobody scores above 50 % against that.",
        ),
    )


def test_what_cannot_be_told(made):
    unsure = {"mix": (500, 500, 500), "weight": (1000, 412, 1000)}
    rows = [rating("a", 640, (1, 2), **unsure), *THREE[1:]]
    (field,) = fields(made, rows, [shape(share=(None, None, None), at_once=1)])
    typical, mix = field.sentences[0]
    assert typical.endswith("about 7-3; that is too little to tell plain strength from rock-paper-scissors.")
    assert mix.startswith("Who may pick anybody picks A (a share of 41 to 100 % by a 95 % interval): nobody")


def test_a_mix_of_several(made):
    weights = [(200, 0, 600), (500, 300, 700), (300, 100, 500)]
    rows = [rating(side, 500, (1, 3), (500, 480, 500), weight) for side, weight in zip("abc", weights, strict=True)]
    (field,) = fields(made, rows, [shape()])
    assert field.sentences[0][-1] == (
        "Who may pick anybody mixes B 50 % (30 to 70), C 30 % (10 to 50) and A 20 % (0 to 60): nobody scores above 50 %"
        " against that."
    )


@pytest.mark.parametrize(
    ("lowest", "tiers"),
    [
        ([1, 2, 3], (1, 2, 3)),
        ([2, 2, 3], (1, 1, 2)),
        ([1, 3, 3], (1, 2, 2)),
        ([2, 3, 3], (1, 1, 1)),
        ([3, 2, 3, 4], (1, 1, 1, 2)),  # the second cannot be third, but the first can
    ],
)
def test_a_tier_ends_where_all_above_surely_are(lowest, tiers):
    assert tiers_of(lowest) == tiers


def test_best_and_worst_matchup(made):
    (field,) = fields(made, THREE, [shape()])
    of_b = field.standings[1][1][0]
    assert (of_b.best[0], of_b.best[1].estimate, of_b.worst[0], of_b.worst[1].estimate) == ("C", 60, "A", 49.5)
    assert field.extremes == "On average A does best, with 64.0 % ± 0.7, and C worst, with 30.0 % ± 0.7."


def test_published_first_and_all_second(made):
    rows = THREE[:2] + [dict(row, scope="all") for row in THREE]
    published, everybody = fields(made, rows, [shape(sides=2), shape(scope="all")], stand_ins="c")
    assert [side.stem for side, _ in published.standings] == ["a", "b"]
    assert published.sentences == ((),)  # one matchup says all about itself
    assert everybody.title == "All 3 fighters, 1 stand-in included"
    assert not everybody.is_main
    assert len(everybody.sentences[0]) == 2


def test_a_scope_of_one_side_is_left_out(made):
    rows = [dict(row, scope="all") for row in THREE[:2]]
    (everybody,) = fields(made, rows, [shape(sides=2, scope="all")], scores={("a", "b"): (60,)}, stand_ins="b")
    assert everybody.title == "All 2 fighters, 1 stand-in included"


def test_a_report_makes_the_frames_that_it_is_not_given(played):
    format = played.manifest.format
    report = played.report
    given = fields_of(ratings(played.result, format), structure(played.result, format), report.sides, report.levels)
    assert report.fields == given
    assert len(given) == 1


@pytest.mark.parametrize(("count", "text"), [(7, "7"), (99, "99"), (101, "110"), (2281, "2,300"), (130358, "140,000")])
def test_rounded_up(count, text):
    assert rounded_up(count) == text


def test_cells_of_a_report_have_limits_for_all_at_once(played):
    for level in played.report.levels:
        for cell in level.matchups:
            if cell.is_mirror:
                assert (cell.at_once, cell.games_to_settle) == (None, None)
            else:
                assert cell.at_once.low < cell.score.low < cell.score.high < cell.at_once.high
                assert cell.swapped().at_once == cell.at_once.swapped()
