"""Verifies deliveries of the service with the library of Standard Webhooks."""

import json
from pathlib import Path
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

DELIVERIES: dict[str, Any] = json.loads((Path(__file__).parent / "deliveries.json").read_text("utf-8"))
BODY: str = DELIVERIES["body"]


def _verify(secret: str, headers: dict[str, str], body: str = BODY) -> Any:
    return Webhook(secret.encode()).verify(body.encode(), headers)


@pytest.mark.parametrize("secret", DELIVERIES["secrets"])
def test_accepts_both_secrets_during_a_rotation(secret: str) -> None:
    assert _verify(secret, DELIVERIES["fresh"])["name"] == "Zoë €"


def test_refuses_another_secret() -> None:
    with pytest.raises(WebhookVerificationError):
        _verify("svcwhsec_other", DELIVERIES["fresh"])


def test_refuses_a_changed_body() -> None:
    with pytest.raises(WebhookVerificationError):
        _verify(DELIVERIES["secrets"][0], DELIVERIES["fresh"], BODY.replace("evt_1", "evt_2"))


def test_refuses_an_old_delivery() -> None:
    with pytest.raises(WebhookVerificationError):
        _verify(DELIVERIES["secrets"][0], DELIVERIES["old"])
