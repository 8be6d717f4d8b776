import { createBilling, InvalidRequestError } from 'billing-service-client';

const print = (step: string, facts: object): void => {
  process.stdout.write(`${JSON.stringify({ step, ...facts })}\n`);
};

const billing = createBilling({ key: process.env['TEST_KEY'], baseUrl: process.env['BASE_URL'] });

const product = await billing.products.create({ name: 'Plan' });
for (const name of ['Second', 'Third']) await billing.products.create({ name });
const price = await billing.prices.create({ product_id: product.id, amount_cents: 2000, currency: 'EUR', interval: 'month' });
const clock = await billing.testClocks.create({ frozen_time: 2_200_000_000 });
const customer = await billing.customers.create({ name: 'Ada', test_clock_id: clock.id });
const session = await billing.checkoutSessions.create({
  customer_id: customer.id,
  price_id: price.id,
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
});
const paid = await billing.sandbox.checkoutSessionPay(session.id, { method: 'creditcard' });
const sold = await billing.subscriptions.retrieve(paid.subscription_id ?? '');
print('sell', { subscription: sold.id, status: sold.status, payment_count: sold.payment_count, period_end: sold.current_period_end });

let { status } = await billing.testClocks.advance(clock.id, { frozen_time: sold.current_period_end });
while (status === 'advancing') {
  await new Promise((resolve) => setTimeout(resolve, 300));
  ({ status } = await billing.testClocks.retrieve(clock.id));
}
const renewed = await billing.subscriptions.retrieve(sold.id);
print('renew', { status: renewed.status, payment_count: renewed.payment_count, period_start: renewed.current_period_start });

const refund = await billing.refunds.create({ payment_id: renewed.last_payment_id ?? '', amount_cents: 1000 });
print('refund', { refund: refund.id, amount_cents: refund.amount_cents });

const pages: number[] = [];
for (let after: string | undefined, hasMore = true; hasMore; ) {
  const page = await billing.products.list({ limit: 2, ...(after === undefined ? {} : { starting_after: after }) });
  pages.push(page.data.length);
  after = page.data.at(-1)?.id;
  hasMore = page.has_more;
}
print('page', { pages });

try {
  await billing.customers.create({ country_code: 'XX' });
} catch (error) {
  if (!(error instanceof InvalidRequestError)) throw error;
  print('error', { status: error.status, code: error.code, param: error.param });
}
