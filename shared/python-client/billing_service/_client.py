"""The client."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from types import TracebackType
from typing import Self

import httpx

from ._export import export_chunks
from ._stream import stream_events
from ._transport import MAX_RETRIES, TIMEOUT_SECONDS, Transport
from .resources import EventsResource, Resources, TenantResource
from .types import TenantExport, WebhookEvent


class Events(EventsResource):
    """Events, and the live stream of events."""

    def stream(self, *, types: Sequence[str] | None = None, starting_after: str | None = None) -> Iterator[WebhookEvent]:
        """Yields events as they are recorded, each once and in order; reconnects automatically.

        ``types``: only events of these types. ``starting_after``: the stream starts after the event with this id; after the newest
        event by default. Raises ``ApiError`` if the service refuses the request (``AuthenticationError`` if the key is revoked).
        """
        return stream_events(self._transport, types=types, starting_after=starting_after)


class Tenant(TenantResource):
    """The tenant, and the export of its data."""

    def export(self) -> TenantExport:
        """Downloads and parses the catalogue, customers and billing records of the key's mode.

        Resumes automatically; raises ``IncompleteExportError`` if that is not possible.
        """
        document: TenantExport = json.loads(b"".join(self.export_chunks()))
        return document

    def export_chunks(self) -> Iterator[bytes]:
        """Like ``export``, but yields the document in chunks, for accounts too large for memory."""
        return export_chunks(self._transport)


class Billing(Resources):
    """Client of the service. Resources and methods have the names of the API reference: ``billing.customers.create({"name": "Ada"})``.

    Requests are retried after temporary errors; writes use an idempotency key, so that a retry does not repeat them. Thread-safe.
    """

    def __init__(
        self,
        key: str | None,
        base_url: str | None,
        *,
        max_retries: int = MAX_RETRIES,
        timeout_seconds: float = TIMEOUT_SECONDS,
        http_client: httpx.Client | None = None,
        sleep: Callable[[float], None] = time.sleep,
        random_value: Callable[[], float] = random.random,
    ) -> None:
        """Creates a client.

        ``key``: an API key. ``base_url``: URL of the service, such as ``https://billing.example.com``. Raises ``ValueError`` if one of
        them is empty or ``None``, as for an environment variable that is not set. ``http_client``: for proxies and certificates.
        """
        self._transport = Transport(
            key,
            base_url,
            max_retries=max_retries,
            timeout_seconds=timeout_seconds,
            http_client=http_client,
            sleep=sleep,
            random_value=random_value,
        )
        super().__init__(self._transport)
        self.events: Events = Events(self._transport)
        self.tenant: Tenant = Tenant(self._transport)

    def close(self) -> None:
        """Closes the connections."""
        self._transport.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
