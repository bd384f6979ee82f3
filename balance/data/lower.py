"""Checked models to integers, and the hashes by which results know what they stand on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from enum import IntEnum
from typing import Any

import numpy as np

from balance.data.schema import PolicyModel, StrictModel
from balance.vocab import Mode


def hash_of(*parts: str | bytes | int) -> str:
    """Return a hash of the parts, 16 hex digits; each part is delimited, so none runs into the next."""
    digest = hashlib.blake2b(digest_size=8)
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "little") + data)
    return digest.hexdigest()


def matchup_id(a: str, b: str) -> int:
    """Return the number of a matchup, a uint64 from the two names in sorted order."""
    return int(hash_of("matchup", *sorted((a, b))), 16)


def lower_policy(
    policy: PolicyModel,
    dtype: np.dtype,
    decisions: type[IntEnum],
    features: type[IntEnum],
    script: PolicyModel | None = None,
) -> Any:
    """Return a policy as a record array of one, in the kernels' `dtype` (mode, weight, noise, rollouts).

    Parameters
    ----------
    script : PolicyModel, optional
        Of a policy that searches: its weights, and its modes for all decisions that the policy does not name.
    """
    lowered = np.zeros(1, dtype)
    if policy.search is not None:
        if script is None:
            raise TypeError("a policy that searches is lowered with the script of its rollouts")
        lowered = lower_policy(script, dtype, decisions, features)
        lowered[0]["rollouts"] = policy.search.rollouts
    for decision, mode in policy.choose.items():
        lowered[0]["mode"][decisions[decision.upper()]] = Mode[mode.upper()]
    for feature, weight in policy.weights.items():
        lowered[0]["weight"][features[feature.upper()]] = weight
    lowered[0]["noise"] = policy.noise
    return lowered


def record_hash(record: np.void | np.ndarray, without: tuple[str, ...] = ()) -> str:
    """Return the hash of a record's fields by name and value, but for derived ones; padding does not count."""
    return hash_of(*_fields(record, without))


def _fields(record: np.void | np.ndarray, without: tuple[str, ...]) -> Iterator[str | bytes]:
    for name in record.dtype.names or ():
        if name not in without:
            yield name
            if record.dtype[name].base.names:  # records within it have padding of their own
                yield from _fields(record[name], without)
            else:
                yield np.ascontiguousarray(record[name]).tobytes()


def model_hash(model: StrictModel) -> str:
    """Return the hash of a checked model's values."""
    return hash_of(json.dumps(model.model_dump(mode="json"), sort_keys=True))
