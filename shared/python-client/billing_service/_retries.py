"""Delays between the attempts of a request; the same rule as in the TypeScript client."""

from __future__ import annotations

import math
from collections.abc import Callable

_BASE_SECONDS = 0.5
_MAX_SECONDS = 8.0
#: Requests that were refused together must not be repeated together: the time over which they spread doubles with each failure.
_SPREAD_SECONDS = 1.0
_MAX_SPREAD_SECONDS = 16.0
#: A response with a longer ``Retry-After`` is not retried.
_MAX_RETRY_AFTER_SECONDS = 60.0


def _is_temporary(status: int) -> bool:
    """True for rate limits and server errors, except 501."""
    return status == 429 or (status >= 500 and status != 501)


def _retry_after_seconds(value: str | None) -> float | None:
    try:
        seconds = float(value or "")
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def delay_without_response(failures: int, random: Callable[[], float]) -> float:
    """Returns the delay in seconds if there is no ``Retry-After``: exponential backoff with jitter of up to one half."""
    return min(_MAX_SECONDS, _BASE_SECONDS * 2.0**failures) * (1 - random() / 2)


def delay_after_response(status: int, retry_after: str | None, failures: int, random: Callable[[], float]) -> float | None:
    """Returns the delay in seconds before the next attempt; ``None``: do not retry.

    ``failures``: number of failed attempts before this one. ``random``: returns a number from 0 up to 1.
    """
    requested = _retry_after_seconds(retry_after)
    if requested is None:
        return delay_without_response(failures, random) if _is_temporary(status) else None
    if requested > _MAX_RETRY_AFTER_SECONDS:
        return None
    return requested + random() * min(_MAX_SPREAD_SECONDS, _SPREAD_SECONDS * 2.0**failures)
