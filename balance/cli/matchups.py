"""`balance matchups`: the table of every side against every other, as table, CSV, PNG, HTML and JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from balance.cli import cards as cards_command
from balance.cli import options, running
from balance.cli import skill as skill_command

if TYPE_CHECKING:
    import polars as pl

    from balance.report.extra import Extra
    from balance.report.figures import Pictures
    from balance.runs.executor import RunResult
    from balance.runs.precision import Precision

COUNTED_GAMES = 512  # of each matchup in which cards are counted; a play rate is a mean over all opponents
# With luck renewed, of all matchups together: twice 512 of each of the 15 matchups of six fighters, which tells the
# shares of the two sources of luck in Combo Fighter to two points. Larger fields take as many, so they cost as little.
LUCK_GAMES = 15_360
WIDE = 10  # percentage points on either side, from which on a table says so little that it is pointed out


def matchups(
    ruleset: options.RulesetName,
    games: Annotated[
        int | None,
        typer.Option(
            help=f"Games a cell under the first policy; a second one gets a quarter. {running.GAMES} by default.",
            min=1,
            max=10**9,
        ),
    ] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            help="Instead of --games: half-width of the intervals in percentage points, twice that under a second"
            " policy. A pilot, which is part of the run, chooses the games a cell.",
            metavar="POINTS",
        ),
    ] = None,
    policy: Annotated[
        list[str] | None,
        typer.Option(help="Policy level, once or twice; by default the ruleset's standard and second.", metavar="NAME"),
    ] = None,
    fighters: options.Fighters = None,
    format: Annotated[
        str,
        typer.Option(help="What is won: duel, or best-of-three (drawn fights replayed). Same games.", metavar="NAME"),
    ] = "duel",
    round_seconds: Annotated[
        int | None,
        typer.Option(
            help="What a round, or a turn, takes at the table, in seconds, to say how long games are; 45 by default.",
            min=1,
            max=3600,
            metavar="N",
        ),
    ] = None,
    is_forcing: Annotated[
        bool,
        typer.Option(
            "--cards",
            help="Also measure what each card is worth in the opening hand, as `balance cards` does, for all fighters.",
        ),
    ] = False,
    is_erring: Annotated[
        bool,
        typer.Option("--skill", help="Also play with errors in the first policy, as `balance skill` does."),
    ] = False,
    variant: options.Variant = None,
    edits: options.Edits = [],  # noqa: B006
    epoch: options.Epoch = 1,
    luck_by: options.LuckBy = "seat",
    jobs: options.Jobs = None,
    out: options.Out = None,
    store: options.StoreFolder = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Play everything again.")] = False,
    is_json: options.Json = False,
    rulesets: options.Rulesets = None,
) -> None:
    """Play every matchup and write the table.

    It is shown here and written as report.html, run.json, the pictures matchups.png, tiers.png and lengths.png, and the
    tables matchups.csv, ratings.csv, structure.csv, feel.csv (what the games are like), sides.csv (what each fighter
    does), cards.csv, luck-field.csv (how much luck decides) and games.csv (four games of each matchup to read). What
    was played before is taken from the store; a killed run goes on where it stopped.

    Example: balance matchups combo-fighter --fighters boris,grace --set hand_size=6
    """
    from balance import rules
    from balance.data.load import EACH_ITS_OWN
    from balance.errors import UsageError
    from balance.frames import formats
    from balance.report.extra import play_extra
    from balance.report.figures import Pictures
    from balance.runs import precision as pilots
    from balance.runs.executor import default_jobs, run
    from balance.runs.plan import Plan, plan_matchups
    from balance.runs.store import Store, default_store

    chosen_format = formats.named(format)
    if precision is not None:
        if games is not None:
            raise UsageError("--precision chooses the number of games; expected either --games or --precision")
        pilots.check_half_width(precision)
    data = options.load(ruleset, rulesets, variant, edits)
    given = policy or data.levels
    names = [data.policy_name(name) for name in given]
    if data.is_between_policies:
        for name in policy or []:
            data.policy_of_both(name)
        names = [EACH_ITS_OWN]
    if len(names) > 2 or len(set(names)) < len(names):
        raise UsageError(f"--policy {' --policy '.join(given)}: expected one policy or two different ones")
    stems = running.named("--fighters", fighters)
    folder = out or Path("reports") / "out" / ruleset
    kept = Store(store or default_store(), is_fresh=fresh)

    def planned(of_levels: Sequence[int]) -> Plan:
        levels = tuple(zip(names, of_levels, strict=True))
        return plan_matchups(rules.get(ruleset), data, sides=stems, levels=levels, luck_by=luck_by, epoch=epoch)

    def played(plan: Plan, is_keeping: bool = False) -> RunResult:
        with running.Bar() as progress:
            return run(plan, kept, jobs=jobs or default_jobs(), is_keeping=is_keeping, progress=progress)

    running.check_writable(folder)
    chosen = None
    if precision is None:
        games = running.GAMES if games is None else games
        plan = planned([games, -(-games // running.SECOND_SHARE)][: len(names)])
        running.note_odd(games, plan)
        result = played(plan)
    else:
        result, chosen = pilots.run_to_precision(precision, len(names), planned, played, chosen_format.interval)
    again = options.command_line(
        "matchups", [ruleset], data,
        {"games": games, "precision": precision, "policy": policy, "fighters": fighters,
         "format": format, "round-seconds": round_seconds, "cards": is_forcing, "skill": is_erring, "epoch": epoch,
         "luck-by": luck_by},
    )  # fmt: skip
    runs = [result]

    def play(plan: Plan) -> RunResult:
        runs.append(played(plan, is_keeping=True))
        return runs[-1]

    extra = play_extra(
        result, play, card_games=cards_command.GAMES if is_forcing else COUNTED_GAMES, is_forcing=is_forcing,
        luck_games=LUCK_GAMES, skill_games=skill_command.GAMES if is_erring else 0,
    )  # fmt: skip
    drawn = Pictures(kept.folder / "pictures", is_fresh=fresh)
    _write(result, again, format, chosen, round_seconds, extra, drawn, folder, is_json)
    played_games, stored_games = sum(one.games_played for one in runs), sum(one.games_stored for one in runs)
    seconds = sum(one.seconds for one in runs)
    rate = played_games / seconds if seconds else 0
    print(
        f"{played_games + stored_games:,} games in {seconds:.1f} s: {played_games:,} played ({rate:,.0f} a second),"
        f" {stored_games:,} from the store. Written to {folder}",
        file=sys.stderr if is_json else sys.stdout,
    )


def _write(
    result: RunResult,
    command: list[str],
    format: str,
    precision: Precision | None,
    round_seconds: int | None,
    extra: Extra,
    drawn: Pictures,
    folder: Path,
    is_json: bool,
) -> None:
    from balance.frames import formats
    from balance.frames.feel import feel
    from balance.frames.games import games as notable_games
    from balance.frames.matchups import matchups as matchup_table
    from balance.frames.ratings import ratings, structure
    from balance.frames.sides import sides
    from balance.report import build, games, html, png, terminal
    from balance.runs.manifest import manifest_of, run_json
    from balance.runs.store import write_whole

    table = matchup_table(result, format)
    strength, shape = ratings(result, format), structure(result, format)
    manifest = manifest_of(result, command, format, precision)
    notable = notable_games(result, manifest.behaviour_digest)
    report = build.build(result, manifest, table, strength, shape, notable, round_seconds, extra)
    plain = run_json(result, manifest)
    chosen = formats.named(format)
    if chosen.is_series:  # single games are told by their integers
        scores = table.select(chosen.score_columns).iter_rows(named=True)
        for cell, score in zip(plain["cells"], scores, strict=True):
            cell |= score
    plain |= {"ratings": strength.to_dicts(), "structure": shape.to_dicts(), "notable": notable.to_dicts()}
    run = json.dumps(plain, indent=1, ensure_ascii=False) + "\n"
    frames = {
        "matchups": table, "ratings": strength, "structure": shape, "feel": feel(result), "sides": sides(result),
        "games": notable, "cards": extra.cards, "luck-field": extra.luck, "skill": extra.skill,
        "skill-averages": extra.averages,
    }  # fmt: skip
    for name, frame in frames.items():
        if frame is None:  # nor may that of another run stand there
            (folder / f"{name}.csv").unlink(missing_ok=True)
        else:
            write_whole(folder / f"{name}.csv", frame.write_csv().encode())
    for name, picture in png.pictures(report).items():
        if picture is None:
            (folder / name).unlink(missing_ok=True)
        else:
            write_whole(folder / name, drawn.png(picture))
    write_whole(folder / "report.html", html.render(report).encode())
    write_whole(folder / "run.json", run.encode())
    if is_json:
        sys.stdout.write(run)
    else:
        from rich.console import Console

        Console().print(terminal.matchup_table(report))
        print("\n".join(games.told(notable, folder / "games.csv", report.turn)))
    is_one_level = result.plan.ruleset.is_between_policies
    _note_few_games(table if is_one_level else table.filter(table["policy_a"] == result.plan.levels[0]))


def _note_few_games(table: pl.DataFrame) -> None:
    """Point out that a table made of a few games says little."""
    widest = ((table["hi"] - table["lo"]) / 20).max()
    if isinstance(widest, float) and widest > WIDE:
        few = max(table["games"].to_list())
        print(
            f"note: {few} games a matchup leave intervals of up to ± {widest:.0f} points, too wide to"
            f" tell much; ask for more with --games ({running.GAMES:,} by default)",
            file=sys.stderr,
        )
