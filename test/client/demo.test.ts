import { beforeAll, describe, expect, it, vi } from 'vitest';
import { fillYear } from '../../scripts/demo/year.ts';
import { type Billing, createBilling } from '../../shared/client/index.ts';
import { service } from '../support/service.ts';
import { allOf } from './support.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

const { baseUrl, createAccount } = service();

let billing: Billing;
const now = Math.floor(Date.now() / 1000);
let runDemo: () => ReturnType<typeof fillYear>;
const months: number[] = [];
beforeAll(async () => {
  const { testKey, liveKey } = await createAccount();
  billing = createBilling({ key: testKey, baseUrl });
  runDemo = () => fillYear({ baseUrl, testKey, liveKey, now, onMonth: (month) => months.push(month) });
  expect(await runDemo()).toHaveLength(40);
});

const countBy = <T>(entries: readonly T[], keyOf: (entry: T) => string): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const entry of entries) counts[keyOf(entry)] = (counts[keyOf(entry)] ?? 0) + 1;
  return counts;
};

describe('npm run demo', () => {
  it('creates 40 customers, three plans, and subscriptions in every state', async () => {
    expect(await allOf(billing.customers.list({ limit: 100 }))).toHaveLength(40);
    expect((await billing.products.list()).data.map(({ name }) => name).sort()).toEqual(['API', 'Starter', 'Team']);
    const subscriptions = await allOf(billing.subscriptions.list({ limit: 100 }));
    const states = countBy(subscriptions, ({ status }) => status);
    expect(states).toMatchObject({ past_due: 2, canceled: 3 });
    // Two in a trial, one paused.
    expect(subscriptions.filter(({ trial_end: end }) => end !== null && end > now)).toHaveLength(2);
    expect(subscriptions.filter((each) => each.status === 'active' && !each.serves_customer)).toHaveLength(1);
    expect(states.active).toBeGreaterThan(20);
  });

  it('creates a year of invoices, most of them paid, with refunds, a dispute, usage and reverse charge', async () => {
    const invoices = await allOf(billing.invoices.list({ limit: 100 }));
    expect(invoices.length).toBeGreaterThan(150);
    expect(invoices.filter(({ status }) => status === 'paid').length).toBeGreaterThan(140);
    expect(invoices.filter(({ status }) => status === 'open')).toHaveLength(2);
    expect(invoices.filter(({ billing_reason: reason }) => reason === 'usage').length).toBeGreaterThan(15);
    expect(invoices.some((invoice) => invoice.reverse_charge)).toBe(true);
    expect((await billing.refunds.list()).data.map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
    expect((await billing.disputes.list()).data).toHaveLength(1);
    expect((await billing.creditNotes.list()).data.length).toBeGreaterThanOrEqual(2);
    const payments = await allOf(billing.payments.list({ limit: 100 }));
    expect(payments.filter(({ status }) => status === 'failed').length).toBeGreaterThan(4);
  });

  it('reports its progress by month, and creates nothing when it is run again', async () => {
    expect(months).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    // `null`: the demo already exists.
    expect(await runDemo()).toBeNull();
  });
});
