"""The game as the play loop sees it: dealing, whose decision it is, carrying one out, the finished game.

A turn runs through `turns`, `summons`, `modifiers` and `battles`; `moves` and `cards` are what all of them use. Reading
ids (PC-...) are those of this folder's README.
"""

import numpy as np

from balance.core.jit import kernel
from balance.rules.powercreep import battles, deal, modifiers, summons, turns
from balance.rules.powercreep.moves import discard
from balance.rules.powercreep.state import SEATS, Decision, Measure, Move, Stage, Summon, Total
from balance.vocab import Outcome


@kernel
def setup(cards, state, trace):
    """Deal, and begin the first turn; seat 0 has it."""
    deal.setup(cards, state, trace)
    advance(cards, state, Stage.START, trace)


@kernel
def redeal(cards, state, seat, luck):
    """Resample what a seat cannot see."""
    deal.redeal(cards, state, seat, luck)


@kernel
def actor(cards, state):
    """Return the deciding seat, -1 when the game is over."""
    return np.int64(state.actor)


@kernel
def decision(cards, state):
    """Return (Decision, turn, step): the step counts the decisions of a turn."""
    return np.int64(state.decision), np.int64(state.turn_n), np.int64(state.step_n)


@kernel
def apply(cards, state, code, trace):
    """Carry out one choice (`state.Move`) and all that follows, up to the next one."""
    move, a, b = code >> 12, (code >> 6) & 63, code & 63
    seat = np.int64(state.actor)
    state.step_n += 1
    if state.decision == Decision.TURN:
        stage = take_turn(cards, state, move, a, b, trace)
    elif state.decision == Decision.SHOW:
        stage = summons.show(state, a, trace)
    elif state.decision == Decision.PAYMENT:
        stage = summons.pay(state, a, trace)
    elif state.decision == Decision.TAKE:
        stage = modifiers.take(state, a, trace)
    elif state.decision == Decision.CANCEL:
        if move == Move.PASS:
            stage = modifiers.resolve(cards, state, trace)
        else:
            stage = modifiers.cancel(state, seat, a, trace)
    elif state.decision == Decision.COMBAT:
        if move == Move.PASS:
            stage = battles.pass_on(state)
        else:
            stage = modifiers.begin_play(state, seat, a, b, trace)
    elif state.decision == Decision.PROTECT:
        if move == Move.PASS:
            stage = battles.give_up(state)
        else:
            stage = battles.protect(state, seat, a, trace)
    else:
        discard(state, seat, a, trace)
        stage = Stage.END
    advance(cards, state, stage, trace)


@kernel
def take_turn(cards, state, move, a, b, trace):
    """Carry out what the active player does in the own turn; anything but ending it is an action (PC-6)."""
    if move == Move.END:
        return Stage.END
    if move == Move.END_DRAWING:
        return turns.draw_idle(cards, state, trace)
    state.is_idle = 0
    if move == Move.PLAY:
        return modifiers.begin_play(state, np.int64(state.active), a, b, trace)
    if move == Move.ATTACK:
        return battles.begin_attack(cards, state, a, b, trace)
    if move == Move.STACK:
        return summons.lay_on(state, a, b, trace)
    if move == Move.TURN:
        return summons.turn(state, a, trace)
    return summons.begin_summon(cards, state, move, a, b)


@kernel
def advance(cards, state, stage, trace):
    """Run through the parts of a turn up to the next decision; each part names the one after it."""
    while stage != Stage.NONE:
        if stage == Stage.TURN:
            stage = turns.ask_turn(state)
        elif stage == Stage.SUMMON:
            stage = summons.ask_summon(state, trace)
        elif stage == Stage.CANCEL:
            stage = modifiers.ask_cancel(cards, state, trace)
        elif stage == Stage.TAKE:
            stage = modifiers.ask_take(state)
        elif stage == Stage.COMBAT:
            stage = battles.ask_combat(cards, state)
        elif stage == Stage.BATTLE:
            stage = battles.compare(cards, state, trace)
        elif stage == Stage.PROTECT:
            stage = battles.ask_protect(state)
        elif stage == Stage.CASUALTIES:
            stage = battles.bury(cards, state, trace)
        elif stage == Stage.END:
            stage = turns.end_turn(cards, state, trace)
        else:
            stage = turns.start_turn(state, trace)


@kernel
def fill_row(cards, state, row):
    """Write the outcome for side 0, the measures and the totals (`state.Measure`, `state.Total`)."""
    row[0] = Outcome.WIN if state.side[state.winner] == 0 else Outcome.LOSS
    row[Measure.TURNS] = state.turn_n
    row[Measure.END] = state.end
    row[Measure.LIFE_LEFT] = state.seat[state.winner].stack_n
    row[Measure.GUARDS] = state.guards_n
    row[Measure.WINNER] = 1 + state.winner
    for seat in range(SEATS):
        me = state.seat[seat]
        side = state.side[seat]
        row[Measure.BOMBS_A + side] = me.bombs_n
        row[Measure.PROTECTS_A + side] = me.protects_n
        row[Measure.CANCELS_A + side] = me.cancels_n
        row[Measure.MODIFIERS_A + side] = me.modifiers_n
        for kind in range(Summon.PAY, Summon.STACK + 1):
            row[Total.PAY + 2 * (kind - 1) + side] = me.summons_n[kind]
        row[Total.STOOD + side] = me.modifiers_n - me.canceled_n
        row[Total.CANCELED + side] = me.canceled_n
        row[Total.BATTLES + side] = me.battles_n
        row[Total.DIRECTS + side] = me.directs_n
        row[Total.DAMAGE + side] = me.damage


@kernel
def fill_course(cards, state, course, at):
    """Write the standing of both sides at the start of each turn."""
    for i in range(state.turn_n):
        course[at + i, 0] = state.course[i, 0]
        course[at + i, 1] = state.course[i, 1]
    return np.int64(state.turn_n)
