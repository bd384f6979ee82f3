"""The picture: a picture, the same each time, whatever the names and the user's settings."""

import struct

import matplotlib
import pytest

from balance.report.plots import tier_plot
from balance.report.png import heatmap_png, plot_png, pngs


def size_of(picture):
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    return struct.unpack(">II", picture[16:24])


@pytest.fixture
def drawn(monkeypatch):
    """Return a function that draws a report and returns all texts of the figure."""
    from matplotlib.figure import Figure

    texts = []
    save = Figure.savefig

    def savefig(figure, *arguments, **options):
        texts.extend(text.get_text() for text in figure.texts)
        texts.extend(text.get_text() for axes in figure.axes for text in axes.texts)
        return save(figure, *arguments, **options)

    monkeypatch.setattr(Figure, "savefig", savefig)
    return lambda report: heatmap_png(report) and texts


def test_they_are_deterministic(played):
    pictures = pngs(played.report)
    assert list(pictures) == ["matchups.png", "tiers.png", "lengths.png"]
    assert pngs(played.report) == pictures
    for picture in pictures.values():
        assert b"Software" not in picture
        width, height = size_of(picture)
        assert 1000 < width < 2000
        assert 500 < height < 2000


def test_a_report_without_fields_has_the_table_alone(made):
    found = pngs(made({("a", "b"): (60, 60)}))
    assert [name for name, picture in found.items() if picture] == ["matchups.png"]


def test_settings_of_the_user_do_not_matter(made):
    report = made({("a", "b"): (60, 60)})
    plain = heatmap_png(report)
    with matplotlib.rc_context({"font.size": 20, "axes.facecolor": "red", "savefig.dpi": 20}):
        assert heatmap_png(report) == plain
    assert matplotlib.rcParams["font.family"] == ["sans-serif"]


def test_it_says_what_it_shows(evil, drawn):
    texts = drawn(evil.report)
    joined = " ".join(texts)
    level = evil.report.levels[0]
    assert "Scope: two-player duel with power tokens" in texts
    assert level.title in joined
    assert "round_limit=9" in joined
    assert "epoch 1" in joined
    assert "stand-in" in joined
    assert evil.report.levels[1].policy in joined
    for row in level.grid:
        for cell in row:
            if cell.score:
                assert f"{cell.score.estimate:.1f} %" in texts


def test_names_are_not_formulas(made, drawn):
    wrong = r"$\frac$"  # as a formula it is an error
    texts = drawn(made({(wrong, "b"): (60, 60)}, title=wrong, changes=wrong))
    assert wrong.upper() in texts
    assert wrong in texts


def test_letters_that_the_font_lacks_are_no_warning(made):
    assert heatmap_png(made({("格闘家", "b"): (60, 60)}))


def test_a_series_is_said(series, drawn):
    texts = drawn(series.report)
    assert "Combo Fighter: matchups, best of three" in texts
    assert "Format: best of three, drawn fights replayed" in texts
    joined = " ".join(texts)
    assert "Chance of the row to win the series against the column, 95 % interval" in joined
    assert "A game is one fight, and drawn fights are replayed." in " ".join(reversed(texts))  # drawn from below
    assert "half a win" not in joined
    for row in series.report.levels[0].grid:
        for cell in row:
            assert cell.is_mirror or f"{cell.score.estimate:.1f} %" in texts


def test_a_plot_has_its_numbers_as_text(evil, monkeypatch):
    """Whoever cannot tell the marks apart reads the numbers beside them."""
    from matplotlib.figure import Figure

    texts, save = [], Figure.savefig

    def savefig(figure, *arguments, **options):
        texts.extend(text.get_text() for axes in figure.axes for text in axes.texts)
        return save(figure, *arguments, **options)

    monkeypatch.setattr(Figure, "savefig", savefig)
    plot = tier_plot(evil.report.fields[-1], "score")
    plot_png(evil.report, plot)
    for row in plot.rows:
        assert row.label + ("" if row.is_published else "\n(stand-in)") in texts
        assert f"{row.marks[0].text}   {row.note}" in texts
        assert row.marks[1].text in texts
