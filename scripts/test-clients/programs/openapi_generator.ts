import * as api from './generated/index.ts';

const print = (step: string, facts: object): void => {
  process.stdout.write(`${JSON.stringify({ step, ...facts })}\n`);
};

const configuration = new api.Configuration({
  basePath: process.env['BASE_URL'] ?? '',
  accessToken: process.env['TEST_KEY'] ?? '',
});
const products = new api.ProductsApi(configuration);
const clocks = new api.TestClocksApi(configuration);
const customers = new api.CustomersApi(configuration);
const subscriptions = new api.SubscriptionsApi(configuration);

const product = await products.productsCreate({ productCreateParams: { name: 'Plan' }, idempotencyKey: crypto.randomUUID() });
for (const name of ['Second', 'Third']) await products.productsCreate({ productCreateParams: { name } });
const price = await new api.PricesApi(configuration).pricesCreate({
  priceCreateParams: { productId: product.id, amountCents: 2000, currency: 'EUR', interval: 'month' },
});
const clock = await clocks.testClocksCreate({ testClockCreateParams: { frozenTime: 2_200_000_000 } });
const customer = await customers.customersCreate({ customerCreateParams: { name: 'Ada', testClockId: clock.id } });
const session = await new api.CheckoutApi(configuration).checkoutSessionsCreate({
  checkoutSessionCreateParams: {
    customerId: customer.id,
    priceId: price.id,
    successUrl: 'https://shop.example/thanks',
    cancelUrl: 'https://shop.example/cart',
  },
});
const paid = await new api.SandboxApi(configuration).sandboxCheckoutSessionPay({
  checkoutId: session.id,
  sandboxCheckoutSessionPayParams: { method: 'creditcard' },
});
const subscriptionId = paid.subscriptionId ?? '';
const sold = await subscriptions.subscriptionsRetrieve({ subscriptionId });
print('sell', { subscription: sold.id, status: sold.status, payment_count: sold.paymentCount, period_end: sold.currentPeriodEnd });

await clocks.testClocksAdvance({ testClockId: clock.id, testClockAdvanceParams: { frozenTime: sold.currentPeriodEnd } });
for (let status = 'advancing'; status === 'advancing'; ) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  ({ status } = await clocks.testClocksRetrieve({ testClockId: clock.id }));
}
const renewed = await subscriptions.subscriptionsRetrieve({ subscriptionId });
print('renew', { status: renewed.status, payment_count: renewed.paymentCount, period_start: renewed.currentPeriodStart });

const refund = await new api.RefundsApi(configuration).refundsCreate({
  refundCreateParams: { paymentId: renewed.lastPaymentId ?? '', amountCents: 1000 },
});
print('refund', { refund: refund.id, amount_cents: refund.amountCents });

const pages: number[] = [];
for (let after: string | undefined, hasMore = true; hasMore; ) {
  const page = await products.productsList({ limit: 2, ...(after === undefined ? {} : { startingAfter: after }) });
  pages.push(page.data.length);
  after = page.data.at(-1)?.id;
  hasMore = page.hasMore;
}
print('page', { pages });

try {
  await customers.customersCreate({ customerCreateParams: { countryCode: 'XX' } });
} catch (failure) {
  if (!(failure instanceof api.ResponseError)) throw failure;
  const { error } = api.ApiErrorFromJSON(await failure.response.json());
  print('error', { status: failure.response.status, code: error.code, param: error.param });
}
