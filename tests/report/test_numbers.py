"""How scores are printed."""

import pytest

from balance.report.numbers import Score, kept, listed, notation, plural, score_text, signed_text, spread_text


@pytest.mark.parametrize(
    ("score", "text"),
    [
        (Score(51.3, 50.9, 51.7), "51.3 % ± 0.4"),
        (Score(13.48, 13.01, 13.96), "13.5 % ± 0.5"),  # 0.47 and 0.48: rounding alone
        (Score(2.5, 1.2, 4.5), "2.5 % (1.2 to 4.5)"),
        (Score(0.0, 0.0, 1.0), "0.0 % (0.0 to 1.0)"),
        (Score(50.12, 50.1, 50.14), "50.12 % ± 0.02"),  # one decimal would print ± 0.0
    ],
)
def test_score_stands_with_its_interval(score, text):
    assert score_text(score) == text


def test_other_side_has_the_rest():
    assert score_text(Score(2.5, 1.2, 4.5).swapped()) == "97.5 % (95.5 to 98.8)"
    assert spread_text(Score(51.3, 50.9, 51.7).swapped()) == "± 0.4"


@pytest.mark.parametrize(
    ("percent", "text"),
    [(0, "0-10"), (45, "4-6"), (49.9, "5-5"), (55, "6-4"), (57.9, "6-4"), (65, "6-4"), (86.5, "9-1"), (100, "10-0")],
)
def test_notation(percent, text):
    assert notation(percent) == text


@pytest.mark.parametrize("percent", range(101))
def test_notation_of_both_sides_agrees(percent):
    assert notation(100 - percent).split("-") == notation(percent).split("-")[::-1]


def test_words():
    assert [listed(words) for words in (["a"], ["a", "b"], ["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert [plural(count, "game") for count in (0, 1, 2000)] == ["0 games", "1 game", "2,000 games"]
    assert [signed_text(value) for value in (0.04, -0.04, 1, -1)] == ["0.0", "0.0", "+1.0", "-1.0"]


def test_a_number_stays_with_its_interval():
    assert kept("A beats B 6-4: 57.9 % ± 0.7 in all").split(" ") == [
        "A", "beats", "B", "6-4:", "57.9\N{NO-BREAK SPACE}%\N{NO-BREAK SPACE}±\N{NO-BREAK SPACE}0.7", "in", "all",
    ]  # fmt: skip
