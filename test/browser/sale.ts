import { clientOf } from '../../scripts/support/api.ts';

/** A product on sale and sessions for it, made through the API. */
export interface SaleDesk {
  /** The hosted page's address and the session's id. */
  readonly open: (given?: Readonly<Record<string, unknown>>) => Promise<{ readonly id: string; readonly url: string }>;
  /** An embedded session and what its buyer's browser is handed. */
  readonly embed: () => Promise<{ readonly id: string; readonly clientSecret: string }>;
  readonly allowPromotionCodes: () => Promise<void>;
  readonly statusOf: (sessionId: string) => Promise<string>;
  readonly buyerOf: (sessionId: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly eventTypes: () => Promise<readonly string[]>;
}

interface Desk {
  readonly baseUrl: string;
  readonly testKey: string;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

export const saleDesk = async ({ baseUrl, testKey, successUrl, cancelUrl }: Desk): Promise<SaleDesk> => {
  const client = clientOf(baseUrl, testKey);
  const product = await client.post('/v1/products', { name: 'A plan with a name that is long enough to wrap on a narrow screen' });
  const price = await client.post('/v1/prices', { product_id: product.id, amount_cents: 1999, currency: 'EUR', interval: 'month' });
  const openSession = (given: Readonly<Record<string, unknown>>) =>
    client.post('/v1/checkout/sessions', { price_id: price.id, success_url: successUrl, cancel_url: cancelUrl, ...given });
  return {
    open: async (given = {}) => {
      const session = await openSession(given);
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
