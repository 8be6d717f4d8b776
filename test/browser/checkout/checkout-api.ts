import { clientOf } from '../../../scripts/support/api.ts';

/** A product with a price, and functions to create checkout sessions for it. */
export interface CheckoutApi {
  /** Creates a session, which is hosted unless `fields` say otherwise. Returns its id and its URL (`'null'` for an embedded session). */
  readonly open: (fields?: Readonly<Record<string, unknown>>) => Promise<{ readonly id: string; readonly url: string }>;
  /** Creates an embedded session; returns its id and client secret. */
  readonly embed: () => Promise<{ readonly id: string; readonly clientSecret: string }>;
  readonly allowPromotionCodes: () => Promise<void>;
  readonly statusOf: (sessionId: string) => Promise<string>;
  readonly buyerOf: (sessionId: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly eventTypes: () => Promise<readonly string[]>;
}

interface CheckoutApiOptions {
  readonly baseUrl: string;
  readonly testKey: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export const checkoutApi = async ({ baseUrl, testKey, successUrl, cancelUrl }: CheckoutApiOptions): Promise<CheckoutApi> => {
  const client = clientOf(baseUrl, testKey);
  const product = await client.post('/v1/products', { name: 'A plan with a name that is long enough to wrap on a narrow screen' });
  const price = await client.post('/v1/prices', { product_id: product.id, amount_cents: 1999, currency: 'EUR', interval: 'month' });
  const openSession = (fields: Readonly<Record<string, unknown>>) =>
    client.post('/v1/checkout/sessions', { price_id: price.id, success_url: successUrl, cancel_url: cancelUrl, ...fields });
  return {
    open: async (fields = {}) => {
      const session = await openSession(fields);
      return { id: session.id, url: String(session.url) };
    },
    embed: async () => {
      const session = await openSession({ ui_mode: 'embedded' });
      return { id: session.id, clientSecret: String(session.client_secret) };
    },
    allowPromotionCodes: async () => {
      await client.post(`/v1/products/${product.id}`, { allow_promotion_codes: true });
    },
    statusOf: async (sessionId) => String((await client.get(`/v1/checkout/sessions/${sessionId}`)).status),
    buyerOf: async (sessionId) => {
      const { customer_id: customerId } = await client.get(`/v1/checkout/sessions/${sessionId}`);
      return client.get(`/v1/customers/${String(customerId)}`);
    },
    eventTypes: async () => (await client.list('/v1/events')).map((event) => String(event.type)),
  };
};
