"""The live event stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import cast

import httpx

from ._errors import AuthenticationError, ConnectionError
from ._lines import lines_in
from ._transport import Transport
from .types import WebhookEvent

_PATH = "/v1/events/stream"
#: The service sends a keep-alive every 15 seconds; a connection that is silent for this time is broken.
_SILENCE_SECONDS = 45.0


def frames_in(chunks: Iterator[str]) -> Iterator[tuple[str, str]]:
    """Yields the name and the data of each server-sent event. Ignores an incomplete event at the end."""
    event, data = "message", list[str]()
    for line in lines_in(chunks):
        if line == "":
            if data:
                yield event, "\n".join(data)
            event, data = "message", []
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            event = value
        elif name == "data":
            data.append(value)


def _newest_id(transport: Transport) -> str | None:
    """Fetches the id of the newest event. A stream that starts after it misses no event if its first connection is lost."""
    page = json.loads(transport.content("GET", "/v1/events", query={"limit": 1}))
    entries = cast("list[dict[str, str]]", page["data"])
    return entries[0]["id"] if entries else None


def _connection(transport: Transport, cursor: str | None, types: Sequence[str] | None) -> Iterator[WebhookEvent]:
    query = {"type": types, "starting_after": cursor}
    with transport.stream("GET", _PATH, query=query, read_timeout_seconds=_SILENCE_SECONDS) as response:
        for name, data in frames_in(response.iter_text()):
            if name == "timeout":
                return
            if name == "unauthorized":
                message = str(json.loads(data)["message"])
                raise AuthenticationError(message, status=401, type="authentication_error", code="unauthorized")
            if name == "message":
                yield cast(WebhookEvent, json.loads(data))


def stream_events(transport: Transport, *, types: Sequence[str] | None = None, starting_after: str | None = None) -> Iterator[WebhookEvent]:
    """Yields events as they are recorded, each once and in order. Reconnects and continues after the last event.

    Raises ``ApiError`` if the service refuses the request (``AuthenticationError`` if the key is revoked).
    """
    cursor = starting_after if starting_after is not None else _newest_id(transport)
    failures = 0
    while True:
        try:
            for event in _connection(transport, cursor, types):
                cursor = event["id"]
                failures = 0
                yield event
        except (ConnectionError, httpx.TransportError):
            pass
        transport.pause_after_failures(failures)
        failures += 1
