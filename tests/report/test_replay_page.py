"""The page of a game: a row a round, whose line is whose, names that stay text, nothing fetched."""

import base64
import hashlib
import html
import re
from html.parser import HTMLParser

import pytest

import balance
from balance.report.replay import build, render
from balance.rules.telling import NOBODY, Line, Part, names_by_seat, paragraphs
from balance.runs.replay import replay, replay_command, stamp_of
from tests.games import RULESETS

MARKUP = "<script>alert(1)</script>"


class Rows(HTMLParser):
    """Collects the cells of the table, row by row, and every tag."""

    def __init__(self, text):
        super().__init__()
        self.rows, self.tags, self.attributes = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag == "tr":
            self.rows.append([])
        elif tag in ("th", "td"):
            self.rows[-1].append("")

    def handle_data(self, data):
        if "section" not in self.tags and self.rows and self.rows[-1]:
            self.rows[-1][-1] += data.strip("\n")


def page_of(edits=(), a="boris", b="grace", **more):
    data = balance.load("combo-fighter", rulesets=RULESETS, edits=edits)
    told = replay(data, a, b, block=5, policy="greedy", **more)
    command = replay_command(told.plan, told.cell, 5, told.game, stamp_of(told.plan, told.cell))
    return told, render(build(told, command))


def test_a_round_is_a_row_and_each_line_stands_in_the_column_of_its_seat():
    told, page = page_of(game=2)
    head, start, *rounds = Rows(page).rows
    assert head == ["When", *told.names] == ["When", "Grace Lee", "Boris Wolfram"]
    assert start[0] == "Start"
    labels = list(dict.fromkeys(line.turn for line in told.told if line.turn))
    assert len(rounds) == len(labels)
    for row, label in zip(rounds, labels, strict=True):
        lines = [line for line in told.told if line.turn == label]
        why = [line.sentence(told.names) for line in lines if line.part in (Part.WHY, Part.END)]
        assert row[0] == label + "".join(why)
        for seat in (0, 1):
            mine = [line.text for line in lines if line.seat == seat and line.part in (Part.STATE, Part.MOVE)]
            assert row[1 + seat] == "".join(mine)
    assert all(len(row) == 3 for row in rounds)


def test_every_line_of_the_text_is_on_the_page():
    told, page = page_of()
    text = html.unescape(re.sub(r"<[^>]+>", "\n", page))
    assert all(line.text in text for line in told.told)


def test_names_stay_text():
    told, page = page_of((f"fighters.boris.name='{MARKUP}'", f"fighters.boris.cards.block.name='{MARKUP}'"))
    assert MARKUP in " ".join(told.lines)
    assert MARKUP not in page
    assert Rows(page).tags.count("script") == 1  # its own


def test_nothing_is_fetched_and_the_policy_allows_the_styles_of_the_page():
    _, page = page_of()
    found = Rows(page)
    assert not {name for name, _ in found.attributes} & {"src", "href", "style", "onclick"}
    styles = re.findall(r"<style>(.*?)</style>", page, re.DOTALL)
    assert len(styles) == 2
    for style in styles:
        assert "url(" not in style
        assert f"'sha256-{base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()}'" in html.unescape(page)


def test_a_mirror_tells_its_seats_apart():
    told, page = page_of(b="boris")
    assert told.names == ("Boris Wolfram (1)", "Boris Wolfram (2)")
    assert Rows(page).rows[0][1:] == list(told.names)


@pytest.mark.parametrize(("names", "told"), [(("A", "B"), ("A", "B")), (("A", "A"), ("A (1)", "A (2)"))])
def test_names_by_seat(names, told):
    assert names_by_seat(names) == told


def test_paragraphs():
    lines = [
        Line("", NOBODY, Part.KEY, "How to read."),
        Line("Round 1", 0, Part.MOVE, "opens"),
        Line("Round 1", NOBODY, Part.WHY, "A tie"),
        Line("Round 2", 1, Part.END, "wins"),
    ]
    assert list(paragraphs(lines, ("A", "B"))) == [
        "  How to read.", "", "Round 1", "  A opens", "  A tie", "", "Round 2", "", "B wins",
    ]  # fmt: skip
