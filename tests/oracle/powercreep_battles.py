"""Modifiers, cancels, battles and bombs of Powercreep!Beta, for the oracle."""

from __future__ import annotations

from tests.oracle.powercreep_prompts import FIGHT, LIFE_STACK, NO_TARGET, PASS, Answer, Asking, Deciding, Rules
from tests.oracle.powercreep_table import ATTACK, Fighter, cancels, is_fighter, is_joker, rank_of


class Modifiers(Rules):
    """Playing modifiers and canceling them."""

    def plays(self, seat: int, only: list[Fighter] | None = None) -> set[Answer]:
        """Every modifier in hand on every target; `only` these fighters if the targets of a combat are limited."""
        fighters = [fighter for _, fighter in self.table.fighters()] if only is None else only
        names = [fighter.name for fighter in fighters]  # of either field (PC-20)
        modifiers = [modifier.card for fighter in fighters for modifier in fighter.modifiers]
        plays: set[Answer] = set()
        for card in self.table.hands[seat]:
            match rank_of(card):
                case "Joker":
                    if self._spoils():  # PC-25: nothing to take, nothing to play
                        plays.add(("play", card, NO_TARGET))
                case "A":
                    plays |= {("play", card, target) for target in names + modifiers}
                case "J" | "Q" | "K":
                    plays |= {("play", card, target) for target in names}
        return plays

    def _spoils(self) -> set[str]:
        """What a Joker may take: anything, but another Joker only once a turn (PC-27)."""
        return {card for card in self.table.discard if not (is_joker(card) and self.joker_took_joker)}

    def play_modifier(self, seat: int, card: str, target: str, is_in_combat: bool = False) -> Asking:
        table = self.table
        table.lay_out(seat, card)
        table.tell("play", seat, card, target)
        if (yield from self._is_canceled(seat, card)):
            table.tell("canceled", seat, card)
            table.put_away(seat, card)
            return
        match rank_of(card):
            case "Joker":
                spoils = {(other,) for other in self._spoils()}  # any other card, not this one (PC-25)
                table.put_away(seat, card)
                (taken,) = yield from self.ask(seat, "take", spoils)  # PC-53
                table.take_back(seat, taken)
                table.tell("take", seat, taken)
                self.joker_took_joker |= is_joker(taken)
            case "A":  # not a battle: neither protect nor bomb (PC-29)
                table.put_away(seat, card)
                table.tell("shoot", seat, target)
                self._shoot(target)
            case _:
                amount = table.attach(card, table.fighter(target), is_in_combat)
                table.tell("modify", seat, target, amount)

    def _shoot(self, target: str) -> None:
        """A fighter with all that is on it, or one modifier (PC-28)."""
        if is_fighter(target):
            self.table.discard_fighter(self.table.fighter(target))
        else:
            self.table.discard_modifier(target)

    def _is_canceled(self, seat: int, card: str) -> Deciding:
        """By turns, until somebody cannot or will not: an odd number of cancels cancels (PC-22)."""
        number = 0
        while self.options.cancels:
            seat = 1 - seat
            fitting = {(own,) for own in self.table.hands[seat] if cancels(own, card)}
            if not fitting:  # not asked
                break
            answer = yield from self.ask(seat, "cancel", {PASS} | fitting)
            if answer == PASS:
                break
            self.table.tell("cancel", seat, answer[0])
            self.table.discard_from_hand(seat, answer[0])
            number += 1
        return number % 2 == 1


class Battles(Modifiers):
    """Battles, with modifiers in between."""

    def battles(self) -> set[Answer]:
        if self.turn == 1 and not self.options.first_turn_battle:
            return set()
        targets = [fighter.name for fighter in self.table.fields[1 - self.active]] or [LIFE_STACK]  # PC-42, PC-43
        field = self.table.fields[self.active]
        able = [fighter.name for fighter in field if fighter.position == ATTACK and not fighter.has_battled]  # PC-31
        return {("battle", name, target) for name in able for target in targets}

    def battle(self, attacker: Fighter, target: str) -> Asking:
        self.table.tell("attack", self.active, attacker.name, target)
        self.has_battled = attacker.has_battled = True  # whatever becomes of it (PC-56)
        defender = None if target == LIFE_STACK else self.table.fighter(target)
        if self.options.modifiers_in_combat and not (yield from self._exchange(attacker, defender)):
            attacker.has_battled = self.options.shot_battle_is_used  # PC-46
        elif defender is None:
            self.table.tell("compare", self.active, attacker.value, 0)
            self.table.damage(1 - self.active, max(0, attacker.value), "direct")  # PC-21
        else:
            yield from self._fight(attacker, defender)

    def _exchange(self, attacker: Fighter, defender: Fighter | None) -> Deciding:
        """The defending player first, then by turns until both in a row fight (PC-45). Say if there is a battle.

        It comes before a direct attack, too (PC-54). Who has nothing to play fights without being asked.
        """
        battling = [fighter for fighter in (attacker, defender) if fighter is not None]
        only = battling if self.options.combat_targets == "battling" else None  # PC-52
        seat, fights = 1 - self.active, 0
        while fights < 2:
            plays = {play for play in self.plays(seat, only) if self._may_play_in_combat(seat, play[1])}
            answer = FIGHT if not plays else (yield from self.ask(seat, "combat", {FIGHT} | plays))
            if answer == FIGHT:
                fights += 1
            else:
                fights = 0
                yield from self.play_modifier(seat, *answer[1:], is_in_combat=True)
                if not all(self.table.is_on_field(fighter) for fighter in battling):
                    return False
            seat = 1 - seat
        return True

    def _may_play_in_combat(self, seat: int, card: str) -> bool:
        if is_joker(card):
            return self.options.joker_in_combat
        return rank_of(card) != "A" or seat == self.active

    def _fight(self, attacker: Fighter, defender: Fighter) -> Asking:
        table = self.table
        table.tell("compare", self.active, attacker.value, defender.value)
        owners = {attacker: self.active, defender: 1 - self.active}
        difference = attacker.value - defender.value
        losers = [defender] if difference > 0 else [attacker]
        if difference == 0:
            losers = [defender, attacker] if defender.position == ATTACK else []  # PC-34, PC-35, PC-55
        bombs = [fighter for fighter in losers if self._is_bomb(fighter)]
        # Damage comes from losing, in attack position (PC-32, PC-33, PC-37); a tie is a difference of nothing.
        damage = abs(difference) if losers and losers[0].position == ATTACK else 0
        by = "attack" if difference > 0 else "counter"
        if self.options.protect_after_damage and damage:  # PC-36
            table.damage(owners[losers[0]], damage, by)
        lost: list[Fighter] = []
        for fighter in losers:
            if not (yield from self._protects(owners[fighter], fighter)):
                lost.append(fighter)
        # A bomb takes whoever sent it off, protected or not (PC-38), unless it was protected itself (PC-40).
        for bomb, foe in ((defender, attacker), (attacker, defender)):
            if bomb in bombs and bomb in lost and foe not in lost:
                table.tell("bomb", owners[bomb], bomb.name, foe.name)
                lost.append(foe)
        for fighter in lost:
            table.discard_fighter(fighter)
        if damage and not self.options.protect_after_damage:
            table.damage(owners[losers[0]], damage, by)

    def _protects(self, seat: int, fighter: Fighter) -> Deciding:
        hand = self.table.hands[seat]
        if not (self.options.protect and hand):
            return False
        answer = yield from self.ask(seat, "protect", {PASS} | {(card,) for card in hand})
        if answer == PASS:
            return False
        self.table.tell("protect", seat, fighter.name, answer[0])
        self.table.discard_from_hand(seat, answer[0])
        return True

    def _is_bomb(self, fighter: Fighter) -> bool:
        if not self.options.bombs:
            return False
        if self.options.bombs_by_value:
            return fighter.value == 2
        return fighter.rank == "2" and (len(fighter.cards) == 1 or self.options.stack_of_twos_is_bomb)  # PC-39
