import json
import os
import time
from typing import TypeVar

from subscription_billing_api_client import AuthenticatedClient
from subscription_billing_api_client.api.checkout import checkout_sessions_create
from subscription_billing_api_client.api.customers import customers_create
from subscription_billing_api_client.api.prices import prices_create
from subscription_billing_api_client.api.products import products_create, products_list
from subscription_billing_api_client.api.refunds import refunds_create
from subscription_billing_api_client.api.sandbox import sandbox_checkout_session_pay
from subscription_billing_api_client.api.subscriptions import subscriptions_retrieve
from subscription_billing_api_client.api.test_clocks import test_clocks_advance, test_clocks_create, test_clocks_retrieve
from subscription_billing_api_client.models import (
    ApiError,
    CheckoutSessionCreateParams,
    CustomerCreateParams,
    PriceCreateParams,
    ProductCreateParams,
    RefundCreateParams,
    SandboxCheckoutSessionPayParams,
    TestClockAdvanceParams,
    TestClockCreateParams,
)
from subscription_billing_api_client.types import UNSET, Unset

T = TypeVar("T")


def show(step: str, **facts: object) -> None:
    print(json.dumps({"step": step, **facts}))


def must(result: T | ApiError | None) -> T:
    if result is None or isinstance(result, ApiError):
        raise SystemExit(f"unexpected response: {result}")
    return result


client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=os.environ["TEST_KEY"])

product = must(products_create.sync(client=client, body=ProductCreateParams(name="Plan"), idempotency_key=os.urandom(8).hex()))
for name in ("Second", "Third"):
    must(products_create.sync(client=client, body=ProductCreateParams(name=name)))
price = must(
    prices_create.sync(
        client=client, body=PriceCreateParams(product_id=product.id, amount_cents=2000, currency="EUR", interval="month")
    )
)
clock = must(test_clocks_create.sync(client=client, body=TestClockCreateParams(frozen_time=2_200_000_000)))
customer = must(customers_create.sync(client=client, body=CustomerCreateParams(name="Ada", test_clock_id=clock.id)))
session = must(
    checkout_sessions_create.sync(
        client=client,
        body=CheckoutSessionCreateParams(
            customer_id=customer.id,
            price_id=price.id,
            success_url="https://shop.example/thanks",
            cancel_url="https://shop.example/cart",
        ),
    )
)
paid = must(sandbox_checkout_session_pay.sync(session.id, client=client, body=SandboxCheckoutSessionPayParams(method="creditcard")))
subscription_id = paid.subscription_id or ""
sold = must(subscriptions_retrieve.sync(subscription_id, client=client))
show("sell", subscription=sold.id, status=sold.status, payment_count=sold.payment_count, period_end=sold.current_period_end)

advance = TestClockAdvanceParams(frozen_time=sold.current_period_end)
status = must(test_clocks_advance.sync(clock.id, client=client, body=advance)).status
while status == "advancing":
    time.sleep(0.3)
    status = must(test_clocks_retrieve.sync(clock.id, client=client)).status
renewed = must(subscriptions_retrieve.sync(subscription_id, client=client))
show("renew", status=renewed.status, payment_count=renewed.payment_count, period_start=renewed.current_period_start)

refund = must(refunds_create.sync(client=client, body=RefundCreateParams(payment_id=renewed.last_payment_id or "", amount_cents=1000)))
show("refund", refund=refund.id, amount_cents=refund.amount_cents)

pages: list[int] = []
after: str | Unset = UNSET
has_more = True
while has_more:
    page = must(products_list.sync(client=client, limit=2, starting_after=after))
    pages.append(len(page.data))
    after = page.data[-1].id
    has_more = page.has_more
show("page", pages=pages)

refused = customers_create.sync_detailed(client=client, body=CustomerCreateParams(country_code="XX"))
if not isinstance(refused.parsed, ApiError):
    raise SystemExit(f"unexpected response: {refused.parsed}")
show("error", status=int(refused.status_code), code=refused.parsed.error.code, param=refused.parsed.error.param or None)
