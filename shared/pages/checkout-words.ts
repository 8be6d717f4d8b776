import type { Discount } from '../domain/discounts.ts';
import { verificationAmountCents } from '../domain/payment-methods.ts';
import type { PriceSummary } from '../domain/price/summary.ts';
import type { TaxBehavior, TaxSum } from '../domain/tax.ts';
import type { CheckoutView } from '../flows/checkout-view.ts';
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

/** `VAT 21%: €3.47, included`; of an exclusive price `..., on top`. */
export const taxWords = ({ displayName, rateBasisPoints, taxCents }: TaxSum, behavior: TaxBehavior, currency: string): string => {
  const place = behavior === 'inclusive' ? 'included' : 'on top';
  return `${displayName ?? 'Tax'} ${rateBasisPoints / 100}%: ${amountText(taxCents, currency)}, ${place}`;
};

/** What the first period costs, where neither the price nor what is due today says so. */
export const firstPaymentText = ({ firstPeriod, firstCharge, session }: CheckoutView): string | null =>
  firstPeriod === null || !firstCharge.verification || firstPeriod.totalCents === session.price.amountCents
    ? null
    : amountText(firstPeriod.totalCents, session.price.currency);

/**
 * What is due today by a method: a verification charge follows the method's own minimum, a sale costs the same by all of them.
 */
const dueCentsBy = ({ firstCharge, session }: CheckoutView, method: string): number =>
  firstCharge.verification && session.paymentMethod === null ? verificationAmountCents(method) : firstCharge.amountCents;

export const dueNowText = ({ firstCharge, session }: CheckoutView): string => amountText(firstCharge.amountCents, session.price.currency);

/** `Card`; with the amount where this method takes another one today than the page says. */
export const methodLabel = (view: CheckoutView, method: string): string => {
  const dueCents = dueCentsBy(view, method);
  if (dueCents === view.firstCharge.amountCents) return methodName(method);
  return `${methodName(method)} (${amountText(dueCents, view.session.price.currency)} today)`;
};

/** Why there is something to pay now although nothing is sold yet. */
export const verificationWords = (view: CheckoutView): string =>
  view.trialDays > 0
    ? 'This small charge only checks your payment method. The price is charged when the free days are over.'
    : 'This small charge only checks your payment method.';

/** Names the amount when it is the same whatever is chosen. */
export const payLabel = (view: CheckoutView): string => {
  const same = view.methods.every((method) => dueCentsBy(view, method) === view.firstCharge.amountCents);
  const pay = same ? `Pay ${dueNowText(view)}` : 'Pay';
  return view.firstCharge.verification && view.trialDays > 0 ? `${pay} and start the free days` : pay;
};
