"""Which matchups the headline may name."""

from dataclasses import replace

import pytest

from balance.frames.formats import BEST_OF_THREE
from balance.report.headline import headline
from balance.report.numbers import Score


def test_lopsided_under_both_policies_is_named(made):
    found = made({("a", "b"): (40, 35)}).headline
    assert found.lopsided == ("B beats A 6-4: 60.0 % ± 1.0 under greedy and 65.0 % ± 1.0 under random.",)
    assert found.depends == ()
    assert found.notes == ()
    assert found.lead == (
        "The only matchup is lopsided: outside 45 to 55 % under greedy, with the same favourite under both policies,"
        " greedy and random."
    )


@pytest.mark.parametrize("score", [45, 47, 50, 53, 55])
def test_even_is_not_named(made, score):
    found = made({("a", "b"): (score, score)}).headline
    assert (found.lopsided, found.depends) == ((), ())
    assert found.lead.startswith("None of 1 matchup is lopsided")


def test_interval_that_holds_50_is_not_named(made):
    found = made({("a", "b"): (60, 60)}, width=10.5).headline
    assert (found.lopsided, found.depends) == ((), ())


def test_only_the_first_policys_interval_counts(made):
    wide = Score(56, 46, 66)
    assert made({("a", "b"): (60, wide)}).headline.lopsided != ()
    assert made({("a", "b"): (wide, 60)}).headline.lopsided == ()


def test_favourite_that_is_not_sure_under_the_second_policy_is_noted(made):
    found = made({("a", "b"): (60, Score(56, 46, 66))}).headline
    assert found.notes == ("Under random it is too close to call.",)
    of_three = {("a", "b"): (60, Score(56, 46, 66)), ("a", "c"): (60, 60), ("b", "c"): (50, 50)}
    assert made(of_three).headline.notes == ("Under random 1 of the lopsided ones is too close to call.",)


@pytest.mark.parametrize(("bounds", "is_noted"), [((51, 70), False), ((49, 70), True), (None, False)])
def test_favourite_that_truncated_games_could_turn_is_noted(made, bounds, is_noted):
    report = made({("a", "b"): (60, 60)})
    level = report.levels[0]
    (mirror, cell), second = level.grid
    level = replace(level, grid=((mirror, replace(cell, bounds=bounds)), second))
    notes = headline(report.sides, (level, report.levels[1])).notes
    assert notes == (("Truncated games could turn the favourite in 1 of the lopsided ones.",) if is_noted else ())


def test_first_policy_decides_on_the_band(made):
    assert made({("a", "b"): (54, 70)}).headline.lopsided == ()
    assert made({("a", "b"): (70, 54)}).headline.lopsided != ()


@pytest.mark.parametrize("scores", [(60, 40), (47, 53), (60, 49.9), (49.9, 60)])
def test_other_favourite_under_the_second_policy_depends(made, scores):
    found = made({("a", "b"): scores}).headline
    assert found.lopsided == ()
    assert len(found.depends) == 1
    assert found.depends[0].startswith("A against B depends on how it is played: ")
    assert found.depends[0].endswith(f"{scores[1]:.1f} % ± 1.0 under random for A.")
    assert "1 depends on how the fighters are played." in found.lead


def test_two_sides_of_50_by_chance_depend_on_nothing(made):
    found = made({("a", "b"): (50.5, 49.5)}).headline
    assert (found.lopsided, found.depends) == ((), ())


def test_exactly_50_is_no_agreement(made):
    assert made({("a", "b"): (60, 50)}).headline.lopsided == ()


def test_one_policy_only_is_said(made):
    found = made({("a", "b"): (60,)}, policies=("greedy",)).headline
    assert found.lopsided == ("A beats B 6-4: 60.0 % ± 1.0 under greedy.",)
    assert found.notes == ("Only one policy was played (greedy): other play may give other favourites.",)
    assert "both" not in found.lead


def test_stand_ins_are_left_out(made):
    found = made({("a", "b"): (60, 60), ("a", "c"): (90, 90), ("b", "c"): (90, 90)}, stand_ins="c").headline
    assert found.lopsided == ("A beats B 6-4: 60.0 % ± 1.0 under greedy and 60.0 % ± 1.0 under random.",)
    assert found.lead.startswith("The only matchup is lopsided")
    assert found.notes == ("Left out here, because their numbers are stand-ins and not published: C.",)


def test_no_published_matchup(made):
    found = made({("a", "b"): (90, 90)}, stand_ins="b").headline
    assert found.lopsided == ()
    assert found.lead.startswith("No headline")


def test_most_lopsided_first_and_the_favourites_are_counted(made):
    found = made({("a", "b"): (60, 60), ("a", "c"): (20, 20), ("b", "c"): (30, 30)}).headline
    assert [sentence.split(":")[0] for sentence in found.lopsided] == [
        "C beats A 8-2",
        "C beats B 7-3",
        "A beats B 6-4",
    ]
    assert found.lead.startswith("All 3 matchups are lopsided")
    assert found.lead.endswith("Favourite in the lopsided ones: C 2 and A 1.")


def test_the_rest_is_counted(made):
    found = made({("a", "b"): (60, 60), ("a", "c"): (50, 50), ("b", "c"): (60, 40)}).headline
    assert found.lead.startswith("1 of 3 matchups is lopsided")
    assert found.lead.endswith("1 depends on how the fighters are played. The other 1 is even, or too close to call.")


def test_a_series_says_what_its_percentages_are_of(made):
    found = made({("a", "b"): (60, Score(97.5, 95.5, 98.8))}, format=BEST_OF_THREE).headline
    assert found.lead.startswith(
        "The only matchup is lopsided: outside 45 to 55 % of series under greedy, with the same"
    )
    assert found.lopsided == (
        "A beats B 6-4: 60.0 % ± 1.0 of series under greedy and 97.5 % (95.5 to 98.8) of series under random.",
    )
    assert found.notes == (
        "Every percentage here is a chance to win the series: best of three, drawn fights replayed.",
    )
    found = made({("a", "b"): (60, 40)}, format=BEST_OF_THREE).headline
    assert found.depends == (
        "A against B depends on how it is played: 60.0 % ± 1.0 of series under greedy and 40.0 % ± 1.0 of series under"
        " random for A.",
    )


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        ([60, 52, 48], "No, the cast is not balanced."),
        ([52, 52, 48], "Yes, the cast is balanced."),
        ([52, 54.5, 48], "Not clear yet: it takes more games."),
    ],
)
def test_verdict(made, scores, verdict):
    pairs = [("a", "b"), ("a", "c"), ("b", "c")]
    found = made({pair: (score, score) for pair, score in zip(pairs, scores, strict=True)}).headline
    assert found.verdict == verdict
    assert found.about == "3 fighters with published numbers"


def test_one_lopsided_matchup_of_many_is_nearly_balanced(made):
    pairs = [(a, b) for i, a in enumerate("abcde") for b in "abcde"[i + 1 :]]
    scores = {pair: (50, 50) for pair in pairs} | {("a", "b"): (60, 60)}
    assert made(scores).headline.verdict == "Nearly: the cast is balanced but for 1 matchup."


def test_one_that_may_be_luck_among_many_is_no_plain_no(made):
    report = made({("a", "b"): (60, 60), ("a", "c"): (50, 50), ("b", "c"): (50, 50)})
    level = report.levels[0]
    limits = {"a": Score(60, 49, 71), "b": Score(40, 29, 51)}
    grid = [
        [replace(cell, at_once=limits[cell.row]) if {cell.row, cell.column} == {"a", "b"} else cell for cell in row]
        for row in level.grid
    ]
    found = headline(report.sides, (replace(level, grid=tuple(map(tuple, grid))), report.levels[1]))
    assert found.verdict == "Probably not, but it takes more games to be sure that the cast is not balanced."
    assert len(found.lopsided) == 1


def test_verdict_that_depends_on_play(made):
    assert made({("a", "b"): (60, 40)}).headline.verdict == "It depends on how the fighters are played."


def test_everybody_counts_stand_ins(made):
    report = made({("a", "b"): (50, 50), ("a", "c"): (90, 90), ("b", "c"): (90, 90)}, stand_ins="c")
    assert report.headline.verdict == "Yes, the matchup is balanced."
    found = headline(report.sides, report.levels, surely_outside=2, is_everybody=True)
    assert found.verdict == "No, the cast is not balanced."
    assert found.about == "All 3 fighters, 1 stand-in included"
    assert len(found.lopsided) == 2
    assert found.notes == ()
    assert found.sure[0] == (
        "2 of 3 are surely outside 45 to 55 % under greedy, by 95 % intervals that hold for all matchups at once."
    )


def with_games(report, games):
    """Return the first level's headline with the games that would settle its open matchups, by side a and side b."""
    level = report.levels[0]
    grid = [[replace(cell, games_to_settle=games.get((cell.row, cell.column))) for cell in row] for row in level.grid]
    return headline(report.sides, (replace(level, grid=tuple(map(tuple, grid))), *report.levels[1:]))


def test_what_would_settle_the_open_ones(made):
    report = made({("a", "b"): (54.5, 54.5), ("a", "c"): (55.5, 55.5), ("b", "c"): (45.5, 45.5)})
    found = with_games(report, {("a", "b"): 2281, ("a", "c"): 15_000, ("b", "c"): 3_000_000})
    assert found.sure == (
        "3 matchups are still open: not clearly inside or outside 45 to 55 % under greedy. About 15,000 games a matchup"
        " settle 2 of them, if the scores stay where they are. 1 is so close to a line that it takes more"
        " than 1,000,000 games.",
    )
    assert [line.split(": ")[0] for line in found.settle] == ["A against B", "A against C", "B against C"]
    assert found.settle[0] == "A against B: 54.5 % ± 1.0, about 2,300 games."
    none = with_games(report, {})
    assert none.sure[0].endswith(" All are so close to a line that it takes more than 1,000,000 games.")
    assert none.settle[0] == "A against B: 54.5 % ± 1.0, more games than can be told."


def test_nothing_open(made):
    assert made({("a", "b"): (60, 60)}).headline.sure == ("It is clearly inside or outside 45 to 55 % under greedy.",)
    assert made({("a", "b"): (60, 60), ("a", "c"): (60, 60), ("b", "c"): (60, 60)}).headline.sure == (
        "Every matchup is clearly inside or outside 45 to 55 % under greedy.",
    )
    assert made({("a", "b"): (60, 60)}).headline.settle == ()


def test_settling_games_leave_out_the_band(played):
    """Those are the games at which a matchup's interval leaves out both ends of the band."""
    level, found = played.report.levels[0], played.report.headline
    cells = [cell for cell in level.matchups if cell.score and any(cell.score.holds(line) for line in (45, 55))]
    assert len(found.settle) == len(cells)
    assert min(cell.games_to_settle for cell in cells if cell.games_to_settle) > level.games_per_cell
    assert f"{len(cells)} matchups are still open" in found.sure[1]
