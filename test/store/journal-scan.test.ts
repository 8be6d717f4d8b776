import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { batchPut, MAX_BATCH_ITEMS } from '../../scripts/bench/fill/batch-put.ts';
import { repeatConcurrently } from '../../scripts/bench/measure.ts';
import { viewJournal } from '../../shared/api/objects/reports/journal.ts';
import { scanJournal } from '../../shared/api/reports/journal-scan.ts';
import { journalCsv } from '../../shared/api/reports/report-csv.ts';
import { encodeReport } from '../../shared/api/serve/large-response.ts';
import { datevRows, datevText } from '../../shared/domain/accounting/datev.ts';
import { datevAccounts } from '../../shared/domain/accounting/datev-accounts.ts';
import { journalOf } from '../../shared/domain/accounting/journal.ts';
import { type Aggregate, type BaseRecord, type Change, change } from '../../shared/domain/aggregate.ts';
import { sum } from '../../shared/domain/amounts/money.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { pendingRefund, refundAggregate } from '../../shared/domain/refund/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { objectItem } from '../../shared/store/core/objects.ts';
import { checkDatev } from '../domain/accounting/datev-checker.ts';
import { newBilling } from '../domain/billing.ts';
import { ENGINES } from '../support/engine.ts';
import { type EngineFixture, openFixture, writeChanges } from './support.ts';

const at = (day: string): number => Date.parse(day) / 1000;
const OCTOBER = { first: at('2026-10-01'), end: at('2026-11-01') };
const TENANT: Tenant = { accountId: 'acct_journal', mode: 'live' };
const SALES = 10_000;
/** Maximum duration of a report, on a busy machine. If the work grew with the square of the number of records, it would take minutes. */
const MAX_MS = 60_000;

const billing = newBilling();
billing.subscribe();
const [INVOICE] = billing.world.all(invoiceAggregate) as [Invoice];
const [PAYMENT] = billing.world.all(paymentAggregate) as [Payment];

/** An invoice of October for the month that starts when it is issued, and the payment that paid it. */
const sale = (index: number): readonly Change[] => {
  const time = OCTOBER.first + Math.floor((index * 30 * 86_400) / SALES);
  const ids = idSource(() => time * 1000);
  const [invoiceId, paymentId] = [ids.next('inv_'), ids.next('pay_')];
  const creation = <R extends BaseRecord>(aggregate: Aggregate<R>, record: R): Change => change(aggregate, null, record);
  const lines = INVOICE.lines.map((line) => ({ ...line, periodStart: time, periodEnd: time + 31 * 86_400 }));
  const number = `INV-${String(index).padStart(6, '0')}`;
  return [
    creation(invoiceAggregate, {
      ...INVOICE,
      id: invoiceId,
      number,
      created: time,
      issuedAt: time,
      paidAt: time,
      status: 'paid',
      paymentId,
      lines,
    }),
    creation(paymentAggregate, { ...PAYMENT, id: paymentId, created: time, paidAt: time, status: 'succeeded', invoiceId }),
  ];
};

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await openFixture(ENGINES[0] ?? 'dynoxide');
  const client = new DynamoDBClient(fixture.engine.config);
  const perBatch = Math.floor(MAX_BATCH_ITEMS / 2);
  await repeatConcurrently(Math.ceil(SALES / perBatch), 4, async (batch) => {
    const indexes = Array.from({ length: Math.min(perBatch, SALES - batch * perBatch) }, (_, index) => batch * perBatch + index);
    const stamp = { seq: 1, changedAt: OCTOBER.first, nonce: 'nonce' };
    await batchPut(
      client,
      fixture.engine.tableName,
      indexes.flatMap((index) => sale(index).map((each) => objectItem(each, TENANT, stamp))),
    );
  });
  client.destroy();
}, 180_000);
afterAll(() => fixture.stop());

it('the journal of a month with 20,000 records is read, balances and fits into a compressed response in all formats', async () => {
  const startedMs = performance.now();
  const journal = journalOf(await scanJournal(fixture.store, TENANT, OCTOBER), OCTOBER, null);
  const days = { from: '2026-10-01', to: '2026-10-31' };
  const json = JSON.stringify(viewJournal(journal, days, TENANT));
  encodeReport(Buffer.from(json), 'gzip');
  expect(performance.now() - startedMs).toBeLessThan(MAX_MS);
  const rows = datevRows(journal.entries, datevAccounts('skr03', {}));
  const batch = { ...days, consultantNumber: '1001', clientNumber: '1', fiscalYearStart: '2026-01-01', currency: 'EUR' };
  const datev = datevText(rows, { ...batch, chart: 'skr03', createdAt: OCTOBER.end });
  expect(() => encodeReport(Buffer.from(json), undefined)).toThrow(/more than 4 MB/);
  for (const text of [json, journalCsv(journal.entries), datev])
    expect(Buffer.from(encodeReport(Buffer.from(text), 'gzip').body, 'base64').byteLength).toBeLessThan(4_000_000);
  expect(checkDatev(Buffer.from(datev, 'latin1')).problems).toEqual([]);
  const kinds = journal.entries.map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'invoice_issued')).toHaveLength(SALES);
  expect(kinds.filter((kind) => kind === 'payment')).toHaveLength(SALES);
  for (const account of ['receivables', 'provider_cash'] as const) {
    const [total] = journal.totals.filter((each) => each.account === account);
    expect(total?.debitCents).toBe(SALES * INVOICE.totalCents);
    expect(total?.creditCents).toBe(account === 'receivables' ? SALES * INVOICE.totalCents : 0);
  }
  expect(sum(journal.totals.map(({ debitCents, creditCents }) => debitCents - creditCents))).toBe(0);
}, 120_000);

it('the journal of the next month has only entries of recognized revenue', async () => {
  const november = { first: OCTOBER.end, end: at('2026-12-01') };
  const { entries } = journalOf(await scanJournal(fixture.store, TENANT, november), november, null);
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['revenue_recognized']));
}, 120_000);

it('journals of adjacent ranges have the entries of the whole range, also if revenue is recognized after its service period', async () => {
  const tenant: Tenant = { accountId: 'acct_ranges', mode: 'live' };
  await writeChanges(
    fixture.store,
    tenant,
    [0, SALES / 3, SALES / 2].flatMap((index) => sale(Math.floor(index))),
  );
  const entriesOf = async (first: string, end: string) => {
    const range = { first: at(first), end: at(end) };
    const { entries } = journalOf(await scanJournal(fixture.store, tenant, range), range, null);
    return entries.map(({ kind, at: time, documentId }) => `${time} ${kind} ${documentId}`).sort();
  };
  const whole = await entriesOf('2026-10-01', '2027-01-01');
  const days = ['2026-10-01', '2026-10-20', '2026-11-15', '2026-11-30', '2026-12-31', '2027-01-01'];
  const parts = await Promise.all(days.slice(1).map((end, index) => entriesOf(days[index] ?? '', end)));
  expect(parts.flat().sort()).toEqual(whole);
  // The service of two sales ends in the middle of November; the revenue of that month is recognized at the end of the month.
  expect(whole.filter((entry) => entry.includes(`${at('2026-12-01') - 1} revenue_recognized`))).toHaveLength(2);
});

it('a refund whose money comes back in the next month is in the journal of its month, and its reversal in the next journal', async () => {
  const tenant: Tenant = { accountId: 'acct_returned', mode: 'live' };
  const [created, returnedAt] = [at('2026-10-20'), at('2026-11-03')];
  const id = idSource(() => created * 1000).next('re_');
  const start = {
    id,
    created,
    amountCents: 300,
    reason: null,
    metadata: {},
    providerRefundId: 're_1',
    overpayment: false,
    nextTryAt: null,
  };
  const refund = pendingRefund(PAYMENT, start);
  const failed = { ...refund, status: 'failed', creditNoteId: 'cn_1', succeededAt: created + 60, settledAt: returnedAt } as const;
  await writeChanges(fixture.store, tenant, [change(refundAggregate, null, failed)]);
  const entriesOf = async (first: string, end: string) =>
    (await scanJournal(fixture.store, tenant, { first: at(first), end: at(end) })).map(({ kind, at: time }) => [kind, time]);
  const [refunded, reversed] = [
    ['refund', created + 60],
    ['refund_reversed', returnedAt],
  ];
  expect(await entriesOf('2026-10-01', '2026-11-01')).toEqual([refunded]);
  expect(await entriesOf('2026-11-01', '2026-12-01')).toEqual([reversed]);
  expect(await entriesOf('2026-10-01', '2026-12-01')).toEqual([refunded, reversed]);
});
