import { describe, expect, it, vi } from 'vitest';
import { type Client, clientOf, type Json } from '../../scripts/support/api.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { service } from '../support/service.ts';
import { advance, clockAt, openShop, subscribe } from './support/shop.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const { baseUrl, createAccount } = service();

const METRICS = '/v1/metrics';
const fresh = async (): Promise<Client> => clientOf(baseUrl, (await createAccount()).testKey);
const periodsOf = async (client: Client, query = ''): Promise<readonly Json[]> =>
  (await client.get(`${METRICS}${query}`))['data'] as readonly Json[];
/** The last period of the answer, once it is as it has to be. */
const latest = (client: Client, isReady: (period: Json) => boolean, query = '?interval=day'): Promise<Json> =>
  eventually(
    async () => (await periodsOf(client, query)).at(-1) ?? {},
    (period) => isReady(period),
  );

describe('metrics', () => {
  it('tell what subscriptions are worth, what moved it, and what was paid and returned', async () => {
    const client = await fresh();
    const { priceId } = await openShop(client, { amount_cents: 1200 });
    const subscription = await subscribe(client, priceId);
    const first = await latest(client, ({ mrr_cents: mrr }) => mrr === 1200);
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
    const paused = await latest(client, (period) => period['refunded_cents'] === 200 && period['mrr_cents'] === 0);
    expect(paused).toMatchObject({
      mrr_movements: { churn_cents: -1200 },
      active_subscriptions: 0,
      churned_subscriptions: 1,
      net_revenue_cents: Number(payment['amount_cents']) - 200,
    });
    await client.post(`/v1/subscriptions/${subscription.id}/resume`, {});
    expect(await latest(client, (period) => period['mrr_cents'] === 1200)).toMatchObject({ mrr_movements: { reactivation_cents: 1200 } });
  });

  it('leave out what only proves a payment method, paid, failed or returned', async () => {
    const client = await fresh();
    const { priceId } = await openShop(client, { amount_cents: 1200, trial_days: 14 });
    const charges = async (): Promise<readonly Json[]> => client.list('/v1/payments');
    // The buyer's method is refused first, and proven then.
    const urls = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
    const refused = await client.post('/v1/checkout/sessions', { price_id: priceId, ...urls });
    await client.post(`/sandbox/checkout_sessions/${refused.id}/pay`, { outcome: 'failed' });
    await subscribe(client, priceId);
    const proof = (await charges()).find(({ status }) => status === 'succeeded');
    expect(proof).toMatchObject({ type: 'initial', invoice_id: null });
    await client.post('/v1/refunds', { payment_id: proof?.['id'] });
    await eventually(
      async () => (await client.list('/v1/refunds'))[0]?.['status'],
      (status) => status === 'succeeded',
    );
    expect((await charges()).map(({ status }) => status).sort()).toEqual(['failed', 'succeeded']);
    // What is counted of the sale tells that all before it was looked at.
    const sold = await openShop(client, { amount_cents: 500 });
    await subscribe(client, sold.priceId);
    const today = await latest(client, ({ mrr_cents: mrr }) => mrr === 500);
    expect(today).toMatchObject({ succeeded_payments: 1, failed_payments: 0, refunded_cents: 0, disputed_cents: 0 });
  });

  it.each([2022, 2030])('count what lives on a test clock on the days of its clock: %i', async (year) => {
    const client = await fresh();
    const { priceId } = await openShop(client, { amount_cents: 1000 });
    const start = Date.UTC(year, 0, 31) / 1000;
    const clock = await clockAt(client, start);
    const customer = await client.post('/v1/customers', { name: 'Ada', test_clock_id: clock.id });
    await subscribe(client, priceId, { customer_id: customer.id });
    await advance(client, clock.id, Date.UTC(year, 2, 1) / 1000);
    await advance(client, clock.id, Date.UTC(year, 2, 31, 12) / 1000);
    const query = `?from=${year - 1}-12-01&to=${year}-03-31`;
    const last = await latest(client, (period) => Number(period['revenue_cents']) > 0, query);
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

  it('are twelve months or thirty days where nothing else is asked for, and none before anything happened', async () => {
    const client = await fresh();
    expect(await client.get(METRICS)).toEqual({ object: 'metrics', interval: 'month', data: [] });
    const { priceId } = await openShop(client);
    await subscribe(client, priceId);
    await latest(client, ({ succeeded_payments: paid }) => paid === 1);
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
  ])('name what is wrong in ?%s', async (query, param) => {
    const { status, error } = await (await fresh()).call('GET', `${METRICS}?${query}`);
    expect([status, error?.code, error?.param]).toEqual([400, 'parameter_invalid', param]);
  });

  it('are notified of the last day of the millennium as of any other', async () => {
    const client = await fresh();
    const { priceId } = await openShop(client);
    await subscribe(client, priceId);
    await latest(client, ({ succeeded_payments: paid }) => paid === 1);
    const lastOf = async (interval: string) => (await periodsOf(client, `?interval=${interval}&to=2999-12-31`)).at(-1)?.['period'];
    expect([await lastOf('month'), await lastOf('day')]).toEqual(['2999-12', '2999-12-31']);
    expect(await periodsOf(client, '?to=2000-01-01')).toEqual([]);
  });

  it('are of one account and one mode', async () => {
    const account = await createAccount();
    const [test, live] = [clientOf(baseUrl, account.testKey), clientOf(baseUrl, account.liveKey)];
    await subscribe(test, (await openShop(test)).priceId);
    await latest(test, ({ succeeded_payments: paid }) => paid === 1);
    expect(await periodsOf(live)).toEqual([]);
    expect(await periodsOf(await fresh())).toEqual([]);
  });
});
