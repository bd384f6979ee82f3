"""Which matchups the headline may name."""

from dataclasses import replace

import pytest

from balance.frames.formats import BEST_OF_THREE
from balance.report.headline import answers, headline
from balance.report.kinds import Kind, kind_of
from balance.report.numbers import Score

INSIDE, ABOVE, BELOW = (48, 52), (58, 62), (38, 42)
WIDE, ABOVE_50, BELOW_50 = (40, 60), (51, 57), (43, 49)


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ([INSIDE], Kind.EVEN),
        ([ABOVE], Kind.LOPSIDED),
        ([BELOW], Kind.LOPSIDED),
        ([WIDE], Kind.OPEN),
        ([ABOVE_50], Kind.OPEN),
        ([(55, 57)], Kind.OPEN),  # the ends of the band are neither inside nor outside
        ([(45, 47)], Kind.OPEN),
        ([INSIDE, INSIDE], Kind.EVEN),
        ([(46, 48), (52, 54)], Kind.EVEN),  # on both sides of 50 %, but within the band all the same
        ([INSIDE, WIDE], Kind.OPEN),
        ([ABOVE, ABOVE], Kind.LOPSIDED),
        ([BELOW, BELOW], Kind.LOPSIDED),
        ([ABOVE, ABOVE_50], Kind.IN_PART),
        ([ABOVE, WIDE], Kind.IN_PART),
        ([WIDE, BELOW], Kind.IN_PART),
        ([ABOVE, INSIDE], Kind.DEPENDS),
        ([INSIDE, BELOW], Kind.DEPENDS),
        ([ABOVE, BELOW], Kind.DEPENDS),
        ([ABOVE, BELOW_50], Kind.DEPENDS),
        ([ABOVE_50, BELOW_50], Kind.DEPENDS),
        ([ABOVE_50, ABOVE_50], Kind.OPEN),
        ([WIDE, BELOW_50], Kind.OPEN),
        ([(47.2, 51.6), (35.4, 44.0)], Kind.DEPENDS),  # a matchup of the six published fighters, 400 games
        ([(49.6, 51.0), (37.7, 40.3)], Kind.DEPENDS),  # and with more of them
        ([(53, 99), (18.8, 81.2)], Kind.OPEN),  # ten games
        ([ABOVE, ABOVE, WIDE], Kind.IN_PART),
        ([ABOVE, WIDE, INSIDE], Kind.DEPENDS),
    ],
)
def test_what_a_matchup_is(limits, expected):
    scores = [Score((low + high) / 2, low, high) for low, high in limits]
    assert kind_of(scores) is expected
    assert kind_of([score.swapped() for score in scores]) is expected
    assert kind_of(scores[::-1]) is expected


def test_lopsided_under_both_policies_is_named(made):
    found = made({("a", "b"): (40, 35)}).headline
    assert found.lopsided == ("B beats A 6-4: 60.0 % ± 1.0 under greedy and 65.0 % ± 1.0 under random.",)
    assert (found.in_part, found.depends, found.notes) == ((), (), ())
    assert found.lead == (
        "The only matchup is lopsided under both policies, greedy and random: outside 45 to 55 %, with the same"
        " favourite."
    )


@pytest.mark.parametrize("score", [46.5, 47, 50, 53, 53.5])
def test_even_is_not_named(made, score):
    found = made({("a", "b"): (score, score)}).headline
    assert (found.lopsided, found.in_part, found.depends, found.settle) == ((), (), (), ())
    assert found.lead == "The only matchup is even under both policies, greedy and random: inside 45 to 55 %."


@pytest.mark.parametrize("score", [45, 55, 56])
def test_open_is_not_named(made, score):
    found = made({("a", "b"): (score, score)}).headline
    assert (found.lopsided, found.in_part, found.depends) == ((), (), ())
    assert found.verdict == "Not clear yet: it takes more games."
    assert found.lead == (
        "The only matchup is open under both policies, greedy and random: not clearly inside or outside 45 to 55 %."
    )


def test_lopsided_under_one_policy_only_is_a_group_of_its_own(made):
    wide = Score(56, 46, 66)
    for scores, policy, other, said in (
        ((60, wide), "greedy", "random", "60.0 % ± 1.0 under greedy and 56.0 % ± 10.0 under random"),
        ((wide, 60), "random", "greedy", "56.0 % ± 10.0 under greedy and 60.0 % ± 1.0 under random"),
    ):
        found = made({("a", "b"): scores}).headline
        assert (found.lopsided, found.depends) == ((), ())
        assert found.in_part == (f"A beats B 6-4 under {policy}, but under {other} it is open: {said}.",)
        assert found.lead == "The only matchup is surely lopsided under one policy only."
        assert found.verdict == "No under one policy, not clear yet under the other: it takes more games."


def test_favourite_of_a_lopsided_part_is_the_one_that_is_sure(made):
    found = made({("a", "b"): (Score(52, 42, 62), 40)}).headline
    assert found.in_part[0].startswith("B beats A 6-4 under random, but under greedy it is open: 48.0 % ± 10.0")


def test_no_favourite_under_the_second_policy_is_not_the_same_favourite(made):
    found = made({("a", "b"): (60, Score(51.6, 47.4, 55.8)), ("a", "c"): (60, 60), ("b", "c"): (60, 60)}).headline
    assert len(found.lopsided) == 2
    assert len(found.in_part) == 1
    assert found.lead.startswith("2 of 3 matchups are lopsided under both policies")
    assert found.lead.endswith("with the same favourite. The other 1 is surely lopsided under one policy only.")


def test_ten_games_are_not_clear(made):
    found = made({("a", "b"): (Score(90, 53, 99), Score(50, 18.8, 81.2))}).headline
    assert found.verdict == "Not clear yet: it takes more games."


@pytest.mark.parametrize(("bounds", "is_noted"), [((51, 70), False), ((49, 70), True), (None, False)])
def test_favourite_that_truncated_games_could_turn_is_noted(made, bounds, is_noted):
    report = made({("a", "b"): (60, 60)})
    level = report.levels[0]
    (mirror, cell), second = level.grid
    level = replace(level, grid=((mirror, replace(cell, bounds=bounds)), second))
    notes = headline(report.sides, (level, report.levels[1])).notes
    assert notes == (("Truncated games could turn the favourite in 1 of the lopsided ones.",) if is_noted else ())


@pytest.mark.parametrize("scores", [(60, 40), (54, 70), (70, 53), (60, 50), (50, 60)])
def test_scores_that_surely_differ_depend(made, scores):
    found = made({("a", "b"): scores}, width=0.9).headline
    assert (found.lopsided, found.in_part) == ((), ())
    assert found.depends == (
        f"A against B depends on how it is played: {scores[0]:.1f} % ± 0.9 under greedy and {scores[1]:.1f} % ± 0.9"
        " under random for A.",
    )
    assert found.lead == "The only matchup depends on how the fighters are played."


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
    report = made({("a", "b"): (90, 90)}, stand_ins="b")
    found = headline(report.sides, report.levels)
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
    assert found.lead == (
        "1 of 3 matchups is lopsided under both policies, greedy and random: outside 45 to 55 %, with the same"
        " favourite. Of the others 1 depends on how the fighters are played and 1 is even."
    )
    found = made({("a", "b"): (55, 55), ("a", "c"): (50, 50), ("b", "c"): (60, 40)}).headline
    assert found.lead == (
        "None of 3 matchups is clearly lopsided under both policies, greedy and random: 1 depends on how the fighters"
        " are played, 1 is even and 1 is open."
    )


def test_a_series_says_what_its_percentages_are_of(made):
    found = made({("a", "b"): (60, Score(97.5, 95.5, 98.8))}, format=BEST_OF_THREE).headline
    assert found.lead.endswith(": outside 45 to 55 % of series, with the same favourite.")
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
    limits = {"a": Score(60, 54, 66), "b": Score(40, 34, 46)}
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
    found = headline(report.sides, report.levels, is_everybody=True)
    assert found.verdict == "No, the cast is not balanced."
    assert found.about == "All 3 fighters, 1 stand-in included"
    assert len(found.lopsided) == 2
    assert found.notes == ()


def test_without_two_main_sides_everybody_is_the_answer(made):
    report = made({("a", "b"): (90, 90)}, stand_ins="b")
    assert report.headline.about == "All 2 fighters, 1 stand-in included"
    assert len(report.headline.lopsided) == 1
    assert answers(report.sides, report.levels, report.format, {})[1] is None


def test_headlines_of_main_sides_and_of_all(made):
    report = made({("a", "b"): (50, 50), ("a", "c"): (90, 90), ("b", "c"): (90, 90)}, stand_ins="c")
    main, of_all = answers(report.sides, report.levels, report.format, {})
    assert (len(main.lopsided), len(of_all.lopsided)) == (0, 2)
    whole = made({("a", "b"): (50, 50)})
    assert answers(whole.sides, whole.levels, whole.format, {})[1] is None


def test_what_going_first_is_worth(made):
    report = made({("a", "b"): (50, 50), ("a", "c"): (90, 90), ("b", "c"): (90, 90)}, stand_ins="c")
    scores = {"b": Score(48, 46, 50.5), "a": Score(45, 43, 47), "c": Score(90, 88, 92)}
    main, of_all = answers(report.sides, report.levels, report.format, scores)
    assert main.notes[0] == (
        "Who goes first scores 48.0 % (46.0 to 50.5) where B meets itself, which may be luck; of the 2 fighters"
        " with published numbers, from 45.0 % ± 2.0 (A) to 48.0 % (46.0 to 50.5) (B)."
    )
    assert "of all 3 fighters, 1 stand-in included, from 45.0 % ± 2.0 (A) to 90.0 % ± 2.0 (C)." in of_all.notes[0]
    alone = headline(report.sides, report.levels, first_seat={"a": scores["a"]})
    assert alone.notes[0] == "Who goes first scores 45.0 % ± 2.0 where A meets itself, a disadvantage."


def with_games(report, games):
    """Return the first level's headline with the games that would settle its open matchups, by side a and side b."""
    level = report.levels[0]
    grid = [[replace(cell, games_to_settle=games.get((cell.row, cell.column))) for cell in row] for row in level.grid]
    return headline(report.sides, (replace(level, grid=tuple(map(tuple, grid))), *report.levels[1:]))


def test_what_would_settle_the_open_ones(made):
    report = made({("a", "b"): (54.5, 50), ("a", "c"): (55.5, 50), ("b", "c"): (45.5, 50)})
    found = with_games(report, {("a", "b"): 2281, ("a", "c"): 15_000, ("b", "c"): 3_000_000})
    assert found.sure == (
        "Under greedy 3 are open. About 15,000 games a matchup settle 2 of the open ones, if the scores stay where they"
        " are. 1 is so close to a line that it takes more than 1,000,000 games.",
        "Under random 3 are clearly inside 45 to 55 %.",
    )
    assert [line.split(": ")[0] for line in found.settle] == ["A against B", "A against C", "B against C"]
    assert found.settle[0] == "A against B: 54.5 % ± 1.0 under greedy, about 2,300 games."
    none = with_games(report, {})
    assert none.sure[0].endswith(" What is open is so close to a line that it takes more than 1,000,000 games.")
    assert none.settle[0] == "A against B: 54.5 % ± 1.0 under greedy, more games than can be told."
    one = with_games(made({("a", "b"): (54.5,)}, policies=("greedy",)), {("a", "b"): 2281})
    assert one.sure == (
        "It is not clearly inside or outside 45 to 55 % under greedy. About 2,300 games a matchup settle it, if the"
        " scores stay where they are.",
    )
    assert one.settle == ("A against B: 54.5 % ± 1.0, about 2,300 games.",)


def test_what_only_the_second_policy_leaves_open_is_said(made):
    found = made({("a", "b"): (60, 55)}).headline
    assert found.sure == (
        "It is clearly outside 45 to 55 % under greedy and not clearly inside or outside 45 to 55 % under random. It is"
        " so close to a line that it takes more than 1,000,000 games.",
    )
    assert found.settle == ("A against B: 55.0 % ± 1.0 under random, more games than can be told.",)


def test_nothing_open(made):
    assert made({("a", "b"): (60, 50)}).headline.sure == (
        "It is clearly outside 45 to 55 % under greedy and clearly inside 45 to 55 % under random.",
    )
    assert made({("a", "b"): (60, 60)}).headline.sure == ("It is clearly outside 45 to 55 % under greedy and random.",)
    found = made({("a", "b"): (60, 60), ("a", "c"): (60, 60), ("b", "c"): (50, 60)}).headline
    assert found.sure == (
        "Under greedy 2 are clearly outside 45 to 55 % and 1 is clearly inside.",
        "Under random 3 are clearly outside 45 to 55 %.",
    )
    assert found.settle == ()


def test_every_matchup_counts_once(played):
    """And the intervals for all at once leave no more outside than those of each matchup by itself."""
    found, level = played.report.headline, played.report.levels[0]
    cells = [cell for cell in level.matchups if cell.score]
    outside = [cell for cell in cells if cell.score.low > 55 or cell.score.high < 45]
    surely = [cell for cell in cells if cell.at_once.low > 55 or cell.at_once.high < 45]
    assert 0 < len(surely) < len(outside)
    assert f"{len(outside)} are clearly outside" in found.sure[0]
    assert f" {len(surely)} of those outside " in found.sure[0]
    assert len(found.lopsided) + len(found.in_part) + len(found.depends) <= len(cells)
    assert len(found.lopsided) <= len(outside)


def test_settling_games_leave_out_the_band(played):
    """Those are the games at which a matchup's interval leaves out both ends of the band."""
    found, settle = played.report.headline, 0
    for level, sentence in zip(played.report.levels, found.sure, strict=True):
        cells = [cell for cell in level.matchups if cell.score and any(cell.score.holds(line) for line in (45, 55))]
        assert min(cell.games_to_settle for cell in cells if cell.games_to_settle) > level.games_per_cell
        assert f"{len(cells)} are open" in sentence
        settle += len(cells)
    assert len(found.settle) == settle
