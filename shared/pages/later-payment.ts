import { discountEnd } from '../domain/amounts/discounts.ts';
import { periodAt } from '../domain/periods.ts';
import { grossCents } from '../domain/tax/tax.ts';
import type { CheckoutView } from '../flows/checkout/view.ts';

/** A payment for an order, due later than today. */
interface LaterPayment {
  /** `null`: depends on the usage. */
  readonly amountCents: number | null;
  /** Unix seconds. */
  readonly dueAt: number;
  /** True for the first payment of the order. False if a payment is due today, or if a discount makes the first payment free. */
  readonly isFirst: boolean;
}

/**
 * The next payment after today's: for the first paid period if there is a trial, otherwise for the second period. If a discount makes that
 * period free, returns the payment for the first period after the discount or, if the discount does not end, a payment of 0.
 */
export const laterPaymentOf = (view: CheckoutView): LaterPayment => {
  const { firstCharge, firstPeriod, paidPeriod, trialDays, session, taxBehavior, taxRate } = view;
  if (firstPeriod === null) return { amountCents: null, dueAt: paidPeriod.end, isFirst: firstCharge.verification };
  const { discount, price } = session;
  const isFree = firstPeriod.totalCents === 0;
  const isFirst = firstCharge.verification && !isFree;
  const endsAt = discount === null ? null : discountEnd(discount.duration, discount.durationInMonths, paidPeriod);
  const dueAtOf = (index: number): number => (index === 1 ? paidPeriod.end : periodAt(paidPeriod.start, price.interval, index).start);
  let index = trialDays > 0 ? 0 : 1;
  if (endsAt !== null && isFree) while (dueAtOf(index) < endsAt) index += 1;
  const dueAt = dueAtOf(index);
  if (endsAt === null || dueAt < endsAt) return { amountCents: firstPeriod.totalCents, dueAt, isFirst };
  return { amountCents: grossCents(firstPeriod.subtotalCents, taxRate?.rateBasisPoints ?? 0, taxBehavior), dueAt, isFirst };
};
