"""Reports of cards and luck: their sentences, and pages that stay whole whatever the names are."""

import io

import pytest
from rich.console import Console

from balance.frames.cards import cards
from balance.frames.luck import luck
from balance.report import cards as card_report
from balance.report import luck as luck_report
from balance.report.page import Page, TextCell, TextTable, render, terminal
from balance.runs.executor import run
from balance.runs.manifest import manifest_of
from balance.runs.store import Store
from balance.runs.variations import plan_cards, plan_luck
from tests.frames.sudden import sudden

EVIL = "<script>alert(1)</script>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def data(folder):
    return sudden(folder / "rulesets")


@pytest.fixture(scope="module")
def of_cards(folder, data):
    planned = plan_cards(data, "ace", policy="random", games=20_000, epoch=3)
    result = run(planned.plan, Store(folder / "store"), jobs=2, is_keeping=True)
    return card_report.build(planned, manifest_of(result, ["balance", "cards"]), cards(planned, result))


def test_the_sentence_names_the_cards_that_matter_and_no_other(of_cards):
    good, bad, stand_in = of_cards.lead[:3]
    assert good.startswith("Worth having at the start: RC +")
    assert bad.startswith("Better not there: Y")
    assert "BT" not in good + bad  # its effect is 0
    assert stand_in == "Ace is a stand-in: its numbers are not published ones."
    assert "Against King (stand-in), averaged; both sides play random; 20,000 games a card." in of_cards.lead


def test_cards_are_in_the_order_of_their_effect(of_cards):
    worth, uses = of_cards.tables
    effects = [row[2].sort for row in worth.rows]
    assert effects == sorted(effects, reverse=True)
    assert {row[4].text for row in worth.rows} == {"+", "no", "-"}
    assert [row[0] for row in uses.rows] == [row[0] for row in worth.rows]
    assert all(len(row) == len(table.heads) for table in of_cards.tables for row in table.rows)


def test_luck_in_sentences(folder, data):
    planned = plan_luck(data, "ace", "king", policy="random", games=4000)
    result = run(planned.plan, Store(folder / "store"), jobs=2, is_keeping=True)
    page = luck_report.build(planned, manifest_of(result, ["balance", "luck"]), luck(planned, result))
    assert page.lead[1].startswith("All choices: 100 % of the outcome's variance by themselves, ")
    assert len(page.tables[0].rows) == 6


def test_pages_escape_what_they_are_given(of_cards):
    table = TextTable(EVIL, (EVIL,), (EVIL, "b"), ((TextCell(EVIL), TextCell(EVIL, 1.5)),), 1)
    page = Page(EVIL, EVIL, EVIL, (EVIL,), (table,), ((EVIL, EVIL),))
    text = render(page)
    assert EVIL not in text
    assert text.count("&lt;script&gt;alert(1)&lt;/script&gt;") == 15
    assert "http:" not in text and "https:" not in text  # noqa: PT018
    assert render(of_cards) == render(of_cards)
    assert list(terminal(page))


def shown(page, width):
    console = Console(width=width, file=io.StringIO())
    console.print(*terminal(page), sep="\n")
    return console.file.getvalue().splitlines()


def test_a_terminal_keeps_numbers_with_their_units_and_leaves_no_blanks_behind():
    table = TextTable(
        "Table", ("a note of 12 % here",), ("Who", "In this long head", "95 %"),
        tuple((TextCell(name), TextCell("7.5 %"), TextCell("0.0 to 6.8 %")) for name in ("a", "b and c")), 3,
    )  # fmt: skip
    lead = ("That is one in ten, or 10 % over all, or 10 % ± 3 and so on and on",)
    page = Page("Title", "scope", "", lead, (table,), ())
    for width in range(30, 60):
        lines = shown(page, width)
        assert [line for line in lines if line != line.rstrip()] == []
        assert not any(line.strip().startswith(("%", "±")) for line in lines)
        assert " ".join(" ".join(lines).split()).endswith(lead[0])
        assert max(map(len, lines)) <= width
        assert "b and c  7.5 %  0.0 to 6.8 %" in [" ".join(line.split(" ")) for line in lines]
    assert lines[3:8] == [  # the head gives way, the numbers do not
        "            In",
        "          this",
        "          long",
        "Who       head          95 %",
        "a        7.5 %  0.0 to 6.8 %",
    ]
