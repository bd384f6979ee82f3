"""Files broken at random: each gives problems with places or a clean load that can be played, nothing else, at once."""

import re
import time
from collections.abc import Callable, Sequence
from random import Random

import pytest

from balance import rules
from balance.data.words import read_effect
from balance.errors import BalanceError, DataError
from balance.rules.combo_fighter.tokens import lines_of
from balance.runs.plan import plan_matchups
from balance.vocab import Condition, Cost, Operator, Trigger, Verb, written

RULESET = rules.get("combo-fighter")
Mutator = Callable[[Random, str], str]
SECONDS = 30  # a hang, not a speed: these machines are busy
NUMBER = re.compile(r"(?<=: )-?\d+")
WORD = re.compile(r"[A-Za-z][\w-]*")
VALUES = [
    *["0", "-1", "7", "99", "100", "1e3", "1.5", "99999999999999999999", "-99999999999999999999", "9" * 5000, ".inf"],
    *[".nan", "0x1F", "0o17", "1_000", "ten", "true", "null", "~", "''", '"', "[", "]", "{", "}", "[]", "{}", "[1, 2]"],
    *["{a: 1}", "- 1", "?", ":", "*a", "&a 1", "&a", "!x 1", "!!int x", "!!python/name:os.system", "<<", "2020-01-01"],
    *[
        "2020-99-99",
        "|",
        ">",
        "%",
        "@",
        "`",
        "#",
        "RT",
        "RX",
        "rt",
        "拳",
        "é",
        "\u200b",
        "\u202e",
        "\x07",
        "\ud7ff",
        "🥊",
    ],
    *["\\", "a" * 5000, '"\\ud800"', '"\\x00"', "---", "...", "\t", "\r", "x: y: z", "? a : b"],
]


# Token lines, and what an accident puts into them.
TOKEN = """\
power:
  a:
    name: Calm
    effects:
      - end of round: may discard 1 to 3 blue -> flip, counter +1
      - always if holding RT: initiative +3 red, damage +1 RS RT
      - calling "One Two": counter +2 up to 5
      - won if no signature: may total +X, flip
      - emptying a hand of 4: may draw 5
  b:
    name: Fury
    effects:
      - taking if against initiative 5: total = 0
      - won: may discard 2 -> total +2 each red, flip if alike
      - won: may reveal 1 to 3 -> total +1 each
      - won: may double one
      - lost: may discard 1 yellow -> total -2X
      - winning with BT: counter = 0
      - clearing the table if counter 3: remove YT
"""
EFFECT_WORDS = [
    *[written(word) for enum in (Trigger, Condition, Cost, Verb, Operator) for word in enum if word],
    *["may", "if", "each", "up to", "to", "->", ",", ":", "X", "2X", "RT", "RC", "BS", "red", "blue", "green"],
    *["0", "1", "5", "99", "100", "007", "-1", "1.5", "9" * 5000, "One Two", '"One Two"', '"', "'", "", "flip", "FLIP"],
    *["拳", "?", "- won: flip", "won: flip", "{won: flip}", "\\", "#", "&a", "*a", "|", ">", "\t"],
]
LINE = re.compile(r"(?m)^      - (.*)$")
SIGNS = [(":", ""), (" ->", ""), (",", ""), ("+", "-"), ("+", "x"), (" ", "  ")]


def mutated_tokens(random: Random, text: str) -> str:
    """Return the text after one to three accidents to the words of its effects."""
    for _ in range(random.randint(1, 3)):
        lines = list(LINE.finditer(text))
        if not lines:
            break
        line = random.choice(lines)
        text = text[: line.start(1)] + _mutated_line(random, line[1], random.choice(lines)[1]) + text[line.end(1) :]
    return text


def _mutated_line(random: Random, line: str, other: str) -> str:
    words = line.split(" ")
    i, j = random.randrange(len(words)), random.randrange(len(words))
    match random.randrange(9):
        case 0:
            del words[i]
        case 1:
            words.insert(j, words[i])
        case 2:
            words[i], words[j] = words[j], words[i]
        case 3 | 4:
            words[i] = random.choice(EFFECT_WORDS)
        case 5:
            words.insert(i, random.choice(EFFECT_WORDS))
        case 6:
            return line.replace(*random.choice(SIGNS))
        case 7:  # one half of another line
            return f"{line.split(':')[0]}:{other.partition(':')[2]}"
        case _:
            return re.sub(r"\d+", lambda _: random.choice(["0", "1", "4", "6", "7", "12", "100"]), line)
    return " ".join(words)


def mutated(random: Random, text: str) -> str:
    """Return the text after one to three small accidents."""
    for _ in range(random.randint(1, 3)):
        text = _mutated_once(random, text)
    return text


def _mutated_once(random: Random, text: str) -> str:
    lines = text.split("\n")
    i, j = random.randrange(len(lines)), random.randrange(len(lines))
    at, end = sorted(random.randrange(len(text) + 1) for _ in range(2))
    match random.randrange(12):
        case 0:
            del lines[i]
        case 1:
            lines.insert(j, lines[i])
        case 2:
            lines[i], lines[j] = lines[j], lines[i]
        case 3:
            lines[i] = " " * random.randint(1, 9) + lines[i].lstrip()
        case 4:
            return text[:at] + text[at + 1 :]
        case 5:
            return text[:at] + text[at : at + 1] * 2 + text[at + 1 :]
        case 6:
            return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]
        case 7 | 8:
            return _with_one_replaced(random, NUMBER, text, random.choice(VALUES))
        case 9:
            return _with_one_replaced(random, WORD, text, random.choice(VALUES))
        case 10:
            return text[:at] + random.choice(VALUES) + text[at:]
        case _:
            return text[:at] if random.random() < 0.3 else text[:at] + text[min(at + 20, end) :]
    return "\n".join(lines)


def _with_one_replaced(random: Random, pattern: re.Pattern[str], text: str, value: str) -> str:
    found = list(pattern.finditer(text))
    if not found:
        return value
    match = random.choice(found)
    return text[: match.start()] + value + text[match.end() :]


def play_nothing(shop, variant: str | None, edits: Sequence[str] = ()) -> None:
    """Do all that comes before the first game; a token that loads says what its file says, word for word."""
    data = shop.load(edits, variant)
    for side in data.sides.values():
        RULESET.lower_side(data.options, side)
        for _, _, when, what in lines_of(side.power) if side.power else []:
            in_the_file = re.sub(r"\b0+(?=\d)", "", f"{when}:{what}")
            # What reads as the same: 2 to 2 is 2, 1X is X, and leading zeros.
            in_the_file = re.sub(r"(?<!\d)0*1X\b", "X", in_the_file)
            in_the_file = "".join(re.sub(r"\b(\d+)\s+to\s+\1\b", r"\1", in_the_file).split())
            assert "".join(str(read_effect(when, what)).split()) == in_the_file
    plan_matchups(RULESET, data, levels=((data.standard, 2), (data.second, 2)))


def accident(shop, random: Random, files: list[str], mutated: Mutator = mutated) -> str:
    """Break one file, load and plan; return what was said, empty if nothing; the file is put right again."""
    name = random.choice(files)
    path = shop.folder / name
    original = path.read_bytes()
    content = mutated(random, original.decode()).encode("utf-8", "surrogatepass")
    if random.random() < 0.05:
        at = random.randrange(len(content) + 1)
        content = content[:at] + random.randbytes(2) + content[at:]
    path.write_bytes(content)
    start = time.perf_counter()
    try:
        play_nothing(shop, "big" if name.startswith("variants") else None)
        return ""
    except DataError as error:
        is_told = all(problem.message and "\n" not in problem.message for problem in error.problems)
        if not is_told or not any(str(problem.place).startswith(str(path)) for problem in error.problems):
            pytest.fail(f"not told, or elsewhere: {error}\n{name}:\n{content!r}")
        return str(error)
    except BalanceError as error:
        pytest.fail(f"{type(error).__name__} instead of problems with places: {error}\n{name}:\n{content!r}")
    except Exception as error:
        pytest.fail(f"{type(error).__name__}: {error}\n{name}:\n{content!r}")
    finally:
        assert time.perf_counter() - start < SECONDS, f"slow:\n{content!r}"
        path.write_bytes(original)


def accidents(shop, seed: int, files: list[str], times: int, mutated: Mutator = mutated) -> tuple[int, int]:
    """Return how many of so many accidents were refused, and how many did no harm."""
    random = Random(seed)
    play_nothing(shop, None)  # compiles and loads what is then timed
    said = [accident(shop, random, files, mutated) for _ in range(times)]
    return sum(1 for text in said if text), sum(1 for text in said if not text)


FIGHTERS = ["fighters/ann.yaml", "fighters/bob.yaml"]
OTHERS = ["options.yaml", "policies.yaml", "ruleset.yaml", "variants/big.yaml"]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_broken_fighters(shop, seed):
    refused, fine = accidents(shop, seed, FIGHTERS, 80)
    assert refused > 40
    assert fine > 0


@pytest.mark.parametrize("seed", [1, 2])
def test_broken_other_files(shop, seed):
    refused, fine = accidents(shop, seed, OTHERS, 50)
    assert refused > 25
    assert fine > 0


def with_token(shop) -> None:
    """Give Ann a power token of many words."""
    shop.write(FIGHTERS[0], (shop.folder / FIGHTERS[0]).read_text(encoding="utf-8") + TOKEN)


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_broken_tokens(shop, seed):
    with_token(shop)
    refused, fine = accidents(shop, seed, FIGHTERS[:1], 150, mutated_tokens)
    assert refused > 75
    assert fine > 5


def test_broken_files_with_tokens(shop):
    with_token(shop)
    refused, fine = accidents(shop, 5, FIGHTERS[:1], 60)
    assert refused > 30
    assert fine > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(101, 111))
def test_many_broken_files(shop, seed):
    accidents(shop, seed, [*FIGHTERS, *FIGHTERS, *OTHERS], 100)
    with_token(shop)
    accidents(shop, seed, FIGHTERS[:1], 200, mutated_tokens)


WORDS = [
    *["fighters", "ann", "cards", "guard", "1", "opening", "policies", "clever", "weights", "line", "hand_size"],
    *["options", "signatures", "one-two", "moxie", "", "x", "0", "-1", "拳", "ruleset", "title", "set", "\0key"],
]  # fmt: skip
PATHS = [
    *["hand_size", "moxie", "reshuffle", "ruleset.title", "policies.standard", "policies.policies", "policies.clever"],
    *["policies.clever.noise", "policies.clever.weights", "policies.clever.weights.line", "policies.clever.choose"],
    *["policies.clever.choose.combo", "policies.random.weights.line", "fighters.ann.name", "fighters.ann.provenance"],
    *["fighters.ann.cards", "fighters.ann.cards.guard", "fighters.ann.cards.guard.opening"],
    *["fighters.ann.cards.guard.box", "fighters.ann.cards.guard.doubtful", "fighters.ann.signatures"],
    *["fighters.ann.signatures.one-two.moxie", "fighters.ann.signatures.low-blow.moxie.damage"],
]  # fmt: skip


@pytest.mark.parametrize("seed", [1, 2])
def test_edits_at_random(shop, seed):
    """Half of the paths lead somewhere."""
    random = Random(seed)
    play_nothing(shop, None)
    for _ in range(50):
        words = [random.choice(WORDS) for _ in range(random.randint(1, 5))]
        path = random.choice([".".join(words), random.choice(PATHS)])
        edit = path + random.choice(["=", "=", "=", " = ", "==", ""]) + random.choice(VALUES)
        start = time.perf_counter()
        try:
            play_nothing(shop, None, [edit])
        except DataError:
            pass
        except Exception as error:
            pytest.fail(f"{type(error).__name__}: {error}\n{edit!r}")
        assert time.perf_counter() - start < SECONDS, repr(edit)
