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
#: A stream is opened again without end, so its delays grow longer than those of a request.
_MAX_RECONNECT_SECONDS = 60.0
_MAX_RECONNECT_RETRY_AFTER_SECONDS = 3600.0
#: A larger exponent changes no delay, and would overflow in a long outage.
_MAX_EXPONENT = 16


def _is_temporary(status: int) -> bool:
    """True for rate limits and server errors, except 501."""
    return status == 429 or (status >= 500 and status != 501)


def retry_after_seconds_of(value: str | None) -> float | None:
    """Returns the seconds of a ``Retry-After`` header; ``None`` if there is none, or if it is a date."""
    try:
        seconds = float(value or "")
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) and seconds >= 0 else None


def _growing(base: float, maximum: float, failures: int) -> float:
    return min(maximum, base * 2.0 ** min(failures, _MAX_EXPONENT))


def _requested_delay(seconds: float, failures: int, random: Callable[[], float]) -> float:
    """Returns the requested delay plus a random part that grows with each failure."""
    return seconds + random() * _growing(_SPREAD_SECONDS, _MAX_SPREAD_SECONDS, failures)


def delay_without_response(failures: int, random: Callable[[], float]) -> float:
    """Returns the delay in seconds if there is no ``Retry-After``: exponential backoff with jitter of up to one half."""
    return _growing(_BASE_SECONDS, _MAX_SECONDS, failures) * (1 - random() / 2)


def delay_before_reconnect(retry_after_seconds: float | None, failures: int, random: Callable[[], float]) -> float:
    """Returns the delay in seconds before an event stream is opened again.

    It is an exponential backoff of up to a minute, but at least the time that ``Retry-After`` requests, up to an hour. ``failures``:
    number of connections in a row that brought nothing.
    """
    backoff = _growing(_BASE_SECONDS, _MAX_RECONNECT_SECONDS, failures) * (1 - random() / 2)
    if retry_after_seconds is None:
        return backoff
    return max(backoff, _requested_delay(min(retry_after_seconds, _MAX_RECONNECT_RETRY_AFTER_SECONDS), failures, random))


def delay_after_response(status: int, retry_after: str | None, failures: int, random: Callable[[], float]) -> float | None:
    """Returns the delay in seconds before the next attempt; ``None``: do not retry.

    ``failures``: number of failed attempts before this one. ``random``: returns a number from 0 up to 1.
    """
    requested = retry_after_seconds_of(retry_after)
    if requested is None:
        return delay_without_response(failures, random) if _is_temporary(status) else None
    if requested > _MAX_RETRY_AFTER_SECONDS:
        return None
    return _requested_delay(requested, failures, random)
