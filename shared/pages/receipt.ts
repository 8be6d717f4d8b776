import { accountAggregate } from '../domain/account/record.ts';
import { isCheckoutSession } from '../domain/checkout-session/record.ts';
import { customerAggregate } from '../domain/customer/record.ts';
import { mayReceive } from '../domain/mail/recipients.ts';
import type { Payable } from '../domain/payable/record.ts';
import { paymentAggregate } from '../domain/payment/record.ts';
import { isInTrial, renewalStateOf } from '../domain/subscription/state.ts';
import type { Subscription } from '../domain/subscription/types.ts';
import { subscriptionAggregate } from '../domain/subscription/view.ts';
import type { Tenant } from '../domain/tenant.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { type Html, html } from '../platform/html.ts';
import type { Store } from '../store/writer/store.ts';
import { row } from './order.ts';

/** The next charge of a subscription. */
interface NextCharge {
  /** `null`: it depends on the usage. */
  readonly amountCents: number | null;
  readonly currency: string;
  /** Unix seconds. */
  readonly at: number;
  /** True if nothing was charged before. */
  readonly isFirst: boolean;
}

/** What the page of a completed checkout says about the payment. */
export interface PaymentSummary {
  /** `null`: nothing was sold yet, the payment only verified the method. */
  readonly paid: { readonly amountCents: number; readonly currency: string } | null;
  /** Where the receipt is mailed; `null`: no receipt is mailed. */
  readonly email: string | null;
  /** `null`: no next charge is shown, see `nextChargeOf`. */
  readonly next: NextCharge | null;
}

/**
 * The next charge of a subscription. `null` if the subscription does not renew, if a renewal is in progress, or if nothing is charged at
 * the end of the period, because a coupon makes the next period free or because usage in a trial is free.
 */
const nextChargeOf = (subscription: Subscription): NextCharge | null => {
  const { price, nextChargeAmountCents, nextPaymentAttempt, paymentCount } = subscription;
  const isFree = nextChargeAmountCents === 0 || (nextChargeAmountCents === null && isInTrial(subscription));
  if (renewalStateOf(subscription) !== 'scheduled' || isFree) return null;
  return {
    amountCents: nextChargeAmountCents,
    currency: price.currency,
    at: nextPaymentAttempt ?? subscription.currentPeriodEnd,
    isFirst: paymentCount === 0,
  };
};

/** Loads what the page of a paid session or one-off payment says about its payment. */
export const loadPaymentSummary = async (store: Store, tenant: Tenant, payable: Payable): Promise<PaymentSummary> => {
  const subscriptionId = isCheckoutSession(payable) ? payable.subscriptionId : null;
  const [payment, customer, account, subscription] = await Promise.all([
    payable.paymentId === null ? null : store.get(paymentAggregate, tenant, payable.paymentId),
    store.get(customerAggregate, tenant, payable.customerId),
    store.get(accountAggregate, tenant, tenant.accountId),
    subscriptionId === null ? null : store.get(subscriptionAggregate, tenant, subscriptionId),
  ]);
  const isSale = payment !== null && !payment.record.verification;
  const email = customer?.record.email ?? null;
  const isMailed = isSale && email !== null && account !== null && mayReceive('customer', email, tenant.mode, account.record);
  return {
    paid: isSale ? { amountCents: payment.record.amountCents, currency: payment.record.currency } : null,
    email: isMailed ? email : null,
    next: subscription === null ? null : nextChargeOf(subscription.record),
  };
};

/** The amount paid, the next charge, and where the receipt is mailed. */
export const paymentSummaryMarkup = ({ paid, email, next }: PaymentSummary, { texts, amount, day }: PageLocale): Html => {
  const nextText = (charge: NextCharge): string =>
    charge.amountCents === null ? day(charge.at) : texts.amountOn(amount(charge.amountCents, charge.currency), day(charge.at));
  const rows = [
    ...(paid === null ? [] : [row(texts.amountPaid, amount(paid.amountCents, paid.currency), 'due')]),
    ...(next === null ? [] : [row(next.isFirst ? texts.firstPayment : texts.nextPayment, nextText(next))]),
  ];
  return html`${rows.length === 0 ? null : html`<dl class="sums">\n${rows}</dl>\n`}${
    email === null ? null : html`<p>${texts.receiptTo(email)}</p>\n`
  }`;
};
