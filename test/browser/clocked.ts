import type { ApiObject, Client, Json } from '../../scripts/support/api.ts';
import { clockAt, openShop, subscribe } from '../contract/support/shop.ts';

/** Subscriptions that live on a separate clock, and what came of them. */

export const START = 1_800_000_000;
export const DAY = 86_400;

/** A subscription of a separate customer. */
export const onClock = async (
  client: Client,
  price: Json = {},
): Promise<{ readonly subscription: ApiObject; readonly clockId: string; readonly productId: string }> => {
  const { id: clockId } = await clockAt(client, START);
  const customer = await client.post('/v1/customers', { email: 'bea@example.com', test_clock_id: clockId });
  const { priceId, productId } = await openShop(client, price);
  return { subscription: await subscribe(client, priceId, { customer_id: customer.id }), clockId, productId };
};

/** From now on, charges to its customer go that way. */
export const behave = (client: Client, subscription: ApiObject, charges: string): Promise<ApiObject> =>
  client.post(`/sandbox/customers/${String(subscription.customer_id)}/behavior`, { charges });

/** The newest of a list. */
export const newest = async (client: Client, path: string): Promise<ApiObject> => {
  const [object] = await client.list(path);
  if (object === undefined) throw new Error(`there is nothing at ${path}`);
  return object;
};

export const paymentOf = (client: Client, { id }: ApiObject): Promise<ApiObject> => newest(client, `/v1/payments?subscription_id=${id}`);

export const invoiceOf = (client: Client, { id }: ApiObject): Promise<ApiObject> => newest(client, `/v1/invoices?subscription_id=${id}`);
