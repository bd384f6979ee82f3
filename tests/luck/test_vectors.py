"""Known answers: the published SplitMix64 sequence, and vectors that freeze the scheme of keys.

A frozen vector that changes means that every stored result, baseline and replay command means another game.
"""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from balance.core import luck, piles
from balance.core.protocol import records

# Seed and first outputs as published with the generator; output n is the finaliser of seed + n * golden.
GOLDEN = 0x9E3779B97F4A7C15
SEED = 1234567
SPLITMIX64 = [
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
]

# (function, arguments, value); all are uint64.
FROZEN = [
    ("game_key", (0, 0, 0), 3746585686858627171),
    ("game_key", (1, 0, 0), 736442933886495122),
    ("game_key", (1, 12345, 0), 9490915149687251715),
    ("game_key", (1, 12345, 1), 5412335152273413456),
    ("game_key", (2**32 - 1, 2**64 - 1, 2**40), 3905138795075543534),
    ("stream", (12345, 0, 1, 0), 4225120266390590026),
    ("stream", (12345, 1, 1, 0), 9985072323588932841),
    ("stream", (12345, 0, 3, 0), 6820438274241687874),
    ("stream", (12345, 0, 1, 7), 2950370317483535409),
    ("identity", (0,), 16294208416658607535),
    ("identity", (1,), 7960286522194355700),
    ("identity", (99,), 3820661591021561094),
    ("identity", (1001,), 15901455178010694701),
    ("joined", (2**64 - 1, 3), 2),
    ("card_key", (987654321, 5, 0, 0), 8765821093946932480),
    ("card_key", (987654321, 5, 1, 0), 6633547429120441088),
    ("card_key", (987654321, 5, 1, 255), 6633547429120441343),
    ("decision_key", (55555, 1, 1, 0), 16708169057654005173),
    ("decision_key", (55555, 2, 1, 1), 1009155879493475801),
    ("decision_key", (55555, 2, 1, 2), 3362778191282716857),
    ("decision_key", (55555, 2, 500, 11), 3196116510619158586),
    ("draw", (55555, 1), 2242881977799819381),
    ("draw", (55555, 2), 6967315482499846125),
    ("draw", (0, 0), 1),
    ("exponential", (2**64 - 1,), 0),
    ("exponential", (2**63,), 2**32),
    ("exponential", (12345678901234567890,), 2488332378),
    ("exponential", (1,), 64 * 2**32),
]

# A deck of three kinds with 4, 3 and 5 copies, slots 1, 2 and 7, laid by stream 42; the last element is on top.
DECK, SLOTS, STREAM = 0x534, (1, 2, 7), 42
ORDER = [2, 0, 0, 1, 0, 2, 0, 2, 2, 2, 1, 1]

# For a process of its own: every warning is an error, so the mixers must wrap round in silence.
SCRIPT = """
import json, sys
import numpy as np
from balance.core import luck, piles
from balance.core.jit import JIT
from balance.core.protocol import records

vectors, deck, slots, stream = json.load(sys.stdin)
values = [int(getattr(luck, name)(*(np.uint64(word) for word in words))) for name, words in vectors]
order = np.zeros(15, np.int8)
identities = np.array([luck.identity(slot) for slot in slots], np.uint64)
n = piles.shuffle_into(order, deck, identities, np.uint64(stream), records(1, luck.SHUFFLER)[0])
print(json.dumps([JIT, values, order[:n].tolist()]))
"""


def words(*numbers: int) -> tuple[np.uint64, ...]:
    return tuple(np.uint64(number) for number in numbers)


def test_mix_is_the_finaliser_of_splitmix64():
    states = [(SEED + n * GOLDEN) % 2**64 for n in range(1, 6)]
    assert [int(luck.mix(np.uint64(state))) for state in states] == SPLITMIX64


@pytest.mark.parametrize(("name", "arguments", "value"), FROZEN, ids=[f"{name}{words}" for name, words, _ in FROZEN])
def test_frozen_vector(name, arguments, value):
    assert int(getattr(luck, name)(*words(*arguments))) == value


def test_frozen_deck():
    deck = np.zeros(15, np.int8)
    identities = np.array([luck.identity(slot) for slot in SLOTS], np.uint64)
    n = piles.shuffle_into(deck, DECK, identities, np.uint64(STREAM), records(1, luck.SHUFFLER)[0])
    assert deck[:n].tolist() == ORDER


@pytest.mark.parametrize("disabled", ["0", "1"])
def test_the_same_with_the_compiler_on_and_off(disabled):
    vectors = [("mix", (n,)) for n in (0, 1, 2**64 - 1)] + [(name, words) for name, words, _ in FROZEN]
    vectors += [("leading_zeros", (1 << n,)) for n in range(64)]
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT],
        input=json.dumps([vectors, DECK, SLOTS, STREAM]),
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": disabled},
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    is_compiled, values, order = json.loads(done.stdout)
    assert is_compiled == (disabled == "0")
    assert values[:3] == [0, 6238072747940578789, 13029008266876403067]
    assert values[3 : 3 + len(FROZEN)] == [value for _, _, value in FROZEN]
    assert values[3 + len(FROZEN) :] == [63 - n for n in range(64)]
    assert order == ORDER
