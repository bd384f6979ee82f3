"""What a report says of a small simulated run."""

import pytest

from balance.report.numbers import Score

from .conftest import EVIL, GAMES


def test_it_is_about_the_run(played):
    report = played.report
    assert report.title == "Combo Fighter: matchups"
    assert report.scope == "two-player duel with power tokens"
    assert report.changes == ""
    assert [side.stem for side in report.sides] == sorted(played.manifest.sides)
    assert [level.policy for level in report.levels] == played.manifest.levels
    assert report.games == sum(level.games for level in report.levels) == played.manifest.games
    assert all(level.games_per_cell == GAMES for level in report.levels)


def test_cells_are_those_of_the_table(played):
    rows = {(row["policy_a"], row["a"], row["b"]): row for row in played.table.iter_rows(named=True)}
    cells = [cell for level in played.report.levels for cell in level.matchups]
    assert len(cells) == len(rows)
    for cell in cells:
        row = rows[cell.policy, cell.row, cell.column]
        assert (cell.wins, cell.draws, cell.losses) == (row["wins"], row["draws"], row["losses"])
        assert cell.rounds == (row["rounds_p10"], row["rounds_p50"], row["rounds_p90"])
        if cell.is_mirror:
            assert cell.score is None
            assert cell.seat_gap is None
        else:
            assert cell.score == Score(row["score_per_mille"] / 10, row["lo"] / 10, row["hi"] / 10)
            assert cell.script_difference == row["script_difference"] / 10


def test_square_shows_each_matchup_from_both_sides(played):
    for level in played.report.levels:
        for i, row in enumerate(level.grid):
            for j, cell in enumerate(row):
                other = level.grid[j][i]
                assert (cell.row, cell.column) == (other.column, other.row)
                assert cell.wins + cell.draws + cell.losses + cell.truncated == cell.games
                if i != j:
                    assert (cell.wins, cell.losses) == (other.losses, other.wins)
                    assert cell.score.estimate + other.score.estimate == pytest.approx(100)
                    assert cell.score.low + other.score.high == pytest.approx(100)


def test_doubtful_fields_are_listed(played):
    doubtful = {side.stem: side.doubtful for side in played.report.sides}
    assert doubtful["kagami"] == (
        "Follow (icon, star): the transcription has a yellow triangle; other cards refer to a starred yellow circle",
    )
    assert doubtful["gaekere"] == ("Roll (box): BC is misspelt in the transcription",)


def test_measures(played):
    ends, lengths, by_side = played.report.measures.tables[:3]
    standard, expert = played.report.levels
    for column in range(2):
        assert sum(values[column] for _, values in ends.rows) == pytest.approx(100)
    assert [column.policy for column in ends.columns] == [standard.policy, expert.policy]
    rounds = dict(lengths.rows)["Rounds"]
    assert rounds[0] <= rounds[1] <= rounds[2]  # p10, median, p90
    assert [label for label, _ in by_side.rows] == [side.name for side in played.report.sides]
    titles = [(column.title, column.policy) for column in by_side.columns[:4]]
    assert titles == [
        ("Signature combos called a game", standard.policy),
        ("Moxie versions called a game", standard.policy),
        ("Power tokens turned over a game", standard.policy),
        ("Moxie share of signature combos", standard.policy),
    ]
    for _, (signatures, moxie, _, share, *_) in by_side.rows:
        assert share == pytest.approx(100 * moxie / signatures)


def test_signatures_are_counted_for_the_side_that_calls_them(played):
    names = [measure.name for measure in played.result.plan.ruleset.measures]
    total = games = 0
    for cell in played.result.cells:
        if cell.cell.level == 0 and cell.cell.b == "grace" != cell.cell.a:
            counts = cell.histograms[names.index("signatures_b")]
        elif cell.cell.level == 0 and cell.cell.a == "grace" != cell.cell.b:
            counts = cell.histograms[names.index("signatures_a")]
        else:
            continue
        total += sum(value * int(count) for value, count in enumerate(counts))
        games += int(counts.sum())
    assert games == (len(played.report.sides) - 1) * GAMES
    by_side = dict(played.report.measures.tables[2].rows)
    assert by_side["Grace Lee"][0] == pytest.approx(total / games)


def test_self_check_counts_the_mirrors_of_the_first_level(played):
    check = played.report.self_check
    assert check.games == len(played.report.sides) * GAMES
    assert 0 < check.score.low < check.score.estimate < check.score.high < 100


def test_made_says_how_to_make_it_again(played):
    made = dict(played.report.made)
    assert made["Command"] == "balance matchups combo-fighter"
    assert made["Digest of the behaviour"] == played.manifest.behaviour_digest
    assert made["Compile key"] == played.manifest.compile_key
    assert "(found by --rulesets)" in made["Data"]
    assert "hand_size=5" in made["Rule options"]
    assert "signatures=true" in made["Rule options"]
    assert made["Changes to the data"] == "none"


def test_edits_are_said(evil):
    assert "round_limit=9" in evil.report.changes
    assert dict(evil.report.made)["Changes to the data"] == evil.report.changes


def test_stand_in_marks_its_cells_and_stays_out_of_the_headline(evil):
    report = evil.report
    assert report.apart == "stand-in"
    for level in report.levels:
        for row in level.grid:
            for cell in row:
                assert cell.is_main == ("boris" not in (cell.row, cell.column))
    headline = report.headline
    assert not any(EVIL in sentence for sentence in (headline.lead, *headline.lopsided, *headline.depends))
    assert EVIL in headline.notes[-1]


def test_bounds_where_games_are_truncated(evil):
    cells = evil.report.truncated_cells
    assert cells
    for cell in cells:
        assert cell.truncated * 1000 > cell.games
        low, high = cell.bounds
        assert low == pytest.approx(100 * (cell.wins + cell.draws / 2) / cell.games)
        assert high - low == pytest.approx(100 * cell.truncated / cell.games)
        assert low <= cell.score.estimate <= high
        assert cell.swapped().bounds == pytest.approx((100 - high, 100 - low))


def test_one_level_has_no_difference(play):
    report = play(levels=("standard",)).report
    assert len(report.levels) == 1
    assert all(cell.script_difference is None for cell in report.levels[0].matchups)
    assert report.headline.notes[0].startswith("Only one policy was played")


def test_single_fighter(play):
    report = play(sides=("grace",)).report
    assert report.headline.lead.startswith("No headline")
    assert report.measures.basis.startswith("Counted over the mirrors")


def test_a_series_shows_its_chances_and_keeps_the_single_scores(played, series):
    report = series.report
    assert report.title == "Combo Fighter: matchups, best of three"
    assert dict(report.made)["Format"] == "best-of-three: best of three, drawn fights replayed"
    assert dict(played.report.made)["Format"] == "duel: a single game"
    rows = {(row["policy_a"], row["a"], row["b"]): row for row in series.table.iter_rows(named=True)}
    for level, single_level in zip(report.levels, played.report.levels, strict=True):
        for cell, plain in zip(level.matchups, single_level.matchups, strict=True):
            row = rows[cell.policy, cell.row, cell.column]
            assert cell.single == plain.score
            assert plain.single is None
            assert (cell.seat_gap, cell.rounds, cell.wins) == (plain.seat_gap, plain.rounds, plain.wins)
            if cell.is_mirror:
                assert cell.score is None
            else:
                assert cell.score == Score(row["series_per_mille"] / 10, row["series_lo"] / 10, row["series_hi"] / 10)
                assert cell.script_difference == row["series_script_difference"] / 10
                assert cell.swapped().single == plain.swapped().score
                assert cell.swapped().swapped().score.estimate == pytest.approx(cell.score.estimate)
    assert report.self_check == played.report.self_check


def test_bounds_of_a_series(evil_series):
    cells = evil_series.report.truncated_cells
    assert cells
    for cell in cells:
        low, high = ((cell.wins + open_ones) / (cell.games - cell.draws) for open_ones in (0, cell.truncated))
        assert cell.bounds == pytest.approx([100 * p * p * (3 - 2 * p) for p in (low, high)])
        assert cell.bounds[0] <= cell.score.estimate + 0.05
        assert cell.score.estimate <= cell.bounds[1] + 0.05
