"""The table of cards, on fighters whose truth can be counted out."""

import numpy as np
import polars as pl
import pytest

from balance import rules
from balance.errors import UsageError
from balance.frames.cards import EVERYONE, MAIN, SCHEMA, TOGETHER, answer, cards, counts
from balance.runs.executor import run
from balance.runs.store import Store
from balance.runs.variations import plan_cards
from balance.vocab import Outcome
from tests.frames.sudden import COPIES, START, effect, points, score, sudden
from tests.games import data_of

GAMES = 20_000


def played(data, side, tmp_path, **given):
    planned = plan_cards(data, side, **({"policy": "random", "games": GAMES} | given))
    return planned, run(planned.plan, Store(tmp_path / "store"), jobs=2, is_keeping=True)


def by_card(planned, result):
    """Return the rows for all opponents together, by card."""
    table = cards(planned, result).filter(pl.col("opponent") == EVERYONE)
    return {row["card"]: row for row in table.iter_rows(named=True)}


@pytest.fixture(scope="module")
def ace(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sudden")
    planned, result = played(sudden(folder / "rulesets"), "ace", folder, epoch=3)
    return planned, result, by_card(planned, result)


def test_the_truth_is_as_told():
    assert score(START) == 0.5  # both have the same hand
    assert max(COPIES, key=effect) == "RC"
    assert points("RC", "RT") == points("RC", "YT") == 1
    assert points("BC", "BT") == 1 > points("BT", "BT")


def test_effects_are_what_can_be_counted_out(ace):
    """Twice the interval of 95 % holds the truth of all eight, but once in a thousand seeds."""
    _, _, table = ace
    for icon in COPIES:
        row = table[icon]
        assert row["lo"] < row["effect"] < row["hi"]
        width = (row["hi"] - row["lo"]) / 2
        assert abs(row["effect"] - 1000 * effect(icon)) < 2 * width
        assert width < 9


def test_the_best_card_is_found_and_the_one_that_does_not_matter_is_not(ace):
    _, _, table = ace
    assert max(table, key=lambda card: table[card]["effect"]) == "RC"
    assert table["RC"]["is_found"]
    assert effect("BT") == pytest.approx(0)
    assert table["BT"]["lo"] < 0 < table["BT"]["hi"]
    assert not table["BT"]["is_found"]


def test_cards_that_deal_nothing_have_exactly_no_effect(tmp_path):
    data = sudden(tmp_path / "rulesets", damage=0)
    planned = plan_cards(data, "king", policy="random", games=200)
    result = run(planned.plan, Store(tmp_path / "store"), jobs=1, is_keeping=True)
    table = cards(planned, result)
    assert (table["effect"] == 0).all()
    assert (table["moved"] == 0).all()
    assert (table["p"] == 1).all()
    assert not table["is_found"].any()
    bound = 1000 * -np.log(0.025) / 100  # 100 blocks
    assert table["hi"].to_list() == pytest.approx([bound] * len(table), abs=0.01)


def test_counts_of_games_of_one_round(ace):
    """A starting card opens one game in five, wins as its table says, and nothing else happens."""
    _, result, table = ace
    wins = result.cells[0].tally.wins / result.cells[0].tally.games
    for icon in COPIES:
        row = table[icon]
        is_starting = icon in START
        assert row["opened_per_game"] == pytest.approx(0.2 if is_starting else 0, abs=0.015)
        assert row["drawn_per_game"] == row["opening_per_game"] == is_starting
        assert row["games_played_per_game"] == row["opened_per_game"]
        assert row["damage_per_game"] >= 50 * row["won_per_game"]
        assert row["combo_per_game"] == row["paid_per_game"] == row["discarded_per_game"] == row["idle_per_game"] == 0
        assert (row["biased_played"] is None) == (not is_starting)
        if is_starting:
            won = row["won_per_game"] / row["opened_per_game"]
            expected = np.mean([points(icon, other) == 1 for other in START])
            assert won == pytest.approx(expected, abs=0.04)
            mean = np.mean([points(icon, other) for other in START])
            assert row["biased_played"] == pytest.approx(1000 * (mean - 0.5), abs=40)
            assert row["biased_seen"] == pytest.approx(0, abs=0.1)  # it is in every game
    assert sum(table[icon]["won_per_game"] for icon in COPIES) == pytest.approx(wins, abs=1e-3)


def test_the_second_side_is_counted_as_the_first(tmp_path, ace):
    """King has the same cards as Ace and stands second in the matchup; only the luck is another."""
    data = sudden(tmp_path / "rulesets")
    planned, result = played(data, "king", tmp_path, games=GAMES)
    table = by_card(planned, result)
    for icon in COPIES:
        assert table[icon]["effect"] == pytest.approx(1000 * effect(icon), abs=18)
        assert table[icon]["opening_per_game"] == ace[2][icon]["opening_per_game"]


@pytest.fixture(scope="module")
def boris(tmp_path_factory):
    data = data_of("combo-fighter")
    return played(
        data, "boris", tmp_path_factory.mktemp("boris"), against=("grace", "ruby"), policy="greedy", games=200
    )


def test_columns_and_rows(boris):
    planned, result = boris
    table = cards(planned, result)
    a_game = [f"{info.name}_per_game" for info in planned.plan.ruleset.card_counts[1:]]
    assert table.columns == [*SCHEMA, *a_game]
    assert table["opponent"].to_list() == [name for name in (MAIN, EVERYONE, "grace", "ruby") for _ in range(8)]
    everyone = table.filter(pl.col("opponent") == EVERYONE)
    assert (everyone["games"] == 400).all()
    assert everyone["is_found"].null_count() == 0
    assert table.filter(~pl.col("opponent").is_in(TOGETHER))["is_found"].null_count() == 16


def test_main_opponents_are_told_of_first(boris):
    """Of Grace and Ruby, a stand-in, Grace is the only one; without others of her kind there is no such average."""
    planned, result = boris
    table = cards(planned, result)
    main, grace = (table.filter(pl.col("opponent") == name).drop("opponent", "is_found") for name in (MAIN, "grace"))
    assert main.equals(grace)
    told = answer(table.to_dicts(), "boris")
    assert {row["opponent"] for row in told} == {MAIN}
    alike = [row for row in table.to_dicts() if row["opponent"] != MAIN]
    assert {row["opponent"] for row in answer(alike, "boris")} == {EVERYONE}
    assert answer(alike, "grace") == []


def test_a_row_says_what_the_numbers_of_both_sides_rest_on(boris):
    planned, result = boris
    of = {stem: side.provenance.value for stem, side in planned.plan.data.sides.items()}
    assert of["grace"] != of["ruby"]
    told = cards(planned, result).select("opponent", "provenance", "provenance_opponent").unique(maintain_order=True)
    together = ", ".join(sorted((of["grace"], of["ruby"])))
    assert told.rows() == [
        ("main", of["boris"], of["grace"]), (EVERYONE, of["boris"], together),
        *((stem, of["boris"], of[stem]) for stem in ("grace", "ruby")),
    ]  # fmt: skip


def test_counts_by_result_add_up_to_those_a_game(boris):
    planned, result = boris
    table, whole = cards(planned, result), counts(planned, result)
    assert whole["result"].to_list()[:3] == ["lost", "neither", "won"]
    for row in table.filter(~pl.col("opponent").is_in(TOGETHER)).iter_rows(named=True):
        mine = whole.filter(pl.col("opponent") == row["opponent"], pl.col("card") == row["card"])
        assert mine["games"].sum() == row["games"]
        for name in ("opened", "damage", "idle"):
            assert mine[name].sum() / row["games"] == pytest.approx(row[f"{name}_per_game"], abs=1e-4)
    cell = result.cells[0].tally
    won = whole.filter(pl.col("opponent") == "grace", pl.col("result") == "won")["games"]
    assert set(won) == {cell.wins}  # Boris comes first


def test_all_opponents_count_the_same(boris):
    planned, result = boris
    table = cards(planned, result)
    for column in ("effect", "opened_per_game", "damage_per_game"):
        means = table.group_by("card").agg(
            pl.col(column).filter(pl.col("opponent") == EVERYONE).mean().alias("together"),
            pl.col(column).filter(~pl.col("opponent").is_in(TOGETHER)).mean().alias("mean"),
        )
        assert means["together"].to_list() == pytest.approx(means["mean"].to_list(), abs=0.01)


def test_cards_add_up(boris):
    """Every opener is a card: they add up to the rounds; of the cards drawn none is missing."""
    planned, result = boris
    ruleset = planned.plan.ruleset
    names = [info.name for info in ruleset.card_counts]
    rounds = [measure.name for measure in ruleset.measures].index("rounds")
    for cell in (result.cells[0], result.cells[9]):
        side = 0 if cell.cell.a == "boris" else 1
        found = cell.counts[side].sum(axis=(0, 1))
        assert found[names.index("opened")] == (np.arange(ruleset.bins) * cell.histograms[rounds]).sum()
        won = cell.totals.reshape(-1, 2)[[total.group == "won" for total in ruleset.totals], side].sum()
        assert found[names.index("won")] == won
        assert (cell.counts[side, :8, :, 0].sum(axis=1) == cell.tally.games).all()
        left = sum(found[names.index(name)] for name in ("opened", "combo", "paid", "discarded"))
        assert 0 <= found[names.index("drawn")] - left <= 7 * cell.tally.games  # the rest is still in hand
        results = cell.counts[side, 0, :, 0]
        assert results[2] == (cell.tally.wins if side == 0 else cell.tally.losses)


def test_counting_leaves_the_games_as_they_are(boris):
    planned, result = boris
    from balance.runs.chunks import Chunk, Player
    from balance.runs.plan import plan_matchups

    plain = plan_matchups(planned.plan.ruleset, planned.plan.data, sides=("boris", "grace"), levels=(("greedy", 200),))
    cell = next(cell for cell in plain.cells if (cell.a, cell.b) == ("boris", "grace"))
    assert cell.key != result.cells[0].cell.key
    outcomes = Player(planned.plan.ruleset).play(Chunk(cell, 0, cell.blocks)).outcomes
    assert np.array_equal(outcomes, result.cells[0].outcomes)


def test_grace_has_no_second_phoenix_strike_to_add(tmp_path):
    planned = plan_cards(data_of("combo-fighter"), "grace", against=("boris",), policy="greedy", games=20)
    missing = [card.name for i, card in enumerate(planned.cards) if i not in planned.forced]
    assert missing == [card.name for card in planned.cards if card.copies == 1]
    result = run(planned.plan, Store(tmp_path), jobs=1, is_keeping=True)
    table = cards(planned, result).filter(pl.col("card").is_in(missing))
    assert table["effect"].null_count() == len(table) == 2 * len(missing)


def test_refusals(tmp_path):
    data = data_of("combo-fighter")
    with pytest.raises(UsageError, match="against itself"):
        plan_cards(data, "boris", against=("boris",), policy="greedy", games=2)
    with pytest.raises(UsageError, match=r"no fighter 'borys'.*boris"):
        plan_cards(data, "borys", policy="greedy", games=2)
    planned = plan_cards(data, "boris", against=("grace",), policy="greedy", games=2)
    forgetful = run(planned.plan, Store(tmp_path), jobs=1)
    with pytest.raises(ValueError, match="kept no outcomes"):
        cards(planned, forgetful)


def test_results_of_the_swapped_side():
    from balance.frames.cards import _SWAPPED

    swapped = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN, Outcome.DRAW: Outcome.DRAW}
    assert all(_SWAPPED[one] == other for one, other in swapped.items())
    assert _SWAPPED[Outcome.TRUNCATED] == Outcome.TRUNCATED
    assert rules.get("combo-fighter").cards_max == 9
