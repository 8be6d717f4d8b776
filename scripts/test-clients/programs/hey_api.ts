import { client } from './generated/client.gen.ts';
import {
  checkoutSessionsCreate,
  customersCreate,
  pricesCreate,
  productsCreate,
  productsList,
  refundsCreate,
  sandboxCheckoutSessionPay,
  subscriptionsRetrieve,
  testClocksAdvance,
  testClocksCreate,
  testClocksRetrieve,
} from './generated/index.ts';

const print = (step: string, facts: object): void => {
  process.stdout.write(`${JSON.stringify({ step, ...facts })}\n`);
};
const throwOnError = true;

client.setConfig({ baseUrl: process.env['BASE_URL'] ?? '', auth: () => process.env['TEST_KEY'] ?? '' });

const headers = { 'Idempotency-Key': crypto.randomUUID() };
const { data: product } = await productsCreate({ body: { name: 'Plan' }, headers, throwOnError });
for (const name of ['Second', 'Third']) await productsCreate({ body: { name }, throwOnError });
const { data: price } = await pricesCreate({
  body: { product_id: product.id, amount_cents: 2000, currency: 'EUR', interval: 'month' },
  throwOnError,
});
const { data: clock } = await testClocksCreate({ body: { frozen_time: 2_200_000_000 }, throwOnError });
const { data: customer } = await customersCreate({ body: { name: 'Ada', test_clock_id: clock.id }, throwOnError });
const { data: session } = await checkoutSessionsCreate({
  body: {
    customer_id: customer.id,
    price_id: price.id,
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
  },
  throwOnError,
});
const { data: paid } = await sandboxCheckoutSessionPay({ path: { checkout_id: session.id }, body: { method: 'creditcard' }, throwOnError });
const path = { subscription_id: paid.subscription_id ?? '' };
const { data: sold } = await subscriptionsRetrieve({ path, throwOnError });
print('sell', { subscription: sold.id, status: sold.status, payment_count: sold.payment_count, period_end: sold.current_period_end });

await testClocksAdvance({ path: { test_clock_id: clock.id }, body: { frozen_time: sold.current_period_end }, throwOnError });
for (let status = 'advancing'; status === 'advancing'; ) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  status = (await testClocksRetrieve({ path: { test_clock_id: clock.id }, throwOnError })).data.status;
}
const { data: renewed } = await subscriptionsRetrieve({ path, throwOnError });
print('renew', { status: renewed.status, payment_count: renewed.payment_count, period_start: renewed.current_period_start });

const { data: refund } = await refundsCreate({ body: { payment_id: renewed.last_payment_id ?? '', amount_cents: 1000 }, throwOnError });
print('refund', { refund: refund.id, amount_cents: refund.amount_cents });

const pages: number[] = [];
for (let after: string | undefined, hasMore = true; hasMore; ) {
  const query = { limit: 2, ...(after === undefined ? {} : { starting_after: after }) };
  const { data: page } = await productsList({ query, throwOnError });
  pages.push(page.data.length);
  after = page.data.at(-1)?.id;
  hasMore = page.has_more;
}
print('page', { pages });

const { error, response } = await customersCreate({ body: { country_code: 'XX' } });
print('error', { status: response?.status, code: error?.error.code, param: error?.error.param });
