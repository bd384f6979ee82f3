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
def series_page(series):
    return Page(render(series.report))


@pytest.fixture(scope="module")
def evil_series_page(evil_series):
    return Page(render(evil_series.report))


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
    assert len(text.encode()) < 300_000
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


def columns_of(row):
    return sum(int(cell["attrs"].get("colspan", 1)) for cell in row["children"])


@pytest.mark.parametrize("name", ["page", "evil_page", "series_page", "evil_series_page"])
def test_tables_are_accessible(name, request):
    page = request.getfixturevalue(name)
    for table in page.all("table"):
        caption, head, *bodies = table["children"]
        assert [caption["tag"], head["tag"], *{body["tag"] for body in bodies}] == ["caption", "thead", "tbody"]
        assert caption["text"].strip()
        rows = [row for part in (head, *bodies) for row in part["children"]]
        assert len({columns_of(row) for row in rows}) == 1, "rows of unequal length"
    for heading in page.all("th"):
        assert heading["attrs"]["scope"] in ("col", "row", "rowgroup")
        assert heading["text"].strip()


@pytest.mark.parametrize(("name", "fields"), [("page", 1), ("evil_page", 2)])
def test_every_part_is_there(name, fields, request):
    page = request.getfixturevalue(name)
    counts = {kind: len(page.tables(kind)) for kind in ("grid", "strength", "plot", "details", "measures")}
    # Plots: length; for each field its mix, and where there are any the matchups that strength does not explain.
    assert counts.pop("plot") in range(1 + fields, 2 + 2 * fields)
    # Measures: three of the seven tables count matchups together, for each field.
    assert counts == {"grid": 2, "strength": fields, "details": 1, "measures": 4 + 3 * fields}
    ids = [element["attrs"].get("id") for element in page.all("h2")]
    assert ids == [
        "headline", "scores", "strength", "profiles", "games", "structure", "details", "next", "limits", "made"
    ]  # fmt: skip


def shown_cells(report, level, table):
    """Return the cells of a level with their elements, in the order in which they are shown."""
    for i, row in zip(report.order, table["children"][2]["children"], strict=True):
        for j, element in zip(report.order, row["children"][1:], strict=True):
            yield level.grid[i][j], element


def test_each_cell_of_a_grid_has_its_number_and_interval(played, page):
    grids = page.tables("grid")
    assert len(grids) == 2
    for level, table in zip(played.report.levels, grids, strict=True):
        for cell, element in shown_cells(played.report, level, table):
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
    assert "a stand-in is involved: its numbers are not published ones" in evil_page.all("body")[0]["text"]


def test_stand_ins_are_marked_in_every_table_of_fighters(evil, evil_page):
    """Boris is one; his name is markup."""
    of_sides = [table for table in evil_page.tables("measures") if table["children"][1]["text"].startswith("\nFighter")]
    titles = [table["children"][0]["text"] for table in of_sides]
    assert [title.partition(" under ")[0].strip() for title in titles] == [
        "What each fighter does in a game", "Who leads, in the matchups of each fighter", *["How rounds are won"] * 2
    ]  # fmt: skip
    for table in of_sides:
        heads = [row["children"][0]["text"] for row in table["children"][2]["children"]]
        assert [head for head in heads if head.endswith(" stand-in")] == [f"{EVIL} stand-in"]
        assert len(heads) == len(evil.report.sides)


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


@pytest.fixture(scope="module")
def powercreep(tmp_path_factory):
    """Return a function that reports a few games of policies against policies, by the scheme of luck."""
    import balance
    from balance.report import build
    from balance.runs.manifest import manifest_of
    from tests.games import data_of

    folder = tmp_path_factory.mktemp("store")

    def powercreep(luck_by="seat", sides=("random", "standard")):
        result = balance.simulate(
            data_of("powercreep"), games=20, sides=sides, luck_by=luck_by, jobs=1, store=folder
        )  # fmt: skip
        return build.build(result, manifest_of(result, ["balance"]), balance.matchups(result))

    return powercreep


def test_nothing_is_said_of_draws_or_a_publisher_where_there_is_none(powercreep, page):
    """Somebody always wins, and who publishes the game is not known."""
    report = powercreep()
    found = Page(render(report))
    words = ("draw", "drawn", "publisher")
    of_intro = found.all("header")[0]["children"][2]["text"]
    assert of_intro.startswith("2 policies · ")
    grid, details = found.tables("grid")[0]["text"], found.tables("details")[0]["children"][1]["text"]
    assert "Drawn" not in {row[0] for why in whys(found) for row in why["rows"]}
    key = next(p["text"] for p in found.all("p") if p["text"].startswith("6-4 means"))
    for text in (of_intro, grid, details, key):
        assert not [word for word in words if word in text.casefold()]
    for row in found.tables("details")[0]["children"][2]["children"]:
        assert len(row["children"]) == columns_of(found.tables("details")[0]["children"][1]["children"][0])
    assert "a draw counts half a win" in plain(page.all("body")[0]["text"]).casefold()
    assert "Drawn" in {row[0] for why in whys(page) for row in why["rows"]}
    assert "% draws" in plain(page.tables("grid")[0]["text"])
    assert page.all("header")[0]["children"][2]["text"].startswith("Plotmaker Games · 6 fighters · ")


def test_one_fighter_is_one(play):
    assert " · 1 fighter · " in Page(render(play(sides=("boris",)).report)).all("header")[0]["text"]


@pytest.mark.parametrize(
    ("luck_by", "told"), [("seat", ("seat 0", "seat 1")), ("side", ("first", "second"))], ids=["seat", "side"]
)
def test_the_sides_of_a_mirror_are_told_apart_by_what_is_theirs(powercreep, luck_by, told):
    """Where luck goes by side each side sits in both seats, so no column is a seat."""
    found = Page(render(powercreep(luck_by)))
    heads = [cell["text"] for why in found.all("table") for cell in why["children"][1]["children"][0]["children"]]
    assert [head for head in heads if head.startswith("random (")] == [f"random ({which})" for which in told]


def test_each_policy_has_a_digest_of_its_own(powercreep):
    report = powercreep()
    table = next(table for table in Page(render(report)).all("table") if table["children"][0]["text"] == "The policies")
    digests = [row["children"][2]["text"] for row in table["children"][2]["children"]]
    assert len(set(digests)) == len(digests) == 2
    assert digests == [side.digest for side in report.sides]


def test_one_policy(play):
    page = Page(render(play(levels=("standard",)).report))
    body = page.all("body")[0]["text"]
    assert "Only one policy was played" in body
    assert len(page.tables("grid")) == 1
    # 21 matchups, mirrors included, and 6 fighters
    assert len(page.all("table")) - len(page.tables("plot")) == 10 + 21 + 6
    assert "Δ is" not in body


def test_long_headlines_are_folded(made):
    stems = "abcdefg"
    pairs = [(a, b) for i, a in enumerate(stems) for b in stems[i + 1 :]]
    text = render(made({pair: (70, 70) for pair in pairs}))
    page = Page(text)
    assert page.all("summary")[0]["text"] == "11 more"
    assert '<details class="more"><summary>11 more</summary>' in text
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
        for cell, element in shown_cells(series.report, level, table):
            if not cell.is_mirror:
                assert element["text"].startswith(f"{cell.score.estimate:.1f} %")
    rows = [row for why in whys(page) for row in why["rows"]]
    assert {label for label, *_ in rows} >= {"Series", "Score of a single fight"}
    for words in ("series", "fight", "best of three"):
        assert words not in text.casefold().replace("fighter", "")


def test_details_of_a_series_have_the_single_fights(series, page):
    found = Page(render(series.report))
    tables = [one.tables("details")[0] for one in (page, found)]
    heads = [[cell["text"] for cell in table["children"][1]["children"][0]["children"]] for table in tables]
    scored = ["95 % interval", "All at once", "Of ten", "Games to settle", "Policy Δ"]
    assert heads[0][2:9] == ["Score", *scored, "Games"]
    assert heads[1][2:11] == ["Series", *scored, "Single fight", "95 % interval", "Games"]
    for row in tables[1]["children"][2]["children"]:
        assert len(row["children"]) == len(heads[1])


def test_strength_is_said_for_the_published_first(evil, evil_page):
    tables = evil_page.tables("strength")
    assert len(tables) == len(evil.report.fields) == 2
    for field, table in zip(evil.report.fields, tables, strict=True):
        rows = table["children"][2]["children"]
        for (side, standings), tier, row in zip(field.standings, field.tiers, rows, strict=True):
            cells = [[part["text"] for part in cell["children"]] for cell in row["children"]]
            assert row["children"][0]["text"] == f"{side.name} {side.provenance}"
            assert row["children"][1]["text"] == str(tier)
            for i, standing in enumerate(standings):
                averages, ranks, points, mix = (plain(cell[i]) for cell in cells[3:])
                assert ranks == standing.rank_text
                assert averages.startswith(f"{standing.average.estimate:.1f} %")
                assert points == standing.points_text
                assert mix.startswith(f"{standing.mix.estimate:.1f} %")
    body = plain(evil_page.all("body")[0]["text"])
    for field in evil.report.fields:
        assert all(sentence in body for sentences in field.sentences for sentence in sentences)
        assert field.rings in body


def plain(text):
    return text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NON-BREAKING HYPHEN}", "-")


def whys(page):
    """Return what is behind each cell: its id, its rows as texts and its commands."""
    found = []
    for element in page.all("div"):
        if element["attrs"].get("class") == "why" and "id" in element["attrs"]:
            table, *after = element["children"]
            rows = [
                [plain(cell["text"]) for cell in row["children"]]
                for part in table["children"][1:]
                for row in part["children"]
            ]
            found.append({"id": element["attrs"]["id"], "rows": rows, "commands": after})
    return found


def test_why_a_matchup_goes_as_it_does(played, page):
    found = {why["id"]: why for why in whys(page)}
    sides = len(played.report.sides)
    assert len(found) == 2 * sides * (sides + 1) // 2
    for at, level in enumerate(played.report.levels):
        for i in range(sides):
            for j in range(i, sides):
                cell = level.grid[i][j]
                rows = found[f"why-{at}-{i}-{j}"]["rows"]
                assert ["Won", str(cell.wins), str(cell.losses)] in rows
                for reasons in cell.why:
                    assert [reasons.title] in rows
                    for line in reasons.lines:
                        assert [text for text in (line.label, line.first, line.second) if text is not None] in rows


def test_games_to_look_at(played, page):
    """Every cell offers the games that the run singled out, as commands that carry all they need."""
    lines = [code["text"] for code in page.all("code") if code["attrs"].get("class") == "command"]
    assert lines[-1] == "balance matchups combo-fighter"  # of the run itself
    for cell in played.result.cells:
        start = f"balance replay combo-fighter {cell.cell.a}:{cell.cell.b} "
        mine = [line for line in lines if line.startswith(start) and f"--policy {cell.cell.policy_a} " in line]
        assert len(mine) == 4
        assert all(" --data " in line for line in mine)


def test_limits_and_next_questions_are_said(evil, evil_page):
    body = plain(evil_page.all("body")[0]["text"])
    for sentence in (
        *evil.report.limits,
        *(command.title for command in evil.report.more),
        evil.report.headline.verdict,
    ):
        assert sentence in body
    assert evil.report.everybody.about in body
    assert all(command.line.startswith("balance ") for command in evil.report.more)
    assert all("--set round_limit=9" in command.line for command in evil.report.more)


def test_length_against_the_box(played, page):
    body = plain(page.all("body")[0]["text"])
    assert "The box says 5 to 15 minutes, which the median game keeps if a round takes " in body
    for row in played.report.length.plot.rows:
        assert all(mark.text in body for mark in row.marks)


def test_truncated_fights_of_a_series(evil_series_page):
    body = evil_series_page.all("body")[0]["text"]
    assert re.search(r"this is\s+the chance of the first side in the series if all", body)
