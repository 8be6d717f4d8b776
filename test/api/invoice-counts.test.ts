import { expect, it } from 'vitest';
import { STATUS_COUNT_MAX } from '../../shared/api/objects/list-summary.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { newBilling } from '../domain/billing.ts';
import { lastInvoice } from '../domain/renewals.ts';
import { accountWithFakeTime, openStore } from './account-with-fake-time.ts';
import { callFunction, storeRecords } from './functions.ts';

const { account } = accountWithFakeTime({});
const PER_TRANSACTION = 20;

it('the counts of invoices by status include an open invoice that is older than many paid invoices', async () => {
  const tenant: Tenant = { accountId: account().accountId, mode: 'live' };
  const billing = newBilling();
  billing.subscribe();
  const paid = lastInvoice(billing);
  const invoices = Array.from({ length: STATUS_COUNT_MAX + 5 }, (_, index): Invoice => {
    const id = `inv_${String(index).padStart(26, '0')}`;
    return { ...paid, id, number: `INV-${index}`, status: index === 0 ? 'open' : 'paid' };
  });
  const store = await openStore();
  for (let from = 0; from < invoices.length; from += PER_TRANSACTION) {
    const changes = invoices.slice(from, from + PER_TRANSACTION).map((invoice) => change(invoiceAggregate, null, invoice));
    await storeRecords(store, tenant, changes);
  }
  const { text } = await callFunction('invoices/list', account().liveKey, { method: 'GET', path: '/v1/invoices?include=summary' });
  const { summary } = JSON.parse(text) as { readonly summary: { readonly statuses: readonly object[] } };
  expect(summary.statuses).toContainEqual({ status: 'open', count: 1, has_more: false });
  expect(summary.statuses).toContainEqual({ status: 'paid', count: STATUS_COUNT_MAX, has_more: true });
});
