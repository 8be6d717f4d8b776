import { amountDueTodayOf, type PayableView } from '../flows/checkout/view.ts';
import { laterPaymentOf } from './later-payment.ts';

/** The amounts that the buyer accepts by paying, in the currency's smallest unit. */
interface ShownAmounts {
  /** The amount due today. */
  readonly amount: number;
  /** The amount of the first payment, if that is not due today. */
  readonly first_payment?: number;
}

/** The amounts on the page, sent with its form. */
export const shownAmounts = (view: PayableView): ShownAmounts => {
  const isPaidLater = 'session' in view && view.firstCharge.verification;
  const laterCents = isPaidLater ? laterPaymentOf(view).amountCents : null;
  return { amount: amountDueTodayOf(view).amountCents, ...(laterCents !== null && { first_payment: laterCents }) };
};

/**
 * Whether the page with this form showed the current amounts. Amounts change with the tax of the entered country, or with a code that was
 * entered in another tab. An amount that the form does not contain is not compared.
 */
export const showedCurrentAmounts = (form: URLSearchParams, view: PayableView): boolean =>
  Object.entries(shownAmounts(view)).every(([name, cents]) => (form.get(name) ?? String(cents)) === String(cents));
