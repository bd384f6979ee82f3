"""`balance cards` and `balance luck`: their files, their tables, and what they refuse."""

import csv
import io
import json
from html.parser import HTMLParser

import pytest

from balance.frames.cards import SCHEMA as CARDS
from balance.frames.luck import SCHEMA as LUCK
from tests.games import data_of

RUN = ("cards", "combo-fighter", "boris", "--against", "grace,ruby", "--games", "40", "--out", "made")
POLICIES = ", ".join(sorted({*data_of("combo-fighter").policies, "second", "standard"}))
FIGHTERS = ", ".join(data_of("combo-fighter").sides)
NAMES = [card.name for card in data_of("combo-fighter").sides["boris"].cards]


class Tags(HTMLParser):
    """Collects the tags of a page and where they lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.leads: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.leads += [value for name, value in attrs if name in ("href", "src")]


def test_cards(cli):
    code, out, _ = cli(*RUN)
    assert code == 0
    folder = cli.folder / "made"
    files = [f"cards-boris{end}" for end in ("-counts.csv", ".csv", ".html", ".json")]
    assert sorted(path.name for path in folder.iterdir()) == files
    assert out.startswith("Combo Fighter: the cards of Boris Wolfram\nScope: two-player duel with power tokens\n")
    assert all(name in out for name in NAMES)
    assert "biased" in out
    assert "Ruby Fox (stand-in)" in out
    assert out.splitlines()[-1].startswith(f"{40 * 2 * (1 + len(NAMES))} games in ")
    rows = list(csv.DictReader(io.StringIO((folder / "cards-boris.csv").read_text(encoding="utf-8"))))
    assert list(rows[0])[: len(CARDS)] == list(CARDS)
    assert [row["card"] for row in rows] == 4 * NAMES  # main opponents, all, and each of two
    page = Tags((folder / "cards-boris.html").read_text(encoding="utf-8"))
    assert page.tags.count("table") == 3
    assert page.leads == []
    told = json.loads((folder / "cards-boris.json").read_text(encoding="utf-8"))
    assert told["command"] == "balance cards combo-fighter boris --against grace,ruby --games 40 --epoch 1"
    assert len(told["rows"]) == len(rows)


def test_cards_again_come_from_the_store_and_are_the_same_bytes(cli):
    assert cli(*RUN, "--jobs", "1")[0] == 0
    first = {path.name: path.read_bytes() for path in (cli.folder / "made").iterdir()}
    _, out, _ = cli(*RUN, "--jobs", "2")
    assert "0 played" in out.splitlines()[-1]
    assert {path.name: path.read_bytes() for path in (cli.folder / "made").iterdir()} == first


def test_cards_as_json(cli):
    code, out, err = cli(*RUN, "--json", "--policy", "random", "--set", "hand_size=7")
    assert code == 0
    told = json.loads(out)
    assert told["edits"] == ["hand_size=7"]
    assert {row["policy"] for row in told["rows"]} == {"random"}
    assert "Written to made" in err
    opening = sum(row["opening_per_game"] for row in told["rows"] if row["opponent"] == "all")
    assert opening == pytest.approx(7, abs=0.01)


def test_a_stand_in_says_so(cli):
    _, out, _ = cli("cards", "combo-fighter", "ruby", "--against", "boris", "--games", "4", "--out", "made")
    assert "Ruby Fox is a stand-in: its numbers are not published ones." in out


def test_luck(cli):
    code, out, _ = cli("luck", "combo-fighter", "grace:boris", "--games", "60", "--out", "made")
    assert code == 0
    folder = cli.folder / "made"
    assert sorted(path.name for path in folder.iterdir()) == [
        f"luck-boris-grace.{end}" for end in ("csv", "html", "json")
    ]
    assert "First-order" in out
    assert "With" in out and "interactions" in out  # noqa: PT018
    rows = list(csv.DictReader(io.StringIO((folder / "luck-boris-grace.csv").read_text(encoding="utf-8"))))
    assert list(rows[0]) == list(LUCK)
    assert [row["source"] for row in rows] == [
        "shuffles of boris", "shuffles of grace", "all shuffles", "choices of boris", "choices of grace", "all choices",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("cards combo-fighter borys", f"no fighter 'borys'; known: {FIGHTERS}. Did you mean 'boris'?"),
        ("cards combo-fighter boris --against grase", f"no fighter 'grase'; known: {FIGHTERS}. Did you mean 'grace'?"),
        (
            "cards combo-fighter boris --against grace,boris",
            "--against boris: a fighter against itself has no win rate; expected other fighters",
        ),
        ("cards combo-fighter boris --against ,", "--against ',': names nobody; expected for example boris,grace"),
        (
            "cards combo-fighter boris --policy gredy",
            f"no policy 'gredy'; known: {POLICIES}. Did you mean 'greedy'?",
        ),
        ("luck combo-fighter boris", "boris: expected two sides as A:B, for example boris:grace"),
        ("luck combo-fighter boris:grase", f"no fighter 'grase'; known: {FIGHTERS}. Did you mean 'grace'?"),
    ],
)
def test_refusals(cli, line, message):
    assert cli.refused(*line.split()) == (2, message + "\n")
