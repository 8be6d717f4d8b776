import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type ApiObject, apiOf, type Client, fieldError, type Json, statusAndCode } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, eventsAbout, newPlan, openSession, pay, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
const START = 1_800_000_000;
const DAY = 86_400;

let client: Client;
let priceId: string;

beforeAll(async () => {
  client = api.client((await createAccount()).testKey);
  ({ priceId } = await newPlan(client));
});

/** Creates a subscription; returns the id of its payment. */
const newPayment = async (): Promise<string> => String((await subscribe(client, priceId)).last_payment_id);

const setOutcome = (paymentId: string, outcome: string, fields: Json = {}): Promise<ApiObject> =>
  client.post(`/sandbox/payments/${paymentId}/outcome`, { outcome, ...fields });

const disputesOf = (paymentId: string): Promise<readonly ApiObject[]> => client.list(`/v1/disputes?payment_id=${paymentId}`);

const onlyDispute = async (paymentId: string): Promise<ApiObject> => {
  const [dispute, ...others] = await disputesOf(paymentId);
  if (dispute === undefined || others.length > 0) throw new Error(`${paymentId} does not have exactly one dispute`);
  return dispute;
};

/** The ids of the listed disputes, fetched in pages of three. */
const listIds = async (query: string): Promise<readonly string[]> => (await client.list(`/v1/disputes${query}`, 3)).map(({ id }) => id);

describe('a chargeback', () => {
  it('[DSP-01] [DSP-02] [DSP-05] [DSP-06] [VER-15] [EVT-43] creates an open dispute when the provider webhook is processed', async () => {
    const paymentId = await newPayment();
    expect(await setOutcome(paymentId, 'charged_back', { failure_reason: 'Goods not received' })).toMatchObject({
      status: 'succeeded',
      amount_disputed_cents: 1999,
    });
    const dispute = await onlyDispute(paymentId);
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

  it('[DSP-03] [DSP-06] [EVT-44] that the bank reverses has a won dispute, and its payment is refundable again', async () => {
    const paymentId = await newPayment();
    const fetchEligibility = async () => (await client.get(`/v1/payments/${paymentId}?expand=refund_eligibility`)).refund_eligibility;
    await setOutcome(paymentId, 'charged_back');
    expect(await fetchEligibility()).toMatchObject({ eligible: false, amount_cents: 0, reason: 'charge_disputed' });
    const open = await onlyDispute(paymentId);
    expect(await setOutcome(paymentId, 'chargeback_reversed')).toMatchObject({ amount_disputed_cents: 0 });
    const won = await onlyDispute(paymentId);
    expect(won).toEqual({ ...open, status: 'won', reversed_at: expect.any(Number) });
    expect(Number(won.reversed_at)).toBeGreaterThanOrEqual(Number(open.created));
    const [, closed] = await eventsAbout(client, open.id, 2);
    expect(closed).toMatchObject({ type: 'dispute.closed', data: won, previous_attributes: { status: 'open', reversed_at: null } });
    expect(await fetchEligibility()).toMatchObject({ eligible: true, amount_cents: 1999, reason: null });
    const again = await client.call('POST', `/sandbox/payments/${paymentId}/outcome`, { outcome: 'chargeback_reversed' });
    expect(statusAndCode(again)).toEqual([409, 'state_conflict']);
  });

  it('[AUD-15] is in the audit log with the provider webhook as actor', async () => {
    const paymentId = await newPayment();
    await setOutcome(paymentId, 'charged_back');
    await setOutcome(paymentId, 'chargeback_reversed');
    const { id } = await onlyDispute(paymentId);
    expect((await client.list(`/v1/audit_logs?resource_id=${id}`)).toReversed()).toMatchObject([
      { actor_type: 'provider_webhook', actor_id: null, action: 'dispute.created', resource_type: 'dispute', resource_id: id },
      { actor_type: 'provider_webhook', actor_id: null, action: 'dispute.closed', resource_type: 'dispute', resource_id: id },
    ]);
  });

  it('does not change the subscription', async () => {
    const subscription = await subscribe(client, priceId);
    await setOutcome(String(subscription.last_payment_id), 'charged_back');
    expect(await client.get(`/v1/subscriptions/${subscription.id}`)).toEqual(subscription);
  });

  it('has the time of the customer’s test clock', async () => {
    const { clockId, paymentId } = await subscribeOnClock(client, priceId, START);
    await advance(client, clockId, START + DAY);
    await setOutcome(paymentId, 'charged_back');
    expect(await onlyDispute(paymentId)).toMatchObject({ created: START + DAY, status: 'open' });
    await advance(client, clockId, START + 2 * DAY);
    await setOutcome(paymentId, 'chargeback_reversed');
    expect(await onlyDispute(paymentId)).toMatchObject({ status: 'won', reversed_at: START + 2 * DAY });
  });

  it('is recorded with the next webhook of the payment if the webhook of the chargeback is lost', async () => {
    const paymentId = await newPayment();
    expect(await setOutcome(paymentId, 'charged_back', { notify: false })).toMatchObject({ amount_disputed_cents: 0 });
    expect(await disputesOf(paymentId)).toEqual([]);
    expect(await setOutcome(paymentId, 'chargeback_reversed')).toMatchObject({ amount_disputed_cents: 0 });
    const { id, status } = await onlyDispute(paymentId);
    expect(status).toBe('won');
    expect((await eventsAbout(client, id, 2)).map(({ type }) => type)).toEqual(['dispute.created', 'dispute.closed']);
  });

  it('is rejected for a pending payment', async () => {
    const session = await openSession(client, priceId);
    await pay(client, session.id, { method: 'ideal', outcome: 'pending' });
    const [payment] = await client.list(`/v1/payments?customer_id=${String(session.customer_id)}`);
    const answer = await client.call('POST', `/sandbox/payments/${payment?.id}/outcome`, { outcome: 'charged_back' });
    expect(statusAndCode(answer)).toEqual([409, 'state_conflict']);
    expect(await disputesOf(String(payment?.id))).toEqual([]);
  });
});

describe('the list of disputes', () => {
  it('[DSP-01] [DSP-03] [PAGE-26] filters by status and is sorted newest first', async () => {
    const otherClient = api.client((await createAccount()).testKey);
    const plan = await newPlan(otherClient);
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      const paymentId = String((await subscribe(otherClient, plan.priceId)).last_payment_id);
      await otherClient.post(`/sandbox/payments/${paymentId}/outcome`, { outcome: 'charged_back' });
      if (count % 2 === 1) await otherClient.post(`/sandbox/payments/${paymentId}/outcome`, { outcome: 'chargeback_reversed' });
      ids.unshift(String((await otherClient.list(`/v1/disputes?payment_id=${paymentId}`))[0]?.id));
    }
    const [wonLater, openLater, wonFirst, openFirst] = ids;
    const idsFor = async (query: string) => (await otherClient.list(`/v1/disputes${query}`, 1)).map(({ id }) => id);
    expect(await idsFor('')).toEqual(ids);
    expect(await idsFor('?status=open,won')).toEqual(ids);
    expect(await idsFor('?status=open')).toEqual([openLater, openFirst]);
    expect(await idsFor('?status=won')).toEqual([wonLater, wonFirst]);
  });

  it('[DSP-03] rejects the status lost and other unknown statuses', async () => {
    for (const status of ['lost', 'open,lost', '', 'Open']) {
      expect(fieldError(await client.call('GET', `/v1/disputes?status=${status}`))).toEqual([400, 'parameter_invalid', 'status']);
    }
  });

  it('filters by payment and status', async () => {
    const [paymentId, otherPaymentId] = [await newPayment(), await newPayment()];
    await setOutcome(paymentId, 'charged_back');
    await setOutcome(otherPaymentId, 'charged_back');
    const { id } = await onlyDispute(paymentId);
    expect(await listIds(`?payment_id=${paymentId}&status=open`)).toEqual([id]);
    expect(await listIds(`?payment_id=${paymentId}&status=won`)).toEqual([]);
    expect(await listIds('?payment_id=pay_nobody')).toEqual([]);
    expect(fieldError(await client.call('GET', `/v1/disputes?payment_id=${'p'.repeat(65)}`))).toEqual([
      400,
      'parameter_invalid',
      'payment_id',
    ]);
    expect(fieldError(await client.call('GET', '/v1/disputes?customer_id=cus_1'))).toEqual([400, 'parameter_unknown', 'customer_id']);
  });
});

describe('a dispute', () => {
  it.each(['POST', 'DELETE', 'PATCH', 'PUT'])('[DSP-04] cannot be created, updated or deleted with %s', async (method) => {
    for (const path of ['/v1/disputes', `/v1/disputes/dp_${'0'.repeat(26)}`]) {
      const answer = await client.call(method, path, method === 'DELETE' ? undefined : {});
      expect(statusAndCode(answer)).toEqual([405, 'method_not_allowed']);
      expect(answer.headers.allow).toContain('GET');
    }
  });
});

const WEBHOOKS = 200;
const CHARGEBACKS = 10;

describe('concurrent provider webhooks of one account', () => {
  it('[DSP-05] create one dispute with one event for each chargeback', async () => {
    const account = await createAccount();
    const otherClient = api.client(account.testKey);
    const plan = await newPlan(otherClient);
    const payments: { readonly id: string; readonly providerId: string }[] = [];
    for (let count = 0; count < CHARGEBACKS; count += 1) {
      const id = String((await subscribe(otherClient, plan.priceId)).last_payment_id);
      await otherClient.post(`/sandbox/payments/${id}/outcome`, { outcome: 'charged_back', notify: false });
      const { payload } = await otherClient.get(`/v1/payments/${id}/provider`);
      payments.push({ id, providerId: String((payload as Json).id) });
    }
    const sendWebhook = async (_each: unknown, index: number): Promise<number> => {
      const payment = payments[index % CHARGEBACKS];
      const url = `${baseUrl}/provider/webhooks/${account.accountId}/test/${payment?.id}`;
      const { status } = await fetch(url, { method: 'POST', body: new URLSearchParams({ id: String(payment?.providerId) }) });
      return status;
    };
    const answers = await Promise.all(Array.from({ length: WEBHOOKS }, sendWebhook));
    expect(new Set(answers)).toEqual(new Set([200]));
    const disputes = await eventually(
      () => otherClient.list('/v1/disputes'),
      (listed) => listed.length >= CHARGEBACKS,
    );
    expect(disputes.map(({ payment_id: id }) => id).sort()).toEqual(payments.map(({ id }) => id).sort());
    const events = await otherClient.list('/v1/events?type=dispute.created');
    expect(events.map(({ data }) => (data as ApiObject).id).sort()).toEqual(disputes.map(({ id }) => id).sort());
    for (const { id } of payments) expect(await otherClient.get(`/v1/payments/${id}`)).toMatchObject({ amount_disputed_cents: 1999 });
  });
});
