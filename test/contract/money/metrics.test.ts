import { describe, expect, it, vi } from 'vitest';
import { type Client, clientOf, type Json } from '../../../scripts/support/api.ts';
import { eventually } from '../../../scripts/support/waiting.ts';
import { service } from '../../support/service.ts';
import { advance, newPlan, openSession, pay, subscribe, subscribeOnClock } from '../support/objects.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();
const METRICS = '/v1/metrics';
const newClient = async (): Promise<Client> => clientOf(baseUrl, (await createAccount()).testKey);
const periodsOf = async (client: Client, query = ''): Promise<readonly Json[]> =>
  (await client.get(`${METRICS}${query}`))['data'] as readonly Json[];
/** Waits until the last period satisfies the condition; returns it. */
const waitForLatest = (client: Client, isReady: (period: Json) => boolean, query = '?interval=day'): Promise<Json> =>
  eventually(async () => (await periodsOf(client, query)).at(-1) ?? {}, isReady);

describe('metrics', () => {
  it('contain MRR and its movements, revenue and refunds', async () => {
    const client = await newClient();
    const { priceId } = await newPlan(client, { amount_cents: 1200 });
    const subscription = await subscribe(client, priceId);
    const first = await waitForLatest(client, ({ mrr_cents: mrr }) => mrr === 1200);
    expect(first).toMatchObject({
      object: 'metrics.period',
      currency: 'EUR',
      mrr_movements: { new_cents: 1200, expansion_cents: 0, contraction_cents: 0, churn_cents: 0, reactivation_cents: 0 },
      active_subscriptions: 1,
      trialing_subscriptions: 0,
      new_subscriptions: 1,
      succeeded_payments: 1,
    });
    const payment = await client.get(`/v1/payments/${subscription['last_payment_id']}`);
    expect(first['revenue_cents']).toBe(payment['amount_cents']);
    await client.post('/v1/refunds', { payment_id: payment.id, amount_cents: 200 });
    await client.post(`/v1/subscriptions/${subscription.id}/pause`, {});
    const paused = await waitForLatest(client, (period) => period['refunded_cents'] === 200 && period['mrr_cents'] === 0);
    expect(paused).toMatchObject({
      mrr_movements: { churn_cents: -1200 },
      active_subscriptions: 0,
      churned_subscriptions: 1,
      net_revenue_cents: Number(payment['amount_cents']) - 200,
    });
    await client.post(`/v1/subscriptions/${subscription.id}/resume`, {});
    expect(await waitForLatest(client, (period) => period['mrr_cents'] === 1200)).toMatchObject({
      mrr_movements: { reactivation_cents: 1200 },
    });
  });

  it('exclude verification charges that succeed, fail or are refunded', async () => {
    const client = await newClient();
    const { priceId } = await newPlan(client, { amount_cents: 1200, trial_days: 14 });
    const listPayments = async (): Promise<readonly Json[]> => client.list('/v1/payments');
    // The first verification charge fails, the second succeeds.
    await pay(client, (await openSession(client, priceId)).id, { outcome: 'failed' });
    await subscribe(client, priceId);
    const verification = (await listPayments()).find(({ status }) => status === 'succeeded');
    expect(verification).toMatchObject({ type: 'initial', invoice_id: null });
    await client.post('/v1/refunds', { payment_id: verification?.['id'] });
    await eventually(
      async () => (await client.list('/v1/refunds'))[0]?.['status'],
      (status) => status === 'succeeded',
    );
    expect((await listPayments()).map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
    // Payments are processed in order: once this sale is counted, all earlier payments are processed.
    const countedPrice = await newPlan(client, { amount_cents: 500 });
    await subscribe(client, countedPrice.priceId);
    const today = await waitForLatest(client, ({ mrr_cents: mrr }) => mrr === 500);
    expect(today).toMatchObject({ succeeded_payments: 1, failed_payments: 0, refunded_cents: 0, disputed_cents: 0 });
  });

  it.each([2022, 2030])('count objects on a test clock by the dates of the clock: %i', async (year) => {
    const client = await newClient();
    const { priceId } = await newPlan(client, { amount_cents: 1000 });
    const { clockId } = await subscribeOnClock(client, priceId, Date.UTC(year, 0, 31) / 1000);
    await advance(client, clockId, Date.UTC(year, 2, 1) / 1000);
    await advance(client, clockId, Date.UTC(year, 2, 31, 12) / 1000);
    const query = `?from=${year - 1}-12-01&to=${year}-03-31`;
    const last = await waitForLatest(client, (period) => Number(period['revenue_cents']) > 0, query);
    const periods = await periodsOf(client, query);
    expect(periods.map(({ period, mrr_cents: mrr, succeeded_payments: paid }) => [period, mrr, paid])).toEqual([
      [`${year - 1}-12`, 0, 0],
      [`${year}-01`, 1000, 1],
      [`${year}-02`, 1000, 1],
      [`${year}-03`, 1000, 1],
    ]);
    expect([last['period_start'], last['period_end']]).toEqual([Date.UTC(year, 2) / 1000, Date.UTC(year, 3) / 1000]);
    const days = await periodsOf(client, `?interval=day&from=${year}-02-27&to=${year}-03-01`);
    expect(days.map(({ period, mrr_cents: mrr, succeeded_payments: paid }) => [period, mrr, paid])).toEqual([
      [`${year}-02-27`, 1000, 0],
      [`${year}-02-28`, 1000, 1],
      [`${year}-03-01`, 1000, 0],
    ]);
    expect(await periodsOf(client, `${query}&currency=USD`)).toEqual([]);
  });

  it('have no periods for a new account, and twelve months or thirty days by default after a sale', async () => {
    const client = await newClient();
    expect(await client.get(METRICS)).toEqual({ object: 'metrics', interval: 'month', data: [] });
    const { priceId } = await newPlan(client);
    await subscribe(client, priceId);
    await waitForLatest(client, ({ succeeded_payments: paid }) => paid === 1);
    expect(await periodsOf(client)).toHaveLength(12);
    expect(await periodsOf(client, '?interval=day')).toHaveLength(30);
  });

  it.each([
    ['interval=week', 'interval'],
    ['from=yesterday', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=2026-13-01', 'to'],
    ['from=2026-02-01&to=2026-01-31', 'from'],
    ['interval=day&from=2025-01-01&to=2026-01-02', 'from'],
    ['from=0001-01-01&to=2026-12-31', 'from'],
    ['from=1999-12-31&to=2000-02-01', 'from'],
    ['to=9999-12-31', 'to'],
    ['to=3000-01-01', 'to'],
    ['interval=day&to=0099-12-31', 'to'],
    ['to=0001-01-01', 'to'],
    ['currency=euro', 'currency'],
  ])('reject ?%s with an error that names the parameter %s', async (query, param) => {
    const { status, error } = await (await newClient()).call('GET', `${METRICS}?${query}`);
    expect([status, error?.code, error?.param]).toEqual([400, 'parameter_invalid', param]);
  });

  it('accept dates up to 2999-12-31', async () => {
    const client = await newClient();
    const { priceId } = await newPlan(client);
    await subscribe(client, priceId);
    await waitForLatest(client, ({ succeeded_payments: paid }) => paid === 1);
    const lastPeriodOf = async (interval: string) => (await periodsOf(client, `?interval=${interval}&to=2999-12-31`)).at(-1)?.['period'];
    expect([await lastPeriodOf('month'), await lastPeriodOf('day')]).toEqual(['2999-12', '2999-12-31']);
    expect(await periodsOf(client, '?to=2000-01-01')).toEqual([]);
  });

  it('are separate for each account and mode', async () => {
    const account = await createAccount();
    const [test, live] = [clientOf(baseUrl, account.testKey), clientOf(baseUrl, account.liveKey)];
    await subscribe(test, (await newPlan(test)).priceId);
    await waitForLatest(test, ({ succeeded_payments: paid }) => paid === 1);
    expect(await periodsOf(live)).toEqual([]);
    expect(await periodsOf(await newClient())).toEqual([]);
  });
});
