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


def frames_in(chunks: Iterator[str]) -> Iterator[tuple[str | None, str, str | None]]:
    """Yields the id, the name and the data of each server-sent event. Data is ``None`` in a frame that has only an id.

    Ignores an incomplete event at the end.
    """
    frame_id: str | None = None
    event, data = "message", list[str]()
    for line in lines_in(chunks):
        if line == "":
            if data or frame_id is not None:
                yield frame_id, event, "\n".join(data) if data else None
            frame_id, event, data = None, "message", []
            continue
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "id":
            frame_id = value
        elif name == "event":
            event = value
        elif name == "data":
            data.append(value)


def _newest_id(transport: Transport) -> str | None:
    """Fetches the id of the newest event. A stream that starts after it misses no event if its first connection is lost."""
    page = json.loads(transport.content("GET", "/v1/events", query={"limit": 1}))
    entries = cast("list[dict[str, str]]", page["data"])
    return entries[0]["id"] if entries else None


def _connection(transport: Transport, cursor: str | None, types: Sequence[str] | None) -> Iterator[tuple[str, WebhookEvent | None]]:
    """Yields the cursor after each event, with the event. ``None``: the service left out events of other types up to this cursor."""
    query = {"type": types, "starting_after": cursor}
    with transport.stream("GET", _PATH, query=query, read_timeout_seconds=_SILENCE_SECONDS) as response:
        for frame_id, name, data in frames_in(response.iter_text()):
            if frame_id is not None and (data is None or name == "timeout"):
                yield frame_id, None
            if data is None:
                continue
            if name == "timeout":
                return
            if name == "unauthorized":
                message = str(json.loads(data)["message"])
                raise AuthenticationError(message, status=401, type="authentication_error", code="unauthorized")
            if name == "message":
                event = cast(WebhookEvent, json.loads(data))
                yield event["id"], event


def stream_events(transport: Transport, *, types: Sequence[str] | None = None, starting_after: str | None = None) -> Iterator[WebhookEvent]:
    """Yields events as they are recorded, each once and in order. Reconnects and continues after the last event.

    Raises ``ApiError`` if the service refuses the request (``AuthenticationError`` if the key is revoked).
    """
    cursor = starting_after if starting_after is not None else _newest_id(transport)
    failures = 0
    while True:
        try:
            for cursor, event in _connection(transport, cursor, types):
                failures = 0
                if event is not None:
                    yield event
        except (ConnectionError, httpx.TransportError):
            pass
        transport.pause_after_failures(failures)
        failures += 1
