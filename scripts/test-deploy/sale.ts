import { type ApiObject, type Client, type Json, textOf } from '../support/api.ts';
import { ensure, waitForValue } from '../support/waiting.ts';

export const SETTLED_WITHIN_MS = 180_000;
const ADVANCED_WITHIN_MS = 300_000;

export interface Sale {
  readonly customerId: string;
  readonly clockId: string;
  readonly subscriptionId: string;
}

interface Links {
  readonly success_url: string;
  readonly cancel_url: string;
}

/** What is sold, and to whom. */
interface Offer {
  readonly customerId: string;
  readonly clockId: string;
  readonly priceId: string;
}

/** Creates a monthly price in EUR and a customer on a test clock. `price`: the other fields of the price. */
export const createOffer = async (client: Client, price: Json): Promise<Offer> => {
  const product = await client.post('/v1/products', { name: 'Deployed plan' });
  const { id: priceId } = await client.post('/v1/prices', { product_id: product.id, currency: 'EUR', interval: 'month', ...price });
  const clock = await client.post('/v1/test_clocks', { frozen_time: Math.floor(Date.now() / 1000) });
  const buyer = { name: 'Bo Buyer', email: 'bo@example.com', country_code: 'NL', test_clock_id: clock.id };
  const customer = await client.post('/v1/customers', buyer);
  return { customerId: customer.id, clockId: clock.id, priceId };
};

/** Sells a subscription and waits until the session is completed. Returns the subscription's id. */
export const sellOffer = async (client: Client, { priceId, customerId }: Offer, links: Links): Promise<string> => {
  const session = await client.post('/v1/checkout/sessions', { price_id: priceId, customer_id: customerId, ...links });
  await client.post(`/sandbox/checkout_sessions/${session.id}/pay`, {});
  const completed = await waitForValue('The completion of the session', SETTLED_WITHIN_MS, async () => {
    const current = await client.get(`/v1/checkout/sessions/${session.id}`);
    return current.status === 'completed' ? current : null;
  });
  return textOf(completed, 'subscription_id');
};

/**
 * Sells a monthly subscription in EUR to a new customer on a test clock, and waits until the session is completed. `price`: the other
 * fields of the price.
 */
export const sell = async (client: Client, price: Json, links: Links): Promise<Sale> => {
  const offer = await createOffer(client, price);
  return { customerId: offer.customerId, clockId: offer.clockId, subscriptionId: await sellOffer(client, offer, links) };
};

/** Advances a test clock and waits until everything due has happened. `seconds`: Unix time. */
export const advanceTo = async (client: Client, clockId: string, seconds: number): Promise<void> => {
  await client.post(`/v1/test_clocks/${clockId}/advance`, { frozen_time: seconds });
  await waitForValue('The end of the advance', ADVANCED_WITHIN_MS, async () => {
    const clock: ApiObject = await client.get(`/v1/test_clocks/${clockId}`);
    ensure(clock.status !== 'failed', 'the clock failed to advance');
    return clock.status === 'ready' ? clock : null;
  });
};
