"""Estimates and intervals from outcomes counted block by block.

Integers in, estimates out: the outcome bytes of a cell are counted once (`tally`, `tally_pair`), chunk by chunk if need
be, and everything else is computed from those counts. Needs numpy and the standard library only.
"""

from balance.stats.blocks import BlockTally
from balance.stats.compare import Comparison, compare, compare_tally, difference_interval
from balance.stats.counting import tally
from balance.stats.intervals import Interval, score_interval, seat_score_interval, wilson
from balance.stats.pairs import PairedTally, tally_pair
from balance.stats.quantiles import merge_histograms, quantile
from balance.stats.series import fight_interval, series_bounds, series_chance, series_interval
from balance.stats.strata import field_interval

__all__ = [
    "BlockTally",
    "Comparison",
    "Interval",
    "PairedTally",
    "compare",
    "compare_tally",
    "difference_interval",
    "field_interval",
    "fight_interval",
    "merge_histograms",
    "quantile",
    "score_interval",
    "seat_score_interval",
    "series_bounds",
    "series_chance",
    "series_interval",
    "tally",
    "tally_pair",
    "wilson",
]
