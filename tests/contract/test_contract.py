"""What every ruleset must keep, whatever its rules: play, replay, luck, legality and secrecy."""

from dataclasses import replace

import numpy as np
import pytest
import zstandard

from balance import rules
from balance.core.play import play
from balance.core.policies import POLICY, choose
from balance.core.protocol import ACTION, NAMES
from balance.core.trace import NO_TRACE, is_complete, new_trace
from balance.runs.chunks import WATCHED, Chunk, Player, decode, encode
from balance.runs.plan import varied
from balance.runs.replay import trace_game
from balance.vocab import Event, Outcome
from tests.games import RULESETS, cells_of, data_of, player_of

RULESET_NAMES = rules.names()
POLICIES = ("standard", "second")


def test_no_ruleset_is_missing():
    with_data = sorted(path.parent.name for path in RULESETS.glob("*/ruleset.yaml"))
    assert with_data == RULESET_NAMES


@pytest.fixture(params=RULESET_NAMES)
def name(request):
    return request.param


def fresh_game(name, cell, block, rotation=0):
    """Return (player, state) with the header set and nothing dealt."""
    player = player_of(name)
    return player, player.begin(cell, block, rotation)


def steps(name, cell, block):
    """Play a game step by step; yield (functions, state, actions, n) at every real decision."""
    player, state = fresh_game(name, cell, block)
    functions = player.ruleset.game.functions
    functions["setup"](cell.cards, state, NO_TRACE)
    while (seat := functions["actor"](cell.cards, state)) >= 0:
        n = functions["legal"](cell.cards, state, player.actions)
        assert 1 <= n <= len(player.actions)
        i = 0
        if n > 1:
            yield functions, state, player.actions, n
            policy = cell.policies[state.side[seat]]
            n = functions["legal"](cell.cards, state, player.actions)
            i = choose(cell.cards, state, seat, policy, player.memo[0], player.actions, n)
        functions["apply"](cell.cards, state, player.actions[i].code, NO_TRACE)


def test_every_protocol_function_is_registered(name):
    assert set(rules.get(name).game.functions) == set(NAMES)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_replay_is_the_batch_game(name, policy):
    for cell in cells_of(name, (), policy, policy):
        batch = player_of(name).play(Chunk(cell, 40, 6))
        again = [[trace_game(player_of(name), cell, 40 + b, r)[1] for r in range(2)] for b in range(6)]
        assert np.array_equal(batch.outcomes, again)


@pytest.mark.parametrize("policy", POLICIES)
def test_a_replay_has_the_measures_of_the_batch(name, policy):
    """Histograms, totals and courses are those of the games played one by one with the recorder on."""
    ruleset = rules.get(name)
    cell = cells_of(name, (), policy, policy)[1]
    batch = player_of(name).play(Chunk(cell, 40, 6))
    player = Player(ruleset)
    measures = len(ruleset.measures)
    histograms, totals = np.zeros_like(batch.histograms), np.zeros_like(batch.totals)
    courses, lengths = [], []
    for game in range(12):
        trace_game(player, cell, 40 + game // 2, game % 2)
        for measure, value in enumerate(player.row[1 : 1 + measures]):
            histograms[measure, value] += 1
        totals += player.row[1 + measures :]
        course = np.zeros((ruleset.turns_max, 2), np.uint8)
        n = ruleset.game.functions["fill_course"](cell.cards, player.state[0], course, 0)
        courses.append(course[:n])
        lengths.append(n)
    assert np.array_equal(batch.histograms, histograms)
    assert np.array_equal(batch.totals, totals)
    assert batch.lengths.tolist() == lengths
    assert np.array_equal(batch.course, np.concatenate(courses))
    assert batch.course.max() < np.prod(ruleset.standings)


def test_a_recorded_batch_is_the_silent_batch(name):
    cell = cells_of(name)[1]
    trace = new_trace(100_000)
    recorded = player_of(name).play(Chunk(cell, 3, 2), trace)
    silent = player_of(name).play(Chunk(cell, 3, 2))
    assert is_complete(trace)
    assert np.array_equal(recorded.outcomes, silent.outcomes)
    assert np.array_equal(recorded.histograms, silent.histograms)
    assert np.array_equal(recorded.extremes, silent.extremes)
    assert np.array_equal(recorded.totals, silent.totals)
    assert np.array_equal(recorded.course, silent.course)


@pytest.mark.parametrize("policy", POLICIES)
def test_chunks_cut_anywhere_are_the_same_games(name, policy):
    cell = cells_of(name, (), policy, policy)[1]
    whole = player_of(name).play(Chunk(cell, 0, 60))
    parts = [player_of(name).play(Chunk(cell, first, count)) for first, count in ((0, 1), (1, 26), (27, 33))]
    assert np.array_equal(whole.outcomes, np.concatenate([part.outcomes for part in parts]))
    assert np.array_equal(whole.histograms, sum(part.histograms for part in parts))
    assert whole.decisions == sum(part.decisions for part in parts)
    assert np.array_equal(whole.totals, sum(part.totals for part in parts))
    assert np.array_equal(whole.lengths, np.concatenate([part.lengths for part in parts]))
    assert np.array_equal(whole.course, np.concatenate([part.course for part in parts]))


def test_only_the_first_blocks_are_watched(name):
    cell = cells_of(name)[1]
    player = player_of(name)
    assert len(player.play(Chunk(cell, WATCHED - 2, 5)).lengths) == 4
    assert len(player.play(Chunk(cell, WATCHED, 5)).course) == 0
    assert len(player.play(Chunk(varied(cell, forced=(1, 0)), 0, 5)).lengths) == 0


def test_a_new_player_plays_the_same_games(name):
    cell = cells_of(name)[2]
    used = player_of(name)
    used.play(Chunk(cell, 500, 20))  # leaves its scratch memory dirty
    assert np.array_equal(
        used.play(Chunk(cell, 0, 30)).outcomes, Player(rules.get(name)).play(Chunk(cell, 0, 30)).outcomes
    )


def test_every_outcome_is_known_and_counted(name):
    for cell in cells_of(name):
        result = player_of(name).play(Chunk(cell, 0, 50))
        assert set(np.unique(result.outcomes)) <= {outcome.value for outcome in Outcome if outcome}
        assert (result.histograms.sum(axis=1) == 100).all()


def test_extremes_name_games_that_have_them(name):
    cell = cells_of(name)[1]
    player = player_of(name)
    result = player.play(Chunk(cell, 0, 80))
    rounds = result.extremes[0]
    seen = result.histograms[0].nonzero()[0]
    assert rounds[0, 0] == seen.min()
    assert rounds[1, 0] == seen.max()
    for value, block, rotation in rounds:
        trace, _ = trace_game(player, cell, int(block), int(rotation))
        assert (trace[:, 0] == Event.ROUND).sum() == value


def test_a_chunk_survives_the_store_and_damage_is_noticed(name):
    result = player_of(name).play(Chunk(cells_of(name)[1], 0, 10))
    packed = encode(result)
    again = decode(packed)
    assert again is not None
    assert np.array_equal(again.outcomes, result.outcomes)
    assert all(np.array_equal(mine, other) for mine, other in zip(again.arrays, result.arrays, strict=True))
    assert encode(again) == packed
    for at in range(0, len(packed), 7):
        damaged = bytearray(packed)
        damaged[at] ^= 64
        found = decode(bytes(damaged))
        assert found is None or encode(found) == packed
    assert decode(packed[:-3]) is None
    assert decode(b"") is None
    # Not only the outcomes: what stands before them, too.
    checksum, _, compressed = packed.partition(b"\n")
    plain = zstandard.ZstdDecompressor().decompress(compressed)
    decisions = f'"decisions": {result.decisions}'.encode()
    assert plain.count(decisions) == 1
    other = zstandard.ZstdCompressor(level=3).compress(plain.replace(decisions, decisions + b"0"))
    assert decode(checksum + b"\n" + other) is None
    assert decode(checksum + b"\n" + zstandard.ZstdCompressor(level=3).compress(plain)) is not None


@pytest.mark.parametrize("policy", POLICIES)
def test_legal_actions_are_distinct_and_weighted(name, policy):
    for cell in cells_of(name, (), policy, policy)[:6]:
        for _, _, actions, n in steps(name, cell, 5):
            taken = actions[:n]
            assert len(set(taken["code"].tolist())) == n
            assert len(set(taken["identity"].tolist())) == n
            assert (taken["copies"] >= 1).all()


def test_rotations_swap_sides_and_keep_lanes(name):
    cell = cells_of(name)[1]
    for rotation in range(2):
        _, state = fresh_game(name, cell, 0, rotation)
        assert state.side.tolist() == [rotation, 1 - rotation]
        assert state.lane.tolist() == [0, 1]
    _, state = fresh_game(name, replace(cell, is_luck_by_side=True), 0, 1)
    assert state.lane.tolist() == [1, 0]


def test_play_counts_the_real_decisions(name):
    cell = cells_of(name)[1]
    player, state = fresh_game(name, cell, 4)
    counted = play(cell.cards, cell.policies, state, player.actions, player.memo[0], NO_TRACE)
    trace, _ = trace_game(player, cell, 4, 0)
    asked = trace[trace[:, 0] == Event.ASK]
    assert counted == (asked[:, 3] > 1).sum()


def test_data_of_every_ruleset_is_valid(name):
    assert data_of(name).sides


def test_no_field_hides_behind_a_method_of_records(name):
    """With JIT off a field named like a method of numpy's records, such as `round`, would be the method."""

    def fields(dtype):
        for field, (kind, *_) in (dtype.fields or {}).items():
            yield field
            yield from fields(kind.base)

    ruleset = rules.get(name)
    for dtype in (ruleset.game.state, ruleset.cards, ruleset.memo, ACTION, POLICY):
        assert not [field for field in fields(dtype) if hasattr(np.record, field)]
