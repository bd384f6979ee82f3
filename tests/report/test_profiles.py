"""Each side by itself: what stands there always, what is measured when it is asked for, and who is told otherwise."""

import re

import pytest

from balance.frames.cards import EVERYONE
from balance.frames.skill import MATCHUP, SURVIVES
from balance.report import build, html
from balance.report.extra import Extra, play_extra
from balance.runs.executor import run
from balance.runs.store import Store

SIDES = ("boris", "grace", "ruby")


@pytest.fixture(scope="module")
def few(play):
    """Return a run of two published fighters and a stand-in, under an edit and two policies."""
    return play(("hand_size=6",), sides=SIDES)


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    return Store(tmp_path_factory.mktemp("store"))


def extra_of(few, store, **given):
    runs = []

    def play(plan):
        runs.append(run(plan, store, jobs=1, is_keeping=True))
        return runs[-1]

    return play_extra(few.result, play, **given), runs


def report_of(few, extra):
    return build.build(few.result, few.manifest, few.table, extra=extra)


@pytest.fixture(scope="module")
def counted(few, store):
    return extra_of(few, store, card_games=20)[0]


@pytest.fixture(scope="module")
def measured(few, store):
    return extra_of(few, store, card_games=4000, is_forcing=True, skill_games=10)[0]


def test_cards_are_counted_in_games_of_the_run_each_once(few, store):
    """A cell counts the cards of both sides; of no matchup more games are played than the run has."""
    extra, (counting,) = extra_of(few, store, card_games=1000)
    assert [(cell.cell.a, cell.cell.b) for cell in counting.cells] == [
        ("boris", "grace"),
        ("boris", "ruby"),
        ("grace", "ruby"),
    ]
    played = {(cell.cell.a, cell.cell.b): cell.tally for cell in few.result.cells if cell.cell.level == 0}
    for cell in counting.cells:
        assert cell.tally == played[cell.cell.a, cell.cell.b]  # the very games
    assert not extra.has_effects
    assert extra.cards["effect"].null_count() == len(extra.cards)
    assert (extra.cards["games_played_per_game"] > 0).any()


def test_forcing_cards_measures_what_they_are_worth(measured):
    assert measured.has_effects
    of_boris = measured.cards.filter(side="boris", opponent=EVERYONE)
    assert of_boris["effect"].null_count() == 0
    assert set(measured.averages["noise"]) == {0, 100, 300}


def test_a_single_side_has_nothing_besides(play):
    alone = play(sides=("boris",))
    extra = play_extra(alone.result, lambda plan: pytest.fail("nothing to play"), card_games=20, is_forcing=True)
    assert extra == Extra()
    assert report_of(alone, extra).profiles is None


def test_what_was_not_measured_names_the_command_that_measures_it_once(few, counted):
    report = report_of(few, counted)
    for profile in report.profiles.sides:
        assert profile.worth is None and profile.skill is None and profile.uses is not None  # noqa: PT018
    line = f"{few.manifest.command} --cards --skill"
    assert report.profiles.whole.line == line
    page = html.render(report)
    start, end = page.index('aria-labelledby="profiles"'), page.index('aria-labelledby="games"')
    assert re.findall(r'<code class="command">(.*?)</code>', page[start:end]) == [line]
    assert page[start:end].count("Not everything was measured here.") == 1


def test_ranks_of_two_scopes_do_not_mix(few, counted, play):
    """Boris and Grace have published numbers, Ruby has not; whoever plays."""
    report = report_of(few, counted)
    published = report.fields[0]
    first, second = report.profiles.rankings
    assert first.title == published.title == "The 2 fighters with published numbers"
    assert [profile.side.stem for profile in first.sides] == [side.stem for side, _ in published.standings]
    assert second.title == "The other one, ranked among all 3 fighters"
    assert [profile.side.stem for profile in second.sides] == ["ruby"]
    assert " of 3;" in second.sides[0].headline
    assert report.profiles.sides == first.sides + second.sides
    page = html.render(report)
    assert [page.count(f"<h3>{ranking.title}</h3>") for ranking in (first, second)] == [2, 1]  # one is of the structure
    others = play(sides=("luyan", "ruby", "sno")).report
    (only,) = others.profiles.rankings
    assert [profile.side.stem for profile in only.sides] == [side.stem for side, _ in others.fields[-1].standings]
    assert html.render(others).count(f"<h3>{only.title}</h3>") == 1  # that of the structure


def test_nothing_is_missing_where_all_was_measured(few, measured):
    profiles = report_of(few, measured).profiles
    assert profiles.whole is None
    for profile in profiles.sides:
        first = EVERYONE if profile.side.apart else "main"  # the stand-in meets main sides alone
        cards = measured.cards.filter(side=profile.side.stem, opponent=first)
        shown = {row[0].text.rpartition(" (")[0]: row[2] for row in profile.worth.rows}
        assert {name: cell.sort for name, cell in shown.items() if cell.text != "–"} == {
            card: effect for card, effect in cards.select("card", "effect").iter_rows() if effect is not None
        }
        assert [row[0] for row in profile.uses.rows] == [row[0] for row in profile.worth.rows]
        assert [row.label for row in profile.skill.rows] == ["0 %", "10 %", "30 %"]


def test_skill_is_that_of_the_main_sides_where_there_are(few, measured):
    for profile in report_of(few, measured).profiles.sides:
        scope = "main" if profile.side.is_main else "all"
        means = measured.averages.filter(side=profile.side.stem, scope=scope).sort("noise")
        shown = [row.marks[0].estimate for row in profile.skill.rows]
        assert shown == pytest.approx([score / 10 for score in means["average_per_mille"]])


def test_each_matchup_has_one_verdict_on_skill(few, measured):
    names = {side.name: side.stem for side in few.report.sides}
    for profile in report_of(few, measured).profiles.sides:
        told = " ".join(profile.verdicts)
        others = set(names) - {profile.side.name}
        assert all(told.count(name) == 1 for name in others)
        surviving = measured.skill.filter(question=MATCHUP, noise=0, verdict=SURVIVES)
        mine = [row for row in surviving.iter_rows(named=True) if profile.side.stem in (row["a"], row["b"])]
        assert ("Lopsided at every skill" in told) == bool(mine)


def test_a_fighter_in_numbers(few, counted):
    report = report_of(few, counted)
    for profile in report.profiles.sides:
        field, standings = next(
            (field, of) for field in report.fields for side, of in field.standings if side.stem == profile.side.stem
        )
        lines = {line.label: line.values for group in profile.groups for line in group.lines}
        assert profile.groups[0].title == field.title
        assert all(len(values) == len(report.levels) for values in lines.values())
        assert (
            lines["Rank, best and worst possible"][1]
            == report.fields[-1]
            .standings[[side.stem for side, _ in report.fields[-1].standings].index(profile.side.stem)][1][1]
            .rank_text
        )
        (best, score) = standings[0].best
        if len(field.standings) == 2:  # nothing is best and worst at once
            assert profile.headline.endswith(f" against {best}")
            assert lines[f"Against {best}"][0].startswith(f"{score.estimate:.1f} %")
        else:
            assert f"rank {standings[0].rank_text} of {len(field.standings)}" in profile.headline
            assert f"best against {best} ({score.estimate:.1f} %)" in profile.headline
            assert lines["Best matchup"][0].startswith(f"{best}, {score.estimate:.1f} %")
        won = next(group for group in profile.groups if group.title == "How rounds are won")
        shares = [[float(value.split()[0]) for value in line.values] for line in won.lines[:-1]]
        assert [sum(column) for column in zip(*shares, strict=True)] == pytest.approx(
            [100] * len(report.levels), abs=0.4
        )


@pytest.mark.parametrize("name", ["counted", "measured"])
def test_no_cell_of_a_page_is_empty(few, name, request):
    page = html.render(report_of(few, request.getfixturevalue(name)))
    assert not re.search(r"<t[dh][^>]*>\s*</t[dh]>", page)
    assert page.count('class="profile"') == len(SIDES)
    assert len(page.encode()) < 1_000_000


def test_sides_that_are_policies_have_their_cards_too(tmp_path):
    """No provenance there; the cards that each policy plays, and skill where it is asked for."""
    import balance
    from balance.runs.manifest import manifest_of
    from tests.games import data_of

    result = balance.simulate(data_of("powercreep"), games=20, sides=("random", "standard"), jobs=1, store=tmp_path)
    store = Store(tmp_path)
    for skill_games in (0, 10):
        extra = play_extra(
            result, lambda plan: run(plan, store, jobs=1, is_keeping=True), card_games=10, skill_games=skill_games
        )
        manifest = manifest_of(result, ["balance", "matchups"])
        report = build.build(result, manifest, balance.matchups(result), extra=extra)
        for profile in report.profiles.sides:
            assert profile.uses is not None
            assert (profile.skill is not None) == bool(skill_games)
        assert report.profiles.whole.line == f"balance matchups --cards{'' if skill_games else ' --skill'}"
        assert "Policy by policy" in html.render(report)
