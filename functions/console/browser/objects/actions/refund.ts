import { money } from '../../app/format.ts';
import type { Row, RowOf } from '../rows.ts';
import type { Action } from './actions.ts';

/** The refund action on the pages of payments, invoices and subscriptions. */

/** An invoice with its `payment`, which is `null` if the invoice is not paid or the member may not read the payment. */
export type InvoiceWithPayment = RowOf['invoices'] & {
  readonly payment?: RowOf['payments'] | null;
  /** The end of the refund window if that is in the past; `null`: the end is in the future, or unknown. */
  readonly refundable_until?: number | null;
};

/** A payment with `customer_name`, which is `null` if the customer was deleted or the member may not read the customer. */
type PaymentWithName = RowOf['payments'] & { readonly customer_name?: string | null };

export type Refundable = PaymentWithName | RowOf['subscriptions'] | InvoiceWithPayment;

type Eligibility = NonNullable<RowOf['payments']['refund_eligibility']>;

/** Whether and how much the API lets the member refund, considering disputes and the refund window; `null`: unknown. */
export const eligibilityOf = (row: Refundable): Eligibility | null =>
  (row.object === 'invoice' ? row.payment?.refund_eligibility : row.refund_eligibility) ?? null;

/**
 * Whether a full refund may end the subscription. It cannot if the refunded payment is not for the current period: the latest payment of a
 * past due subscription is for an earlier period, and usage is paid after its period.
 */
const mayEndSubscription = (row: Refundable): boolean => {
  if (row.object === 'subscription') return row.status === 'active' && row.price.usage_type !== 'metered';
  const payment = row.object === 'invoice' ? row.payment : row;
  return (
    payment !== null && payment !== undefined && payment.subscription_id !== null && payment.type !== 'setup' && payment.type !== 'usage'
  );
};

export const refundEffect = (row: Refundable): string => {
  const eligibility = eligibilityOf(row);
  const limitText = eligibility === null ? '' : `Up to ${money(eligibility.amount_cents, eligibility.currency)} can be refunded. `;
  const endText = mayEndSubscription(row) ? 'A full refund of the current period or trial ends the subscription immediately. ' : '';
  return `${limitText}${endText}This cannot be undone.`;
};

/** The name of the customer who gets the money; `null`: unknown. */
const recipientOf = (row: Refundable): string | null => {
  if (row.object === 'payment') return row.customer_name ?? null;
  const buyer = row.object === 'invoice' ? row.buyer : row.customer;
  return buyer?.name ?? buyer?.email ?? null;
};

/** The refund action; `fixed` returns the request field with the id of the payment or subscription. */
export const refundAction = <T extends Refundable>(fixed: (row: T) => Row): Action<T> => ({
  title: 'Refund',
  scope: 'refunds:write',
  path: () => 'refunds',
  when: (row) => eligibilityOf(row)?.eligible === true,
  fixed,
  isRefund: true,
  effect: refundEffect,
  done: ({ amount_cents: cents, currency, status }, row) => {
    const recipient = recipientOf(row);
    const refund = `${money(Number(cents), String(currency))}${recipient === null ? '' : ` to ${recipient}`}`;
    return status === 'pending' ? `Refund of ${refund} started.` : `Refunded ${refund}.`;
  },
});
