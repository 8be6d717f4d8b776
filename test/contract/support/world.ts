import { randomUUID } from 'node:crypto';
import type { Client, Json } from '../../../scripts/support/api.ts';
import type { Receiver } from '../../../scripts/support/receiver.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import {
  clockAt,
  embeddedCheckout,
  embeddedOneShot,
  METERED,
  newPlan,
  openOneShot,
  openPortal,
  openSession,
  pay,
  subscribe,
} from './objects.ts';

/** Ids of one account's objects by path parameter name, and secrets and tokens for operations that need them. */
export type World = Readonly<Record<string, string>>;

const firstIdOf = async (client: Client, path: string): Promise<string> => {
  const items = await eventually(
    () => client.list(path),
    (items) => items.length > 0,
  );
  return String(items[0]?.id);
};

/** Creates one object of every kind in test mode. The webhook endpoint sends to `receiver`. */
export const makeWorld = async (client: Client, receiver: Receiver): Promise<World> => {
  const endpoint = await client.post('/v1/webhook_endpoints', { url: receiver.url });
  const { productId, priceId } = await newPlan(client);
  const coupon = await client.post('/v1/coupons', { code: 'WORLD', percent_off: 10 });
  const meter = await client.post('/v1/meters', { event_name: 'api_call', aggregation: 'sum' });
  const rate = await client.post('/v1/tax_rates', { country_code: 'NL', rate_basis_points: 2100, display_name: 'BTW' });
  const clock = await clockAt(client, 1_800_000_000);
  const customer = await client.post('/v1/customers', { name: 'Ada', email: 'ada@example.com' });
  const session = await openSession(client, priceId, { customer_id: customer.id });
  const paid = await pay(client, session.id);
  await client.post('/v1/refunds', { payment_id: paid.payment_id, amount_cents: 1 });
  const disputed = await subscribe(client, priceId);
  await client.post(`/sandbox/payments/${String(disputed.last_payment_id)}/outcome`, { outcome: 'charged_back' });
  const metered = await subscribe(client, (await newPlan(client, { ...METERED, meter_id: meter.id })).priceId);
  await client.post(`/v1/subscriptions/${metered.id}/usage_records`, { quantity: 12 });
  const usageEventId = randomUUID();
  await client.post('/v1/usage_events', {
    events: [{ id: usageEventId, event_name: 'api_call', subscription_id: metered.id, value: '1' }],
  } as Json);
  const usageAlert = await client.post('/v1/usage_alerts', { subscription_id: metered.id, quantity: 1000 });
  const creditNoteId = await firstIdOf(client, '/v1/credit_notes');
  // Keep later refunds pending, so that no refund succeeds while a test compares states.
  await client.post(`/sandbox/customers/${customer.id}/behavior`, { refunds: 'pending' });
  const key = await client.post('/v1/api_keys', { label: 'spare', scopes: ['customers:read'] });
  return {
    endpoint_id: endpoint.id,
    product_id: productId,
    price_id: priceId,
    meter_id: meter.id,
    usage_event_id: usageEventId,
    usage_alert_id: usageAlert.id,
    coupon_id: coupon.id,
    tax_rate_id: rate.id,
    test_clock_id: clock.id,
    customer_id: customer.id,
    checkout_id: session.id,
    payment_link_id: (await client.post('/v1/payment_links', { price_id: priceId })).id,
    one_shot_id: (await openOneShot(client, { customer_id: customer.id })).id,
    subscription_id: String(paid.subscription_id),
    metered_subscription_id: metered.id,
    payment_id: String(paid.payment_id),
    invoice_id: await firstIdOf(client, `/v1/invoices?customer_id=${customer.id}`),
    refund_id: await firstIdOf(client, '/v1/refunds'),
    credit_note_id: creditNoteId,
    dispute_id: await firstIdOf(client, '/v1/disputes'),
    event_id: await firstIdOf(client, '/v1/events'),
    delivery_id: await firstIdOf(client, `/v1/webhook_endpoints/${endpoint.id}/deliveries`),
    api_key_id: key.id,
    ...(await embeddedCheckout(client, priceId)),
    ...(await embeddedOneShot(client)),
    ...(await openPortal(client, String(paid.subscription_id))),
    audit_log_id: await firstIdOf(client, '/v1/audit_logs'),
  };
};
