import * as v from 'valibot';
import { ENTRY_KINDS, JOURNAL_ACCOUNTS, type JournalEntry } from '../../../domain/accounting/entries.ts';
import type { Journal as JournalRecord } from '../../../domain/accounting/journal.ts';
import { livemode as livemodeOf, type Tenant } from '../../../domain/tenant.ts';
import { described, doc, named } from '../../schemas/described.ts';
import { cents, count, currency, livemode, objectName, openEnum, timestamp } from '../common.ts';

const account = described(
  openEnum(JOURNAL_ACCOUNTS),
  doc(
    '`receivables`: unpaid invoices. `deferred_revenue`: revenue of periods that have not ended. `customer_credit`: credit that plan changes ' +
      'carried to later invoices, without its VAT. `provider_cash`: money at the payment provider, without its fees and payouts. `overpayments`: payments that paid no invoice and are owed to the customer. `chargebacks`: ' +
      'money that open disputes took.',
  ),
);

const JournalPosting = named(
  v.strictObject({
    account,
    country_code: described(v.nullable(v.string()), doc('Country of the VAT; `null` for accounts other than `vat`, or if it is unknown.')),
    rate_basis_points: described(v.nullable(count), doc('VAT rate in hundredths of a percent; `null` for accounts other than `vat`.')),
    amount_cents: described(cents, doc('Positive: debit. Negative: credit. Never 0.')),
  }),
  'JournalPosting',
);

const JournalEntryObject = named(
  v.strictObject({
    kind: described(
      openEnum(ENTRY_KINDS),
      doc(
        'Cause of the entry: a document was issued or voided (`invoice_issued`, `invoice_voided`, `credit_note_issued`), or money was received or returned (`payment`, `refund`, `refund_reversed`, `chargeback`, `chargeback_reversed`). `revenue_recognized`: the end of a month, when revenue of a period that was paid in advance is earned.',
      ),
    ),
    at: described(timestamp, doc('Unix time in seconds.')),
    document_id: described(v.string(), doc('Id of the invoice, credit note, payment, refund or dispute.')),
    number: described(
      v.nullable(v.string()),
      doc('Number of the invoice or credit note; for a payment or dispute, the number of the paid invoice. `null`: none.'),
    ),
    currency,
    postings: described(v.array(JournalPosting), doc('Debits and credits of the entry; their amounts add up to 0.')),
  }),
  'JournalEntry',
);

const JournalTotal = named(
  v.strictObject({
    currency,
    account,
    debit_cents: described(cents, doc('Sum of the debits, in cents.')),
    credit_cents: described(cents, doc('Sum of the credits as a positive number, in cents.')),
  }),
  'JournalTotal',
);

const JournalDeferredRevenue = named(
  v.strictObject({
    currency,
    month: described(v.string(), doc('Month in UTC at whose end the revenue is recognized, such as `2026-11`.')),
    amount_cents: described(cents, doc('Revenue in cents.')),
  }),
  'JournalDeferredRevenue',
);

export const Journal = v.strictObject({
  object: objectName('journal'),
  livemode,
  from: described(v.string(), doc('First day of the journal, as `yyyy-mm-dd` in UTC.')),
  to: described(v.string(), doc('Last day of the journal, as `yyyy-mm-dd` in UTC.')),
  entries: described(v.array(JournalEntryObject), doc('Entries of the range, oldest first.')),
  totals: described(v.array(JournalTotal), doc('Sums by currency and account.')),
  deferred_revenue: described(v.array(JournalDeferredRevenue), doc('Revenue that is still deferred at the end of the range, by month.')),
});

const viewEntry = ({ kind, at, documentId, number, currency: code, postings }: JournalEntry) => ({
  kind,
  at,
  document_id: documentId,
  number,
  currency: code,
  postings: postings.map(({ account: name, tax, amountCents }) => ({
    account: name,
    country_code: tax?.countryCode ?? null,
    rate_basis_points: tax?.rateBasisPoints ?? null,
    amount_cents: amountCents,
  })),
});

/** Builds the API's `journal`. `days`: first and last day. */
export const viewJournal = (journal: JournalRecord, days: { readonly from: string; readonly to: string }, tenant: Tenant) => ({
  object: 'journal' as const,
  livemode: livemodeOf(tenant),
  from: days.from,
  to: days.to,
  entries: journal.entries.map(viewEntry),
  totals: journal.totals.map(({ currency: code, account: name, debitCents, creditCents }) => ({
    currency: code,
    account: name,
    debit_cents: debitCents,
    credit_cents: creditCents,
  })),
  deferred_revenue: journal.deferredRevenue.map(({ currency: code, month, cents: amountCents }) => ({
    currency: code,
    month,
    amount_cents: amountCents,
  })),
});
