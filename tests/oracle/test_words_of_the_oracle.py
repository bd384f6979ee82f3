"""Hand-made first rounds: the oracle accepts a token that is played right and refuses one that is played wrong."""

from itertools import combinations

import pytest

from tests.oracle.combo_fighter_oracle import OracleError, check_game
from tests.oracle.combo_fighter_words import read_power

TOKEN_EVENTS = ("token", "offer", "flip", "counter", "total", "remove")
DECK = (1, 2, 3, 4, 5) * 9  # below a hand of one card of each kind
KINDS = (
    {"slot": 1, "icon": "RT", "initiative": 5, "opening": 3, "combo": 2, "box": ["RC"]},
    {"slot": 2, "icon": "RC", "initiative": 7, "opening": 5, "combo": 3, "box": ["BC"]},
    {"slot": 3, "icon": "BC", "opening": 0, "combo": 2, "box": ["YT"]},
    {"slot": 4, "icon": "YT", "opening": 0, "combo": 0, "box": ["YC"]},
    {"slot": 5, "icon": "YC", "opening": 0, "combo": 1, "box": ["RT"]},
)
WARM_UP = {"name": "Warm Up", "sequence": ["RT", "RC"], "damage": 6}


def token(a, b=None, active="face_up"):
    sides = [None if side is None else {"name": "of a test", "effects": side} for side in (a, b)]
    return {"a": sides[0], "b": sides[1], "active": active}


RETALIATE = token([{"won": "may double one, flip"}], [{"hit": "flip"}])
GROUND = [{"taking": "total = 0"}, {"always": "damage x3 red"}, {"end of round if lost": "flip"}]
STANDING = [{"taking": "total +2"}, {"always": "no signatures"}, {"winning with BC": "flip"}]
STAFF = [{"always if holding RC": "initiative +3 red, damage +1 red"}, {"playing RC": "flip"}]
TRACK = [
    {"won if signature": "counter +2"},
    {"won if no signature": "counter +1"},
    {"won if counter 4": "win"},
    {"lost": "counter = 0"},
    {"tied": "counter = 0"},
]


def subsets(hand, sizes=None):
    sizes = range(len(hand) + 1) if sizes is None else sizes
    return sorted({tuple(sorted(cards)) for size in sizes for cards in combinations(hand, size)})


class Play:
    """One round of two fighters with the cards above, written down event by event."""

    def __init__(self, *powers, signatures=(), printed=None, **options):
        self.options = {
            "hand_size": 5,
            "reshuffle": "at_once",
            "signatures": True,
            "moxie": True,
            "signatures_ignore_boxes": False,
            "round_limit": 1,
            "power_tokens": True,
            **options,
        }
        cards = [{**kind, "copies": 10, "start": True, **(printed or {}).get(kind["icon"], {})} for kind in KINDS]
        self.sheets = [{"cards": cards, "signatures": list(signatures), "power": power} for power in powers]
        self.hands = [[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]
        self.decks = [list(DECK), list(DECK)]
        self.events = [("shuffle", 0, DECK), ("shuffle", 1, DECK), ("round", 1)]
        for seat, power in enumerate(powers):
            self.add(("snapshot", seat, (1, 2, 3, 4, 5), 45, (), False))
            if power and self.options["power_tokens"]:
                self.add(("token", seat, "A", 0))

    def add(self, *events):
        self.events += events

    def ask(self, seat, question, legal, choice):
        self.add(("ask", seat, question, list(legal)), ("choice", seat, choice))

    def openers(self, *slots):
        for seat in range(2):
            self.ask(seat, "opener", self.hands[seat], slots[seat])
        for seat in range(2):
            self.hands[seat].remove(slots[seat])
            self.add(("reveal", seat, slots[seat]))

    def combo(self, seat, legal, choice):
        self.ask(seat, "combo", legal, choice)
        if choice in self.hands[seat]:
            self.hands[seat].remove(choice)

    def offer(self, seat, side, index, legal, choice):
        self.add(("offer", seat, side, index))
        self.ask(seat, "offer", ["decline", *legal], choice)

    def discard(self, seat, cards):
        for slot in cards:
            self.hands[seat].remove(slot)

    def mill(self, seat, number):
        for _ in range(number):
            self.add(("mill", seat, self.decks[seat].pop(0)))

    def draw(self, seat, number):
        for _ in range(number):
            slot = self.decks[seat].pop(0)
            self.hands[seat].append(slot)
            self.add(("draw", seat, slot))

    def pay(self, seat, number):
        """The deck pays the whole hit."""
        self.ask(seat, "payment", subsets(self.hands[seat], range(min(number, len(self.hands[seat])) + 1)), ())
        self.mill(seat, number)

    def hit(self, seat, number):
        self.add(("damage", seat, number))
        self.pay(seat, number)

    def keep(self, seat, hand=None):
        self.ask(seat, "discards", subsets(self.hands[seat] if hand is None else hand), ())

    def refill(self, seat):
        self.draw(seat, 5 - len(self.hands[seat]))

    def end(self):
        for seat in range(2):
            self.keep(seat)
        for seat in range(2):
            self.refill(seat)
        self.stop()

    def stop(self):
        self.add(("end", "truncated"))

    def check(self, events=None):
        check_game(self.sheets, self.options, self.events if events is None else events)

    def is_refused(self, events):
        with pytest.raises(OracleError):
            self.check(events)

    def without(self, event):
        return [other for other in self.events if other != event]

    def with_instead(self, event, *others):
        place = self.events.index(event)
        return [*self.events[:place], *others, *self.events[place + 1 :]]


# --- rounds that are played right ------------------------------------------------------------------------------------


def doubled_opener():
    """The worked example of CF-17: a doubled 5 against Gaekere Baako standing is 12."""
    play = Play(RETALIATE, token(STANDING, GROUND))
    play.openers(2, 4)
    play.add(("winner", 0))
    play.combo(0, [3, "stop"], "stop")
    play.offer(0, "A", 0, [("double", 0)], ("double", 0))
    play.add(("total", 1, 10), ("flip", 0, "B"), ("total", 1, 12))
    play.hit(1, 12)
    play.end()
    return play


def doubled_follower():
    """CF-38: one card of the combo; the footwork that deals nothing is no choice."""
    play = Play(RETALIATE, None)
    play.openers(2, 4)
    play.add(("winner", 0))
    play.combo(0, [3, "stop"], 3)
    play.combo(0, [4, "stop"], 4)
    play.combo(0, [5, "stop"], "stop")
    play.offer(0, "A", 0, [("double", 0), ("double", 1)], ("double", 1))
    play.add(("total", 1, 9), ("flip", 0, "B"))
    play.hit(1, 9)
    play.end()
    return play


def doubled_signature():
    play = Play(RETALIATE, None, signatures=[WARM_UP])
    play.openers(1, 4)
    play.add(("winner", 0))
    play.combo(0, [2, "stop"], 2)
    play.combo(0, [3, "stop", "call"], "call")
    play.add(("signature", 0, "Warm Up", False, 6))
    play.offer(0, "A", 0, [("double", "signature")], ("double", "signature"))
    play.add(("total", 1, 12), ("flip", 0, "B"))
    play.hit(1, 12)
    play.end()
    return play


def nothing_to_double():
    play = Play(RETALIATE, None)
    play.openers(3, 1)
    play.add(("winner", 0))
    play.combo(0, [4, "stop"], "stop")
    play.end()
    return play


def hit_flips():
    """The victim's token flips before the hit is paid."""
    play = Play(token([{"hit": "flip"}], [{"hit": "flip"}]), None)
    play.openers(4, 1)
    play.add(("winner", 1))
    play.combo(1, [2, "stop"], "stop")
    play.add(("damage", 0, 3), ("flip", 0, "B"))
    play.pay(0, 3)
    play.end()
    return play


def blue_cards_at_the_end():
    """CF-44, CF-53: the offer comes before the discards and takes its cards out of them; both act afterwards."""
    play = Play(token([{"end of round": "may discard 1 to 2 yellow -> flip"}], [{"dealing": "total +2"}]), None)
    play.openers(3, 1)
    play.add(("winner", 0))
    play.combo(0, [4, "stop"], "stop")
    play.offer(0, "A", 0, [(4,), (5,), (4, 5)], (4, 5))
    play.keep(0, [1, 2])
    play.keep(1)
    play.add(("flip", 0, "B"))
    play.discard(0, (4, 5))
    play.refill(0)
    play.refill(1)
    play.stop()
    return play


def tie_with_more_damage():
    """CF-18: what is about dealing and taking acts in a tie; seat 0's victim comes last."""
    play = Play(
        token([{"dealing": "total +2"}, {"won": "total +9"}]),
        token([{"taking": "total = 0"}, {"taking": "total +5"}, {"tied": "counter +1"}]),
    )
    play.openers(1, 1)
    play.add(("winner", -1), ("counter", 1, 1), ("total", 1, 5), ("total", 1, 0))  # no damage is left to add to
    play.hit(0, 3)
    play.end()
    return play


def staff_in_hand():
    """CF-34, CF-18: while the other red card is held, initiative 8 wins against 7 and the opener deals 1 more."""
    play = Play(token(STAFF, []), None)
    play.openers(1, 2)
    play.add(("winner", 0))
    play.combo(0, [2, "stop"], 2)
    play.add(("flip", 0, "B"))
    play.combo(0, [3, "stop"], "stop")
    play.hit(1, 7)  # 4 + 3: CF-35
    play.end()
    return play


def staff_broken():
    """CF-37: also on a lost round the card flips the token and leaves the game."""
    play = Play(token(STAFF, [{"clearing the table": "remove RC"}]), None)
    play.openers(2, 3)
    play.add(("flip", 0, "B"), ("winner", 1))
    play.combo(1, [4, "stop"], "stop")
    play.add(("remove", 0, 2))
    play.end()
    return play


def rush_hour():
    """CF-30: the whole hand is played, the opener included; five more cards go on with the combo."""
    play = Play(token([{"emptying a hand of 5": "may draw 5, flip"}], [{"calling": "flip"}]), None)
    play.openers(1, 4)
    play.add(("winner", 0))
    for slot in (2, 3, 4, 5):
        play.combo(0, [slot, "stop"], slot)
    play.offer(0, "A", 0, ["accept"], "accept")
    play.draw(0, 5)
    play.add(("flip", 0, "B"))
    play.combo(0, [1, "stop"], 1)
    play.combo(0, [2, "stop"], "stop")
    play.hit(1, 3 + 3 + 2 + 0 + 1 + 2)
    play.end()
    return play


def called_by_name():
    play = Play(
        token([{'calling "Cool Down"': "counter +5"}, {'calling "Warm Up"': "counter +5 up to 3, flip"}], []), None
    )
    play.sheets[0]["signatures"] = [WARM_UP]
    play.openers(1, 4)
    play.add(("winner", 0))
    play.combo(0, [2, "stop"], 2)
    play.combo(0, [3, "stop", "call"], "call")
    play.add(("signature", 0, "Warm Up", False, 6), ("counter", 0, 3), ("flip", 0, "B"))
    play.hit(1, 6)
    play.end()
    return play


def revealed_alike():
    """Two cards of the top three are red: 4 for each card, and the token flips."""
    play = Play(token([{"won": "may reveal 1 to 3 -> total +4 each, flip if alike"}], []), None)
    play.openers(3, 1)
    play.add(("winner", 0))
    play.combo(0, [4, "stop"], "stop")
    play.offer(0, "A", 0, [("reveal", 1), ("reveal", 2), ("reveal", 3)], ("reveal", 3))
    play.mill(0, 3)
    play.add(("total", 1, 12), ("flip", 0, "B"))
    play.hit(1, 12)
    play.end()
    return play


def revealed_unlike():
    play = Play(token([{"won": "may reveal 1 to 3 -> total +4 each red, flip if alike"}], []), None)
    play.openers(3, 1)
    play.add(("winner", 0))
    play.combo(0, [4, "stop"], "stop")
    play.offer(0, "A", 0, [("reveal", 1), ("reveal", 2), ("reveal", 3)], ("reveal", 1))
    play.mill(0, 1)
    play.add(("total", 1, 4))
    play.hit(1, 4)
    play.end()
    return play


def wobble_of_the_loser():
    """The loser's counter goes up first; two yellow cards then take twice X off."""
    play = Play(None, token([{"lost": "counter +1"}, {"lost": "may discard 2 yellow -> total -2X"}]))
    play.openers(2, 4)
    play.add(("winner", 0))
    play.combo(0, [3, "stop"], "stop")
    play.add(("counter", 1, 1))  # one yellow card is left in hand: nothing is offered
    play.hit(1, 5)
    play.end()
    return play


def wobble_paid():
    play = Play(None, token([{"lost": "counter +1"}, {"lost": "may discard 2 yellow -> total -2X"}]))
    play.openers(3, 1)
    play.add(("winner", 0))
    play.combo(0, [4, "stop"], 4)
    play.combo(0, [5, "stop"], 5)
    play.combo(0, [1, "stop"], "stop")
    play.add(("counter", 1, 1))
    play.offer(1, "A", 1, [(4, 5)], (4, 5))
    play.discard(1, (4, 5))
    play.add(("total", 1, 0))
    play.end()
    return play


def last_card_kept():
    """The hand is played and the deck holds 45 cards: one of them stays, so 44 can be revealed but not 45."""
    play = Play(token([{"won": "may reveal 44 to 46 -> flip"}], []), None)
    play.openers(1, 4)
    play.add(("winner", 0))
    for slot in (2, 3, 4, 5):
        play.combo(0, [slot, "stop"], slot)
    play.combo(0, ["stop"], "stop")
    play.offer(0, "A", 0, [("reveal", 44)], "decline")
    play.hit(1, 9)
    play.end()
    return play


def deck_revealed():
    """The whole deck pays: staggering, a new deck and a full hand come before the steps."""
    play = Play(token([{"won": "may reveal 45 -> total +1, flip"}], []), None)
    play.openers(3, 1)
    play.add(("winner", 0))
    play.combo(0, [4, "stop"], "stop")
    play.offer(0, "A", 0, [("reveal", 45)], ("reveal", 45))
    play.mill(0, 45)
    play.decks[0] = list(DECK)
    play.add(("stagger", 0), ("shuffle", 0, DECK))
    play.draw(0, 1)
    play.add(("total", 1, 1), ("flip", 0, "B"))
    play.hit(1, 1)
    play.end()
    return play


def damage_given_up():
    play = Play(token([{"won": "may deal nothing -> flip"}], []), token(STANDING, GROUND))
    play.openers(2, 4)
    play.add(("winner", 0))
    play.combo(0, [3, "stop"], "stop")
    play.offer(0, "A", 0, ["accept"], "accept")
    play.add(("total", 1, 0), ("flip", 0, "B"))
    play.end()
    return play


def offer_declined():
    play = Play(token([{"won": "may deal nothing -> flip"}], []), token(STANDING, GROUND))
    play.openers(2, 4)
    play.add(("winner", 0))
    play.combo(0, [3, "stop"], "stop")
    play.offer(0, "A", 0, ["accept"], "decline")
    play.add(("total", 1, 7))
    play.hit(1, 7)
    play.end()
    return play


def down_by_wrestling():
    """CF-28: the flip comes before the combo, whose red cards already count three times."""
    play = Play(token(STANDING, GROUND), None, printed={"BC": {"box": ["RT"]}})
    play.openers(3, 1)
    play.add(("winner", 0), ("flip", 0, "B"))
    play.combo(0, [1, "stop"], 1)
    play.combo(0, [2, "stop"], "stop")
    play.hit(1, 6)
    play.end()
    return play


def up_after_a_loss():
    """CF-27: on the ground no hit counts; a lost round ends on the feet."""
    play = Play(token(GROUND, STANDING), None)
    play.openers(4, 2)
    play.add(("winner", 1))
    play.combo(1, [3, "stop"], "stop")
    play.add(("total", 0, 0))
    play.keep(0)
    play.keep(1)
    play.add(("flip", 0, "B"))
    play.refill(0)
    play.refill(1)
    play.stop()
    return play


def against_a_fast_opener():
    """The initiative counts with what the attacker's own token adds."""
    play = Play(token(STAFF, []), token([{"taking if against initiative 8": "total x2"}]))
    play.openers(1, 4)
    play.add(("winner", 0))
    play.combo(0, [2, "stop"], "stop")
    play.add(("total", 1, 8))
    play.hit(1, 8)
    play.end()
    return play


def opposing_damage():
    """CF-42: X is the larger printed number of the opposing opener, on a tie too; an X there counts 0."""
    kagami = token([{"always": "X is opposing damage"}], TRACK, "both")
    play = Play(kagami, None, printed={"BC": {"opening": "X", "combo": 4}})
    play.openers(3, 3)
    play.add(("winner", -1))  # the counter is 0 already
    play.hit(1, 4)  # seat 1's own X is its counter, which it does not have
    play.end()
    return play


def track_is_full():
    """CF-43: the win comes before any damage."""
    play = Play(token([{"won if no signature": "counter +4"}, *TRACK[2:]]), None)
    play.openers(2, 4)
    play.add(("winner", 0))
    play.combo(0, [3, "stop"], "stop")
    play.add(("counter", 0, 4), ("end", "seat_0"))
    return play


def without_tokens():
    """The option takes tokens away altogether; an X is nothing then."""
    play = Play(RETALIATE, token(STANDING, GROUND), printed={"RC": {"opening": "X"}}, power_tokens=False)
    play.openers(2, 4)
    play.add(("winner", 0))
    play.combo(0, [3, "stop"], "stop")
    play.end()
    return play


ROUNDS = [
    doubled_opener,
    doubled_follower,
    doubled_signature,
    nothing_to_double,
    hit_flips,
    blue_cards_at_the_end,
    tie_with_more_damage,
    staff_in_hand,
    staff_broken,
    rush_hour,
    called_by_name,
    revealed_alike,
    revealed_unlike,
    wobble_of_the_loser,
    wobble_paid,
    last_card_kept,
    deck_revealed,
    damage_given_up,
    offer_declined,
    down_by_wrestling,
    up_after_a_loss,
    against_a_fast_opener,
    opposing_damage,
    track_is_full,
    without_tokens,
]


@pytest.mark.parametrize("written", ROUNDS)
def test_right_token_play_is_accepted(written):
    written().check()


# --- rounds that are played wrong ------------------------------------------------------------------------------------


def changed(event):
    """The same token event with another last value."""
    value = event[-1]
    return (*event[:-1], {"A": "B", "B": "A"}[value] if isinstance(value, str) else value + 1)


@pytest.mark.parametrize("written", [written for written in ROUNDS if written is not without_tokens])
def test_each_token_event_must_be_there_once_with_its_value(written):
    play = written()
    places = [place for place, event in enumerate(play.events) if event[0] in TOKEN_EVENTS]
    assert places
    for place in places:
        before, event, after = play.events[:place], play.events[place], play.events[place + 1 :]
        play.is_refused([*before, *after])
        play.is_refused([*before, changed(event), *after])
        play.is_refused([*before, event, event, *after])


def test_every_kind_of_token_event_has_been_wrong_once():
    assert {event[0] for written in ROUNDS for event in written().events} >= set(TOKEN_EVENTS)


def test_an_effect_of_the_other_side_is_refused():
    play = hit_flips()
    play.sheets[0]["power"] = token([], [{"hit": "flip"}])
    play.is_refused(play.events)


def test_an_offer_lists_every_action_and_no_other():
    play = doubled_follower()
    asked = ("ask", 0, "offer", ["decline", ("double", 0), ("double", 1)])
    for legal in (
        ["decline", ("double", 0)],
        [("double", 0), ("double", 1)],
        ["decline", ("double", 0), ("double", 1), ("double", 2)],
        ["decline", ("double", 0), ("double", 1), "accept"],
    ):
        play.is_refused(play.with_instead(asked, ("ask", 0, "offer", legal)))
    play.is_refused(play.with_instead(("choice", 0, ("double", 1)), ("choice", 0, ("double", 2))))


def test_only_the_named_cards_pay_and_as_many_as_named():
    play = blue_cards_at_the_end()
    for cards in ((1, 2), (), (4, 4)):
        play.is_refused(play.with_instead(("choice", 0, (4, 5)), ("choice", 0, cards)))


def test_discards_do_not_offer_the_cards_that_pay():
    play = blue_cards_at_the_end()
    asked = ("ask", 0, "discards", subsets([1, 2]))
    play.is_refused(play.with_instead(asked, ("ask", 0, "discards", subsets([1, 2, 4, 5]))))


def test_an_offer_that_nobody_can_pay_is_refused():
    play = wobble_of_the_loser()
    counter = ("counter", 1, 1)
    legal = ("ask", 1, "offer", ["decline"])
    play.is_refused(play.with_instead(counter, counter, ("offer", 1, "A", 1), legal, ("choice", 1, "decline")))


def test_the_order_of_token_events_counts():
    play = doubled_opener()
    total, flip = ("total", 1, 10), ("flip", 0, "B")
    events = play.with_instead(total, flip)
    events[events.index(flip, events.index(flip) + 1)] = total
    play.is_refused(events)


def test_a_win_ends_the_game_at_once():
    play = track_is_full()
    play.is_refused(play.with_instead(("end", "seat_0"), ("damage", 1, 5)))
    play.is_refused(play.with_instead(("end", "seat_0"), ("end", "seat_1")))


def test_a_removed_card_is_not_discarded():
    play = staff_broken()
    play.is_refused(play.with_instead(("remove", 0, 2), ("remove", 1, 3)))


def test_signatures_on_side_a_cannot_be_called():
    play = doubled_signature()
    play.sheets[0]["power"] = token([{"won": "may double one, flip"}, {"always": "no signatures"}], [])
    play.is_refused(play.events)


def test_tokens_that_are_switched_off_leave_no_event():
    play = doubled_opener()
    play.options["power_tokens"] = False
    play.is_refused(play.events)
    play = without_tokens()
    play.options["power_tokens"] = True
    play.is_refused(play.events)


def test_a_chain_is_never_longer_than_twelve_cards():
    play = rush_hour()
    play.sheets[0]["power"] = token([{"emptying a hand of 5": "may draw 8, flip"}], [])
    play.is_refused(play.events)


# --- the words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("when", "what"),
    [
        ("end of round", "may discard 3 blue -> flip"),
        ("always if holding RC", "initiative +3 red, damage +1 red"),
        ("won", "may reveal 1 to 3 -> total +4 each, flip if alike"),
        ("lost", "may discard 2 yellow -> total -2X"),
        ('calling "Now if ever" if counter 2', "counter = 0"),
        ("playing RC YT blue", "flip"),
        ("taking if against initiative 8", "total x2"),
        ("emptying a hand of 5", "may draw 5, flip"),
        ("clearing the table", "remove"),
    ],
)
def test_words_that_mean_something(when, what):
    [effect] = read_power(token([{when: what}], []))["A"]
    assert effect.is_optional == what.startswith("may")
    assert len(effect.steps) == what.count(",") + 1


@pytest.mark.parametrize(
    ("when", "what"),
    [
        ("sometimes", "flip"),
        ("won if lucky", "flip"),
        ("won", "total + 4"),
        ("won", "total +4 green"),
        ("won", "discard 1 -> flip"),
        ("won", "may sing -> flip"),
        ("won", "may discard -> flip"),
        ("won", "flip,draw 1"),
        ("won", "Flip"),
        ("won", ""),
        ("tied", "total +2"),
        ("won", "damage +1"),
        ("always", "flip"),
        ("always", "may damage +1"),
        ("hit", "remove RC"),
        ("won", "double one"),
        ("won", "may discard 1 -> double one"),
        ("lost", "may double one"),
        ("lost", "may deal nothing -> flip"),
        ("won", "may total +1 each"),
        ("won", "flip if alike"),
        ("won", "may discard 3 to 2 -> flip"),
        ("always if against initiative 8", "initiative +1"),
    ],
)
def test_words_that_mean_nothing_are_refused(when, what):
    with pytest.raises(ValueError, match=r"."):
        read_power(token([{when: what}], []))


def test_a_token_without_a_second_side_does_not_flip():
    for power in (token([{"won": "flip"}]), token([{"won": "flip"}], [{"lost": "flip"}], "both")):
        with pytest.raises(ValueError, match="flip"):
            read_power(power)
