import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Summary } from '../../functions/console/browser/objects/rows.ts';

vi.stubGlobal('navigator', { languages: ['en'] });

type Modules = typeof import('../../functions/console/browser/objects/list-summary.ts') &
  typeof import('../../functions/console/browser/objects/redemptions.ts') &
  typeof import('../../functions/console/browser/objects/sentences.ts');
let lists: Modules;
beforeAll(async () => {
  lists = {
    ...(await import('../../functions/console/browser/objects/list-summary.ts')),
    ...(await import('../../functions/console/browser/objects/redemptions.ts')),
    ...(await import('../../functions/console/browser/objects/sentences.ts')),
  };
});

const STATUS_TABS = { kind: 'tabs', title: 'Status', name: 'status', options: { open: 'Open', paid: 'Paid' } } as const;
const ACTIVE_TABS = { kind: 'tabs', title: 'Status', name: 'active', options: { true: 'Active', false: 'Archived' } } as const;
const PAYMENTS = { one: 'payment', title: 'Payments', totals: 'paid' };
const counted = (status: string, count: number, hasMore = false) => ({ status, count, has_more: hasMore });
const summary = (fields: Partial<Summary>): Summary => ({ statuses: [], totals: null, ...fields });

describe('the tabs of a list', () => {
  it('show the number of objects, with a plus where not all were counted', () => {
    const statuses = [counted('open', 12), counted('paid', 1000, true)];
    expect([...lists.tabCounts(STATUS_TABS, summary({ statuses }))]).toEqual([
      ['', '1,012+'],
      ['open', '12'],
      ['paid', '1,000+'],
    ]);
  });

  it('of active and archived objects show the counts of these statuses', () => {
    const statuses = [counted('active', 3), counted('inactive', 0)];
    expect(Object.fromEntries(lists.tabCounts(ACTIVE_TABS, summary({ statuses })))).toEqual({ '': '3', true: '3', false: '0' });
  });

  it('show no counts before the summary is read, or if it has no counts', () => {
    expect([lists.tabCounts(STATUS_TABS, null).size, lists.tabCounts(STATUS_TABS, summary({})).size]).toEqual([0, 0]);
  });
});

describe('the sums of a list', () => {
  it('are a text per currency', () => {
    const totals = [
      { currency: 'EUR', count: 2000, amount_cents: 123_456 },
      { currency: 'JPY', count: 1, amount_cents: 500 },
    ];
    expect(lists.totalsTexts(PAYMENTS, summary({ totals }))).toEqual(['2,000 payments, €1,234.56 paid', '1 payment, ¥500 paid']);
  });

  it('are replaced by a notice if there are too many objects to add up, and missing in a list without sums', () => {
    expect(lists.totalsTexts(PAYMENTS, summary({ totals: null }))).toEqual([
      'Too many payments to add up. Choose a shorter range of dates.',
    ]);
    expect(lists.totalsTexts({ one: 'product', title: 'Products' }, summary({}))).toEqual([]);
  });
});

describe('the summary of a list (counts and sums)', () => {
  it('is requested for lists with counted tabs or sums, except in a search by number, and only once for all pages', () => {
    const route = { mode: 'test', screen: 'invoices', id: null, after: null, filters: {} } as const;
    expect(lists.hasSummary({ filters: [STATUS_TABS] }, route)).toBe(true);
    expect(lists.hasSummary({ filters: [{ ...STATUS_TABS, lacksCounts: true }] }, route)).toBe(false);
    expect(lists.hasSummary({ totals: 'paid' }, route)).toBe(true);
    expect(lists.hasSummary({ filters: [] }, route)).toBe(false);
    expect(lists.hasSummary({ filters: [STATUS_TABS] }, { filters: { number: 'INV-1' } })).toBe(false);
    expect(lists.summaryKey({ ...route, after: 'inv_1' })).toBe(lists.summaryKey(route));
    expect(lists.summaryKey({ ...route, filters: { status: 'open' } })).not.toBe(lists.summaryKey(route));
  });
});

describe('the text for the object of an event', () => {
  const ada = { name: 'Ada Lovelace', email: 'ada@example.com' };
  it.each([
    ['an invoice', 'INV-000123, Ada Lovelace', { number: 'INV-000123' }, ada],
    ['a customer', 'Ada Lovelace', { name: 'Ada Lovelace' }, ada],
    ['an object of a customer without a name', 'ada@example.com', { amount_cents: 1 }, { name: null, email: 'ada@example.com' }],
    ['a subscription', 'Pro, Ada Lovelace', { price: { product_name: 'Pro' } }, ada],
    ['a webhook endpoint', 'https://example.com/hook', { object: 'webhook_endpoint', url: 'https://example.com/hook' }, null],
    ['a checkout session with a URL', 'Ada Lovelace', { object: 'checkout_session', url: 'https://x' }, ada],
    ['a coupon', 'HALF', { code: 'HALF' }, null],
    ['a deleted customer', null, { name: null }, null],
  ])('for %s is %s', (_name, expected, data, customer) => {
    expect(lists.objectText({ data, customer })).toBe(expected);
  });
});

describe('the actor of an audit log entry', () => {
  it.each([
    ['portal_session', 'cps_1', 'Customer in portal'],
    ['checkout_session', 'cs_1', 'Customer at checkout'],
    ['provider_webhook', null, 'Payment provider'],
    ['operator', null, 'Operator'],
    ['operator', 'mem_1', null],
    ['api_key', 'ak_1', null],
    ['agent_of_a_later_version', 'agt_1', null],
  ])('of the type %s with the id %s has the text %s', (type, id, expected) => {
    expect(lists.actorText({ actor_type: type, actor_id: id })).toBe(expected);
  });
});

describe('the sums that the console computes from objects it has read', () => {
  it('are one text with the sum of each currency, or a dash without objects', () => {
    const amounts = [
      { currency: 'USD', cents: 500 },
      { currency: 'EUR', cents: 1000 },
      { currency: 'EUR', cents: 250 },
    ];
    expect([lists.sumsText(amounts, true), lists.sumsText([], true)]).toEqual(['€12.50 + $5.00', '–']);
  });

  it('are a lower limit if only some objects were read, and not known if none was read', () => {
    expect([lists.sumsText([{ currency: 'EUR', cents: 1000 }], false), lists.sumsText([], false)]).toEqual([
      'At least €10.00',
      'Not known',
    ]);
  });
});

describe('the redemptions of a coupon', () => {
  it('are the audit log entries that name a subscription', () => {
    const entry = (id: string, metadata: Readonly<Record<string, unknown>>) => ({ id, created: 7, metadata });
    expect(lists.redeemedSubscriptions([entry('al_1', { subscription_id: 'sub_1' }), entry('al_2', {})])).toEqual([
      { id: 'al_1', at: 7, subscriptionId: 'sub_1' },
    ]);
  });

  it('have the sum of the discounts of all invoices as their amount', async () => {
    const invoices = Array.from({ length: 250 }, (_none, index) => ({ id: `inv_${index}`, currency: 'EUR', discount_cents: 100 }));
    const entry = { id: 'al_1', created: 7, metadata: { subscription_id: 'sub_1' } };
    const pages: Readonly<Record<string, readonly { readonly id: string }[]>> = { audit_logs: [entry], invoices };
    const calls = {
      changeCount: () => 0,
      names: async () => [],
      page: async (_mode: string, path: string, query: URLSearchParams) => {
        const start = (pages[path] ?? []).findIndex(({ id }) => id === query.get('starting_after')) + 1;
        const end = start + Number(query.get('limit'));
        return { data: (pages[path] ?? []).slice(start, end), has_more: (pages[path] ?? []).length > end };
      },
    };
    const { redemptions } = await lists.readRedemptions(calls as Parameters<typeof lists.readRedemptions>[0], 'test', 'cpn_1');
    expect(redemptions).toMatchObject([{ subscriptionId: 'sub_1', amountOff: '€250.00' }]);
  });
});
