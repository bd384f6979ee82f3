"""What a policy may expect of a round before it is played out: who would win it, and what tokens make of damage."""

import numpy as np

from balance.core.jit import kernel, trailing_zeros
from balance.rules.combo_fighter.effects import changed, modified
from balance.rules.combo_fighter.state import Colour
from balance.vocab import Condition, Trigger, Verb

LOSES, TIES, WINS = -1, 0, 1
CERTAIN = 1 << 16  # a chance of one
TRACK_MAX = 6
# The chance that a row of won rounds is not broken: two fifths a round.
_TRACK = np.array([CERTAIN * 2**n // 5**n for n in range(TRACK_MAX + 1)], np.int64)


@kernel
def contest(sheet, face, hand, kind, rival_sheet, rival_face, rival_hand, rival_kind):
    """Return whether an opener WINS, TIES or LOSES against another; the hands are what is left behind them."""
    return compared(
        np.int64(sheet.colour[kind]), edge(sheet, face, hand, kind),
        np.int64(rival_sheet.colour[rival_kind]), edge(rival_sheet, rival_face, rival_hand, rival_kind),
    )  # fmt: skip


@kernel
def compared(colour, edge, rival_colour, rival_edge):
    """Compare two openers by the win circle, then by their edges (CF-21, CF-22)."""
    ahead = (colour - rival_colour) % 3
    if ahead != 0:
        return WINS if ahead == 1 else LOSES
    return WINS if edge > rival_edge else LOSES if edge < rival_edge else TIES


@kernel
def edge(sheet, face, hand, kind):
    """Return what decides among openers of one colour: the initiative of a red one, the star of another."""
    if sheet.colour[kind] == Colour.RED:
        return speed(sheet, face, hand, kind)
    return np.int64(sheet.star[kind])


@kernel
def speed(sheet, face, hand, kind):
    """Return the initiative of an opener with `hand` left behind it; 0 unless it is red."""
    if sheet.colour[kind] != Colour.RED:
        return 0
    return modified(sheet, face, hand, kind, Verb.INITIATIVE, np.int64(sheet.initiative[kind]))


@kernel
def dealt(sheet, face, counter, rival_sheet, rival_face, rival_counter, damage, is_signature, initiative, is_tie):
    """Return the damage of a round after what both tokens surely make of it; optional effects are left out."""
    if damage <= 0 or not (sheet.is_changing_dealt[face] or rival_sheet.is_changing_taken[rival_face]):
        return damage
    if not is_tie:
        damage = total(sheet, face, counter, Trigger.WON, damage, True, is_signature, 0)
        damage = total(rival_sheet, rival_face, rival_counter, Trigger.LOST, damage, False, False, initiative)
    damage = total(sheet, face, counter, Trigger.DEALING, damage, not is_tie, is_signature, 0)
    return total(rival_sheet, rival_face, rival_counter, Trigger.TAKING, damage, False, False, initiative)


@kernel
def total(sheet, face, counter, trigger, damage, is_winner, is_signature, initiative):
    """Return a total after the steps of one trigger; `initiative` is that of the opener across the table."""
    queue = sheet.at[face, trigger]
    while queue and damage > 0:
        effect = sheet.effect[trailing_zeros(queue)]
        queue &= queue - 1
        if effect.is_optional:
            continue
        if not expects(effect.condition, effect.condition_n, counter, is_winner, is_signature, initiative):
            continue
        for i in range(effect.first, effect.first + effect.steps_n):
            step = sheet.step[i]
            if step.verb == Verb.TOTAL and step.is_each == 0 and step.condition == Condition.NONE:
                x = sheet.x_usual if sheet.is_x_opposing[face] else counter
                damage = changed(damage, step.operator, step.amount * x if step.is_x else step.amount)
    return damage


@kernel
def expects(condition, n, counter, is_winner, is_signature, initiative):
    """Say whether a condition will hold, as far as it can be known; else it does not."""
    if condition == Condition.NONE:
        return True
    if condition == Condition.WON:
        return is_winner
    if condition == Condition.LOST:
        return not is_winner
    if condition == Condition.SIGNATURE:
        return is_signature
    if condition == Condition.NO_SIGNATURE:
        return is_winner and not is_signature
    if condition == Condition.COUNTER:
        return counter >= n
    return condition == Condition.AGAINST_INITIATIVE and initiative >= n


@kernel
def odds(copies, cards, drawn, one):
    """Return the chance, of `one`, that `drawn` cards out of `cards` hold at least one of `copies`."""
    none = one
    for i in range(drawn):
        none = none * max(cards - copies - i, 0) // max(cards - i, 1)
    return one - none


@kernel
def track(sheet, face, counter):
    """Return the chance that a counter on its way to an alternative win gets there, of CERTAIN."""
    goal = sheet.counter_goal[face]
    if goal == 0:
        return 0
    steps = max(goal - counter, 0)
    return _TRACK[steps] if steps <= TRACK_MAX else 0


@kernel
def counted(sheet, face, counter, is_winner, is_signature):
    """Return the counter after a round won (by a signature) or not won."""
    if is_winner:
        return counter + sheet.won_counts[face, 1 if is_signature else 0]
    return 0 if sheet.is_reset_by_loss[face] else counter
