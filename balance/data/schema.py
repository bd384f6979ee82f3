"""The models every ruleset shares, and pydantic's errors told with file, line and column."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field


class Column(int):
    """Last part of a path: so many characters into the text at the path before it."""


Path_ = tuple[str | int, ...]
Problems = Iterator[tuple[Path_, str]]


class StrictModel(BaseModel):
    """Base of all data models: unknown fields are refused, nothing is converted silently, nothing changes later."""

    # defer_build: a schema is built when its model first reads something, which spares the others at start.
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class Provenance(StrEnum):
    """Where a side's numbers come from."""

    RULEBOOK = "rulebook"
    PUBLISHER = "publisher"
    FAN_TRANSCRIPTION = "fan-transcription"
    STAND_IN = "stand-in"

    @property
    def is_published(self) -> bool:
        """Say whether the numbers are those of a published game, not invented here."""
        return self is not Provenance.STAND_IN


class Side(StrictModel):
    """What a seat brings; every ruleset's sides have these fields."""

    name: str = Field(min_length=1, description="As printed.")
    provenance: Provenance = Field(strict=False, description="Where the numbers come from; required.")
    source: str = Field(default="", description="The source in words, for the reader of a report.")


# Times any feature (a damage or a number of cards) a weight still fits an int64.
Weight = Annotated[int, Field(ge=-(10**9), le=10**9)]


class SearchModel(StrictModel):
    """How a policy searches: every option is played on to the end, many times, by a script for both seats."""

    script: str = Field(description="The policy of the rollouts; it makes all decisions that are not searched, too.")
    rollouts: int = Field(default=256, ge=1, le=2**16, description="Rollouts of each option.")


class PolicyModel(StrictModel):
    """One policy of `policies.yaml`: how each decision is made, and the weights of the features."""

    title: str = Field(description="One line for tables and help.")
    choose: dict[str, str] = Field(description="By decision: random, best, mixed, soft or, with 'search', search.")
    search: SearchModel | None = Field(default=None, description="What 'search' in 'choose' means.")
    weights: dict[str, Weight] = Field(default={}, description="Integer weights by feature.")
    noise: int = Field(default=0, ge=0, le=1000, description="Per mille of decisions made at random instead.")
    reference: bool = Field(
        default=False,
        description="It does not play to win and is there to measure others by: reports keep it apart.",
    )


class PoliciesFile(StrictModel):
    """`policies.yaml`: the policies by name, and the two levels that tables of fighters are made under."""

    standard: str = Field(description="The default policy, fast and sensible.")
    second: str = Field(description="The second level of every table; without effect where sides are policies.")
    policies: dict[str, PolicyModel]


class RulesetFile(StrictModel):
    """`ruleset.yaml`: what the ruleset is."""

    title: str
    publisher: str
    scope: str = Field(description="What is covered so far, shown in every output.")
    minutes: list[Annotated[int, Field(ge=1)]] = Field(
        default=[],
        max_length=2,
        description="How long a game takes by its publisher, in minutes: the shortest, and the longest.",
    )


class VariantFile(StrictModel):
    """`variants/<name>.yaml`: edits laid over the data, in the words of `--set`."""

    title: str
    set: list[str] = Field(min_length=1)
