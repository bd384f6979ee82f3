"""The picture: a picture, the same each time, whatever the names and the user's settings."""

import os
import struct
from dataclasses import replace
from pathlib import Path

import matplotlib
import pytest

from balance.report import figures, png
from balance.report.figures import Pictures
from balance.report.plots import tier_plot


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
    return lambda report: figures.drawn(png.heatmap(report)) and texts


def test_they_are_deterministic(played):
    pictures, again = png.pictures(played.report), png.pictures(played.report)
    assert list(pictures) == ["matchups.png", "tiers.png", "lengths.png"]
    for name, described in pictures.items():
        picture = figures.drawn(described)
        assert figures.drawn(again[name]) == picture
        assert again[name].name == described.name
        assert b"Software" not in picture
        width, height = size_of(picture)
        assert 1000 < width < 2000
        assert 500 < height < 2000


def test_a_report_without_fields_has_the_table_alone(made):
    found = png.pictures(made({("a", "b"): (60, 60)}))
    assert [name for name, picture in found.items() if picture] == ["matchups.png"]


def test_settings_of_the_user_do_not_matter(made):
    report = made({("a", "b"): (60, 60)})
    plain = figures.drawn(png.heatmap(report))
    with matplotlib.rc_context({"font.size": 20, "axes.facecolor": "red", "savefig.dpi": 20}):
        assert figures.drawn(png.heatmap(report)) == plain
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


def test_nothing_is_said_of_draws_where_there_were_none(made, drawn):
    report = made({("a", "b"): (60, 65)})
    none = [replace(level, grid=tuple(tuple(replace(cell, draws=0) for cell in row) for row in level.grid))
            for level in report.levels]  # fmt: skip
    assert "draw" not in " ".join(drawn(replace(report, levels=tuple(none))))
    texts = drawn(report)
    assert "4.0 % draws" in " ".join(texts)
    assert "A draw counts half a win." in " ".join(reversed(texts))  # drawn from below


def test_names_are_not_formulas(made, drawn):
    wrong = r"$\frac$"  # as a formula it is an error
    texts = drawn(made({(wrong, "b"): (60, 60)}, title=wrong, changes=wrong))
    assert wrong.upper() in texts
    assert wrong in texts


def test_letters_that_the_font_lacks_are_no_warning(made):
    assert figures.drawn(png.heatmap(made({("格闘家", "b"): (60, 60)})))


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
    figures.drawn(png.interval_plot(evil.report, plot))
    for row in plot.rows:
        assert row.label + (f"\n({row.apart})" if row.apart else "") in texts
        assert f"{row.marks[0].text}   {row.note}" in texts
        assert row.marks[1].text in texts


def test_plots_name_the_game_whatever_it_is_called(evil):
    """Boris, a stand-in, is not among those whose tiers are shown."""
    report = replace(evil.report, game="A Game: Second Edition, Revised And With More Words Than A Line Has")
    found = png.pictures(report)
    assert found["tiers.png"].title == f"{report.game}: how strong are the 5 fighters with published numbers?"
    assert found["lengths.png"].title == f"{report.game}: how long a game takes, at 45 seconds a round"
    assert [row.apart for row in found["tiers.png"].subject.rows] == [""] * 5
    assert "Not shown: 1 stand-in." in found["tiers.png"].foot
    short = png.pictures(evil.report)["tiers.png"]
    assert short.title.startswith("Combo Fighter: ")
    width, height = size_of(figures.drawn(short))
    wide, high = size_of(figures.drawn(found["tiers.png"]))
    assert wide == width
    assert round((high - height) / figures.DPI / figures.TITLE_LINE) in (1, 2)  # a longer title has more lines


def test_tiers_of_all_where_too_few_are_published(play):
    report = play(("fighters.boris.provenance=stand-in",), sides=("boris", "grace")).report
    picture = png.pictures(report)["tiers.png"]
    assert sorted(row.apart for row in picture.subject.rows) == ["", "stand-in"]
    assert "Hatched: a stand-in" in picture.foot
    assert "Not shown" not in picture.foot


def test_a_line_between_tiers(made, played, monkeypatch):
    from matplotlib.axes import Axes

    (field,) = played.report.fields
    field = replace(field, tiers=(1, 1, 2, 3, 3, 3))
    plot = tier_plot(field, "score")
    assert plot.breaks == (2, 3)
    drawn, draw = [], Axes.plot
    monkeypatch.setattr(
        Axes, "plot", lambda axes, x, y, *rest, **style: drawn.append(y) or draw(axes, x, y, *rest, **style)
    )
    figures.drawn(png.interval_plot(played.report, plot))
    assert [y for y in drawn if isinstance(y, tuple)] == [(2, 2), (3, 3)]


def test_no_dot_is_cut_at_the_end_of_the_axis(played, monkeypatch):
    from matplotlib.figure import Figure

    (field,) = played.report.fields
    plot = tier_plot(field, "score")
    row = plot.rows[0]
    ends = [replace(row.marks[0], estimate=end, low=end, high=end) for end in (0, 100)]
    plot = replace(plot, start=0, stop=100, rows=tuple(replace(row, marks=(end,)) for end in ends), series=("one",))
    found, save = [], Figure.savefig

    def savefig(figure, *arguments, **options):
        (axes,) = figure.axes
        found.extend(axes.transData.transform((x, 0))[0] * 72 / figure.dpi for x in (0, 100))
        found.extend(axes.bbox.get_points()[:, 0] * 72 / figure.dpi)
        return save(figure, *arguments, **options)

    monkeypatch.setattr(Figure, "savefig", savefig)
    figures.drawn(png.interval_plot(played.report, plot))
    low, high, left, right = found
    assert low - left > 5.5 / 2 + 0.5  # points: half a dot
    assert right - high > 5.5 / 2 + 0.5


# ---------------------------------------------------------------- kept pictures


@pytest.fixture
def drawings(monkeypatch):
    """Return a list that every drawn picture is added to; its bytes are its title."""
    done = []

    def draw(picture):
        done.append(picture)
        return picture.title.encode()

    monkeypatch.setattr(figures, "drawn", draw)
    return done


def test_a_picture_is_drawn_once(made, drawings, tmp_path):
    picture = png.heatmap(made({("a", "b"): (60, 60)}))
    first = Pictures(tmp_path / "kept").png(picture)
    assert Pictures(tmp_path / "kept").png(picture) == first == picture.title.encode()
    assert len(drawings) == 1
    assert Pictures(tmp_path / "kept", is_fresh=True).png(picture) == first
    assert len(drawings) == 2


def test_all_that_is_drawn_names_a_picture(evil):
    table, tiers = (png.pictures(evil.report)[name] for name in ("matchups.png", "tiers.png"))
    square = table.subject.rows[0][1]
    others = [
        replace(square, **{name: f"{getattr(square, name)}!"}) for name in ("background", "colour", "value", "below")
    ]
    others.append(replace(square, is_hatched=not square.is_hatched))
    rows = [
        ((table.subject.rows[0][0], other, *table.subject.rows[0][2:]), *table.subject.rows[1:]) for other in others
    ]
    changed = [replace(table, subject=replace(table.subject, rows=row)) for row in rows]
    changed += [replace(table, subject=replace(table.subject, names=table.subject.names[::-1]))]
    changed += [
        replace(table, title="?"),
        replace(table, head=("?",)),
        replace(table, foot="?"),
        replace(table, size=(9, 9)),
    ]
    changed += [tiers, replace(tiers, subject=replace(tiers.subject, rows=tiers.subject.rows[1:]))]
    assert len({picture.name for picture in [table, *changed]}) == len(changed) + 1


def test_other_code_or_another_library_draws_anew(made, monkeypatch):
    picture = png.heatmap(made({("a", "b"): (60, 60)}))
    names = {picture.name}
    for library in ("matplotlib", "pillow"):
        with monkeypatch.context() as patch:
            patch.setattr(figures, "version", lambda name, library=library: "0" if name == library else "1")
            names.add(picture.name)
    read = Path.read_bytes
    for module in ("figures.py", "png.py", "plots.py"):
        figures._code.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(Path, "read_bytes", lambda path, module=module: read(path) + b"#" * (path.name == module))
            names.add(picture.name)
    figures._code.cache_clear()
    assert len(names) == 6


@pytest.mark.parametrize(
    "damage", [lambda kept: kept[:-1], lambda kept: kept.replace(b"Made", b"Maid"), lambda kept: b""]
)
def test_a_damaged_picture_is_drawn_again(made, drawings, tmp_path, damage):
    picture = replace(png.heatmap(made({("a", "b"): (60, 60)})), title="Made")
    kept = Pictures(tmp_path)
    kept.png(picture)
    path = tmp_path / picture.name
    path.write_bytes(damage(path.read_bytes()))
    assert kept.png(picture) == b"Made"
    assert kept.png(picture) == b"Made"
    assert len(drawings) == 2


def test_the_pictures_used_last_are_kept(made, drawings, tmp_path, monkeypatch):
    monkeypatch.setattr(figures, "KEPT", 2)
    picture, kept = png.heatmap(made({("a", "b"): (60, 60)})), Pictures(tmp_path)
    one, two, three = (replace(picture, title=title) for title in ("one", "two", "three"))
    for age, drawn in ((30, one), (20, two)):
        kept.png(drawn)
        os.utime(tmp_path / drawn.name, (age, age))
    kept.png(one)
    (tmp_path / "holiday.jpg").write_text("somebody's own")
    kept.png(three)
    assert {path.name for path in tmp_path.iterdir()} == {one.name, three.name, "holiday.jpg"}


def test_a_folder_that_cannot_be_made_costs_time_only(made, drawings, tmp_path):
    (tmp_path / "file").write_text("")
    kept = Pictures(tmp_path / "file" / "pictures")
    picture = png.heatmap(made({("a", "b"): (60, 60)}))
    assert kept.png(picture) == kept.png(picture) == picture.title.encode()
    assert len(drawings) == 2
