import json
import os
import time

from billing_service import Billing, InvalidRequestError


def show(step: str, **facts: object) -> None:
    print(json.dumps({"step": step, **facts}))


billing = Billing(os.environ["TEST_KEY"], os.environ["BASE_URL"])

product = billing.products.create({"name": "Plan"})
for name in ("Second", "Third"):
    billing.products.create({"name": name})
price = billing.prices.create({"product_id": product["id"], "amount_cents": 2000, "currency": "EUR", "interval": "month"})
clock = billing.test_clocks.create({"frozen_time": 2_200_000_000})
customer = billing.customers.create({"name": "Ada", "test_clock_id": clock["id"]})
session = billing.checkout_sessions.create(
    {
        "customer_id": customer["id"],
        "price_id": price["id"],
        "success_url": "https://shop.example/thanks",
        "cancel_url": "https://shop.example/cart",
    }
)
paid = billing.sandbox.checkout_session_pay(session["id"], {"method": "creditcard"})
sold = billing.subscriptions.retrieve(paid["subscription_id"] or "")
show("sell", subscription=sold["id"], status=sold["status"], payment_count=sold["payment_count"], period_end=sold["current_period_end"])

status = billing.test_clocks.advance(clock["id"], {"frozen_time": sold["current_period_end"]})["status"]
while status == "advancing":
    time.sleep(0.3)
    status = billing.test_clocks.retrieve(clock["id"])["status"]
renewed = billing.subscriptions.retrieve(sold["id"])
show("renew", status=renewed["status"], payment_count=renewed["payment_count"], period_start=renewed["current_period_start"])

refund = billing.refunds.create({"payment_id": renewed["last_payment_id"] or "", "amount_cents": 1000})
show("refund", refund=refund["id"], amount_cents=refund["amount_cents"])

first = billing.products.list({"limit": 2}).page()
rest = billing.products.list({"limit": 2, "starting_after": first.data[-1]["id"]}).page()
show("page", pages=[len(first.data), len(rest.data)])

try:
    billing.customers.create({"country_code": "XX"})
except InvalidRequestError as error:
    show("error", status=error.status, code=error.code, param=error.param)
