import * as v from 'valibot';
import { FileContent } from '../../shared/api/calls/file-content.ts';
import { VatReport, viewVatReport } from '../../shared/api/objects/reports/vat-report.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { scanRecords, scanVoidedInvoices } from '../../shared/api/reports/record-scan.ts';
import { CSV_TYPE, vatCsv } from '../../shared/api/reports/report-csv.ts';
import { reportDays, reportRange } from '../../shared/api/reports/report-range.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { serveWithFiles } from '../../shared/api/serve/serve.ts';
import { creditNoteAggregate } from '../../shared/domain/credit-note/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { vatAmountsOfCreditNote, vatAmountsOfInvoice, vatReport } from '../../shared/domain/reports/vat.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import type { TimeRange } from '../../shared/domain/time-range.ts';
import type { Store } from '../../shared/store/writer/store.ts';

export const operation = defineOperation({
  id: 'reports.vat',
  method: 'GET',
  path: '/v1/reports/vat',
  summary: 'Retrieve the VAT of a period',
  description: doc(
    'Returns net amounts and VAT of all invoices that were issued from `from` to `to` (UTC), by country of the customer, treatment and rate, ' +
      'whether or not the invoices are paid. Credit notes and voided invoices are deducted: in `rows` if their invoice was issued in the ' +
      'same period, otherwise in `corrections`, by the month of the invoice. `totals` is the sum of `rows` and `corrections`. The sums equal ' +
      'those of the documents. Responds with 400 for more than 366 days or 100,000 documents. This endpoint is an extension of the specification.',
  ),
  auth: apiKey('invoices:read'),
  profile: 'read',
  readsMuch: true,
  params: {},
  query: v.strictObject({
    ...reportDays,
    format: described(v.optional(v.picklist(['json', 'csv'])), doc('`json` (default) or `csv`.')),
  }),
  response: VatReport,
  files: { csv: CSV_TYPE },
});

export const handler = serveWithFiles(operation, async ({ query }, { tenant, store }) => {
  const range = reportRange(query);
  const { issued, voided, notes } = await readDocuments(store, tenant, range);
  const invoices = [...issued, ...voided];
  const issuedAtById = new Map(invoices.map(({ id, issuedAt }) => [id, issuedAt]));
  const earlierInvoices = await store.getMany(
    invoiceAggregate,
    tenant,
    [...new Set(notes.map(({ invoiceId }) => invoiceId))].filter((id) => !issuedAtById.has(id)),
  );
  const issuedAtOf = (invoiceId: string): number => issuedAtById.get(invoiceId) ?? earlierInvoices.get(invoiceId)?.record.issuedAt ?? 0;
  const entries = [
    ...invoices.flatMap((invoice) => vatAmountsOfInvoice(invoice, range)),
    ...notes.flatMap((note) => vatAmountsOfCreditNote(note, issuedAtOf(note.invoiceId), range)),
  ];
  const report = vatReport(entries, range);
  if (query.format === 'csv') return new FileContent(`vat-${query.from}-${query.to}.csv`, CSV_TYPE, Buffer.from(vatCsv(report)));
  return viewVatReport(report, query, tenant);
});

/** Reads the invoices issued in the range, the invoices issued before the range and voided in it, and the credit notes of the range. */
const readDocuments = async (store: Store, tenant: Tenant, range: TimeRange) => {
  const [issued, voided, notes] = await Promise.all([
    scanRecords(store, invoiceAggregate, tenant, { timeOf: ({ issuedAt }) => issuedAt, range }, 'from'),
    scanVoidedInvoices(store, tenant, { issuedBefore: range.first, voidedIn: range }, (invoice) => invoice, 'from'),
    scanRecords(store, creditNoteAggregate, tenant, { timeOf: ({ issuedAt }) => issuedAt, range }, 'from'),
  ]);
  return { issued, voided, notes };
};
