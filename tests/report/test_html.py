"""The page: well formed, accessible, alone in the world, and deaf to what names contain."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import pytest

from balance.report.html import render

from .conftest import EVIL, GAMES

VOID = {"meta", "br", "link", "img", "input", "hr"}


class Page(HTMLParser):
    """Reads a page into a list of (tag, attributes, text), and complains about unbalanced tags."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.elements = [], []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        element = {"tag": tag, "attrs": dict(attrs), "text": "", "children": []}
        assert len(dict(attrs)) == len(attrs), f"an attribute twice in {tag}"
        self.elements.append(element)
        if self.open:
            self.open[-1]["children"].append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_endtag(self, tag):
        assert tag == self.open[-1]["tag"], f"</{tag}> closes <{self.open[-1]['tag']}> on line {self.getpos()[0]}"
        self.open.pop()

    def handle_data(self, data):
        for element in self.open:
            element["text"] += data

    def all(self, tag):
        return [element for element in self.elements if element["tag"] == tag]

    def tables(self, name):
        return [table for table in self.all("table") if name in table["attrs"].get("class", "").split()]


@pytest.fixture(scope="module")
def text(played):
    return render(played.report)


@pytest.fixture(scope="module")
def page(text):
    return Page(text)


@pytest.fixture(scope="module")
def evil_text(evil):
    return render(evil.report)


@pytest.fixture(scope="module")
def evil_page(evil_text):
    return Page(evil_text)


def test_scope_is_seen(page):
    assert "Scope: two-player duel with power tokens" in page.all("header")[0]["text"]
    assert "two-player duel with power tokens" in page.all("title")[0]["text"]


def test_it_is_small_and_the_same_each_time(played, text):
    assert len(text.encode()) < 100_000
    assert render(played.report) == text


def test_nothing_from_elsewhere(text, page):
    for element in page.elements:
        assert element["tag"] not in ("link", "img", "iframe", "object", "embed", "base", "form")
        for name, value in element["attrs"].items():
            assert name not in ("src", "srcset", "style", "action", "ping")
            assert not name.startswith("on"), "an inline event handler"
            if name == "href":
                assert value.startswith("#")
    assert "@import" not in text
    assert "url(" not in text
    assert "://" not in text


def test_links_lead_somewhere(page):
    ids = [element["attrs"]["id"] for element in page.elements if "id" in element["attrs"]]
    assert len(set(ids)) == len(ids)
    for element in page.elements:
        for name in ("href", "aria-labelledby"):
            assert element["attrs"].get(name, ids[0]).removeprefix("#") in ids


def test_policy_of_the_page_allows_its_own_style_and_script_alone(page):
    policy = next(meta["attrs"]["content"] for meta in page.all("meta") if "http-equiv" in meta["attrs"])
    assert policy.startswith("default-src 'none'; ")
    assert "unsafe" not in policy
    for tag in ("style", "script"):
        (element,) = page.all(tag)
        digest = base64.b64encode(hashlib.sha256(element["text"].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy


@pytest.mark.parametrize(("name", "fields"), [("page", 1), ("evil_page", 2)])
def test_tables_are_accessible(name, fields, request):
    tables = request.getfixturevalue(name).all("table")
    assert len(tables) == 2 + fields + 1 + 3 + 4 + 1
    for table in tables:
        tags = [child["tag"] for child in table["children"]]
        assert tags == ["caption", "thead", "tbody"]
        assert table["children"][0]["text"].strip()
        _, head, body = table["children"]
        columns = {len(row["children"]) for row in head["children"] + body["children"]}
        assert len(columns) == 1, "rows of unequal length"
    for heading in request.getfixturevalue(name).all("th"):
        assert heading["attrs"]["scope"] in ("col", "row")
        assert heading["text"].strip()


def test_each_cell_of_a_grid_has_its_number_and_interval(played, page):
    grids = page.tables("grid")
    assert len(grids) == 2
    for level, table in zip(played.report.levels, grids, strict=True):
        rows = table["children"][2]["children"]
        for cells, row in zip(level.grid, rows, strict=True):
            for cell, element in zip(cells, row["children"][1:], strict=True):
                if cell.is_mirror:
                    assert re.fullmatch(r"mirror\d+\.\d.% draws\d+ rounds", element["text"])
                else:
                    assert re.match(r"\d+\.\d %(±.\d+\.\d|\d+\.\d to \d+\.\d)\d+-\d+ · Δ \d+\.\d", element["text"])
                    assert element["text"].startswith(f"{cell.score.estimate:.1f} %")
                    assert re.match(r"s\d+$", element["attrs"]["class"])


def test_names_stay_text(evil_text, evil_page):
    assert EVIL not in evil_text
    assert evil_text.count("<script") == 1
    assert EVIL in evil_page.all("body")[0]["text"]
    headings = [heading["text"] for heading in evil_page.all("th")]
    assert EVIL in headings
    assert "Grace $x$ O'Lee & Sons" in headings
    doubtful = [item["text"] for item in evil_page.all("li")]
    assert any(item.startswith(f"{EVIL} (star)") for item in doubtful)


def test_stand_ins_are_hatched_and_said(evil, evil_page):
    hatched = [cell for cell in evil_page.all("td") if "stand-in" in cell["attrs"].get("class", "")]
    n = len(evil.report.sides)
    assert len(hatched) == 2 * (2 * n - 1)  # a row and a column, on each level
    assert all("stand-in" in cell["text"] or "mirror" in cell["text"] for cell in hatched)
    assert "hatched: a stand-in is involved" in evil_page.all("body")[0]["text"]


def test_no_hatching_without_stand_ins(page):
    assert not [one for one in page.elements if "stand-in" in one["attrs"].get("class", "")]


def test_changes_and_truncated_games_are_said(evil_page):
    body = evil_page.all("body")[0]["text"]
    assert "Changes laid over the data: " in body
    assert "round_limit=9" in body
    assert re.search(r"\d+ of 40 games; \d+\.\d to \d+\.\d.%", body)


def test_policies_made_and_self_check_are_said(played, page):
    body = page.all("body")[0]["text"].replace("\N{NO-BREAK SPACE}", " ")
    for level in played.report.levels:
        assert f"{level.policy}: {level.title}" in body
    for label, value in played.report.made:
        assert label in body
        assert value in body
    games = len(played.report.sides) * GAMES
    assert re.search(rf"Self-check: seat 0 scores \d+\.\d % .* over {games} mirror games", body)
    for side in played.report.sides:
        for sentence in side.doubtful:
            assert sentence in body


def test_one_policy(play):
    page = Page(render(play(levels=("standard",)).report))
    body = page.all("body")[0]["text"]
    assert "Only one policy was played" in body
    assert len(page.all("table")) == 10
    assert "Δ is" not in body


def test_long_headlines_are_folded(made):
    stems = "abcdefg"
    pairs = [(a, b) for i, a in enumerate(stems) for b in stems[i + 1 :]]
    text = render(made({pair: (70, 70) for pair in pairs}))
    page = Page(text)
    assert page.all("summary")[0]["text"] == "11 more"
    assert text.count(" beats ") == len(pairs)


def test_a_series_is_said_wherever_its_numbers_are(series, text):
    page = Page(render(series.report))
    body = page.all("body")[0]["text"].replace("\N{NO-BREAK SPACE}", " ")
    (title,) = page.all("title")
    assert title["text"].startswith("Combo Fighter: matchups, best of three (")
    assert "Format: best of three, drawn fights replayed" in page.all("header")[0]["text"]
    assert "6-4 means about six wins in ten series. A game is one fight, and drawn fights are replayed." in " ".join(
        body.split()
    )
    assert "a truncated fight counts half a win and is not replayed" in body.casefold()
    grids = page.tables("grid")
    for table in [*grids, *page.tables("strength"), *page.tables("details")]:
        assert "best of three, drawn fights replayed" in table["children"][0]["text"]
    for level, table in zip(series.report.levels, grids, strict=True):
        for cells, row in zip(level.grid, table["children"][2]["children"], strict=True):
            for cell, element in zip(cells, row["children"][1:], strict=True):
                if not cell.is_mirror:
                    assert element["text"].startswith(f"{cell.score.estimate:.1f} %")
                    told = element["attrs"]["title"].replace("\N{NO-BREAK SPACE}", " ")
                    assert re.search(
                        rf": {cell.score.estimate:.1f} % .* of series, {cell.single.estimate:.1f} % ", told
                    )
                    assert " in a single fight, " in told
    for words in ("series", "fight", "best of three"):
        assert words not in text.casefold().replace("fighter", "")


def test_details_of_a_series_have_the_single_fights(series, page):
    found = Page(render(series.report))
    tables = [one.tables("details")[0] for one in (page, found)]
    heads = [[cell["text"] for cell in table["children"][1]["children"][0]["children"]] for table in tables]
    scored = ["95 % interval", "All at once", "Of ten", "Games to settle", "Policy Δ"]
    assert heads[0][3:10] == ["Score", *scored, "Games"]
    assert heads[1][3:12] == ["Series", *scored, "Single fight", "95 % interval", "Games"]
    for row in tables[1]["children"][2]["children"]:
        assert len(row["children"]) == len(heads[1])


def test_strength_is_said_for_the_published_first(evil, evil_page):
    tables = evil_page.tables("strength")
    assert len(tables) == len(evil.report.fields) == 2
    for field, table in zip(evil.report.fields, tables, strict=True):
        rows = table["children"][2]["children"]
        for (side, standings), row in zip(field.standings, rows, strict=True):
            texts = [cell["text"].replace("\N{NO-BREAK SPACE}", " ") for cell in row["children"]]
            assert texts[0] == side.name + ("" if side.is_published else "stand-in")
            for standing, found in zip(standings, (texts[1:5], texts[5:9]), strict=True):
                assert found[0].replace("\N{NON-BREAKING HYPHEN}", "-") == standing.rank_text
                assert found[1].startswith(f"{standing.average.estimate:.1f} %")
                assert found[2] == standing.points_text
                assert found[3].startswith(f"{standing.mix.estimate:.1f} %")
    body = evil_page.all("body")[0]["text"].replace("\N{NO-BREAK SPACE}", " ")
    for field in evil.report.fields:
        for sentences in field.sentences:
            for sentence in sentences:
                assert sentence in body.replace("\N{NON-BREAKING HYPHEN}", "-")


@pytest.mark.parametrize("name", ["series", "evil_series"])
def test_tables_of_a_series_are_accessible(name, request):
    page = Page(render(request.getfixturevalue(name).report))
    for table in page.all("table"):
        _, head, body = table["children"]
        assert len({len(row["children"]) for row in head["children"] + body["children"]}) == 1
    if name == "evil_series":
        assert re.search(r"this is\s+the chance of the first side in the series if all", page.all("body")[0]["text"])
