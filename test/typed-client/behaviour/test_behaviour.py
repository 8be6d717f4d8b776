"""Checks that the Python client behaves as the tables of this folder say. The TypeScript client reads the same tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import billing_service
import httpx
import pytest
from billing_service import Billing, SignatureError, webhooks

Table = dict[str, Any]


def _table(name: str) -> Table:
    return json.loads((Path(__file__).parent / f"{name}.json").read_text("utf-8"))


REQUESTS, STREAMS, WEBHOOKS = _table("requests"), _table("streams"), _table("webhooks")


def _name(case: Table) -> str:
    return case["name"]


class _Stream(httpx.SyncByteStream):
    def __init__(self, chunks: list[str], ending: str) -> None:
        self._chunks, self._ending = chunks, ending

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._chunks:
            yield chunk.encode()
        if self._ending == "breaks":
            raise httpx.ReadError("the connection was closed")


def _response(reply: Table) -> httpx.Response:
    status, headers = reply.get("status", 200), reply.get("headers", {})
    if "stream" in reply:
        return httpx.Response(status, headers=headers, stream=_Stream(reply["stream"], reply["ending"]))
    return httpx.Response(status, headers=headers, content=reply.get("text", json.dumps(reply.get("json"))).encode())


class _Service:
    """Gives the replies in order; records the requests and the delays between them."""

    def __init__(self, replies: list[Table], random: float = 0.0) -> None:
        self.received: list[httpx.Request] = []
        self.delays_ms: list[float] = []
        self._replies = list(replies)
        self._random = random

    def _reply(self, request: httpx.Request) -> httpx.Response:
        self.received.append(request)
        reply = self._replies.pop(0)
        if reply.get("close"):
            raise httpx.ConnectError("connection refused")
        return _response(reply)

    def _sleep(self, seconds: float) -> None:
        self.delays_ms.append(seconds * 1000)

    def client(self, key: str | None = "svc_test_1", base_url: str | None = "https://billing.example.com") -> Billing:
        http_client = httpx.Client(transport=httpx.MockTransport(self._reply))
        return Billing(key, base_url, http_client=http_client, sleep=self._sleep, random_value=lambda: self._random)


def _query(request: httpx.Request) -> dict[str, str]:
    return dict(request.url.params)


def _call(billing: Billing, case: Table) -> object:
    """Makes the call of a case. For a list, returns the ids of its entries."""
    call = case["call"]
    resource, method = call["operation"].split(".")
    function: Callable[..., Any] = getattr(getattr(billing, resource), method)
    params = [call["params"]] if "params" in call else []
    result = function(*call.get("ids", []), *params, **call.get("options", {}))
    if "page" in case:
        return [entry["id"] for entry in result.page().data]
    if "entries" in case or case.get("iterate"):
        return [entry["id"] for entry in islice(result, case.get("take"))]
    return result


def _check_error(error: BaseException, expected: Table) -> None:
    error_class = ValueError if expected["class"] == "argument" else getattr(billing_service, expected["class"])
    assert type(error) is error_class
    assert expected.get("message_contains", "") in str(error)
    for name in ("status", "type", "code", "param", "reason", "request_id", "message"):
        if name in expected:
            assert getattr(error, name) == expected[name]


@pytest.mark.parametrize(
    "call",
    [
        lambda billing: billing.refunds.create({"payment_id": "pay_1"}, amount_cents=500),
        lambda billing: billing.customers.create({}, idempotencyKey="order-1"),
        lambda billing: billing.customers.list(limit=1),
        lambda billing: billing.invoices.pdf("in_1", timeout=1),
    ],
)
def test_unknown_option_is_refused(call: Callable[[Any], object]) -> None:
    service = _Service([])
    with pytest.raises(TypeError, match="Unknown option '(amount_cents|idempotencyKey|limit|timeout)'"):
        call(service.client())
    assert service.received == []


@pytest.mark.parametrize("case", REQUESTS["requests"], ids=_name)
def test_request(case: Table) -> None:
    service = _Service(case["replies"], case.get("random", 0.0))
    if "error" in case:
        with pytest.raises((ValueError, billing_service.BillingError)) as raised:
            _call(service.client(), case)
        _check_error(raised.value, case["error"])
    else:
        expected = case["bytes"].encode() if "bytes" in case else case.get("entries", case.get("page", case.get("result")))
        assert _call(service.client(), case) == expected
    expected_count = len(case["requests"]) if "requests" in case else case.get("request_count", len(case["replies"]))
    assert len(service.received) == expected_count
    for request, actual in zip(case.get("requests", []), service.received, strict=False):
        assert (actual.method, actual.url.raw_path.split(b"?")[0].decode()) == (request["method"], request["path"])
        assert _query(actual) == request.get("query", {})
        if "body" in request:
            assert (json.loads(actual.content) if actual.content else None) == request["body"]
        for name, value in request.get("headers", {}).items():
            assert actual.headers.get(name) == value
    if case.get("same_idempotency_key"):
        assert len({request.headers["idempotency-key"] for request in service.received}) == 1
    if "delays_ms" in case:
        assert service.delays_ms == case["delays_ms"]


@pytest.mark.parametrize("case", REQUESTS["refused_settings"], ids=_name)
def test_refused_settings(case: Table) -> None:
    with pytest.raises(ValueError, match="`") as raised:
        Billing(case["key"], case["base_url"])
    assert case["message_contains"].replace("baseUrl", "base_url") in str(raised.value)


@pytest.mark.parametrize("case", REQUESTS["urls"], ids=_name)
def test_url(case: Table) -> None:
    service = _Service([{"json": {}}])
    service.client(case["key"], case["base_url"]).customers.retrieve("cus_1")
    (request,) = service.received
    assert (str(request.url), request.headers["authorization"]) == (case["url"], case["authorization"])


@pytest.mark.parametrize("case", STREAMS["streams"], ids=_name)
def test_stream(case: Table) -> None:
    service = _Service(case["replies"])
    events = service.client().events.stream(**case.get("options", {}))
    ids = [event["id"] for event in islice(events, len(case["events"]))]
    assert ids == case["events"]
    if "error" in case:
        with pytest.raises(billing_service.BillingError) as raised:
            next(events)
        _check_error(raised.value, case["error"])
    if "queries" in case:
        assert [_query(request) for request in service.received] == case["queries"]
    if "delays_ms" in case:
        assert service.delays_ms == case["delays_ms"]


@pytest.mark.parametrize("case", WEBHOOKS["webhooks"], ids=_name)
def test_webhook(case: Table) -> None:
    options = {"tolerance_seconds": case["tolerance_seconds"]} if "tolerance_seconds" in case else {}
    for body in (case["body"], case["body"].encode()):
        if case["error"] is None:
            event = webhooks.verify(body, case["header"], case["secret"], now_seconds=case["now_seconds"], **options)
            assert event == json.loads(body)
            continue
        with pytest.raises(SignatureError, match=case["error"]):
            webhooks.verify(body, case["header"], case["secret"], now_seconds=case["now_seconds"], **options)


@pytest.mark.parametrize(("one", "other", "expected"), WEBHOOKS["is_newer"])
def test_is_newer(one: str, other: str, expected: bool) -> None:
    assert webhooks.is_newer({"id": one}, {"id": other}) is expected
