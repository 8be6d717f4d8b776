import json
import os
import time

import openapi_client as billing
from openapi_client.exceptions import BadRequestException


def show(step: str, **facts: object) -> None:
    print(json.dumps({"step": step, **facts}))


configuration = billing.Configuration(host=os.environ["BASE_URL"], access_token=os.environ["TEST_KEY"])
with billing.ApiClient(configuration) as client:
    products = billing.ProductsApi(client)
    clocks = billing.TestClocksApi(client)
    customers = billing.CustomersApi(client)
    subscriptions = billing.SubscriptionsApi(client)

    product = products.products_create(billing.ProductCreateParams(name="Plan"), idempotency_key=os.urandom(8).hex())
    for name in ("Second", "Third"):
        products.products_create(billing.ProductCreateParams(name=name))
    price = billing.PricesApi(client).prices_create(
        billing.PriceCreateParams(product_id=product.id, amount_cents=2000, currency="EUR", interval="month")
    )
    clock = clocks.test_clocks_create(billing.TestClockCreateParams(frozen_time=2_200_000_000))
    customer = customers.customers_create(billing.CustomerCreateParams(name="Ada", test_clock_id=clock.id))
    session = billing.CheckoutApi(client).checkout_sessions_create(
        billing.CheckoutSessionCreateParams(
            customer_id=customer.id,
            price_id=price.id,
            success_url="https://shop.example/thanks",
            cancel_url="https://shop.example/cart",
        )
    )
    paid = billing.SandboxApi(client).sandbox_checkout_session_pay(
        session.id, billing.SandboxCheckoutSessionPayParams(method="creditcard")
    )
    subscription_id = paid.subscription_id or ""
    sold = subscriptions.subscriptions_retrieve(subscription_id)
    show("sell", subscription=sold.id, status=sold.status, payment_count=sold.payment_count, period_end=sold.current_period_end)

    status = clocks.test_clocks_advance(clock.id, billing.TestClockAdvanceParams(frozen_time=sold.current_period_end)).status
    while status == "advancing":
        time.sleep(0.3)
        status = clocks.test_clocks_retrieve(clock.id).status
    renewed = subscriptions.subscriptions_retrieve(subscription_id)
    show("renew", status=renewed.status, payment_count=renewed.payment_count, period_start=renewed.current_period_start)

    refund = billing.RefundsApi(client).refunds_create(
        billing.RefundCreateParams(payment_id=renewed.last_payment_id, amount_cents=1000)
    )
    show("refund", refund=refund.id, amount_cents=refund.amount_cents)

    pages: list[int] = []
    after: str | None = None
    has_more = True
    while has_more:
        page = products.products_list(limit=2, starting_after=after)
        pages.append(len(page.data))
        after = page.data[-1].id
        has_more = page.has_more
    show("page", pages=pages)

    try:
        customers.customers_create(billing.CustomerCreateParams(country_code="XX"))
    except BadRequestException as refused:
        assert isinstance(refused.data, billing.ApiError)
        details = refused.data.error
        show("error", status=refused.status, code=details.code, param=details.param)
