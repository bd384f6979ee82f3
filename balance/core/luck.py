"""Keyed luck: every draw has coordinates, none has a sequence.

A game's key names all its luck; streams are derived per (lane, purpose, occasion), cards by their stable identity and
choices by what is chosen. Nothing depends on how much luck was used before, on threads or on chunk sizes, and an edit
disturbs only the draws it changes.

Mixing is the finaliser of SplitMix64 (Steele, Lea, Flood 2014, variant 13 of Stafford) over multiples of odd constants.
"""

import numpy as np

from balance.core.jit import kernel, leading_zeros, wrapping_kernel

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_LANE = np.uint64(0xD1342543DE82EF95)
_PURPOSE = np.uint64(0xAF251AF3B0F025B5)
_OCCASION = np.uint64(0xB564EF22EC7AECE5)
_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_LOW_64 = (1 << 64) - 1
_S30 = np.uint64(30)
_S27 = np.uint64(27)
_S31 = np.uint64(31)

NO_LANE = 2  # the lane of luck that belongs to the table
SHUFFLE_MAX = 64  # cards in one keyed shuffle
_BUCKET_SHIFT = np.uint64(58)  # the top six bits choose one of 64 buckets
CARD_MASK = np.uint64(255)  # the low byte of a sort key is the card itself

# Scratch of one keyed shuffle; a state carries it, since kernels do not allocate.
SHUFFLER = np.dtype(
    [("keys", np.uint64, (SHUFFLE_MAX,)), ("ordered", np.uint64, (SHUFFLE_MAX,)), ("counts", np.int16, (65,))],
    align=True,
)

# -log2(1 + i / 4096) in units of 2**-32, for the integer exponential; one more entry closes the last segment.
_LOG_BITS = 12
_LOG_TABLE = np.array([round(-np.log2(1 + i / 4096) * 2**32) for i in range(4097)], np.int64)
_BELOW_TOP = np.uint64((1 << 63) - 1)
_ONE = np.uint64(1)
_MANTISSA_SHIFT = np.uint64(63 - _LOG_BITS)
_REST_SHIFT = np.uint64(63 - _LOG_BITS - 20)
_REST_MASK = np.uint64((1 << 20) - 1)
WEIGHT_MAX = 1 << 24  # times the largest exponential (2**38) still fits an int64


@wrapping_kernel
def mix(z):
    """Return the SplitMix64 finaliser of `z` (uint64 -> uint64, a bijection)."""
    z = (z ^ (z >> _S30)) * _A
    z = (z ^ (z >> _S27)) * _B
    return z ^ (z >> _S31)


@wrapping_kernel
def game_key(epoch, matchup, index):
    """Return the key that all luck of block `index` of `matchup` in `epoch` comes from (all uint64)."""
    return mix(mix(mix(np.uint64(epoch) + _GOLDEN) ^ np.uint64(matchup)) + np.uint64(index) * _GOLDEN)


@wrapping_kernel
def stream(key, lane, purpose, occasion):
    """Return the stream of `lane` for `purpose`; `occasion` counts, for example, the reshuffles of a deck."""
    z = np.uint64(lane) * _LANE + np.uint64(purpose) * _PURPOSE + np.uint64(occasion) * _OCCASION
    return mix(key + mix(z + _GOLDEN))


@wrapping_kernel
def game_stream(state, seat, purpose, occasion):
    """Return the stream of a seat's luck for `purpose` in a game: all luck of the rules and policies comes from here.

    It hangs on the game's key, twisted where this luck is renewed (`play.vary`); an ordinary game has no twist.
    """
    return stream(state.key ^ state.twist[seat, purpose], state.lane[seat], purpose, occasion)


@wrapping_kernel
def shared_stream(state, purpose, occasion):
    """Return the stream of luck that belongs to the table and to no seat, such as that of a common deck.

    It is renewed as soon as it is renewed for either side.
    """
    return stream(state.key ^ (state.twist[0, purpose] | state.twist[1, purpose]), NO_LANE, purpose, occasion)


def renewed_bit(side: int, purpose: int) -> int:
    """Return the bit of a variation's `renewed` that stands for the luck of a side for a purpose."""
    return 1 << (2 * purpose + side)


def identity(slot: int) -> np.uint64:
    """Return the luck identity of a card slot or of a named action: `mix` of the (slot + 1)th multiple of _GOLDEN.

    Plain Python, since it is only asked for while data is lowered or a module is imported.
    """
    z = (int(slot) + 1) * int(_GOLDEN) & _LOW_64
    z = (z ^ (z >> 30)) * int(_A) & _LOW_64
    z = (z ^ (z >> 27)) * int(_B) & _LOW_64
    return np.uint64(z ^ (z >> 31))


@wrapping_kernel
def joined(identity_a, identity_b):
    """Return the identity of two cards taken together; the order does not matter, the copies do."""
    return identity_a + identity_b


@wrapping_kernel
def card_key(stream_of_shuffle, slot_identity, copy, card):
    """Return the sort key of one physical card: a (slot, copy) pair keeps its key whatever else is in the deck.

    The low byte is replaced by `card`, the code that the pile holds (0 to 255).
    """
    key = mix(stream_of_shuffle + slot_identity + np.uint64(copy) * _OCCASION)
    return (key & ~CARD_MASK) | np.uint64(card)


@wrapping_kernel
def decision_key(stream_of_policy, decision, turn, step):
    """Return the luck of one decision: what is decided, in which round or turn, at which step within it.

    The step is needed: without it an action that is legal at several steps ("stop") would keep its draw.
    """
    z = np.uint64(decision) * _LANE + np.uint64(turn) * _PURPOSE + np.uint64(step) * _OCCASION
    return mix(stream_of_policy + z)


@wrapping_kernel
def draw(luck, action_identity):
    """Return the uniform draw of one action in one decision: an odd uint64, so never 0."""
    return mix(luck + action_identity) | _ONE


@kernel
def exponential(u):
    """Return the Exp(1) variate (base 2) of a draw, an integer in units of 2**-32: -log2(u / 2**64).

    By leading zeros and a table with linear interpolation; absolute error below 2**-25.
    """
    whole = leading_zeros(u)
    u = (u << np.uint64(whole)) & _BELOW_TOP
    segment = np.int64(u >> _MANTISSA_SHIFT)
    rest = np.int64((u >> _REST_SHIFT) & _REST_MASK)
    low = _LOG_TABLE[segment]
    fraction = low + (((_LOG_TABLE[segment + 1] - low) * rest) >> 20)
    return ((whole + 1) << 32) + fraction


@kernel
def beats(rival, rival_weight, u, weight):
    """Say whether the draw `rival` arrives before `u` in the exponential race: smaller variate / weight.

    The variate falls as the draw rises, so no logarithm is needed where the higher draw has no smaller weight. Weights
    are 1 to WEIGHT_MAX.
    """
    if rival > u:
        if rival_weight >= weight:
            return True
    elif rival_weight <= weight:
        return False
    return exponential(rival) * weight < exponential(u) * rival_weight


@kernel
def sort_by_key(shuffler, n):
    """Sort the first `n` of `shuffler.keys` into `shuffler.ordered`; the low byte of each key is its card.

    One counting pass over the top six bits and one insertion pass. Ties among the other 56 bits fall to the lower card
    (chance 2**-56 a pair). `n` is at most SHUFFLE_MAX.
    """
    keys, ordered, counts = shuffler.keys, shuffler.ordered, shuffler.counts
    for bucket in range(65):
        counts[bucket] = 0
    for i in range(n):
        counts[np.int64(keys[i] >> _BUCKET_SHIFT) + 1] += 1
    for bucket in range(64):
        counts[bucket + 1] += counts[bucket]
    for i in range(n):
        bucket = np.int64(keys[i] >> _BUCKET_SHIFT)
        ordered[counts[bucket]] = keys[i]
        counts[bucket] += 1
    for i in range(1, n):
        key = ordered[i]
        j = i - 1
        while j >= 0 and ordered[j] > key:
            ordered[j + 1] = ordered[j]
            j -= 1
        ordered[j + 1] = key
