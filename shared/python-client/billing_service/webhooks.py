"""Verifies webhook deliveries."""

from __future__ import annotations

import hashlib
import hmac
import json
import time
from typing import cast

from ._errors import SignatureError
from .types import Event, WebhookEvent

_TOLERANCE_SECONDS = 300
_MAX_TIMESTAMP_DIGITS = 15
"""Python refuses to convert texts of more than 4,300 digits."""


def _fields_of(header: str) -> tuple[int | None, list[str]]:
    fields = [tuple(part.strip() for part in field.split("=", 1)) for field in header.split(",")]
    timestamps = [field[1] for field in fields if len(field) == 2 and field[0] == "t"]
    signatures = [field[1] for field in fields if len(field) == 2 and field[0] == "v1"]
    timestamp = timestamps[0] if timestamps else ""
    is_number = timestamp.isascii() and timestamp.isdigit() and len(timestamp) <= _MAX_TIMESTAMP_DIGITS
    return (int(timestamp) if is_number else None), signatures


def verify(
    body: bytes | str,
    header: str | None,
    secret: str,
    *,
    tolerance_seconds: float = _TOLERANCE_SECONDS,
    now_seconds: float | None = None,
) -> WebhookEvent:
    """Verifies the ``Service-Signature`` header of a delivery and returns the event.

    ``body``: the raw body, unchanged. Raises ``SignatureError`` for an invalid or old signature. For 24 hours after a rotation,
    deliveries are also signed with the old secret, so both secrets work.
    """
    timestamp, signatures = _fields_of(header or "")
    if timestamp is None:
        raise SignatureError("The delivery has no signature.")
    received = body.encode() if isinstance(body, str) else body
    expected = hmac.new(secret.encode(), f"{timestamp}.".encode() + received, hashlib.sha256).hexdigest()
    # Every signature is compared, each in constant time.
    matches = [hmac.compare_digest(expected.encode(), signature.lower().encode()) for signature in signatures]
    if not any(matches):
        raise SignatureError("The delivery is not signed with this secret.")
    now = time.time() if now_seconds is None else now_seconds
    if abs(now - timestamp) > tolerance_seconds:
        raise SignatureError("The signature is too old or in the future.")
    return cast(WebhookEvent, json.loads(received))


def is_newer(one: Event | WebhookEvent, other: Event | WebhookEvent) -> bool:
    """True if event ``one`` was recorded after event ``other``; both belong to the same account and mode.

    Deliveries can arrive in any order, and ``created`` has a resolution of one second, but the ids of events sort in the order in
    which the events were recorded.
    """
    return one["id"] > other["id"]


__all__ = ["is_newer", "verify"]
