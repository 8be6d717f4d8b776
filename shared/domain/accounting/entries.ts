import { sum } from '../amounts/money.ts';
import { splitByWeights } from '../credit-note/portion.ts';
import type { CreditNote } from '../credit-note/record.ts';
import { type Dispute, reversalPostedAt } from '../dispute/record.ts';
import { taxTermsIn } from '../document-terms.ts';
import { groupsBy } from '../groups.ts';
import { netCentsOfLines } from '../invoice/net-lines.ts';
import type { Invoice } from '../invoice/record.ts';
import type { Payment } from '../payment/record.ts';
import type { Period } from '../periods.ts';
import type { Refund } from '../refund/record.ts';
import { revenueSchedule } from './deferral.ts';

/**
 * Accounts of the journal. `customer_credit`: carried credit without its VAT, which later invoices deduct. `chargebacks`: money that open
 * disputes took from paid invoices. `overpayments`: payments that paid no invoice, which are owed to the customer.
 */
export const JOURNAL_ACCOUNTS = [
  'receivables',
  'revenue',
  'deferred_revenue',
  'customer_credit',
  'vat',
  'provider_cash',
  'overpayments',
  'chargebacks',
] as const;
export type JournalAccount = (typeof JOURNAL_ACCOUNTS)[number];

/** One line of an entry. */
export interface Posting {
  readonly account: JournalAccount;
  /** Country and rate of the tax; `null` for accounts other than `vat`. */
  readonly tax: { readonly countryCode: string | null; readonly rateBasisPoints: number } | null;
  /** Positive: debit. Negative: credit. Never 0. */
  readonly amountCents: number;
}

export const ENTRY_KINDS = [
  'invoice_issued',
  'invoice_voided',
  'credit_note_issued',
  'revenue_recognized',
  'payment',
  'refund',
  'refund_reversed',
  'chargeback',
  'chargeback_reversed',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** A double entry: its postings add up to 0. */
export interface JournalEntry {
  readonly kind: EntryKind;
  /** Unix seconds. */
  readonly at: number;
  /**
   * When the invoice or credit note was issued or voided. Earlier than `at` in an entry that recognizes its revenue later. For other
   * documents, the same as `at`.
   */
  readonly documentAt: number;
  /** Id of the invoice, credit note, payment, refund or dispute. */
  readonly documentId: string;
  /** Number of the invoice or credit note; for a payment or dispute, the number of the paid invoice. `null`: refund, or no paid invoice. */
  readonly number: string | null;
  readonly currency: string;
  readonly postings: readonly Posting[];
}

type Document = Pick<
  Invoice,
  'id' | 'number' | 'currency' | 'lines' | 'tax' | 'taxBehavior' | 'taxCents' | 'totalCents' | 'buyer' | 'taxCountryCode' | 'reverseCharge'
> &
  Pick<Invoice, 'carriedRevenue' | 'creditForfeited'> &
  Pick<CreditNote, 'creditReleasedCents'>;

/** Builds an entry. Leaves out postings of 0; returns no entry if all postings are 0. */
const entry = (fields: Omit<JournalEntry, 'postings'>, postings: readonly Posting[]): readonly JournalEntry[] => {
  const nonZero = postings.filter(({ amountCents }) => amountCents !== 0);
  return nonZero.length === 0 ? [] : [{ ...fields, postings: nonZero }];
};

const posting = (account: JournalAccount, amountCents: number): Posting => ({ account, tax: null, amountCents });

/** A net amount that becomes revenue over a period; `period: null`: at the time of the document. */
interface Earned {
  readonly netCents: number;
  readonly period: Period | null;
}

/**
 * The revenue of a document (`earned`), and the amount that it adds to the liability for carried credit (`owedCents`). A plan change that
 * creates carried credit moves the revenue of the unused rest of the period to the liability. A line that uses carried credit, and the part
 * of a credit note that takes such credit back, change the liability instead of revenue.
 */
const earnedOf = (document: Document, sign: 1 | -1): { readonly earned: readonly Earned[]; readonly owedCents: number } => {
  const { lines, carriedRevenue, creditReleasedCents: takenBackCents = 0, creditForfeited } = document;
  const netCents = netCentsOfLines(lines, document);
  const takenBack = splitByWeights(
    takenBackCents,
    netCents.map((cents) => Math.max(0, cents)),
  );
  // A voided invoice returns the credit that it used, unless the subscription has lost it.
  const isForfeited = sign === -1 && creditForfeited === true;
  const released = lines.map(({ creditReleasedCents = 0 }) => (isForfeited ? 0 : creditReleasedCents));
  const ofLines = lines.map(({ periodStart: start, periodEnd: end }, index) => ({
    netCents: (netCents[index] ?? 0) + (released[index] ?? 0) - (takenBack[index] ?? 0),
    period: start === null || end === null ? null : { start, end },
  }));
  if (carriedRevenue === undefined) return { earned: ofLines, owedCents: takenBackCents - sum(released) };
  const { periodStart: start, periodEnd: end, netCents: carriedCents } = carriedRevenue;
  return {
    earned: [...ofLines, { netCents: -carriedCents, period: { start, end } }],
    owedCents: carriedCents + takenBackCents - sum(released),
  };
};

/**
 * Entries of a document that is issued or voided at `at`: one at `at`, and one at the end of each later month, which recognizes the month's
 * part of the deferred revenue. `sign` -1 reverses them.
 */
const entriesOfDocument = (document: Document, sign: 1 | -1, kind: EntryKind, at: number): readonly JournalEntry[] => {
  const { earned, owedCents } = earnedOf(document, sign);
  // The amount that makes the entry balance. It is 0 unless a document of an earlier release has tax sums that differ from its lines.
  const restCents = document.totalCents - document.taxCents - owedCents - sum(earned.map(({ netCents }) => netCents));
  const schedule = earned.flatMap(({ netCents, period }) => revenueSchedule(netCents, period, at));
  const laterParts = [
    ...groupsBy(
      schedule.filter((part) => part.at > at),
      (part) => String(part.at),
    ).values(),
  ];
  const deferredCents = sum(laterParts.flat().map(({ cents }) => cents));
  const nowCents = sum(schedule.map(({ cents }) => cents)) - deferredCents + restCents;
  const { id: documentId, number, currency, tax } = document;
  const documentEntry = entry({ kind, at, documentAt: at, documentId, number, currency }, [
    posting('receivables', sign * document.totalCents),
    posting('revenue', -sign * nowCents),
    posting('deferred_revenue', -sign * deferredCents),
    posting('customer_credit', -sign * owedCents),
    ...tax.map(
      (each): Posting => ({
        account: 'vat',
        tax: { countryCode: taxTermsIn(document, each).countryCode, rateBasisPoints: each.rateBasisPoints },
        amountCents: -sign * each.taxCents,
      }),
    ),
  ]);
  const recognized = laterParts.flatMap((parts) => {
    const cents = sign * sum(parts.map((part) => part.cents));
    const fields = { kind: 'revenue_recognized', at: parts[0].at, documentAt: at, documentId, number, currency } as const;
    return entry(fields, [posting('deferred_revenue', cents), posting('revenue', -cents)]);
  });
  return [...documentEntry, ...recognized];
};

/** Entries of an invoice: when it was issued, when its revenue is recognized, and the reversal when it was voided. */
export const entriesOfInvoice = (invoice: Invoice): readonly JournalEntry[] => [
  ...entriesOfDocument(invoice, 1, 'invoice_issued', invoice.issuedAt),
  ...(invoice.voidedAt === null ? [] : entriesOfDocument(invoice, -1, 'invoice_voided', invoice.voidedAt)),
];

/**
 * Entries of a credit note. They reduce the revenue of each month of its lines; the reduction for months that have ended is posted when the
 * note is issued.
 */
export const entriesOfCreditNote = (note: CreditNote): readonly JournalEntry[] =>
  entriesOfDocument(note, -1, 'credit_note_issued', note.issuedAt);

/** The invoice that a payment paid; `null`: the payment paid no invoice, so its money is owed to the customer. */
export type PaidInvoice = Pick<Invoice, 'number'> | null;

/** Returns `invoice` if the payment paid it, otherwise `null`. `invoice`: the invoice with the payment's `invoiceId`. */
export const paidInvoiceOf = (
  { id }: Pick<Payment, 'id'>,
  invoice: Pick<Invoice, 'number' | 'status' | 'paymentId'> | undefined,
): PaidInvoice => (invoice?.status === 'paid' && invoice.paymentId === id ? invoice : null);

/** The fields of a payment that its entries depend on. */
export type PostedPayment = Pick<Payment, 'id' | 'currency' | 'status' | 'paidAt' | 'amountCents'>;

/** Entries of a payment. */
export const entriesOfPayment = (payment: PostedPayment, paid: PaidInvoice): readonly JournalEntry[] => {
  const { id: documentId, currency, status, paidAt: at, amountCents } = payment;
  if (status !== 'succeeded' || at === null) return [];
  const against = posting(paid === null ? 'overpayments' : 'receivables', -amountCents);
  const fields = { kind: 'payment', at, documentAt: at, documentId, number: paid?.number ?? null, currency } as const;
  return entry(fields, [posting('provider_cash', amountCents), against]);
};

/**
 * Entries of a refund: when it succeeded, and the reversal if its money came back later. A refund with a credit note pays out what the note
 * credits; other refunds return an overpayment.
 */
export const entriesOfRefund = (refund: Refund): readonly JournalEntry[] => {
  const { id: documentId, currency, status, settledAt, succeededAt = null, amountCents, creditNoteId } = refund;
  const account = creditNoteId === null ? 'overpayments' : 'receivables';
  const entriesAt = (kind: EntryKind, at: number | null, cents: number) =>
    at === null
      ? []
      : entry({ kind, at, documentAt: at, documentId, number: null, currency }, [
          posting(account, cents),
          posting('provider_cash', -cents),
        ]);
  return [
    ...entriesAt('refund', status === 'succeeded' ? settledAt : succeededAt, amountCents),
    ...entriesAt('refund_reversed', succeededAt === null ? null : settledAt, -amountCents),
  ];
};

/** Entries of a dispute: the chargeback, and its reversal when the dispute was won. `paid`: the invoice that its payment paid. */
export const entriesOfDispute = (dispute: Dispute, paid: PaidInvoice): readonly JournalEntry[] => {
  const { id: documentId, currency, created, amountCents } = dispute;
  const reversedAt = reversalPostedAt(dispute);
  const account = paid === null ? 'overpayments' : 'chargebacks';
  const entriesAt = (kind: EntryKind, at: number, cents: number) =>
    entry({ kind, at, documentAt: at, documentId, number: paid?.number ?? null, currency }, [
      posting(account, cents),
      posting('provider_cash', -cents),
    ]);
  return [
    ...entriesAt('chargeback', created, amountCents),
    ...(reversedAt === null ? [] : entriesAt('chargeback_reversed', reversedAt, -amountCents)),
  ];
};
