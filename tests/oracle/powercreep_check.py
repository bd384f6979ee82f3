"""A recorded game of Powercreep!Beta against the oracle: the deal and the choices are believed, the rest is derived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any, NoReturn

from tests.oracle.powercreep_oracle import Game, Result
from tests.oracle.powercreep_prompts import Answer, Prompt
from tests.oracle.powercreep_table import JOKERS, Options

OVER = "nothing: the trace is over"
AT_ONCE = ("fall", "discard")  # several fighters that fall in one battle, all modifiers of a combat as the turn ends


class OracleError(AssertionError):
    """The trace and the rules disagree."""


class Reader:
    """The events of a trace, one after the other."""

    def __init__(self, events: Iterable[tuple[Any, ...]]) -> None:
        self.events: Iterator[tuple[Any, ...]] = iter(events)
        self.number = -1
        self.turn = 0

    def next(self) -> Any:
        self.number += 1
        return next(self.events, OVER)

    def expect(self, *wanted: Any) -> None:
        event = self.next()
        if wanted[0] == "turn":
            self.turn = wanted[2]
        if event != wanted:
            self.fail(wanted, event)

    def expect_all(self, wanted: list[tuple[Any, ...]]) -> None:
        actual = [self.next() for _ in wanted]
        if sorted(actual, key=repr) != sorted(wanted, key=repr):
            self.fail(wanted, actual)

    def fail(self, expected: Any, actual: Any) -> NoReturn:
        where = f"event {self.number} (turn {self.turn})"
        raise OracleError(f"{where}: the rules expect {expected}, the trace says {actual}")


def check_game(options: Options, events: Iterable[tuple[Any, ...]]) -> Result:
    """Raise OracleError at the first event that the rules do not produce; return how the game ended."""
    reader = Reader(events)
    stacks = deal(reader, 0), deal(reader, 1)
    try:
        game = Game(options, stacks)
    except AssertionError as error:
        raise OracleError(f"no such deal under the options: {stacks}") from error
    playing = game.play()
    answer: Answer | None = None
    while True:
        try:
            prompt = playing.send(answer)
        except StopIteration as stop:
            result: Result = stop.value
            break
        except AssertionError as error:
            raise OracleError(f"event {reader.number} (turn {reader.turn}): {error}") from error
        compare_log(game, reader)
        answer = compare_prompt(prompt, reader)
    compare_log(game, reader)
    reader.expect("end", 1 - result.loser, result.by)
    rest = reader.next()
    if rest != OVER:
        reader.fail(OVER, rest)
    return result


def deal(reader: Reader, seat: int) -> list[str]:
    match reader.next():
        case "shuffle", int(dealt), list(cards) if dealt == seat:
            return cards
        case event:
            reader.fail(f"the Life Stack of seat {seat}", event)


def compare_log(game: Game, reader: Reader) -> None:
    """Compare what happened since the last prompt; what happens at one moment has no order."""
    for word, run in groupby(game.table.log, key=lambda event: event[0]):
        wanted = list(run)
        if word in AT_ONCE:
            reader.expect_all(wanted)
        else:
            for event in wanted:
                reader.expect(*event)
    game.table.log.clear()


def compare_prompt(prompt: Prompt, reader: Reader) -> Answer:
    """Compare who is asked what, and every legal answer with its copies; return the chosen one."""
    wanted = sorted(kinds(prompt.legal).items())
    match reader.next():
        case "ask", prompt.seat, prompt.kind, legal, chosen if sorted(legal) == wanted:
            if chosen not in dict(wanted):
                reader.fail(f"a choice among {wanted}", chosen)
            return chosen
        case event:
            missing, extra = wanted, []
            if event[0] == "ask":
                missing = [answer for answer in wanted if answer not in event[3]]
                extra = [answer for answer in event[3] if answer not in wanted]
            wrong = f"seat {prompt.seat} to be asked: {prompt.kind}, with {missing} and without {extra}"
            reader.fail(wrong, event)


def kinds(legal: frozenset[Answer]) -> dict[Answer, int]:
    """Answers with their copies: where there is a choice of two Jokers, it is one answer of two copies."""
    copies = dict.fromkeys(legal, 1)
    for answer in legal:
        if JOKERS[1] in answer:
            twin = tuple(JOKERS[0] if word == JOKERS[1] else word for word in answer)
            if twin in legal:
                del copies[answer]
                copies[twin] = 2
    return copies
