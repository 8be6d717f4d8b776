import { handler as confirmSession } from '../../functions/checkout-element/confirm.ts';
import { handler as createSession } from '../../functions/checkout-sessions/create.ts';
import { handler as createCoupon } from '../../functions/coupons/create.ts';
import { handler as createPrice } from '../../functions/prices/create.ts';
import { handler as createProduct } from '../../functions/products/create.ts';
import type { LambdaHandler } from '../../shared/api/serve/serve.ts';
import { type BillingData, NO_REFUNDS } from './billing-data.ts';
import { type FaultyShop, type Runner, withoutFault } from './faults/faulty-shop.ts';

const URLS = { success_url: 'https://shop.test/ok', cancel_url: 'https://shop.test/no' };

/** Coupon code with a discount of 100 %. */
export const FREE = 'FREE';

/** Creates a price, and helpers to open and confirm checkout sessions for it. */
export const checkoutHelpersOf = async (shop: FaultyShop) => {
  const callApi = (handler: LambdaHandler, path: string, body: unknown, run: Runner = withoutFault, bearer = shop.apiKey) =>
    shop.send(run, { handler, path, body, bearer });

  const product = await callApi(createProduct, '/v1/products', { name: 'Plan', allow_promotion_codes: true });
  const terms = { product_id: product.id, amount_cents: 1999, currency: 'EUR', interval: 'month' };
  const price = await callApi(createPrice, '/v1/prices', terms);
  await callApi(createCoupon, '/v1/coupons', { code: FREE, percent_off: 100, duration: 'forever' });

  const open = async (run: Runner, overrides: object = {}) => {
    const body = { price_id: price.id, customer_email: 'ada@example.com', country: 'NL', ...URLS, ...overrides };
    const session = await callApi(createSession, '/v1/checkout/sessions', body, run);
    return { id: String(session.id), customerId: String(session.customer_id), url: session.url, secret: String(session.client_secret) };
  };

  const confirm = (run: Runner, { id, secret }: { readonly id: string; readonly secret: string }, body: object) =>
    callApi(confirmSession, `/v1/checkout/sessions/${id}/confirm`, body, run, secret);

  return { open, confirm };
};

/** Expected billing data after one sale. */
export const SOLD: BillingData = {
  saleStatuses: ['completed', 'active'],
  payments: ['succeeded 1999'],
  providerPayments: ['paid 1999'],
  invoices: ['paid 1999'],
  ...NO_REFUNDS,
};
