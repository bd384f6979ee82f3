"""What an offer of a power token is worth to a policy."""

from balance.core.jit import kernel
from balance.core.piles import minus, size
from balance.rules.combo_fighter.effects import x_of
from balance.rules.combo_fighter.features import Feature
from balance.rules.combo_fighter.moves import life
from balance.rules.combo_fighter.position import worth_of_turn
from balance.rules.combo_fighter.state import ACCEPT, DECK_MAX, DECLINE, DOUBLE_SIGNATURE
from balance.vocab import Condition, Cost, Operator, Verb


@kernel
def value_of_offer(cards, state, sheet, me, memo, policy, code):
    """Return the value of taking an offer this way; declining is worth nothing."""
    if code == DECLINE:
        return 0
    effect = sheet.effect[me.offer]
    gain = gain_of_offer(cards, state, sheet, me, effect, code)
    worth = policy.weight[Feature.GAIN] * gain
    is_turning, is_doing = what_offer_does(sheet, effect)
    if is_turning and me.face == 0:
        worth += policy.weight[Feature.FLIP]
    if is_turning and policy.weight[Feature.TURN] != 0:
        turn = worth_of_turn(cards, state, state.actor, 1 - me.face, state.seat[1 - state.actor].face)
        worth += policy.weight[Feature.TURN] * turn
    if is_doing or gain > 0:
        worth += policy.weight[Feature.TAKEN]
    if effect.cost == Cost.DISCARD or effect.cost == Cost.REVEAL:
        paid = code if effect.cost == Cost.REVEAL else size(code)
        worth += policy.weight[Feature.COST] * paid + policy.weight[Feature.COST_MORE] * (paid - effect.least)
    if effect.cost == Cost.DISCARD:
        worth += policy.weight[Feature.COST_LINE] * size(minus(code, minus(me.hand, memo.line)))
    elif effect.cost == Cost.REVEAL:
        worth += policy.weight[Feature.COST_DIG] * (code >= me.deck_n and me.is_staggering == 0)
    if state.winner == state.actor:
        rival = state.seat[1 - state.actor]
        finishes = is_lethal(rival, rival.damage + gain) - is_lethal(rival, rival.damage)
        worth += policy.weight[Feature.FINISH] * finishes
    return worth


@kernel
def what_offer_does(sheet, effect):
    """Return whether an offer surely flips the token, and whether it surely does more than to change a total."""
    is_turning = False
    is_doing = False
    for i in range(effect.first, effect.first + effect.steps_n):
        step = sheet.step[i]
        if step.condition == Condition.NONE and step.verb != Verb.TOTAL:
            is_doing = True
            if step.verb == Verb.FLIP:
                is_turning = True
    return is_turning, is_doing


@kernel
def is_lethal(rival, damage):
    """Return 1 if so much damage knocks a fighter out, else 0."""
    return int(damage > 0 and (rival.is_staggering != 0 or damage >= life(rival)))


@kernel
def gain_of_offer(cards, state, sheet, me, effect, code):
    """Return the damage that an offer adds to what is dealt, or takes off what is suffered, as far as it is known.

    Of revealed cards the colours are not known: `each` is counted by the share of such cards in the whole deck.
    """
    gain = 0
    for i in range(effect.first, effect.first + effect.steps_n):
        step = sheet.step[i]
        if step.verb == Verb.DOUBLE_ONE:
            gain += int(sheet.damage[me.called]) if code == DOUBLE_SIGNATURE else me.part[code - ACCEPT]
        elif step.verb == Verb.TOTAL and (step.operator == Operator.ADD or step.operator == Operator.SUBTRACT):
            amount = step.amount * x_of(cards, state, state.actor) if step.is_x else step.amount
            if step.is_each and effect.cost == Cost.REVEAL:
                amount = amount * code * size((sheet.start + sheet.rest) & step.cards) // DECK_MAX
            elif step.is_each:
                amount *= size(code & step.cards)
            # Less damage taken counts as much as more damage dealt, up to what there is to take.
            gain += min(amount, me.damage) if step.operator == Operator.SUBTRACT else amount
    if effect.cost == Cost.DEAL_NOTHING:
        gain -= state.seat[1 - state.actor].damage
    return gain
