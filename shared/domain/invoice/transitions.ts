import { amountDueCents, type Invoice } from './record.ts';

/** Settled in full. An uncollectible invoice may still be paid: the money came after all. */
export const paidInvoice = (invoice: Invoice, paymentId: string | null, now: number): Invoice => ({
  ...invoice,
  status: 'paid',
  paymentId: paymentId ?? invoice.paymentId,
  amountPaidCents: invoice.amountPaidCents + amountDueCents(invoice),
  paidAt: now,
  nextPaymentAttempt: null,
});

/** Collection is given up; the claim is but nobody pursues it. */
export const uncollectibleInvoice = (invoice: Invoice): Invoice => ({ ...invoice, status: 'uncollectible', nextPaymentAttempt: null });

/** Taken back: nobody owes it any more. It keeps its number. */
export const voidedInvoice = (invoice: Invoice, now: number): Invoice => ({
  ...invoice,
  status: 'void',
  voidedAt: now,
  nextPaymentAttempt: null,
});

/** Whether money may still settle it. */
export const isPayable = (invoice: Invoice): boolean => invoice.status === 'open' || invoice.status === 'uncollectible';
