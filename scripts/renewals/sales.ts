import { type Api, type ApiObject, type Client, textOf } from '../support/api.ts';
import { ensure } from '../support/waiting.ts';

/** Few enough that a request that was rate-limited succeeds when the client retries it. */
const CONCURRENT_BUYERS = 8;
const SEE_OTHER = 303;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const pathOf = (url: unknown): string => {
  const { pathname, search } = new URL(String(url));
  return `${pathname}${search}`;
};

/** Requests a checkout page, with a form if given; returns the `Location` of the redirect. */
const submit = async (api: Api, method: 'GET' | 'POST', url: unknown, form?: string): Promise<unknown> => {
  const response = await api.sendWithRetry({ method, path: pathOf(url), headers: FORM, ...(form === undefined ? {} : { text: form }) });
  ensure(response.status === SEE_OTHER, `${method} ${pathOf(url)} returned ${response.status}`);
  return response.headers.location;
};

/** Makes a checkout by a new customer who pays by card on the hosted pages. Returns the subscription's id. */
const sellOne = async (api: Api, client: Client, priceId: string, number: number): Promise<string> => {
  const session = await client.post('/v1/checkout/sessions', {
    price_id: priceId,
    customer_email: `buyer-${number}@example.com`,
    country: 'NL',
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
  });
  const outcomePage = await submit(api, 'POST', `${textOf(session, 'url')}/pay`, 'method=creditcard');
  await submit(api, 'GET', await submit(api, 'POST', outcomePage, 'outcome=paid'));
  return textOf(await client.get(`/v1/checkout/sessions/${session.id}`), 'subscription_id');
};

/** Sells `count` subscriptions of one monthly price with concurrent buyers; waits when the rate limit is reached. */
export const sell = async (api: Api, client: Client, count: number): Promise<readonly ApiObject[]> => {
  const product = await client.post('/v1/products', { name: 'Hosting' });
  const price = await client.post('/v1/prices', { product_id: product.id, amount_cents: 1500, currency: 'EUR', interval: 'month' });
  let sold = 0;
  const buyers = Array.from({ length: CONCURRENT_BUYERS }, async () => {
    while (sold < count) {
      sold += 1;
      await sellOne(api, client, price.id, sold);
    }
  });
  await Promise.all(buyers);
  const subscriptions = await client.list('/v1/subscriptions');
  ensure(subscriptions.length === count, `${subscriptions.length} subscriptions were sold instead of ${count}`);
  return subscriptions;
};
