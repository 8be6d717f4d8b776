import type { NewEvent } from '../decision.ts';
import { amountDueCents, type Invoice } from './record.ts';

/** The invoice after it is paid in full; an uncollectible invoice can be paid late. `paymentId: null`: keeps the stored payment id. */
export const paidInvoice = (invoice: Invoice, paymentId: string | null, now: number): Invoice => ({
  ...invoice,
  status: 'paid',
  paymentId: paymentId ?? invoice.paymentId,
  amountPaidCents: invoice.amountPaidCents + amountDueCents(invoice),
  paidAt: now,
  nextPaymentAttempt: null,
});

/** Events of an invoice that is paid when it is issued. Without an invoice, no events. */
export const eventsOfPaidInvoice = (invoice: Pick<Invoice, 'id'> | null): readonly NewEvent[] => {
  if (invoice === null) return [];
  return [
    { type: 'invoice.created', subjectId: invoice.id },
    { type: 'invoice.paid', subjectId: invoice.id },
  ];
};

/** The invoice after its collection has ended unpaid. */
export const uncollectibleInvoice = (invoice: Invoice): Invoice => ({ ...invoice, status: 'uncollectible', nextPaymentAttempt: null });

const releasesCredit = ({ lines }: Invoice): boolean => lines.some(({ creditReleasedCents }) => creditReleasedCents !== undefined);

/** The invoice after it is voided. It keeps its number. */
export const voidedInvoice = (invoice: Invoice, now: number): Invoice => ({
  ...invoice,
  status: 'void',
  voidedAt: now,
  nextPaymentAttempt: null,
  ...(invoice.status === 'uncollectible' && releasesCredit(invoice) ? { creditForfeited: true } : {}),
});

/** True when the invoice can still be paid. */
export const isPayable = (invoice: Invoice): boolean => invoice.status === 'open' || invoice.status === 'uncollectible';
