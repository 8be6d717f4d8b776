import type { Api, ApiObject, Client, Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';

const RETURN_URLS = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
const MONTHLY_PRICE = { amount_cents: 1999, currency: 'EUR', interval: 'month' };

/** Creates an API key with these scopes only; returns a client with the key. */
export const clientWithScopes = async (api: Api, owner: Client, ...scopes: readonly string[]): Promise<Client> =>
  api.client(String((await owner.post('/v1/api_keys', { scopes })).secret));

/** Price fields for metered billing at 2.5 cents per unit. */
export const METERED: Json = { usage_type: 'metered', amount_cents: null, unit_amount_decimal: '2.5' };

/** The body of a webhook endpoint that receives `price.archived` only. */
export const quietEndpointBody = (baseUrl: string): Json => ({
  url: baseUrl.startsWith('https:') ? 'https://example.com/hook' : 'http://127.0.0.1:9/hook',
  enabled_events: ['price.archived'],
});

/** A PNG file in Base64. */
export const SMALL_LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAIAAAA8r+mnAAAAEUlEQVR4nGMQSDiAFTFQTwIAVs0mAcj7VHYAAAAASUVORK5CYII=';

/** Creates a product with one active price: 19.99 EUR a month unless `price` overrides it. */
export const newPlan = async (client: Client, price: Json = {}): Promise<{ readonly productId: string; readonly priceId: string }> => {
  const product = await client.post('/v1/products', { name: 'Plan' });
  const { id } = await client.post('/v1/prices', { product_id: product.id, ...MONTHLY_PRICE, ...price });
  return { productId: product.id, priceId: id };
};

export const sessionBody = (priceId: string, fields: Json = {}): Json => ({ price_id: priceId, ...RETURN_URLS, ...fields });

export const openSession = (client: Client, priceId: string, fields: Json = {}): Promise<ApiObject> =>
  client.post('/v1/checkout/sessions', sessionBody(priceId, fields));

/** Creates an embedded session; returns its id and client secret under the keys that `operations.ts` reads. */
export const embeddedCheckout = async (client: Client, priceId: string, fields: Json = {}): Promise<Readonly<Record<string, string>>> => {
  const { id, client_secret: secret } = await openSession(client, priceId, { ui_mode: 'embedded', ...fields });
  return { embedded_checkout_id: id, embedded_checkout_id_secret: String(secret) };
};

/** Pays a checkout session through the sandbox. */
export const pay = (client: Client, sessionId: string, body: Json = {}): Promise<ApiObject> =>
  client.post(`/sandbox/checkout_sessions/${sessionId}/pay`, body);

export const oneShotBody = (fields: Json = {}): Json => ({
  amount_cents: 15_000,
  currency: 'EUR',
  description: 'Workshop',
  payment_method: 'creditcard',
  ...RETURN_URLS,
  ...fields,
});

export const openOneShot = (client: Client, fields: Json = {}): Promise<ApiObject> =>
  client.post('/v1/checkout/one_shot', oneShotBody(fields));

/** Creates an embedded one-off payment; returns its id and client secret under the keys that `operations.ts` reads. */
export const embeddedOneShot = async (client: Client): Promise<Readonly<Record<string, string>>> => {
  const { id, client_secret: secret } = await openOneShot(client, { ui_mode: 'embedded', payment_method: null });
  return { embedded_one_shot_id: id, embedded_one_shot_id_secret: String(secret) };
};

/** Pays a one-off payment through the sandbox. */
export const payOneShot = (client: Client, oneShotId: string, body: Json = {}): Promise<ApiObject> =>
  client.post(`/sandbox/one_shots/${oneShotId}/pay`, body);

/** Creates and pays a checkout session; returns its subscription. */
export const subscribe = async (client: Client, priceId: string, fields: Json = {}): Promise<ApiObject> => {
  const session = await openSession(client, priceId, fields);
  const paid = await pay(client, session.id);
  return client.get(`/v1/subscriptions/${String(paid.subscription_id)}`);
};

/** Subscribes a new customer on a new test clock. `fields`: fields of the checkout session. Returned `end`: end of the current period. */
export const subscribeOnClock = async (
  client: Client,
  priceId: string,
  frozenTime: number,
  fields: Json = {},
  customerFields: Json = {},
) => {
  const clock = await clockAt(client, frozenTime);
  const customer = await client.post('/v1/customers', { test_clock_id: clock.id, ...customerFields });
  const subscription = await subscribe(client, priceId, { customer_id: customer.id, ...fields });
  const { id, last_payment_id: paymentId, current_period_end: end } = subscription;
  return { clockId: clock.id, customerId: customer.id, id, subscription, paymentId: String(paymentId), end: Number(end) };
};

/** Sets how the sandbox answers charges and refunds of a customer. */
export const setBehavior = (client: Client, customerId: unknown, behavior: Json): Promise<ApiObject> =>
  client.post(`/sandbox/customers/${String(customerId)}/behavior`, behavior);

/** Waits for at least `count` events about an object; returns them oldest first. */
export const eventsAbout = async (client: Client, objectId: string, count: number): Promise<readonly ApiObject[]> => {
  const fetchEvents = async (): Promise<readonly ApiObject[]> =>
    (await client.list('/v1/events')).filter((event) => (event.data as Json).id === objectId).reverse();
  return eventually(fetchEvents, (events) => events.length >= count);
};

/** Builds a condition for `eventTypesOf`: true when an event of each type exists. */
export const includesAll =
  (...types: readonly string[]) =>
  (eventTypes: readonly string[]): boolean =>
    types.every((type) => eventTypes.includes(type));

/** Waits until the event types of a customer, oldest first, satisfy `isComplete`; returns them. */
export const eventTypesOf = (
  client: Client,
  customerId: string,
  isComplete: (types: readonly string[]) => boolean,
): Promise<readonly string[]> =>
  eventually(async () => {
    const events = await client.list('/v1/events');
    return events
      .filter(({ data }) => (data as Json).customer_id === customerId || (data as Json).id === customerId)
      .map(({ type }) => String(type))
      .reverse();
  }, isComplete);

export const clockAt = (client: Client, frozenTime: number): Promise<ApiObject> =>
  client.post('/v1/test_clocks', { frozen_time: frozenTime });

/** Advances a test clock and waits until it is no longer `advancing`. */
export const advance = async (client: Client, clockId: string, frozenTime: number): Promise<ApiObject> => {
  await client.post(`/v1/test_clocks/${clockId}/advance`, { frozen_time: frozenTime });
  return eventually(
    () => client.get(`/v1/test_clocks/${clockId}`),
    ({ status }) => status !== 'advancing',
  );
};

export const portalBody = (subscriptionId: string, fields: Json = {}): Json => ({
  subscription_id: subscriptionId,
  return_url: 'https://shop.example/account',
  ...fields,
});

/** Creates a portal session; returns its id and token under the keys that `operations.ts` reads. */
export const openPortal = async (client: Client, subscriptionId: string, fields: Json = {}): Promise<Readonly<Record<string, string>>> => {
  const { id, token } = await client.post('/v1/billing_portal/sessions', portalBody(subscriptionId, fields));
  return { session_id: id, portal_token: String(token) };
};
