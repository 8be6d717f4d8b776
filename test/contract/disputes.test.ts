import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fault, type Json, refusal } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, eventsAbout, openSession, openShop, pay, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;
const DAY = 86_400;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await openShop(client));
});

/** The paid charge of a new subscription. */
const charge = async (given: Json = {}): Promise<string> => String((await subscribe(client, priceId, given)).last_payment_id);

const decide = (paymentId: string, outcome: string, given: Json = {}): Promise<ApiObject> =>
  client.post(`/sandbox/payments/${paymentId}/outcome`, { outcome, ...given });

const disputesOf = (paymentId: string): Promise<readonly ApiObject[]> => client.list(`/v1/disputes?payment_id=${paymentId}`);

const theDispute = async (paymentId: string): Promise<ApiObject> => {
  const [dispute, ...others] = await disputesOf(paymentId);
  if (dispute === undefined || others.length > 0) throw new Error(`${paymentId} has not one dispute`);
  return dispute;
};

const shownIn = async (query: string): Promise<readonly string[]> => (await client.list(`/v1/disputes${query}`, 3)).map(({ id }) => id);

describe('a charge that the bank takes back', () => {
  it('[DSP-01] [DSP-02] [DSP-05] [DSP-06] [VER-15] [EVT-43] is disputed by the time the bank’s call is processed', async () => {
    const paymentId = await charge();
    expect(await decide(paymentId, 'charged_back', { failure_reason: 'Goods not received' })).toMatchObject({
      status: 'succeeded',
      amount_disputed_cents: 1999,
    });
    const dispute = await theDispute(paymentId);
    expect(dispute).toEqual({
      id: expect.stringMatching(/^dp_[0-9A-HJKMNP-TV-Z]{26}$/),
      object: 'dispute',
      created: expect.any(Number),
      livemode: false,
      status: 'open',
      payment_id: paymentId,
      amount_cents: 1999,
      currency: 'EUR',
      reason: 'Goods not received',
      reversed_at: null,
    });
    expect(await client.get(`/v1/disputes/${dispute.id}`)).toEqual(dispute);
    const [created, ...more] = await eventsAbout(client, dispute.id, 1);
    expect(created).toMatchObject({ type: 'dispute.created', data: dispute, previous_attributes: null });
    expect(more).toEqual([]);
  });

  it('[DSP-03] [DSP-06] [EVT-44] is won when the bank gives it back, and refundable again', async () => {
    const paymentId = await charge();
    const eligibility = async () => (await client.get(`/v1/payments/${paymentId}?expand=refund_eligibility`)).refund_eligibility;
    await decide(paymentId, 'charged_back');
    expect(await eligibility()).toMatchObject({ eligible: false, amount_cents: 0, reason: 'charge_disputed' });
    const open = await theDispute(paymentId);
    expect(await decide(paymentId, 'chargeback_reversed')).toMatchObject({ amount_disputed_cents: 0 });
    const won = await theDispute(paymentId);
    expect(won).toEqual({ ...open, status: 'won', reversed_at: expect.any(Number) });
    expect(Number(won.reversed_at)).toBeGreaterThanOrEqual(Number(open.created));
    const [, closed] = await eventsAbout(client, open.id, 2);
    expect(closed).toMatchObject({ type: 'dispute.closed', data: won, previous_attributes: { status: 'open', reversed_at: null } });
    expect(await eligibility()).toMatchObject({ eligible: true, amount_cents: 1999, reason: null });
    expect(refusal(await client.call('POST', `/sandbox/payments/${paymentId}/outcome`, { outcome: 'chargeback_reversed' }))).toEqual([
      409,
      'state_conflict',
    ]);
  });

  it('[AUD-15] is in the audit log as the provider’s doing', async () => {
    const paymentId = await charge();
    await decide(paymentId, 'charged_back');
    await decide(paymentId, 'chargeback_reversed');
    const { id } = await theDispute(paymentId);
    expect((await client.list(`/v1/audit_logs?resource_id=${id}`)).toReversed()).toMatchObject([
      { actor_type: 'provider_webhook', actor_id: null, action: 'dispute.created', resource_type: 'dispute', resource_id: id },
      { actor_type: 'provider_webhook', actor_id: null, action: 'dispute.closed', resource_type: 'dispute', resource_id: id },
    ]);
  });

  it('leaves the subscription running', async () => {
    const subscription = await subscribe(client, priceId);
    await decide(String(subscription.last_payment_id), 'charged_back');
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
  });

  it('carries simulated time where its customer lives on a clock, at once', async () => {
    const clock = await clockAt(client, START);
    const customer = await client.post('/v1/customers', { test_clock_id: clock.id });
    const paymentId = await charge({ customer_id: customer.id });
    await advance(client, clock.id, START + DAY);
    await decide(paymentId, 'charged_back');
    expect(await theDispute(paymentId)).toMatchObject({ created: START + DAY, status: 'open' });
    await advance(client, clock.id, START + 2 * DAY);
    await decide(paymentId, 'chargeback_reversed');
    expect(await theDispute(paymentId)).toMatchObject({ status: 'won', reversed_at: START + 2 * DAY });
  });

  it('whose provider webhook is lost is found with the next one', async () => {
    const paymentId = await charge();
    expect(await decide(paymentId, 'charged_back', { notify: false })).toMatchObject({ amount_disputed_cents: 0 });
    expect(await disputesOf(paymentId)).toEqual([]);
    expect(await decide(paymentId, 'chargeback_reversed')).toMatchObject({ amount_disputed_cents: 0 });
    const { id, status } = await theDispute(paymentId);
    expect(status).toBe('won');
    expect((await eventsAbout(client, id, 2)).map(({ type }) => type)).toEqual(['dispute.created', 'dispute.closed']);
  });

  it('was not charged when it is pending: there is nothing to take back', async () => {
    const session = await openSession(client, priceId);
    await pay(client, session.id, { method: 'ideal', outcome: 'pending' });
    const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    const answer = await client.call('POST', `/sandbox/payments/${payment?.id}/outcome`, { outcome: 'charged_back' });
    expect(refusal(answer)).toEqual([409, 'state_conflict']);
    expect(await disputesOf(String(payment?.id))).toEqual([]);
  });
});

describe('the list of disputes', () => {
  it('[DSP-01] [DSP-03] [PAGE-26] shows the open, the won, or both, newest first', async () => {
    const own = api.client((await createAccount()).testKey);
    const shop = await openShop(own);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const paymentId = String((await subscribe(own, shop.priceId)).last_payment_id);
      await own.post(`/sandbox/payments/${paymentId}/outcome`, { outcome: 'charged_back' });
      if (count % 2 === 1) await own.post(`/sandbox/payments/${paymentId}/outcome`, { outcome: 'chargeback_reversed' });
      ids.unshift(String((await own.list(`/v1/disputes?payment_id=${paymentId}`))[0]?.id));
    }
    const [wonLater, openLater, wonFirst, openFirst] = ids;
    const shown = async (query: string) => (await own.list(`/v1/disputes${query}`, 1)).map(({ id }) => id);
    expect(await shown('')).toEqual(ids);
    expect(await shown('?status=open,won')).toEqual(ids);
    expect(await shown('?status=open')).toEqual([openLater, openFirst]);
    expect(await shown('?status=won')).toEqual([wonLater, wonFirst]);
  });

  it('[DSP-03] knows no lost ones', async () => {
    for (const status of ['lost', 'open,lost', '', 'Open']) {
      expect(fault(await client.call('GET', `/v1/disputes?status=${status}`))).toEqual([400, 'parameter_invalid', 'status']);
    }
  });

  it('of a payment is that payment’s only, in the status asked for', async () => {
    const [one, other] = [await charge(), await charge()];
    await decide(one, 'charged_back');
    await decide(other, 'charged_back');
    const { id } = await theDispute(one);
    expect(await shownIn(`?payment_id=${one}&status=open`)).toEqual([id]);
    expect(await shownIn(`?payment_id=${one}&status=won`)).toEqual([]);
    expect(await shownIn('?payment_id=pay_nobody')).toEqual([]);
    expect(fault(await client.call('GET', `/v1/disputes?payment_id=${'p'.repeat(65)}`))).toEqual([400, 'parameter_invalid', 'payment_id']);
    expect(fault(await client.call('GET', '/v1/disputes?customer_id=cus_1'))).toEqual([400, 'parameter_unknown', 'customer_id']);
  });
});

describe('a dispute', () => {
  it.each(['POST', 'DELETE', 'PATCH', 'PUT'])('[DSP-04] cannot be made, changed or removed by %s', async (method) => {
    for (const path of ['/v1/disputes', `/v1/disputes/dp_${'0'.repeat(26)}`]) {
      const answer = await client.call(method, path, method === 'DELETE' ? undefined : {});
      expect(refusal(answer)).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.allow).toContain('GET');
    }
  });
});

const CALL_BACKS = 200;
const CHARGES = 10;

describe('many provider webhooks of one account at once', () => {
  it('[DSP-05] make one dispute for each chargeback, with one event', async () => {
    const account = await createAccount();
    const own = api.client(account.testKey);
    const shop = await openShop(own);
    const payments: { readonly id: string; readonly providerId: string }[] = [];
    for (let count = 0; count < CHARGES; count += 1) {
      const id = String((await subscribe(own, shop.priceId)).last_payment_id);
      await own.post(`/sandbox/payments/${id}/outcome`, { outcome: 'charged_back', notify: false });
      const { payload } = await own.get(`/v1/payments/${id}/provider`);
      payments.push({ id, providerId: String((payload as Json).id) });
    }
    const call = async (_each: unknown, index: number): Promise<number> => {
      const payment = payments[index % CHARGES];
      const url = `${baseUrl}/provider/webhooks/${account.accountId}/test/${payment?.id}`;
      const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ id: String(payment?.providerId) }) });
      return status;
    };
    const answers = await Promise.all(Array.from({ length: CALL_BACKS }, call));
    expect(new Set(answers)).toEqual(new Set([200]));
    const disputes = await eventually(
      () => own.list('/v1/disputes'),
      (found) => found.length >= CHARGES,
    );
    expect(disputes.map(({ payment_id: id }) => id).sort()).toEqual(payments.map(({ id }) => id).sort());
    const events = await own.list('/v1/events?type=dispute.created');
    expect(events.map(({ data }) => (data as ApiObject).id).sort()).toEqual(disputes.map(({ id }) => id).sort());
    for (const { id } of payments) expect(await own.get(`/v1/payments/${id}`)).toMatchObject({ amount_disputed_cents: 1999 });
  });
});
