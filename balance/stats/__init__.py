"""Estimates and intervals from outcomes counted block by block.

Integers in, estimates out: the outcome bytes of a cell are counted once (`tally`, `tally_pair`), chunk by chunk if need
be, and everything else is computed from those counts. Needs numpy and the standard library only.
"""

from balance.stats.blocks import BlockTally
from balance.stats.compare import difference_interval
from balance.stats.counting import tally
from balance.stats.intervals import Interval, score_interval, seat_score_interval, wilson
from balance.stats.nash import NashMix, nash_mix
from balance.stats.pairs import PairedTally, tally_pair
from balance.stats.planning import BAND, EVEN, blocks_for_width, games_to_settle
from balance.stats.quantiles import merge_histograms, quantile
from balance.stats.ratings import Average, averages, bradley_terry
from balance.stats.series import (
    fight_chance,
    fight_interval,
    fight_moments,
    series_bounds,
    series_chance,
    series_interval,
    series_moments,
)
from balance.stats.strata import field_interval
from balance.stats.structure import intransitive_share, spread
from balance.stats.tables import Moments, ScoreTable, score_moments, score_table, simultaneous_level

__all__ = [
    "BAND",
    "EVEN",
    "Average",
    "BlockTally",
    "Interval",
    "Moments",
    "NashMix",
    "PairedTally",
    "ScoreTable",
    "averages",
    "blocks_for_width",
    "bradley_terry",
    "difference_interval",
    "field_interval",
    "fight_chance",
    "fight_interval",
    "fight_moments",
    "games_to_settle",
    "intransitive_share",
    "merge_histograms",
    "nash_mix",
    "quantile",
    "score_interval",
    "score_moments",
    "score_table",
    "seat_score_interval",
    "series_bounds",
    "series_chance",
    "series_interval",
    "series_moments",
    "simultaneous_level",
    "spread",
    "tally",
    "tally_pair",
    "wilson",
]
