"""How Powercreep policies value what they may do: the weighted sum of an action's features (`features.Feature`)."""

from balance.core.jit import kernel
from balance.rules.powercreep.features import Feature
from balance.rules.powercreep.state import Move


@kernel
def prepare(cards, state, policy, memo):
    """Work out nothing."""


@kernel
def value(cards, state, policy, memo, code):
    """Return the weighted sum of the action's features."""
    move = code >> 12
    if move == Move.END:
        return policy.weight[Feature.END]
    if move == Move.END_DRAWING:
        return policy.weight[Feature.IDLE]
    return 0
