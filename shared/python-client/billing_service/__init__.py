"""Client of the billing service."""

from . import types, webhooks
from ._client import Billing
from ._errors import (
    ApiError,
    AuthenticationError,
    BillingError,
    ConflictError,
    ConnectionError,
    IncompleteExportError,
    InvalidRequestError,
    NotFoundError,
    PaymentError,
    PermissionError,
    RateLimitError,
    ServerError,
    SignatureError,
)
from ._pages import List, ListPage
from ._transport import RequestOptions

__all__ = [
    "ApiError",
    "AuthenticationError",
    "Billing",
    "BillingError",
    "ConflictError",
    "ConnectionError",
    "IncompleteExportError",
    "InvalidRequestError",
    "List",
    "ListPage",
    "NotFoundError",
    "PaymentError",
    "PermissionError",
    "RateLimitError",
    "RequestOptions",
    "ServerError",
    "SignatureError",
    "types",
    "webhooks",
]
