"""Monte Carlo balance analysis of tabletop fighting and card games.

>>> import balance
>>> data = balance.load("combo-fighter", edits=["hand_size=6"])
>>> result = balance.simulate(data, games=20_000)
>>> table, strength, shape = balance.matchups(result), balance.ratings(result), balance.structure(result)
>>> moved = balance.compare(balance.load("combo-fighter"), data)
>>> options = balance.sweep(balance.load("combo-fighter"), edits=["hand_size=4..7"])
>>> worth, sources = balance.cards(data, "boris"), balance.luck(data, "boris", "grace")
>>> told = balance.replay(data, "boris", "grace", block=17)
"""

from balance.playing import Skill, cards, compare, load, luck, replay, simulate, skill, sweep
from balance.tables import feel, games, matchups, ratings, sides, square, structure

__all__ = [
    "Skill", "cards", "compare", "feel", "games", "load", "luck", "matchups", "ratings", "replay", "sides", "simulate",
    "skill", "square", "structure", "sweep",
]  # fmt: skip
