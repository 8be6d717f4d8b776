import { beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf, type Json } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { advance, eventsAbout, newPlan, setBehavior, subscribeOnClock } from '../support/objects.ts';

const { baseUrl, createAccount } = service();

const START = 1_800_000_000;
const DAY = 86_400;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = clientOf(baseUrl, (await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

/** A subscription ten days after the end of the first period. A full refund of this period has been pending since its first day. */
const waitingSubscription = async (fields: Json = {}) => {
  const sold = await subscribeOnClock(client, priceId, START, fields);
  await setBehavior(client, sold.customerId, { refunds: 'pending' });
  const [payment] = await client.list(`/v1/payments?customer_id=${sold.customerId}`);
  const refund = await client.post('/v1/refunds', { payment_id: String(payment?.id) });
  expect(await advance(client, sold.clockId, sold.end + 10 * DAY)).toMatchObject({ status: 'ready' });
  return {
    ...sold,
    retrieve: () => client.get(`/v1/subscriptions/${sold.id}`),
    invoices: () => client.list(`/v1/invoices?subscription_id=${sold.id}`),
    settle: (outcome: string) => client.post(`/sandbox/refunds/${refund.id}/outcome`, { outcome }),
  };
};

describe('a subscription whose period ends while a full refund of its charge is pending', () => {
  it('[SUB-44] [EVT-28] is not renewed, and is canceled when the refund succeeds', async () => {
    const { id, end, retrieve, invoices, settle } = await waitingSubscription();
    expect(await retrieve()).toMatchObject({ status: 'active', renewal_state: 'scheduled', current_period_end: end });
    await settle('refunded');
    expect(await retrieve()).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued', canceled_at: end + 10 * DAY });
    expect(await invoices()).toHaveLength(1);
    expect((await eventsAbout(client, id, 3)).at(-1)?.type).toBe('subscription.canceled');
  });

  it('is renewed for the following period when the refund fails', async () => {
    const { clockId, end, retrieve, invoices, settle } = await waitingSubscription();
    await settle('failed');
    await advance(client, clockId, end + 11 * DAY);
    expect(await retrieve()).toMatchObject({ status: 'active', current_period_start: end });
    expect((await invoices()).map(({ status, period_start }) => [status, period_start])).toEqual([
      ['paid', end],
      ['paid', START],
    ]);
  });

  it('[SUB-46] is canceled by the refund of its verification charge after the end of its trial', async () => {
    const { retrieve, invoices, settle } = await waitingSubscription({ trial_days_override: 7 });
    expect(await retrieve()).toMatchObject({ status: 'active', trial_end: START + 7 * DAY });
    await settle('refunded');
    expect(await retrieve()).toMatchObject({ status: 'canceled', cancellation_reason: 'refund_issued' });
    expect(await invoices()).toEqual([]);
  });

  it('cannot be paused, but can be canceled', async () => {
    const { id, clockId, end, retrieve, invoices } = await waitingSubscription();
    const { status, error } = await client.call('POST', `/v1/subscriptions/${id}/pause`);
    expect([status, error?.code, error?.reason]).toEqual([409, 'operation_pending', 'refund_processing']);
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, end + 11 * DAY);
    expect(await retrieve()).toMatchObject({ status: 'canceled', cancellation_reason: 'requested' });
    expect(await invoices()).toHaveLength(1);
  });
});
