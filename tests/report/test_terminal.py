"""What the terminal shows, without colour, at 80 columns and less."""

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console
from rich.text import Text

from balance.frames.formats import BEST_OF_THREE
from balance.report.numbers import Score
from balance.report.terminal import cell_text, matchup_table, shortened


def shown(report, width=80, **options):
    console = Console(file=io.StringIO(), width=width, **options)
    console.print(matchup_table(report))
    return console.file.getvalue()


def lines(report, width=80):
    return [line.rstrip() for line in shown(report, width).splitlines()]


SMALL = """\
Game: matchups, score of the row against the column in %
Scope: two-player duel

                 a           b               c
a               --   60.0 ±1.0  *2.5 +2.0 -1.3
b        40.0 ±1.0          --      *53.0 ±1.0
c  *97.5 +1.3 -2.0  *47.0 ±1.0              --

± is a 95 % interval; -- is a mirror, which has no win rate; a draw counts half
a win.
* a stand-in is involved: its numbers are not published ones.

No, the matchup is not balanced. The only matchup is lopsided under both
policies, greedy and random: outside 45 to 55 %, with the same favourite.
- A beats B 6-4: 60.0 % ± 1.0 under greedy and 65.0 % ± 1.0 under random.
- It is clearly outside 45 to 55 % under greedy and random.
Left out here, because their numbers are stand-ins and not published: C.

Data: rulesets/game (found by ./rulesets), publisher, stand-in.
Policy greedy (shown above), 100 games a matchup: plays greedy.
Policy random (in the report), 100 games a matchup: plays random.
1,000 games, 0 truncated; epoch 1.
"""

SERIES = """\
Game: matchups, best of three, chance of the row to win the series against the
column in %
Scope: two-player duel
Format: best of three, drawn fights replayed

           a          b
a         --  60.0 ±1.0
b  40.0 ±1.0         --

± is a 95 % interval; -- is a mirror, which has no win rate; a game is one
fight, and drawn fights are replayed.

No, the matchup is not balanced. The only matchup is lopsided under both
policies, greedy and random: outside 45 to 55 % of series, with the same
favourite.
- A beats B 6-4: 60.0 % ± 1.0 of series under greedy and 65.0 % ± 1.0 of series
  under random.
- It is clearly outside 45 to 55 % of series under greedy and random.
Every percentage here is a chance to win the series: best of three, drawn fights
replayed.

Data: rulesets/game (found by ./rulesets), publisher.
Policy greedy (shown above), 100 games a matchup: plays greedy.
Policy random (in the report), 100 games a matchup: plays random.
1,000 games, 0 truncated; epoch 1.
"""


@pytest.fixture
def small(made):
    return made({("a", "b"): (60, 65), ("a", "c"): (Score(2.5, 1.2, 4.5), 5), ("b", "c"): (53, 47)}, stand_ins="c")


def ten(made):
    """Return a report of ten sides with long stems, two of which begin alike, and of every kind of number."""
    stems = "aurelius bartholomew cassandra-the-great demetrius esmeralda fenrir gwendolyn gwendolina hyperion ishtar"
    stems = sorted(stems.split())
    kinds = [60, 12.3, Score(100, 98.8, 100), Score(0.4, 0, 1.6)]
    pairs = [(a, b) for i, a in enumerate(stems) for b in stems[i + 1 :]]
    return made({pair: (kinds[i % 4], 50) for i, pair in enumerate(pairs)}, stand_ins=("fenrir",))


def test_small_table(small):
    assert "\n".join(lines(small)) + "\n" == SMALL


def test_small_series(made):
    report = made({("a", "b"): (60, 65)}, format=BEST_OF_THREE, title="Game: matchups, best of three")
    assert "\n".join(lines(report)) + "\n" == SERIES


def test_nothing_is_said_of_draws_where_there_were_none(made):
    report = made({("a", "b"): (60, 65)})
    none = [replace(level, grid=tuple(tuple(replace(cell, draws=0) for cell in row) for row in level.grid))
            for level in report.levels]  # fmt: skip
    assert "a draw counts half a win." in shown(report, 200)
    assert "has no win rate.\n" in shown(replace(report, levels=tuple(none)), 200)
    assert "draw" not in shown(replace(report, levels=tuple(none)), 200)


def test_truncated_fights_of_a_series(evil_series):
    text = " ".join(shown(evil_series.report).split())
    assert re.search(r" games; the chance would be \d+\.\d to \d+\.\d % had all of them been lost, or all won\.", text)


def test_colour_adds_nothing(small, monkeypatch):
    coloured = shown(small, force_terminal=True, color_system="standard")
    assert "\x1b[34m" in coloured
    assert Text.from_ansi(coloured).plain.split() == SMALL.split()
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[3" not in shown(small, force_terminal=True)


def test_simulated_run_at_80_columns(evil):
    text = shown(evil.report)
    assert max(map(len, text.splitlines())) <= 80
    assert "Scope: two-player duel with power tokens" in text
    assert "round_limit=9" in text
    assert evil.report.data_folder in text.replace("\n", "")
    for level in evil.report.levels:
        assert f"Policy {level.policy} (" in text
    assert "! over 0.1 % of the games were stopped by the turn limit:" in text
    assert " had all of them been lost, or all won." in " ".join(text.split())
    doubtful = sum(len(side.doubtful) for side in evil.report.sides)
    assert f"Doubtful in the source: {doubtful} " in text


def test_strength_comes_in_columns_and_wraps_where_it_must(evil):
    published, everybody = evil.report.fields
    text = shown(evil.report)
    assert text.index(published.title) < text.index(everybody.title)
    found = lines(evil.report)
    start = found.index(next(line for line in found if line.startswith(published.title)))
    rows = [line for line in found[start:] if re.match(r"\d+(-\d+)? +\w", line)][: len(published.standings)]
    for (side, standings), row in zip(published.standings, rows, strict=True):
        assert row.split()[0] == standings[0].rank_text
        assert f"  {side.name}" in row
        assert f"{standings[0].points.estimate:+.0f} ±" in row
    assert any(f"{side.name}*" in text for side, _ in everybody.standings)
    for sentence in published.sentences[0]:
        assert sentence in " ".join(text.split())
    narrow = lines(evil.report, 30)
    assert not any("…" in line for line in narrow)


def test_averages_have_one_form_and_their_points_beneath_each_other(played):
    (field,) = played.report.fields
    (best, of_best), *middle, (worst, of_worst) = field.standings
    changed = (
        (best, (replace(of_best[0], average=Score(100, 98.1, 100)), *of_best[1:])),
        *((side, (replace(of[0], average=Score(51.2, 49.2, 53.2)), *of[1:])) for side, of in middle),
        (worst, (replace(of_worst[0], average=Score(4.5, 3.0, 8.1)), *of_worst[1:])),
    )
    report = replace(played.report, fields=(replace(field, standings=changed),))
    found = [line for line in lines(report, 100) if re.match(r"\d+(-\d+)? +\w", line)][: len(changed)]
    assert len({line.index(".") for line in found}) == 1
    assert "100.0 (98.1 to 100.0) " in found[0]
    assert all("  51.2 ±2.0 " in line for line in found[1:-1])
    assert "    4.5 (3.0 to 8.1) " in found[-1]


def test_ten_sides_fit_into_80_columns(made):
    found = lines(ten(made))
    head = found[3].split()
    assert head == ["aurel", "barth", "cassa", "demet", "esmer", "fenri", "gwend", "gwen2", "hyper", "ishta"]
    assert max(map(len, found)) <= 80
    assert not any("…" in line for line in found)


def test_too_many_columns_are_cut_into_bands(made):
    found = lines(ten(made), 40)
    heads = [line for line in found if line.strip().startswith(("aurel", "demet", "esmer", "fenri", "gwen", "hyper"))]
    assert max(map(len, found)) <= 40
    assert sum(line.startswith("bartholomew") for line in found) == len([line for line in heads if line[0] == " "]) > 1
    assert not any("…" in line for line in found)


def test_long_headlines_are_cut(made):
    text = shown(ten(made), 200)
    assert text.count(" beats ") <= 10


def test_markup_in_names_is_text(made):
    report = made({("a", "b"): (60, 60)}, changes="fighters.a.name=[bold]x[/bold]")
    assert "name=[bold]x[/bold]" in shown(report)


def test_cells(evil, made):
    level = made({("a", "b"): (60, 60)}).levels[0]
    assert cell_text(level.grid[0][0]) == "--"
    assert cell_text(level.grid[0][1]) == "60.0 ±1.0"
    assert cell_text(level.grid[0][1], "\n") == "60.0\n±1.0"
    assert cell_text(evil.report.truncated_cells[0]).lstrip("*").startswith("!")


def test_shortened_stems_differ():
    assert shortened(["grace", "gracella", "gracelyn"], 5) == ["grace", "grac2", "grac3"]
    assert shortened(["boris", "boris-wolfram"], 12) == ["boris", "boris-wolfra"]
