"""Sends requests with retries."""

from __future__ import annotations

import json
import random
import time
import uuid
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypedDict, TypeVar, Unpack, cast
from urllib.parse import quote

import httpx

from ._errors import ConnectionError, error_of
from ._retries import delay_after_response, delay_before_reconnect, delay_without_response, retry_after_seconds_of

class RequestOptions(TypedDict, total=False):
    """Options of a single call."""

    #: A write with the same key is done only once within 24 hours. Random by default.
    idempotency_key: str | None
    max_retries: int | None
    timeout_seconds: float | None


def reject_unknown(options: Mapping[str, object]) -> None:
    """Raises ``TypeError`` for an unknown option, which would be a misspelled option or a field of the request."""
    for name in options:
        if name not in RequestOptions.__annotations__:
            raise TypeError(f"Unknown option {name!r}. Fields of the request belong in a dict, not in keyword arguments.")


MAX_RETRIES = 5
TIMEOUT_SECONDS = 60.0


_Value = TypeVar("_Value")


def _default(value: _Value | None, default: _Value) -> _Value:
    return default if value is None else value


def segment(id: str | None) -> str:
    """Encodes an id for a path; raises ``ValueError`` if it is empty or missing."""
    if not id:
        raise ValueError("The id must not be empty.")
    return quote(id, safe="")


def _text_of(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return ",".join(_text_of(each) for each in cast("Sequence[object]", value))
    return str(value)


def _query_of(query: Mapping[str, object] | None) -> dict[str, str]:
    return {name: _text_of(value) for name, value in (query or {}).items() if value is not None}


def _key_of(key: str | None) -> str:
    # Headers cannot contain line ends; a key that was read from a file often ends with one.
    if key is None or not key.strip():
        raise ValueError("`key` is missing: pass an API key, such as `svc_test_...`.")
    return key.strip()


def _base_url_of(base_url: str | None) -> str:
    if base_url is None or not base_url.strip():
        raise ValueError("`base_url` is missing: pass the URL of the service, such as `https://billing.example.com`.")
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL:
        url = None
    if url is None or url.scheme not in ("http", "https") or not url.host:
        raise ValueError(f"`base_url` must be a URL such as `https://billing.example.com`, not `{base_url}`.")
    return base_url.rstrip("/")


class Transport:
    """Sends requests with one API key. Thread-safe."""

    def __init__(
        self,
        key: str | None,
        base_url: str | None,
        *,
        http_client: httpx.Client | None = None,
        max_retries: int = MAX_RETRIES,
        timeout_seconds: float = TIMEOUT_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
        random_value: Callable[[], float] = random.random,
    ) -> None:
        self._key = _key_of(key)
        self._base_url = _base_url_of(base_url)
        self._client = http_client if http_client is not None else httpx.Client()
        self._max_retries = max_retries
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self._random = random_value

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def pause_after_failures(self, failures: int) -> None:
        """Waits before a connection is opened again."""
        self._sleep(delay_without_response(failures, self._random))

    def pause_before_reconnect(self, retry_after_seconds: float | None, failures: int) -> None:
        """Waits before an event stream is opened again."""
        self._sleep(delay_before_reconnect(retry_after_seconds, failures, self._random))

    def _request(
        self, method: str, path: str, query: Mapping[str, object] | None, body: object, idempotency_key: str | None, timeout: httpx.Timeout
    ) -> httpx.Request:
        headers = {"authorization": f"Bearer {self._key}"}
        if method != "GET":
            headers["idempotency-key"] = idempotency_key or str(uuid.uuid4())
        return self._client.build_request(
            method,
            f"{self._base_url}{path}",
            params=_query_of(query),
            headers=headers,
            json=None if method == "GET" else {} if body is None else body,
            timeout=timeout,
        )

    def _attempt(self, request: httpx.Request, failures: int, is_last: bool, is_stream: bool) -> httpx.Response | float:
        """Returns a successful response, or the delay in seconds before the next attempt. Raises the error if it must not be retried."""
        try:
            response = self._client.send(request, stream=True)
            if not (is_stream and response.is_success):
                response.read()
        except httpx.TransportError as error:
            if is_last:
                raise ConnectionError(f"Cannot reach {request.url.netloc.decode()}: {error}") from error
            return delay_without_response(failures, self._random)
        if response.is_success:
            return response
        delay = None if is_last else delay_after_response(response.status_code, response.headers.get("retry-after"), failures, self._random)
        if delay is None:
            retry_after_seconds = retry_after_seconds_of(response.headers.get("retry-after"))
            raise error_of(response.status_code, response.content.decode("utf-8", "replace"), retry_after_seconds)
        return delay

    def _send(self, request: httpx.Request, options: RequestOptions, is_stream: bool) -> httpx.Response:
        """Sends a request with retries. Reads the whole body of the response, unless it is a stream."""
        retries = _default(options.get("max_retries"), self._max_retries)
        failures = 0
        while True:
            # One request for all attempts: every attempt has the same idempotency key.
            result = self._attempt(request, failures, failures >= retries, is_stream)
            if isinstance(result, httpx.Response):
                return result
            self._sleep(result)
            failures += 1

    @contextmanager
    def stream(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        read_timeout_seconds: float | None = None,
        **options: Unpack[RequestOptions],
    ) -> Generator[httpx.Response, None, None]:
        """Opens a successful response. Raises ``ApiError`` or ``ConnectionError``."""
        reject_unknown(options)
        timeout_seconds = _default(options.get("timeout_seconds"), self._timeout_seconds)
        timeout = httpx.Timeout(timeout_seconds, read=_default(read_timeout_seconds, timeout_seconds))
        request = self._request(method, path, query, body, options.get("idempotency_key"), timeout)
        result = self._send(request, options, is_stream=True)
        try:
            yield result
        finally:
            result.close()

    def content(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        **options: Unpack[RequestOptions],
    ) -> bytes:
        """Sends a request and returns the body of the response. Raises ``ApiError`` or ``ConnectionError``."""
        reject_unknown(options)
        timeout = httpx.Timeout(_default(options.get("timeout_seconds"), self._timeout_seconds))
        request = self._request(method, path, query, body, options.get("idempotency_key"), timeout)
        return self._send(request, options, is_stream=False).content

    def json(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        body: object = None,
        **options: Unpack[RequestOptions],
    ) -> object:
        """Sends a request and returns the parsed body of the response, which is not validated."""
        return json.loads(self.content(method, path, query=query, body=body, **options))
