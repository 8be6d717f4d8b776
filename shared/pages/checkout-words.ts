import type { Discount } from '../domain/discounts.ts';
import type { PriceSummary } from '../domain/price/summary.ts';
import type { CheckoutView } from '../flows/checkout.ts';
import { amountText, unitAmountText } from './amounts.ts';

/** What a buyer agrees to, in plain words. */

const METHOD_NAMES: Readonly<Record<string, string>> = {
  creditcard: 'Card',
  directdebit: 'SEPA Direct Debit',
  ideal: 'iDEAL',
  applepay: 'Apple Pay',
  eps: 'eps',
  paypal: 'PayPal',
  banktransfer: 'Bank transfer',
};

export const methodName = (method: string): string => METHOD_NAMES[method] ?? method;

const countOf = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** `€19.99 every month`; for a metered price what a unit costs and when it is charged. */
export const priceWords = (price: PriceSummary): string => {
  if (price.usageType === 'metered') {
    const when = `charged at the end of each ${price.interval}`;
    if (price.unitAmountDecimal !== null) return `${unitAmountText(price.unitAmountDecimal, price.currency)} for each unit used, ${when}`;
    if (price.amountCents !== null) return `${amountText(price.amountCents, price.currency)} for each unit used, ${when}`;
    return `According to what you use, ${when}`;
  }
  return `${amountText(price.amountCents ?? 0, price.currency)} every ${price.interval}`;
};

export const trialWords = (days: number): string => `${countOf(days, 'day')} free, then the price above`;

const DURATIONS = {
  once: () => 'your first payment',
  forever: () => 'every payment',
  repeating: (discount: Discount) => `${countOf(discount.durationInMonths ?? 1, 'month')}`,
} as const satisfies Record<Discount['duration'], (discount: Discount) => string>;

const reductionWords = (discount: Discount, currency: string): string =>
  discount.percentOffBasisPoints === null
    ? amountText(discount.amountOffCents ?? 0, discount.currency ?? currency)
    : `${discount.percentOffBasisPoints / 100}%`;

/** `20% off for 3 months (code SPRING)` */
export const discountWords = (discount: Discount, currency: string): string => {
  const link = discount.duration === 'repeating' ? 'for' : 'on';
  return `${reductionWords(discount, currency)} off ${link} ${DURATIONS[discount.duration](discount)} (code ${discount.code})`;
};

export const dueNowText = ({ firstCharge, session }: CheckoutView): string => amountText(firstCharge.amountCents, session.price.currency);

/** Why there is something to pay now although nothing is sold yet. */
export const verificationWords = (view: CheckoutView): string =>
  view.trialDays > 0
    ? 'This small charge only checks your payment method. The price is charged when the free days are over.'
    : 'This small charge only checks your payment method.';

export const payLabel = (view: CheckoutView): string =>
  view.firstCharge.verification && view.trialDays > 0 ? `Pay ${dueNowText(view)} and start the free days` : `Pay ${dueNowText(view)}`;
