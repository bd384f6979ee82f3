"""A recorded game of Powercreep!Beta against the oracle: the deal and the choices are believed, the rest is derived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from tests.oracle.powercreep_oracle import Game, Result
from tests.oracle.powercreep_prompts import Answer, Prompt
from tests.oracle.powercreep_table import JOKERS, Options

OVER = "nothing: the trace is over"


class OracleError(AssertionError):
    """The trace and the rules disagree."""


class _Reader:
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

    def fail(self, expected: Any, actual: Any) -> NoReturn:
        where = f"event {self.number} (turn {self.turn})"
        raise OracleError(f"{where}: the rules expect {expected}, the trace says {actual}")


def check_game(options: Options, events: Iterable[tuple[Any, ...]]) -> Result:
    """Raise OracleError at the first event that the rules do not produce; return how the game ended."""
    reader = _Reader(events)
    game = Game(options, (_deal(reader, 0), _deal(reader, 1)))
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
        _compare_log(game, reader)
        answer = _compare_prompt(prompt, reader)
    _compare_log(game, reader)
    reader.expect("end", 1 - result.loser, result.by)
    rest = reader.next()
    if rest != OVER:
        reader.fail(OVER, rest)
    return result


def _deal(reader: _Reader, seat: int) -> list[str]:
    match reader.next():
        case "shuffle", int(dealt), list(cards) if dealt == seat:
            return cards
        case event:
            reader.fail(f"the Life Stack of seat {seat}", event)


def _compare_log(game: Game, reader: _Reader) -> None:
    for event in game.table.log:
        reader.expect(*event)
    game.table.log.clear()


def _compare_prompt(prompt: Prompt, reader: _Reader) -> Answer:
    """Compare who is asked what, and every legal answer with its copies; return the chosen one."""
    wanted = sorted(_kinds(prompt.legal).items())
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


def _kinds(legal: Iterable[Answer]) -> dict[Answer, int]:
    """Answers with their copies: where there is a choice of two Jokers, it is one answer of two copies."""
    kinds: dict[Answer, int] = {}
    answers = set(legal)
    for answer in answers:
        twin = tuple(JOKERS[0] if word == JOKERS[1] else word for word in answer)
        kind = twin if twin in answers else answer
        kinds[kind] = kinds.get(kind, 0) + 1
    return kinds
