import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, statusAndCode } from '../../../scripts/support/api.ts';
import { service } from '../../support/service.ts';
import { advance, clientWithScopes, eventsAbout, newPlan, setBehavior, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = Date.UTC(2027, 0, 31, 12) / 1000;

let client: Client;
let priceId: string;
beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

const newSubscription = () => subscribeOnClock(client, priceId, START);
const retrieve = (id: string): Promise<ApiObject> => client.get(`/v1/subscriptions/${id}`);
const cancel = (id: string) => client.call('POST', `/v1/subscriptions/${id}/cancel`);
const reactivate = (id: string) => client.call('POST', `/v1/subscriptions/${id}/reactivate`);
const typesAbout = async (id: string, count: number) => (await eventsAbout(client, id, count)).map(({ type }) => type);

describe('canceling a subscription', () => {
  it('[SUB-08] [SUB-37] [SUB-39] takes effect at the end of the period', async () => {
    const { id, clockId, end } = await newSubscription();
    const before = await retrieve(id);
    const canceled = await client.post(`/v1/subscriptions/${id}/cancel`);
    expect(canceled).toEqual({
      ...before,
      cancel_at_period_end: true,
      canceled_at: START,
      cancellation_reason: 'requested',
      renewal_state: 'ending',
      next_charge_amount_cents: null,
    });
    const [, updated] = await eventsAbout(client, id, 2);
    expect([updated?.type, updated?.data]).toEqual(['subscription.updated', canceled]);
    expect(updated?.previous_attributes).toEqual({
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_reason: null,
      renewal_state: 'scheduled',
      next_charge_amount_cents: before.next_charge_amount_cents,
    });
    await advance(client, clockId, end - 1);
    expect(await retrieve(id)).toMatchObject({ status: 'active', serves_customer: true });
    await advance(client, clockId, end);
    expect(await retrieve(id)).toMatchObject({ status: 'canceled', serves_customer: false, renewal_state: 'ended', canceled_at: START });
    expect(await typesAbout(id, 4)).toEqual([
      'subscription.created',
      'subscription.updated',
      'subscription.updated',
      'subscription.canceled',
    ]);
    expect(await client.list(`/v1/invoices?subscription_id=${id}`)).toHaveLength(1);
  });

  it('[SUB-52] takes effect immediately for a past due subscription, and voids the open invoice', async () => {
    const { id, clockId, customerId, end } = await newSubscription();
    await setBehavior(client, customerId, { charges: 'insufficient_funds' });
    await advance(client, clockId, end);
    expect(await retrieve(id)).toMatchObject({ status: 'past_due' });
    expect((await cancel(id)).body).toMatchObject({ status: 'canceled', cancellation_reason: 'requested', canceled_at: end });
    const [invoice] = await client.list(`/v1/invoices?subscription_id=${id}`);
    expect(invoice).toMatchObject({ status: 'void', amount_paid_cents: 0 });
    expect((await typesAbout(id, 6)).slice(-2)).toEqual(['subscription.updated', 'subscription.canceled']);
  });

  it('[SUB-38] [SUB-50] is rejected while a renewal is pending, and for a canceled subscription', async () => {
    const { id, clockId, customerId, end } = await newSubscription();
    await setBehavior(client, customerId, { charges: 'pending' });
    await advance(client, clockId, end);
    const pending = await cancel(id);
    expect([statusAndCode(pending), pending.error?.reason]).toEqual([[409, 'operation_pending'], 'renewal_processing']);
    const [payment] = await client.list(`/v1/payments?subscription_id=${id}`);
    await client.post(`/sandbox/payments/${String(payment?.id)}/outcome`, { outcome: 'failed' });
    expect((await cancel(id)).status).toBe(200);
    const repeated = await cancel(id);
    expect([statusAndCode(repeated), repeated.error?.reason]).toEqual([[409, 'state_conflict'], 'subscription_canceled']);
    expect((await reactivate(id)).status).toBe(409);
  });

  it('[SCOPE-08] [SCOPE-09] requires the scope subscriptions:cancel, and reactivating requires subscriptions:write', async () => {
    const { id } = await newSubscription();
    const canceler = await clientWithScopes(api, client, 'subscriptions:cancel');
    const writer = await clientWithScopes(api, client, 'subscriptions:write');
    expect(statusAndCode(await writer.call('POST', `/v1/subscriptions/${id}/cancel`))).toEqual([403, 'insufficient_scope']);
    expect(statusAndCode(await canceler.call('POST', `/v1/subscriptions/${id}/reactivate`))).toEqual([403, 'insufficient_scope']);
    expect((await canceler.call('POST', `/v1/subscriptions/${id}/cancel`)).status).toBe(200);
    expect((await writer.call('POST', `/v1/subscriptions/${id}/reactivate`)).status).toBe(200);
  });

  it('rejects body fields and unknown subscriptions', async () => {
    const { id } = await newSubscription();
    const withReason = await client.call('POST', `/v1/subscriptions/${id}/cancel`, { reason: 'moved' });
    expect(fieldError(withReason)).toEqual([400, 'parameter_unknown', 'reason']);
    expect(statusAndCode(await cancel(`sub_${'0'.repeat(26)}`))).toEqual([404, 'resource_missing']);
  });
});

describe('reactivating a subscription', () => {
  it('[SUB-11] [SUB-40] [EVT-22] restores the state before the cancellation', async () => {
    const { id, clockId, end } = await newSubscription();
    const before = await retrieve(id);
    await cancel(id);
    expect((await reactivate(id)).body).toEqual(before);
    expect(await typesAbout(id, 4)).toEqual([
      'subscription.created',
      'subscription.updated',
      'subscription.updated',
      'subscription.reactivated',
    ]);
    await advance(client, clockId, end);
    expect(await retrieve(id)).toMatchObject({ status: 'active', payment_count: 2, current_period_start: end });
  });

  it('[SUB-41] is rejected after the end of the period', async () => {
    const { id, clockId, end } = await newSubscription();
    await cancel(id);
    await advance(client, clockId, end);
    const lateAnswer = await reactivate(id);
    expect([statusAndCode(lateAnswer), lateAnswer.error?.reason]).toEqual([[409, 'state_conflict'], 'subscription_canceled']);
  });

  it('changes nothing if no cancellation is scheduled', async () => {
    const { id } = await newSubscription();
    const before = await retrieve(id);
    expect((await reactivate(id)).body).toEqual(before);
    expect(await typesAbout(id, 1)).toEqual(['subscription.created']);
  });
});
