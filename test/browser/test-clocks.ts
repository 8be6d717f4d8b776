import type { ApiObject, Client, Json } from '../../scripts/support/api.ts';
import { clockAt, newPlan, subscribe } from '../contract/support/objects.ts';

/** Creates subscriptions on test clocks, and finds the newest payments and invoices of subscriptions. */

/** January 15, 2027, 08:00 UTC. */
export const START = 1_800_000_000;
export const DAY = 86_400;

/** Creates a test clock, a customer on this clock, and a subscription of this customer to a new price. */
export const subscribeOnClock = async (
  client: Client,
  price: Json = {},
): Promise<{ readonly subscription: ApiObject; readonly clockId: string; readonly productId: string }> => {
  const { id: clockId } = await clockAt(client, START);
  const customer = await client.post('/v1/customers', { email: 'bea@example.com', test_clock_id: clockId });
  const { priceId, productId } = await newPlan(client, price);
  return { subscription: await subscribe(client, priceId, { customer_id: customer.id }), clockId, productId };
};

/** Sets the outcome of future charges to the customer of a subscription, such as `paid` or `insufficient_funds`. */
export const setChargeOutcome = (client: Client, subscription: ApiObject, charges: string): Promise<ApiObject> =>
  client.post(`/sandbox/customers/${String(subscription.customer_id)}/behavior`, { charges });

/** The newest object of a list. Throws if the list is empty. */
export const newest = async (client: Client, path: string): Promise<ApiObject> => {
  const [object] = await client.list(path);
  if (object === undefined) throw new Error(`No objects at ${path}.`);
  return object;
};

export const paymentOf = (client: Client, { id }: ApiObject): Promise<ApiObject> => newest(client, `/v1/payments?subscription_id=${id}`);

export const invoiceOf = (client: Client, { id }: ApiObject): Promise<ApiObject> => newest(client, `/v1/invoices?subscription_id=${id}`);
