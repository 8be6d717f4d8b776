import { clientOf } from '../../scripts/support/api.ts';

/** A product on sale and sessions for it, made through the API. */
export interface SaleDesk {
  /** The hosted page's address and the session's id. */
  readonly open: (given?: Readonly<Record<string, unknown>>) => Promise<{ readonly id: string; readonly url: string }>;
  readonly statusOf: (sessionId: string) => Promise<string>;
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
  return {
    open: async (given = {}) => {
      const session = await client.post('/v1/checkout/sessions', {
        price_id: price.id,
        success_url: successUrl,
        cancel_url: cancelUrl,
        ...given,
      });
      return { id: session.id, url: String(session.url) };
    },
    statusOf: async (sessionId) => String((await client.get(`/v1/checkout/sessions/${sessionId}`)).status),
    eventTypes: async () => (await client.list('/v1/events')).map((event) => String(event.type)),
  };
};
