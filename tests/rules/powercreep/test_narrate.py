"""What a replay says of payments, values and modifiers that leave."""

import pytest

from balance.core.jit import JIT
from balance.rules.powercreep.narrate import _Narrator, narrate
from balance.rules.powercreep.state import NOBODY, Move
from balance.vocab import Event
from tests.games import cells_of, player_of, trace_game
from tests.rules.powercreep.harness import Table

NAME = "powercreep"


@pytest.mark.parametrize("edits", [(), ("modifiers_in_combat=true",)])
@pytest.mark.parametrize("policy", ["random", "standard"])
def test_the_values_that_are_told_are_those_that_fight(edits, policy):
    """Read off the rows alone, as `now N` is."""
    cell = next(cell for cell in cells_of(NAME, edits, policy, policy) if cell.a != cell.b)
    fights = changed = 0
    for block in range(60 if JIT else 2):
        trace, _ = trace_game(player_of(NAME), cell, block, 0)
        narrator = _Narrator(["a", "b"])
        attacker = defender = -1
        for row in trace.tolist():
            told = [line.text for line in narrator.lines([row])][1:]
            changed += sum("now" in text for text in told)
            event, _, a, b = row
            if event == Event.ATTACK:
                attacker, defender = a, b
            elif event == Event.COMPARE:
                assert narrator._value(attacker) == a
                if defender not in (-1, NOBODY):
                    assert narrator._value(defender) == b
                    fights += 1
    if JIT:
        assert fights > 100
        assert changed > 50


def test_who_pays_and_what_is_left():
    table = Table().put(0, hand="8c Kc Ac", field="6d 5c").turn(0)
    table.do("pay 8c attack", "pick 5c", "play Kc on 8c", "play Ac on Kc")
    rows = table.trace[1 : table.trace[0, 0] + 1].tolist()
    rows.insert(0, [Event.CHOICE, 0, Move.PAY_SUMMON << 12, 0])  # which a game records, and a table does not
    texts = [line.text for line in narrate(_sides(), None, rows)]
    assert texts[-6:] == [
        "pays with 5♣", "summons 8♣ in attack position", "plays K♣ on 8♣", "makes 8♣ +3, now 11",
        "plays A♣ on K♣", "loses K♣ on 8♣, now 8",
    ]  # fmt: skip


def _sides():
    return tuple(type("Side", (), {"name": name})() for name in "ab")
