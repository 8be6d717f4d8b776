import { monthStart } from '../../domain/accounting/deferral.ts';
import {
  entriesOfCreditNote,
  entriesOfDispute,
  entriesOfInvoice,
  entriesOfPayment,
  entriesOfRefund,
  type JournalEntry,
  type PaidInvoice,
  type PostedPayment,
  paidInvoiceOf,
} from '../../domain/accounting/entries.ts';
import type { Aggregate, BaseRecord } from '../../domain/aggregate.ts';
import { creditNoteAggregate } from '../../domain/credit-note/record.ts';
import { type Dispute, disputeAggregate, reversalPostedAt } from '../../domain/dispute/record.ts';
import { type Invoice, invoiceAggregate } from '../../domain/invoice/record.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { DAY_SECONDS } from '../../domain/periods.ts';
import { refundAggregate } from '../../domain/refund/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { isInRange, type TimeRange } from '../../domain/time-range.ts';
import type { Store } from '../../store/writer/store.ts';
import { type Scan, scanAndPick, scanVoidedInvoices } from './record-scan.ts';

/** A document that was issued more than this before a range defers no revenue into the range, because a period is at most a year. */
const DEFERRED_SECONDS = 400 * DAY_SECONDS;
/**
 * Maximum time from the creation of a payment until it is paid: a payment page is open for 90 days, a direct debit takes days, and a payment
 * whose provider account is disconnected is polled for 100 days.
 */
const PENDING_SECONDS = 200 * DAY_SECONDS;

/** The parameter that an error about too many records names. */
const PARAM = 'from';

/** True if revenue of the document can be recognized at `time` or later: it is recognized until the end of its period's last month. */
const defersAfter = ({ lines, carriedRevenue }: Pick<Invoice, 'lines' | 'carriedRevenue'>, time: number): boolean =>
  [...lines, ...(carriedRevenue === undefined ? [] : [carriedRevenue])].some(
    ({ periodEnd }) => periodEnd !== null && periodEnd > monthStart(time),
  );

type ScannedPayment = PostedPayment & Pick<Payment, 'invoiceId'>;
type PaymentReference = Pick<Payment, 'id' | 'invoiceId'>;

/** The entries of an invoice, and the id of the payment that paid it; `null`: no payment paid it. */
interface ScannedInvoice {
  readonly entries: readonly JournalEntry[];
  readonly paidBy: string | null;
  readonly number: string;
}

/**
 * Reads the records that have entries in a range or revenue deferred at its end, and returns their entries. Each kind of record is read
 * once. Also reads the documents of the year before the range, because their revenue can be recognized in the range. Throws 400 for too
 * many records.
 */
export const scanJournal = async (store: Store, tenant: Tenant, range: TimeRange): Promise<readonly JournalEntry[]> => {
  /** Keeps entries in or after the range, of documents dated before the range's end. Entries after the range are deferred revenue. */
  const needed = (entries: readonly JournalEntry[]): readonly JournalEntry[] =>
    entries.filter(({ at, documentAt }) => at >= range.first && documentAt < range.end);
  const documentRange = { first: Math.max(0, range.first - DEFERRED_SECONDS), end: range.end };
  /** Range of the creation of payments and refunds that are settled in the range. On a test clock, this takes any time. */
  const createdRange = (maxSeconds: number): TimeRange => ({
    first: tenant.mode === 'test' ? 0 : Math.max(0, range.first - maxSeconds),
    end: range.end,
  });
  const pickInvoice = (invoice: Invoice): ScannedInvoice => ({
    entries: needed(entriesOfInvoice(invoice)),
    paidBy: invoice.status === 'paid' ? invoice.paymentId : null,
    number: invoice.number,
  });
  const scan = <R extends BaseRecord, Picked>(
    aggregate: Aggregate<R>,
    which: Scan<R>,
    pick: (record: R) => Picked,
  ): Promise<readonly Picked[]> => scanAndPick(store, aggregate, tenant, which, pick, PARAM);
  const [invoices, voided, notes, payments, refunds, disputes] = await Promise.all([
    scan(
      invoiceAggregate,
      {
        timeOf: ({ issuedAt }) => issuedAt,
        range: documentRange,
        where: (invoice) =>
          invoice.issuedAt >= range.first ||
          isInRange(range, invoice.voidedAt) ||
          isInRange(range, invoice.paidAt) ||
          defersAfter(invoice, range.first),
      },
      pickInvoice,
    ),
    scanVoidedInvoices(store, tenant, { issuedBefore: documentRange.first, voidedIn: range }, pickInvoice, PARAM),
    scan(
      creditNoteAggregate,
      {
        timeOf: ({ issuedAt }) => issuedAt,
        range: documentRange,
        where: (note) => note.issuedAt >= range.first || defersAfter(note, range.first),
      },
      (note) => needed(entriesOfCreditNote(note)),
    ),
    scan(
      paymentAggregate,
      {
        timeOf: ({ created }) => created,
        range: createdRange(PENDING_SECONDS),
        where: ({ status, paidAt }) => status === 'succeeded' && isInRange(range, paidAt),
      },
      ({ id, currency, status, paidAt, amountCents, invoiceId }): ScannedPayment => ({
        id,
        currency,
        status,
        paidAt,
        amountCents,
        invoiceId,
      }),
    ),
    scan(
      refundAggregate,
      {
        timeOf: ({ created }) => created,
        range: createdRange(DEFERRED_SECONDS),
        where: ({ settledAt, succeededAt = null }) => isInRange(range, settledAt) || isInRange(range, succeededAt),
      },
      (refund) => needed(entriesOfRefund(refund)),
    ),
    scan(
      disputeAggregate,
      {
        timeOf: ({ created }) => created,
        range: { first: 0, end: range.end },
        where: (dispute) => isInRange(range, dispute.created) || isInRange(range, reversalPostedAt(dispute)),
      },
      (dispute) => dispute,
    ),
  ]);
  const paid = await readPaidInvoices(store, tenant, { invoices, payments, disputes });
  return [
    ...[...invoices, ...voided].flatMap(({ entries }) => entries),
    ...notes.flat(),
    ...payments.flatMap((payment) => entriesOfPayment(payment, paid(payment.id))),
    ...refunds.flat(),
    ...needed(disputes.flatMap((dispute) => entriesOfDispute(dispute, paid(dispute.paymentId)))),
  ];
};

/**
 * Returns a function that finds the invoice that a payment paid; `null`: it paid none. Reads invoices that were not scanned: those of old
 * disputes, and of payments that paid no scanned invoice.
 */
const readPaidInvoices = async (
  store: Store,
  tenant: Tenant,
  scanned: {
    readonly invoices: readonly ScannedInvoice[];
    readonly payments: readonly ScannedPayment[];
    readonly disputes: readonly Dispute[];
  },
): Promise<(paymentId: string) => PaidInvoice> => {
  const paid = new Map<string, PaidInvoice>(
    scanned.invoices.flatMap(({ paidBy, number }) => (paidBy === null ? [] : [[paidBy, { number }]])),
  );
  const otherPayments = new Map<string, PaymentReference>(
    scanned.payments.flatMap((payment) => (paid.has(payment.id) ? [] : [[payment.id, payment]])),
  );
  const missingIds = [...new Set(scanned.disputes.map(({ paymentId }) => paymentId))].filter(
    (id) => !paid.has(id) && !otherPayments.has(id),
  );
  for (const [id, { record }] of await store.getMany(paymentAggregate, tenant, missingIds)) otherPayments.set(id, record);
  const invoices = await store.getMany(invoiceAggregate, tenant, [
    ...new Set([...otherPayments.values()].flatMap(({ invoiceId }) => (invoiceId === null ? [] : [invoiceId]))),
  ]);
  return (paymentId) => {
    const payment = otherPayments.get(paymentId);
    return paid.get(paymentId) ?? (payment === undefined ? null : paidInvoiceOf(payment, invoices.get(payment.invoiceId ?? '')?.record));
  };
};
