"""The live event stream."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TypedDict, cast

import httpx

from ._errors import AuthenticationError, ConnectionError, RateLimitError, ServerError
from ._lines import lines_in
from ._transport import Transport
from .types import WebhookEvent

_PATH = "/v1/events/stream"
#: The service sends a keep-alive every 15 seconds; a connection that is silent for this time is broken.
_SILENCE_SECONDS = 45.0
_MAX_PAGE = 100


def frames_in(chunks: Iterator[str]) -> Iterator[tuple[str | None, str, str | None]]:
    """Yields the id, the name and the data of each server-sent event. Data is ``None`` in a frame without data, such as a comment.

    Ignores an incomplete event at the end.
    """
    frame_id: str | None = None
    event, data = "message", list[str]()
    for line in lines_in(chunks):
        if line == "":
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


class _Page(TypedDict):
    """A page of the event log, newest first."""

    data: list[WebhookEvent]
    has_more: bool


def _page(transport: Transport, query: Mapping[str, object]) -> _Page:
    return cast(_Page, transport.json("GET", "/v1/events", query=query))


def _newest_id(transport: Transport) -> str | None:
    """Fetches the id of the newest event.

    A stream that starts after this event misses none, even if its first connection is lost.
    """
    entries = _page(transport, {"limit": 1})["data"]
    return entries[0]["id"] if entries else None


def _oldest(transport: Transport) -> WebhookEvent | None:
    """Fetches the oldest event; ``None``: no events yet."""
    oldest: WebhookEvent | None = None
    while True:
        page = _page(transport, {"limit": _MAX_PAGE, "starting_after": None if oldest is None else oldest["id"]})
        if page["data"]:
            oldest = page["data"][-1]
        if not page["has_more"] or not page["data"]:
            return oldest


def _connection(
    transport: Transport, cursor: str | None, types: Sequence[str] | None
) -> Iterator[tuple[str | None, WebhookEvent | None]]:
    """Yields for each frame the new cursor (``None``: unchanged) and the event (``None``: no event, or one of another type).

    The cursor is ``None`` while no event is known, because the log was empty. Such a stream starts now. So this checks whether events were
    recorded before it opened. If so, it yields the first of them and ends: the caller then opens a stream that starts after this event.
    """
    query = {"type": types, "starting_after": cursor}
    # `stream_events` repeats the request.
    with transport.stream("GET", _PATH, query=query, read_timeout_seconds=_SILENCE_SECONDS, max_retries=0) as response:
        first = _oldest(transport) if cursor is None else None
        if first is not None:
            yield first["id"], first if types is None or first["type"] in types else None
            return
        for frame_id, name, data in frames_in(response.iter_text()):
            if data is None or name == "timeout":
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
    """Yields events as they are recorded, each once and in order.

    When a connection ends or cannot be opened, reconnects and continues after the last event, also after a 429 or 5xx. Raises
    ``ApiError`` if the service refuses the request for another reason (``AuthenticationError`` if the key is revoked). Without
    ``starting_after``, raises also if the newest event cannot be fetched at the start.
    """
    cursor = starting_after if starting_after is not None else _newest_id(transport)
    failures = 0
    while True:
        retry_after_seconds: float | None = None
        try:
            for new_cursor, event in _connection(transport, cursor, types):
                cursor = new_cursor or cursor
                failures = 0
                if event is not None:
                    yield event
        except (ServerError, RateLimitError) as error:
            retry_after_seconds = error.retry_after_seconds
        except (ConnectionError, httpx.TransportError):
            pass
        transport.pause_before_reconnect(retry_after_seconds, failures)
        failures += 1
