import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, clientWithScopes, eventsAbout, newPlan, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;
/** Ends of the first three periods. */
const MONTH_ENDS = [Date.UTC(2027, 1, 28, 12) / 1000, Date.UTC(2027, 2, 31, 12) / 1000, Date.UTC(2027, 3, 30, 12) / 1000] as const;

let client: Client;
let priceId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const newSubscription = (price = priceId) => subscribeOnClock(client, price, START);
const retrieve = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);
const pause = (id: string) => client.call('POST', `/v1/subscriptions/${id}/pause`);
const resume = (id: string) => client.call('POST', `/v1/subscriptions/${id}/resume`);
const typesAbout = async (id: string, count: number) => (await eventsAbout(client, id, count)).map(({ type }) => type);

describe('pausing a subscription', () => {
  it('[SUB-09] [SUB-32] [EVT-11] [EVT-19] [EVT-20] sets serves_customer to false and keeps the status active', async () => {
    const { id } = await newSubscription();
    const before = await retrieve(id);
    const paused = await client.post(`/v1/subscriptions/${id}/pause`);
    const changes = { serves_customer: false, renewal_state: 'paused', mrr_cents: 0, next_charge_amount_cents: null };
    expect(paused).toEqual({ ...before, ...changes });
    expect(await retrieve(id)).toEqual(paused);
    const [, updated, pausedEvent] = await eventsAbout(client, id, 3);
    expect([updated?.type, pausedEvent?.type, pausedEvent?.data]).toEqual(['subscription.updated', 'subscription.paused', paused]);
    const previous = Object.fromEntries(Object.keys(changes).map((field) => [field, before[field as keyof ApiObject]]));
    for (const event of [updated, pausedEvent]) expect(event?.previous_attributes).toEqual(previous);
    expect((await client.list('/v1/subscriptions?renewal_state=paused')).map((each) => each.id)).toContain(id);
    const [entry] = await client.list(`/v1/audit_logs?resource_id=${id}&action=subscription.paused`);
    expect(entry).toMatchObject({ resource_type: 'subscription', resource_id: id });
  });

  it('[RENEW-10] skips the charges of periods during the pause', async () => {
    const { id, clockId } = await newSubscription();
    await pause(id);
    await advance(client, clockId, MONTH_ENDS[1]);
    expect(await retrieve(id)).toMatchObject({
      status: 'active',
      current_period_start: MONTH_ENDS[1],
      current_period_end: MONTH_ENDS[2],
      payment_count: 1,
      renewal_state: 'paused',
    });
    expect(await client.list(`/v1/payments?subscription_id=${id}`)).toHaveLength(1);
    expect(await client.list(`/v1/invoices?subscription_id=${id}`)).toHaveLength(1);
  });

  it('lets a trial end without a charge, does not prevent a scheduled cancellation, and is rejected after the cancellation', async () => {
    const trialPlan = await newPlan(client, { trial_days: 14 });
    const { id, clockId } = await newSubscription(trialPlan.priceId);
    await pause(id);
    const { trial_end: trialEnd } = await retrieve(id);
    await advance(client, clockId, Number(trialEnd));
    expect(await retrieve(id)).toMatchObject({ current_period_start: trialEnd, payment_count: 0, renewal_state: 'paused' });
    expect(await typesAbout(id, 6)).toContain('subscription.trial_ended');
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, Number((await retrieve(id)).current_period_end));
    expect(await retrieve(id)).toMatchObject({ status: 'canceled', payment_count: 0 });
    expect(await client.list(`/v1/invoices?subscription_id=${id}`)).toEqual([]);
    const rejected = await pause(id);
    expect([statusAndCode(rejected), rejected.error?.reason]).toEqual([[409, 'state_conflict'], 'subscription_canceled']);
  });

  it('[SUB-33] is rejected while the subscription is past due', async () => {
    const { id, clockId, customerId } = await newSubscription();
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, MONTH_ENDS[0]);
    expect(statusAndCode(await pause(id))).toEqual([409, 'subscription_past_due']);
  });

  it('[SUB-34] is rejected while a renewal is pending', async () => {
    const { id, clockId, customerId } = await newSubscription();
    await setBehavior(client, customerId, { charges: 'pending' });
    await advance(client, clockId, MONTH_ENDS[0]);
    const pending = await pause(id);
    expect([statusAndCode(pending), pending.error?.reason]).toEqual([[409, 'operation_pending'], 'renewal_processing']);
    const [payment] = await client.list(`/v1/payments?subscription_id=${id}`);
    await client.post(`/sandbox/payments/${String(payment?.id)}/outcome`, { outcome: 'paid' });
    expect((await pause(id)).status).toBe(200);
  });

  it('[SUB-35] [SUB-50] is rejected for a canceled subscription, and so is resuming', async () => {
    const { id, clockId } = await newSubscription();
    await client.post(`/v1/subscriptions/${id}/cancel`);
    await advance(client, clockId, MONTH_ENDS[0]);
    expect([statusAndCode(await pause(id)), statusAndCode(await resume(id))]).toEqual([
      [409, 'state_conflict'],
      [409, 'state_conflict'],
    ]);
  });

  it('[SUB-43] prevents reactivation and the deletion of the customer', async () => {
    const { id, customerId } = await newSubscription();
    await pause(id);
    const answer = await client.call('POST', `/v1/subscriptions/${id}/reactivate`);
    expect([statusAndCode(answer)[0], answer.error?.message]).toEqual([400, expect.stringContaining('/resume')]);
    expect(statusAndCode(await client.call('DELETE', `/v1/customers/${customerId}`))).toEqual([409, 'state_conflict']);
  });

  it('does not prevent a refund or the deletion of the test clock; each of these cancels the subscription', async () => {
    const onClock = await newSubscription();
    await pause(onClock.id);
    await client.call('DELETE', `/v1/test_clocks/${onClock.clockId}`);
    expect(await retrieve(onClock.id)).toMatchObject({ status: 'canceled', cancellation_reason: 'test_clock_deleted' });

    const { id } = await newSubscription();
    const expandedPath = `/v1/subscriptions/${id}?expand=refund_eligibility`;
    const { refund_eligibility: eligibility, last_payment_id: paymentId } = await client.get(expandedPath);
    await pause(id);
    expect((await client.get(expandedPath)).refund_eligibility).toEqual(eligibility);
    await client.post('/v1/refunds', { payment_id: paymentId });
    const ended = await eventually(
      () => retrieve(id),
      ({ status }) => status === 'canceled',
    );
    expect(ended).toMatchObject({ cancellation_reason: 'refund_issued', serves_customer: false, renewal_state: 'ended' });
  });

  it('[SCOPE-09] requires subscriptions:write and a subscription of the account, and rejects body fields; so does resuming', async () => {
    const { id } = await newSubscription();
    const canceler = await clientWithScopes(api, client, 'subscriptions:cancel');
    const writer = await clientWithScopes(api, client, 'subscriptions:write');
    for (const action of ['pause', 'resume'] as const) {
      expect(statusAndCode(await canceler.call('POST', `/v1/subscriptions/${id}/${action}`))).toEqual([403, 'insufficient_scope']);
      expect((await writer.call('POST', `/v1/subscriptions/${id}/${action}`)).status).toBe(200);
      const body = { until: START };
      expect(fieldError(await client.call('POST', `/v1/subscriptions/${id}/${action}`, body))).toEqual([400, 'parameter_unknown', 'until']);
      const unknown = `/v1/subscriptions/sub_${'0'.repeat(26)}/${action}`;
      expect(statusAndCode(await client.call('POST', unknown))).toEqual([404, 'resource_missing']);
      const stranger = api.client((await createAccount()).testKey);
      expect(statusAndCode(await stranger.call('POST', `/v1/subscriptions/${id}/${action}`))).toEqual([404, 'resource_missing']);
    }
  });
});

describe('resuming a subscription', () => {
  it('[SUB-10] [SUB-36] [EVT-21] [RENEW-11] restores the state from before the pause if the period is paid', async () => {
    const { id, clockId } = await newSubscription();
    const before = await retrieve(id);
    await pause(id);
    expect((await resume(id)).body).toEqual(before);
    expect(await typesAbout(id, 5)).toEqual([
      'subscription.created',
      'subscription.updated',
      'subscription.paused',
      'subscription.updated',
      'subscription.resumed',
    ]);
    await advance(client, clockId, MONTH_ENDS[0]);
    expect(await retrieve(id)).toMatchObject({ payment_count: 2, current_period_start: MONTH_ENDS[0], serves_customer: true });
  });

  it('[SUB-42] is rejected if a cancellation is scheduled and the subscription is not paused', async () => {
    const { id } = await newSubscription();
    await client.post(`/v1/subscriptions/${id}/cancel`);
    const answer = await resume(id);
    expect([statusAndCode(answer)[0], answer.error?.message]).toEqual([400, expect.stringContaining('/reactivate')]);
  });

  it('changes nothing if the subscription is not paused; pausing again changes nothing either', async () => {
    const { id } = await newSubscription();
    const before = await retrieve(id);
    expect((await resume(id)).body).toEqual(before);
    const paused = await pause(id);
    expect((await pause(id)).body).toEqual(paused.body);
    expect(await typesAbout(id, 3)).toHaveLength(3);
  });

  it('records its events once for concurrent requests, and so does pausing', async () => {
    const { id } = await newSubscription();
    const statusesOf = async (action: typeof pause) =>
      new Set((await Promise.all(Array.from({ length: 20 }, () => action(id)))).map(({ status }) => status));
    expect(await statusesOf(pause)).toEqual(new Set([200]));
    expect(await statusesOf(resume)).toEqual(new Set([200]));
    expect(await typesAbout(id, 5)).toHaveLength(5);
  });
});
