import { money } from '../app/format.ts';
import { type Action, field } from './actions.ts';
import type { Row, RowOf } from './rows.ts';

/** The refund action on the pages of payments and subscriptions. */

type Refundable = RowOf['payments'] | RowOf['subscriptions'];

/** Whether the API allows a refund, considering disputes, the refund window and disabled refunds. */
const isRefundable = ({ refund_eligibility: eligibility }: Refundable): boolean => eligibility?.eligible === true;

const refundableText = ({ refund_eligibility: eligibility }: Refundable): string =>
  !eligibility ? '' : money(eligibility.amount_cents, eligibility.currency);

/**
 * Whether a full refund may end the subscription. It cannot if the refunded payment is not for the current period: the latest payment of a
 * past due subscription is for an earlier period, and usage is paid after its period.
 */
const mayEnd = (row: Refundable): boolean =>
  row.object === 'subscription'
    ? row.status === 'active' && row.price.usage_type !== 'metered'
    : row.subscription_id !== null && row.type !== 'setup' && row.type !== 'usage';

const refundEffect = (row: Refundable): string => {
  const what = row.object === 'subscription' ? `Up to ${refundableText(row)} of its latest payment` : `Up to ${refundableText(row)}`;
  const end = mayEnd(row) ? ' If it pays for the current period or the trial and all of it goes back, the subscription ends at once.' : '';
  return `${what} goes back to the customer.${end} It cannot be undone.`;
};

/** The refund action; `fixed` returns the request field with the id of the payment or subscription. */
export const refundOf = <T extends Refundable>(fixed: (row: T) => Row): Action<T> => ({
  title: 'Refund',
  scope: 'refunds:write',
  path: () => 'refunds',
  when: isRefundable,
  fixed,
  fields: [field('amount_cents', 'Amount', 'amount', { hint: 'Left empty: all that is left.' }), field('reason', 'Reason', 'text')],
  effect: refundEffect,
});
