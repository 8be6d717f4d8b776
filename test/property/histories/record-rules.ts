import { sum } from '../../../shared/domain/amounts/money.ts';
import type { CreditNote } from '../../../shared/domain/credit-note/record.ts';
import { amountDueCents, type Invoice } from '../../../shared/domain/invoice/record.ts';
import type { Payment } from '../../../shared/domain/payment/record.ts';
import type { Refund } from '../../../shared/domain/refund/record.ts';
import type { TaxSum } from '../../../shared/domain/tax/tax.ts';
import { taxKey } from '../../../shared/domain/tax/terms.ts';
import type { SandboxPayment } from '../../../shared/sandbox/model.ts';
import { eventRules, hasSucceeded, pauseRules, type Rule } from './event-rules.ts';
import type { HistoryRecords } from './records.ts';

const totalOf = (records: readonly { readonly amountCents: number }[]): number => sum(records.map(({ amountCents }) => amountCents));

const isGapless = (numbers: readonly string[]): boolean =>
  numbers
    .map((number) => Number(number.split('-').at(-1)))
    .sort((one, other) => one - other)
    .every((number, index) => number === index + 1);

/** Whether `part` is between zero and `whole`. `whole` is negative for a tax rate at which an invoice has more credit than charges. */
const isWithin = (part: number, whole: number): boolean => Math.min(0, whole) <= part && part <= Math.max(0, whole);

const isDistinct = (values: readonly unknown[]): boolean => new Set(values).size === values.length;

/** The invoice that the payment paid. */
const paidInvoiceOf = ({ invoices }: HistoryRecords, { id }: Payment): Invoice | undefined =>
  invoices.find(({ paymentId, status }) => paymentId === id && status === 'paid');

const paymentRules = (records: HistoryRecords, payment: Payment): readonly Rule[] => {
  const refunds = records.refunds.filter(({ paymentId }) => paymentId === payment.id);
  const activeRefunds = refunds.filter(({ status }) => status !== 'failed');
  const succeededRefunds = refunds.filter(({ status }) => status === 'succeeded');
  const notes = records.creditNotes.filter(({ refundId }) => refunds.some(({ id }) => id === refundId));
  const openDisputes = records.disputes.filter(({ paymentId, status }) => paymentId === payment.id && status === 'open');
  const charge = records.charges.find(({ id }) => id === payment.providerPaymentId);
  const providerRefunds = (records.providerRefunds.get(String(payment.providerPaymentId)) ?? []).filter(
    ({ status }) => status !== 'failed',
  );
  const chargedBackCents = charge?.chargeback === null || charge?.chargeback?.reversedAt !== null ? 0 : charge.chargeback.amountCents;
  const succeeded = payment.status === 'succeeded';
  return [
    ['is not pending', payment.status !== 'pending'],
    ['is not locked', payment.lockedBy === null],
    ['has the same outcome as at the provider', succeeded === (charge?.status === 'paid')],
    [
      'was charged the recorded amount',
      charge === undefined || (charge.amountCents === payment.amountCents && charge.currency === payment.currency),
    ],
    ['has a refunded amount equal to its pending and succeeded refunds', payment.amountRefundedCents === totalOf(activeRefunds)],
    ['has a returned amount equal to its succeeded refunds', payment.amountReturnedCents === totalOf(succeededRefunds)],
    [
      'has credit notes for its succeeded refunds and the credited money that came back',
      paidInvoiceOf(records, payment) === undefined ||
        sum(notes.map(({ totalCents }) => totalCents)) === payment.amountReturnedCents + totalOf(payment.unreturnedCredits ?? []),
    ],
    ['is refunded no more than it paid', payment.amountRefundedCents <= (succeeded ? payment.amountCents : 0)],
    [
      'has the same refunded amount and number of refunds at the provider',
      totalOf(providerRefunds) === payment.amountRefundedCents && providerRefunds.length === activeRefunds.length,
    ],
    ['has a disputed amount equal to its open disputes', payment.amountDisputedCents === totalOf(openDisputes)],
    ['has the same disputed amount as at the provider', payment.amountDisputedCents === chargedBackCents],
    [
      'paid an invoice, is a verification charge or is returned',
      !succeeded || payment.verification || paidInvoiceOf(records, payment) !== undefined || isReturned(payment, charge, refunds),
    ],
  ];
};

/** Whether the payment was refunded in full as an overpayment, or charged back. */
const isReturned = (payment: Payment, charge: SandboxPayment | undefined, refunds: readonly Refund[]): boolean =>
  payment.amountReturnedCents === payment.amountCents
    ? refunds.some(({ overpayment, status }) => overpayment && status === 'succeeded')
    : charge?.chargeback !== null;

/** The totals of the credit notes for one tax sum of their invoice. */
const creditedAt = (notes: readonly CreditNote[], ofInvoice: TaxSum): Pick<TaxSum, 'taxableCents' | 'taxCents'> => {
  const taxSums = notes.flatMap(({ tax }) => tax.filter((each) => taxKey(each) === taxKey(ofInvoice)));
  return { taxableCents: sum(taxSums.map(({ taxableCents }) => taxableCents)), taxCents: sum(taxSums.map(({ taxCents }) => taxCents)) };
};

const isCreditedWithin = (whole: TaxSum, part: ReturnType<typeof creditedAt>): boolean =>
  isWithin(part.taxableCents, whole.taxableCents) && isWithin(part.taxCents, whole.taxCents);

const isCreditedInFull = (whole: TaxSum, part: ReturnType<typeof creditedAt>): boolean =>
  part.taxableCents === whole.taxableCents && part.taxCents === whole.taxCents;

const invoiceRules = (records: HistoryRecords, invoice: Invoice): readonly Rule[] => {
  const { lines, tax, taxCents, totalCents, subtotalCents, discountCents, taxBehavior } = invoice;
  const notes = records.creditNotes.filter(({ invoiceId }) => invoiceId === invoice.id);
  const payment = records.payments.find(({ id }) => id === invoice.paymentId);
  const netCents = sum(lines.map((line) => line.amountCents - line.discountCents));
  const isPaid = invoice.status === 'paid';
  return [
    ['has lines', lines.length > 0],
    ['has the total of its lines and tax', totalCents === netCents + (taxBehavior === 'exclusive' ? taxCents : 0)],
    ['has the sum of the taxes at its rates', taxCents === sum(tax.map((each) => each.taxCents))],
    ['has the subtotal of its lines', subtotalCents === totalOf(lines) && discountCents === sum(lines.map((line) => line.discountCents))],
    ['is paid in full or not at all', isPaid ? amountDueCents(invoice) === 0 : invoice.amountPaidCents === 0],
    [
      'was paid by its payment',
      !isPaid || totalCents === 0 || (payment?.status === 'succeeded' && payment.amountCents === invoice.amountPaidCents),
    ],
    ['is credited by its credit notes', invoice.amountCreditedCents === sum(notes.map((note) => note.totalCents))],
    ['is credited no more than its total', invoice.amountCreditedCents <= (isPaid ? totalCents : 0)],
    [
      'is credited at each tax rate by at most the invoiced amount at that rate',
      tax.every((each) => isCreditedWithin(each, creditedAt(notes, each))),
    ],
    [
      'is credited in full at each tax rate if its total is credited in full',
      invoice.amountCreditedCents < totalCents || totalCents === 0 || tax.every((each) => isCreditedInFull(each, creditedAt(notes, each))),
    ],
    [
      'names both VAT numbers under reverse charge',
      !invoice.reverseCharge || (invoice.seller.vatId !== null && invoice.buyer.vatNumber !== null),
    ],
  ];
};

const refundRules = (records: HistoryRecords, refund: Refund): readonly Rule[] => {
  const payment = records.payments.find(({ id }) => id === refund.paymentId);
  const note = records.creditNotes.find(({ id }) => id === refund.creditNoteId);
  const issued = records.creditNotes.filter(({ refundId }) => refundId === refund.id);
  const invoice = payment === undefined || refund.overpayment || !hasSucceeded(refund) ? undefined : paidInvoiceOf(records, payment);
  const mayRepeatAnother = records.refunds.some((other) => other.paymentId === refund.paymentId && other.succeededAt !== undefined);
  return [
    ['is settled', refund.status !== 'pending'],
    ['names a credit note of the invoice that its charge paid', note?.invoiceId === invoice?.id],
    ['has at most one credit note, which it names', issued.every(({ id }) => id === refund.creditNoteId)],
    // A refund that repeats a failed one pays out the note of the failed refund.
    [
      'has a credit note with its amount',
      mayRepeatAnother || (issued[0]?.totalCents ?? null) === (invoice === undefined ? null : refund.amountCents),
    ],
  ];
};

const noteRules = ({ invoices }: HistoryRecords, note: CreditNote): readonly Rule[] => {
  const { lines, taxCents, totalCents, tax, taxBehavior } = note;
  return [
    ['has the total of its lines and tax', totalCents === totalOf(lines) + (taxBehavior === 'exclusive' ? taxCents : 0)],
    ['has the sum of the taxes at its rates', taxCents === sum(tax.map((each) => each.taxCents))],
    ['names its invoice', invoices.some(({ id, number }) => id === note.invoiceId && number === note.invoiceNumber)],
  ];
};

const pricesOf = (lines: Invoice['lines']): string => lines.map(({ priceId }) => priceId).join(' ');

/**
 * Checks that each period has one invoice per price. Exception: if the plan changes to the same price several times within one second,
 * there may be one invoice for each of these changes.
 */
const invoicedOnce = ({ invoices, events }: HistoryRecords): boolean => {
  const keyOf = ({ subscriptionId, periodStart, periodEnd, billingReason, lines }: Invoice): string => {
    // Plan changes at a metered price bill the usage of a period in slices, each of which ends at a change.
    const slice = billingReason === 'subscription_update' ? periodEnd : null;
    return [subscriptionId, periodStart, slice, billingReason, pricesOf(lines)].join();
  };
  const matchingChanges = ({ subscriptionId, created, lines }: Invoice): number => {
    const newPriceId = lines.find(({ type }) => type === 'proration_charge')?.priceId;
    return events.filter(
      ({ type, data, created: at }) =>
        type === 'subscription.plan_changed' && data.id === subscriptionId && at === created && data.price_id === newPriceId,
    ).length;
  };
  const subscriptionInvoices = invoices.filter(({ subscriptionId }) => subscriptionId !== null);
  return subscriptionInvoices.every((invoice) => {
    const equal = subscriptionInvoices.filter((each) => keyOf(each) === keyOf(invoice)).length;
    return equal === 1 || (invoice.billingReason === 'subscription_update' && equal <= matchingChanges(invoice));
  });
};

const historyRules = (records: HistoryRecords): readonly Rule[] => {
  const { payments, charges, invoices, creditNotes, sessions, oneShots, subscriptions, operations } = records;
  const paymentIds = charges.map(({ webhookUrl }) => webhookUrl?.split('/').at(-1));
  const completedSessions = sessions.filter(({ status }) => status === 'completed');
  return [
    [
      'each payment at the provider belongs to a different payment of the service',
      isDistinct(paymentIds) && paymentIds.every((id) => payments.some((payment) => payment.id === id)),
    ],
    [
      'each paid payment at the provider is recorded',
      charges.every(({ id, status }) => status !== 'paid' || payments.some(({ providerPaymentId }) => providerPaymentId === id)),
    ],
    ['invoice numbers have no gap', isGapless(invoices.map(({ number }) => number))],
    ['credit note numbers have no gap', isGapless(creditNotes.map(({ number }) => number))],
    [
      'each completed session sold one subscription',
      completedSessions.length === subscriptions.length && isDistinct(completedSessions.map(({ subscriptionId }) => subscriptionId)),
    ],
    ['each period is invoiced once for each price, and each plan change once', invoicedOnce(records)],
    [
      'each paid one-off payment has one paid invoice',
      oneShots.every(({ id, status }) => {
        const paid = invoices.filter((invoice) => invoice.oneShotPaymentId === id && invoice.status === 'paid');
        return paid.length === (status === 'succeeded' || status === 'refunded' ? 1 : 0);
      }),
    ],
    ['no operation is pending', operations.length === 0],
  ];
};

/** Checks the records of a history in which nothing is pending any more. Returns the violated rules. */
export const recordViolations = (records: HistoryRecords): readonly string[] => {
  const rulesById: readonly (readonly [id: string, rules: readonly Rule[]])[] = [
    ['history:', historyRules(records)],
    ...records.payments.map((each) => [each.id, paymentRules(records, each)] as const),
    ...records.invoices.map((each) => [each.id, invoiceRules(records, each)] as const),
    ...records.refunds.map((each) => [each.id, refundRules(records, each)] as const),
    ...records.creditNotes.map((each) => [each.id, noteRules(records, each)] as const),
    ...eventRules(records),
    ...pauseRules(records),
  ];
  return rulesById.flatMap(([id, rules]) => rules.flatMap(([name, isTrue]) => (isTrue ? [] : [`${id} ${name}`])));
};
