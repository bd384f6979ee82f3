"""`balance explain`: where two versions of a game part, held against their traces."""

import json

import pytest

from balance import rules
from balance.gate.explaining import explain
from balance.gate.sources import load_head
from balance.runs.chunks import Player
from balance.runs.divergence import Stepper, parting
from balance.runs.paired import plan_pairs, play_pairs
from balance.runs.replay import trace_game
from balance.runs.store import Store
from balance.vocab import Event, Mode, Outcome

RULESET = rules.get("combo-fighter")
SET = ("--set", "fighters.boris.cards.thunder-clap.opening=9")
EXPLAIN = ("explain", "combo-fighter", "boris:grace", "--games", "200")


def compared(tmp_path, *edits, policy="standard"):
    base, head = load_head(RULESET, None), load_head(RULESET, None, edits=edits)
    plan = plan_pairs(RULESET, base, head, levels=[(policy, 200)], sides=("boris", "grace"))
    return plan, play_pairs(plan, plan.touched, Store(tmp_path / "store"), jobs=2).pairs[0]


def choices(cell, block, rotation):
    """Return (kind, seat, code) of every decision of a game, from its trace."""
    found, asked = [], 0
    for event, seat, a, _ in trace_game(Player(RULESET), cell, block, rotation)[0].tolist():
        if event == Event.ASK:
            asked = a
        elif event == Event.CHOICE:
            found.append((asked, seat, a))
    return found


@pytest.mark.parametrize("policy", ["greedy", "aggressive", "random", "standard"])
def test_they_part_at_the_first_choice_that_differs_in_the_traces(bare, tmp_path, policy):
    plan, result = compared(tmp_path, SET[1], policy=policy)
    assert len(result.moved_games) > (2 if policy != "random" else 0)
    for block, rotation in result.moved_games[:8].tolist():
        steppers = [
            Stepper(RULESET, p.data, cell.cell, block, rotation)
            for p, cell in ((plan.base, result.base), (plan.head, result.head))
        ]
        found = parting(*steppers)
        lists = [choices(cell.cell, block, rotation) for cell in (result.base, result.head)]
        n = next((i for i, (a, b) in enumerate(zip(*lists, strict=False)) if a != b), min(map(len, lists)))
        assert found.decision == n
        for weighed, made in zip((found.base, found.head), lists, strict=True):
            assert (weighed is None) == (n >= len(made)) or found.base is None is found.head
            if weighed is not None:
                assert weighed.seat == made[n][1]
                (chosen,) = [option for option in weighed.options if option.is_chosen]
                if weighed.mode is Mode.BEST:
                    assert chosen.value == max(option.value for option in weighed.options)
                assert all((option.value is None) == (weighed.mode is Mode.RANDOM) for option in weighed.options)


def test_the_words_of_what_was_chosen_stand_in_the_game(bare, tmp_path):
    plan, result = compared(tmp_path, SET[1])
    stories = list(explain(plan, result, 1, 10))
    assert [(story.block, story.game - 1) for story in stories] == [
        tuple(game) for game in result.moved_games[:10].tolist()
    ]
    for story in stories:
        assert story.outcomes[0] != story.outcomes[1]
        assert Outcome(int(result.base.outcomes[story.block, story.game - 1])) == story.outcomes[0]
        for weighed, version in ((story.parting.base, "base"), (story.parting.head, "head")):
            if weighed is None:
                continue
            words = [option.words for option in weighed.options]
            (chosen,) = [option.words for option in weighed.options if option.is_chosen]
            assert len(set(words)) == len(words)
            if chosen != "nothing":
                turn = next(turn for turn in story.turns if turn.heading == weighed.turn)
                # A card of a combo stands in a line with those after it.
                name, what = story.names[weighed.seat], chosen.removeprefix("goes on with ")
                said = [line for line in getattr(turn, version) if line.startswith(name) and what in line]
                assert said, (chosen, getattr(turn, version))


def test_turns_before_the_first_difference_are_left_out(bare, tmp_path):
    plan, result = compared(tmp_path, SET[1])
    for story in explain(plan, result, 1, 5):
        assert story.turns[0].base != story.turns[0].head


def test_in_words(bare):
    code, out, err = bare.balance(*EXPLAIN, *SET)
    assert (code, err) == (0, "")
    assert "Combo Fighter: boris:grace, head against the same data without the edits" in out
    assert "The winner changed in" in out
    assert " before, and " in out
    assert " *" in out
    assert "more turns, with --whole" in out
    whole = bare.balance(*EXPLAIN, *SET, "--whole")[1]
    assert len(whole) > len(out)
    assert "Before: " in out.replace("\n", " ")


def test_as_json(bare):
    code, out, _ = bare.balance(*EXPLAIN, *SET, "--json", "--count", "3")
    assert code == 0
    plain = json.loads(out)
    assert (plain["schema"], plain["kind"], len(plain["stories"])) == (1, "explain", 3)
    story = plain["stories"][0]
    assert story["outcomes_for_a"]["base"] != story["outcomes_for_a"]["head"]
    second = json.loads(bare.balance(*EXPLAIN, *SET, "--json", "--game", "2")[1])["stories"][0]
    assert second == plain["stories"][1]


def test_an_untouched_matchup(bare):
    code, out, _ = bare.balance("explain", "combo-fighter", "grace:renee", *SET)
    assert code == 0
    assert "The edit does not touch this matchup: equal hashes, the same games." in out


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ([*SET, "--game", "201"], 2, "--game 201: the winner changed in"),
        (["--base", "nowhere"], 2, "--base nowhere: no such file or folder"),
        ([], 5, "no base: not a git repository"),
    ],
)
def test_refused(bare, words, code, message):
    found, _, err = bare.balance(*EXPLAIN, *words)
    assert found == code
    assert err.startswith(message)


def test_an_unknown_fighter(bare):
    code, _, err = bare.balance("explain", "combo-fighter", "boris:grase", *SET)
    assert (code, err) == (2, "no fighter 'grase'; known: boris, grace, renee. Did you mean 'grace'?\n")
