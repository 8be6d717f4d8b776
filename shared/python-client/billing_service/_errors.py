"""Errors that the client raises."""

from __future__ import annotations

import json
from typing import cast

__all__ = [
    "ApiError",
    "AuthenticationError",
    "BillingError",
    "ConflictError",
    "ConnectionError",
    "IncompleteExportError",
    "InvalidRequestError",
    "NotFoundError",
    "PaymentError",
    "PermissionError",
    "RateLimitError",
    "ServerError",
    "SignatureError",
    "error_of",
]


class BillingError(Exception):
    """Base class of all errors of this client."""


class ApiError(BillingError):
    """Error response of the service."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        type: str,
        code: str,
        param: str | None = None,
        reason: str | None = None,
        request_id: str = "",
        retry_after_seconds: float | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.type = type
        #: Error code; new codes can be added.
        self.code = code
        #: Name of the invalid field or query parameter.
        self.param = param
        self.reason = reason
        #: Identifies the request in the service's logs.
        self.request_id = request_id
        #: Seconds after which the service accepts the request again (header ``Retry-After``); ``None``: it does not say.
        self.retry_after_seconds = retry_after_seconds


class InvalidRequestError(ApiError):
    """400: a field or parameter is invalid; see ``param``."""


class AuthenticationError(ApiError):
    """401: the key is invalid or revoked."""


class PaymentError(ApiError):
    """402: the payment provider or the buyer's bank refused the payment."""


class PermissionError(ApiError):
    """403: the key lacks a scope or has the wrong mode."""


class NotFoundError(ApiError):
    """404: the object does not exist for this key."""


class ConflictError(ApiError):
    """409: the object's state does not allow the request."""


class RateLimitError(ApiError):
    """429, after all retries."""


class ServerError(ApiError):
    """5xx, after all retries. Repeat a write with the same idempotency key to get its outcome."""


class ConnectionError(BillingError):
    """No complete response, after all retries. Repeat a write with the same idempotency key to get its outcome."""


class IncompleteExportError(BillingError):
    """The export is incomplete and cannot be resumed; request it again."""


class SignatureError(BillingError):
    """The signature of a webhook delivery is missing, invalid or too old."""


_CLASSES: dict[int, type[ApiError]] = {
    400: InvalidRequestError,
    401: AuthenticationError,
    402: PaymentError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def _error_body(text: str) -> dict[str, object] | None:
    try:
        body: object = json.loads(text)
    except ValueError:
        return None
    error = cast("dict[str, object]", body).get("error") if isinstance(body, dict) else None
    return cast("dict[str, object]", error) if isinstance(error, dict) else None


def _optional(value: object) -> str | None:
    return value if isinstance(value, str) else None


def error_of(status: int, text: str, retry_after_seconds: float | None = None) -> ApiError:
    """Builds the error of an unsuccessful response. ``text``: its body, which may come from a proxy."""
    error_class = _CLASSES.get(status, ServerError if status >= 500 else ApiError)
    body = _error_body(text)
    if body is None:
        return error_class(
            f"HTTP {status}", status=status, type="api_error", code="unexpected_answer", retry_after_seconds=retry_after_seconds
        )
    return error_class(
        str(body.get("message", f"HTTP {status}")),
        status=status,
        type=str(body.get("type", "api_error")),
        code=str(body.get("code", "unexpected_answer")),
        param=_optional(body.get("param")),
        reason=_optional(body.get("reason")),
        request_id=str(body.get("request_id", "")),
        retry_after_seconds=retry_after_seconds,
    )
