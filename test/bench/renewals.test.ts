import { describe, expect, it } from 'vitest';
import { problemsIn, type TenantLists } from '../../scripts/renewals/checks.ts';
import type { ApiObject } from '../../scripts/support/api.ts';

const [SOLD, RENEWED] = [1000, 2000];
const NAMES = ['a', 'b', 'c'];

const invoiceFor = (name: string, month: number, ordinal: number): ApiObject => ({
  id: `inv_${name}${month}`,
  number: `TEST-${String(ordinal).padStart(6, '0')}`,
  status: 'paid',
  subscription_id: `sub_${name}`,
  period_start: month === 0 ? SOLD : RENEWED,
  payment_id: `pay_${name}${month}`,
});

const eventsOf = (name: string): readonly ApiObject[] =>
  [
    { type: 'invoice.created', data: { id: `inv_${name}1`, object: 'invoice' } },
    { type: 'invoice.paid', data: { id: `inv_${name}1`, object: 'invoice' } },
    { type: 'subscription.updated', data: { id: `sub_${name}`, object: 'subscription' } },
    { type: 'payment.succeeded', data: { id: `pay_${name}1`, object: 'payment', invoice_id: `inv_${name}1` } },
  ].map((event, index) => ({ ...event, id: `evt_${name}${index}` }));

const before: readonly ApiObject[] = NAMES.map((name) => ({ id: `sub_${name}`, current_period_end: RENEWED }));

/** Three subscriptions, each sold and renewed once. */
const lists: TenantLists = {
  subscriptions: NAMES.map((name) => ({ id: `sub_${name}`, status: 'active', renewal_state: 'scheduled', current_period_start: RENEWED })),
  invoices: [
    ...NAMES.map((name, index) => invoiceFor(name, 1, index + 1 + NAMES.length)),
    ...NAMES.map((name, index) => invoiceFor(name, 0, index + 1)),
  ],
  payments: NAMES.map((name) => ({ id: `pay_${name}1`, type: 'renewal', status: 'succeeded', invoice_id: `inv_${name}1` })),
  events: NAMES.flatMap(eventsOf).toReversed(),
};

const problems = (changed: Partial<TenantLists>, earlier: readonly ApiObject[] = []): readonly string[] =>
  problemsIn({ ...lists, ...changed }, { before, renewals: 1, earlier });

describe('checking the API after renewals', () => {
  it('finds no problem if every subscription was renewed once', () => {
    expect(problems({})).toEqual([]);
    expect(problems({}, lists.events.slice(3))).toEqual([]);
  });

  it('finds a subscription that is not renewed', () => {
    const [first, ...rest] = lists.subscriptions;
    expect(problems({ subscriptions: [{ ...first, id: 'sub_a', current_period_start: SOLD }, ...rest] })).toEqual([
      'sub_a is active, scheduled, and not renewed',
    ]);
    expect(problems({ subscriptions: rest })).toHaveLength(1);
  });

  it('finds a second invoice and an unpaid invoice', () => {
    expect(problems({ invoices: [{ ...invoiceFor('a', 1, 7), id: 'inv_a2' }, ...lists.invoices] })).toEqual([
      'sub_a has 3 invoices instead of 2',
      'sub_a has 2 invoices for the new period',
    ]);
    const withOpenInvoice = lists.invoices.map((invoice) => (invoice.id === 'inv_b1' ? { ...invoice, status: 'open' } : invoice));
    expect(problems({ invoices: withOpenInvoice })).toEqual(['sub_b has an invoice that is open']);
  });

  it('finds a second payment and a missing payment', () => {
    const second = { id: 'pay_a2', type: 'renewal', status: 'succeeded', invoice_id: 'inv_a1' };
    expect(problems({ payments: [...lists.payments, second] })).toEqual(['sub_a has the payments: renewal succeeded, renewal succeeded']);
    expect(problems({ payments: lists.payments.slice(1) })).toEqual(['sub_a has the payments: none']);
  });

  it('finds missing and duplicate invoice numbers', () => {
    const renumbered = lists.invoices.map((invoice) => (invoice.id === 'inv_c1' ? { ...invoice, number: 'TEST-000009' } : invoice));
    expect(problems({ invoices: renumbered })).toEqual(['the invoice numbers 1 to 6 are incomplete, missing 6']);
    const duplicate = lists.invoices.map((invoice) => (invoice.id === 'inv_c1' ? { ...invoice, number: 'TEST-000001' } : invoice));
    expect(problems({ invoices: duplicate })).toEqual([
      'the invoice numbers 1 to 6 are incomplete, missing 6',
      '1 invoice numbers are duplicates',
    ]);
  });

  it('finds an event that is missing, recorded twice or out of order', () => {
    const without = lists.events.filter(({ id }) => id !== 'evt_a1');
    expect(problems({ events: without })).toEqual(['sub_a has the events: invoice.created, payment.succeeded']);
    const paid = eventsOf('a')[1];
    if (paid === undefined) throw new Error('no event');
    expect(problems({ events: [{ ...paid, id: 'evt_again' }, ...lists.events] })).toEqual([
      'sub_a has the events: invoice.created, invoice.paid, payment.succeeded, invoice.paid',
    ]);
    expect(problems({ events: [...without, paid] })).toEqual(['sub_a has the events: invoice.paid, invoice.created, payment.succeeded']);
  });

  it('finds an event that was inserted into the log after the log was read, and an event that is in the log twice', () => {
    const [newest, ...rest] = lists.events;
    if (newest === undefined) throw new Error('no event');
    const inserted = [...rest.slice(0, 3), { id: 'evt_late', type: 'customer.updated', data: {} }, ...rest.slice(3)];
    expect(problems({ events: [newest, ...inserted] }, lists.events)).toEqual(['the log changed after it was read, at event 9']);
    expect(problems({ events: [{ ...newest, type: 'other' }, ...lists.events] })).toEqual(['an event is in the log twice']);
  });
});
