"""Colours that can be read and told apart."""

import pytest

from balance.report.palette import bucket, contrast, shade, shades


def rgb(colour):
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))


def test_contrast_is_that_of_wcag():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast((119, 119, 119), (255, 255, 255)) == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("is_dark", [False, True])
def test_text_stands_out_from_every_background(is_dark):
    for one in shades(is_dark=is_dark):
        assert contrast(rgb(one.background), rgb(one.text)) >= 4.5


@pytest.mark.parametrize("percent", [0, 12.4, 20, 33.3, 47.5, 49.9, 50, 52.5, 80, 99.9, 100])
def test_both_sides_of_a_matchup_are_equally_strong(percent):
    middle = bucket(50)
    assert bucket(percent) - middle == middle - bucket(100 - percent)


def test_blue_wins_and_orange_loses():
    red, _, blue = rgb(shade(80).background)
    assert blue > red
    red, _, blue = rgb(shade(20).background)
    assert red > blue
    assert shade(50).background == "#ffffff"
    assert (bucket(0), bucket(100)) == (0, len(shades()) - 1)
