import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clockAt, eventTypesOf, newPlan, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
const DAY = 86_400;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const newSubscriber = () => subscribeOnClock(client, priceId, START);

const paymentsOf = (customerId: string, count: number): Promise<readonly ApiObject[]> =>
  eventually(
    () => client.list(`/v1/payments?customer_id=${customerId}`),
    (listed) => listed.length >= count,
  );

const retrieve = (subscription: ApiObject): Promise<ApiObject> => client.get(`/v1/subscriptions/${subscription.id}`);

describe('a test clock', () => {
  it('[CLK-01] [CLK-02] [CLK-03] [CLK-05] [CLK-06] [CUS-26] [HTTP-25] keeps its time until it is advanced', async () => {
    const clock = await clockAt(client, START);
    expect(clock).toMatchObject({ object: 'test_clock', frozen_time: START, status: 'ready', livemode: false });
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    expect(customer).toMatchObject({ test_clock_id: clock.id, created: START });
    expect(await advance(client, clock.id, START + DAY)).toEqual({ ...clock, frozen_time: START + DAY });
    expect(await client.get(`/v1/test_clocks/${clock.id}`)).toMatchObject({ frozen_time: START + DAY });
    expect((await client.list('/v1/test_clocks')).map(({ id }) => id)).toContain(clock.id);
  });

  it('[CLK-04] is deleted without affecting other clocks', async () => {
    const [clock, other] = [await clockAt(client, START), await clockAt(client, START)];
    expect(await client.remove(`/v1/test_clocks/${clock.id}`)).toEqual({ id: clock.id, object: 'test_clock', deleted: true });
    expect((await client.call('GET', `/v1/test_clocks/${clock.id}`)).status).toBe(404);
    expect((await client.call('DELETE', `/v1/test_clocks/${clock.id}`)).status).toBe(404);
    expect((await client.get(`/v1/test_clocks/${other.id}`)).status).toBe('ready');
    const ids = (await client.list('/v1/test_clocks')).map(({ id }) => id);
    expect([ids.includes(clock.id), ids.includes(other.id)]).toEqual([false, true]);
  });

  it('advances forward only, and by at most two years', async () => {
    const clock = await clockAt(client, START);
    const path = `/v1/test_clocks/${clock.id}/advance`;
    for (const frozen_time of [START, START - 1, START + 3 * 366 * DAY]) {
      expect(fieldError(await client.call('POST', path, { frozen_time }))).toEqual([400, 'parameter_invalid', 'frozen_time']);
    }
    expect((await client.get(`/v1/test_clocks/${clock.id}`)).frozen_time).toBe(START);
  });

  it('advances by at most two intervals of its subscriptions', async () => {
    const { clockId } = await newSubscriber();
    const answer = await client.call('POST', `/v1/test_clocks/${clockId}/advance`, { frozen_time: START + 100 * DAY });
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'frozen_time']);
  });

  it('must exist when a customer is created with its id', async () => {
    const answer = await client.call('POST', '/v1/customers', { test_clock_id: `clk_${'0'.repeat(26)}` });
    expect(fieldError(answer)).toEqual([404, 'resource_missing', 'test_clock_id']);
  });
});

describe('the end of a period', () => {
  it('[RENEW-01] [RENEW-03] [CLK-08] causes one charge and starts the next period', async () => {
    const { clockId, customerId, subscription, end } = await newSubscriber();
    expect(subscription).toMatchObject({ current_period_start: START, current_period_end: Date.UTC(2027, 1, 28, 12) / 1000 });
    await advance(client, clockId, end - 3600);
    expect((await paymentsOf(customerId, 1)).map(({ type }) => type)).toEqual(['initial']);
    expect((await advance(client, clockId, end + 3600)).status).toBe('ready');
    const payments = await paymentsOf(customerId, 2);
    expect(payments.map(({ type, status, amount_cents: cents }) => [type, status, cents])).toEqual([
      ['renewal', 'succeeded', 1999],
      ['initial', 'succeeded', 1999],
    ]);
    expect(await retrieve(subscription)).toMatchObject({
      status: 'active',
      current_period_start: end,
      current_period_end: Date.UTC(2027, 2, 31, 12) / 1000,
      payment_count: 2,
      last_payment_id: payments[0]?.id,
    });
    const types = await eventTypesOf(client, customerId, (types) => types.filter((type) => type === 'payment.succeeded').length >= 2);
    expect(types.filter((type) => type === 'invoice.paid')).toHaveLength(2);
    expect(types.filter((type) => type === 'subscription.created')).toHaveLength(1);
    expect(types).toContain('subscription.updated');
  });

  it('is processed once by several concurrent clock advances', async () => {
    const { clockId, subscription, end } = await newSubscriber();
    const path = `/v1/test_clocks/${clockId}/advance`;
    const answers = await Promise.all([0, 1, 2].map(() => client.call('POST', path, { frozen_time: end + 3600 })));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      // A request after the end of the first advance gets 400, because the clock is at its target.
      const isAtTarget = answer.status === 400;
      expect(fieldError(answer)).toEqual(isAtTarget ? [400, 'parameter_invalid', 'frozen_time'] : [409, 'state_conflict', undefined]);
    }
    await eventually(
      () => client.get(`/v1/test_clocks/${clockId}`),
      ({ status }) => status === 'ready',
    );
    expect((await retrieve(subscription)).payment_count).toBe(2);
  });
});

describe('a renewal that fails', () => {
  it('[RENEW-04] [RENEW-05] [EVT-27] [EVT-63] [EVT-64] makes the subscription past due until a retry succeeds', async () => {
    const { clockId, customerId, subscription, end } = await newSubscriber();
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, end + 3600);
    const pastDue = await eventually(
      () => retrieve(subscription),
      ({ status }) => status === 'past_due',
    );
    expect(pastDue.next_payment_attempt).toBeGreaterThan(end);
    expect((await paymentsOf(customerId, 2))[0]).toMatchObject({ type: 'renewal', status: 'failed', failure_code: 'insufficient_funds' });
    const types = await eventTypesOf(client, customerId, (all) => all.includes('subscription.past_due') && all.includes('payment.failed'));
    expect(types.filter((type) => type === 'subscription.past_due')).toHaveLength(1);
    const [notice] = await client.list('/v1/events?type=dunning.email_required');
    expect(notice?.data).toMatchObject({ failed_at: expect.any(Number), next_payment_attempt: pastDue.next_payment_attempt });

    await setBehavior(client, customerId, { charges: 'paid' });
    await advance(client, clockId, Number(pastDue.next_payment_attempt) + 3600);
    const recovered = await eventually(
      () => retrieve(subscription),
      ({ status }) => status === 'active',
    );
    expect(recovered).toMatchObject({ current_period_start: end, payment_count: 2 });
    expect((await paymentsOf(customerId, 3)).map(({ status }) => status)).toEqual(['succeeded', 'failed', 'succeeded']);
  });
});
