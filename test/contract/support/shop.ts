import type { ApiObject, Client, Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';

const ADDRESSES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

const EUROS_A_MONTH = { amount_cents: 1999, currency: 'EUR', interval: 'month' };

/** What makes a price one that is charged by usage, two and a half cents a unit. */
export const METERED: Json = { usage_type: 'metered', amount_cents: null, unit_amount_decimal: '2.5' };

/** An endpoint that may be registered with this service and is sent next to nothing. */
export const quietEndpoint = (baseUrl: string): Json => ({
  url: baseUrl.startsWith('https:') ? 'https://example.com/hook' : 'http://127.0.0.1:9/hook',
  enabled_events: ['price.archived'],
});

/** A product with a price on sale. */
export const openShop = async (client: Client, price: Json = {}): Promise<{ readonly productId: string; readonly priceId: string }> => {
  const product = await client.post('/v1/products', { name: 'Plan' });
  const { id } = await client.post('/v1/prices', { product_id: product.id, ...EUROS_A_MONTH, ...price });
  return { productId: product.id, priceId: id };
};

export const sessionBody = (priceId: string, given: Json = {}): Json => ({ price_id: priceId, ...ADDRESSES, ...given });

export const openSession = (client: Client, priceId: string, given: Json = {}): Promise<ApiObject> =>
  client.post('/v1/checkout/sessions', sessionBody(priceId, given));

/** An embedded session with its client secret, under the names that `operations.ts` finds them by. */
export const embeddedCheckout = async (client: Client, priceId: string, given: Json = {}): Promise<Readonly<Record<string, string>>> => {
  const { id, client_secret: secret } = await openSession(client, priceId, { ui_mode: 'embedded', ...given });
  return { embedded_checkout_id: id, embedded_checkout_id_secret: String(secret) };
};

/** Pays in the buyer's place, by the sandbox. */
export const pay = (client: Client, sessionId: string, body: Json = {}): Promise<ApiObject> =>
  client.post(`/sandbox/checkout_sessions/${sessionId}/pay`, body);

export const oneShotBody = (given: Json = {}): Json => ({
  amount_cents: 15_000,
  currency: 'EUR',
  description: 'Workshop',
  payment_method: 'creditcard',
  ...ADDRESSES,
  ...given,
});

export const openOneShot = (client: Client, given: Json = {}): Promise<ApiObject> =>
  client.post('/v1/checkout/one_shot', oneShotBody(given));

/** An embedded one-off payment with its secret, by the names of a world's ids. */
export const embeddedOneShot = async (client: Client): Promise<Readonly<Record<string, string>>> => {
  const { id, client_secret: secret } = await openOneShot(client, { ui_mode: 'embedded', payment_method: null });
  return { embedded_one_shot_id: id, embedded_one_shot_id_secret: String(secret) };
};

/** Pays a one-off payment in the buyer's place, by the sandbox. */
export const payOneShot = (client: Client, oneShotId: string, body: Json = {}): Promise<ApiObject> =>
  client.post(`/sandbox/one_shots/${oneShotId}/pay`, body);

/** A paid session's subscription. */
export const subscribe = async (client: Client, priceId: string, given: Json = {}): Promise<ApiObject> => {
  const session = await openSession(client, priceId, given);
  const paid = await pay(client, session.id);
  return client.get(`/v1/subscriptions/${String(paid.subscription_id)}`);
};

/** The events about an object, oldest first, once there are `count` of them at least. */
export const eventsAbout = async (client: Client, objectId: string, count: number): Promise<readonly ApiObject[]> => {
  const about = async (): Promise<readonly ApiObject[]> =>
    (await client.list('/v1/events')).filter((event) => (event.data as Json).id === objectId).reverse();
  return eventually(about, (events) => events.length >= count);
};

/** The types of all events that concern one customer, oldest first, once `complete` holds. */
export const storyOf = (client: Client, customerId: string, complete: (types: readonly string[]) => boolean): Promise<readonly string[]> =>
  eventually(async () => {
    const events = await client.list('/v1/events');
    return events
      .filter(({ data }) => (data as Json).customer_id === customerId || (data as Json).id === customerId)
      .map(({ type }) => String(type))
      .reverse();
  }, complete);

export const clockAt = (client: Client, frozenTime: number): Promise<ApiObject> =>
  client.post('/v1/test_clocks', { frozen_time: frozenTime });

/** Advances a clock and waits until everything due was played. */
export const advance = async (client: Client, clockId: string, frozenTime: number): Promise<ApiObject> => {
  await client.post(`/v1/test_clocks/${clockId}/advance`, { frozen_time: frozenTime });
  return eventually(
    () => client.get(`/v1/test_clocks/${clockId}`),
    ({ status }) => status !== 'advancing',
  );
};

export const portalBody = (subscriptionId: string, given: Json = {}): Json => ({
  subscription_id: subscriptionId,
  return_url: 'https://shop.example/account',
  ...given,
});

/** A portal session of the subscription and its token, by the names of a world's ids. */
export const openPortal = async (client: Client, subscriptionId: string, given: Json = {}): Promise<Readonly<Record<string, string>>> => {
  const { id, token } = await client.post('/v1/billing_portal/sessions', portalBody(subscriptionId, given));
  return { session_id: id, portal_token: String(token) };
};
