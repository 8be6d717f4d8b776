import { currencyOf, money } from '../app/format.ts';
import { type Action, field } from './actions.ts';
import { isRow, type Row } from './rows.ts';

/** Giving money back, from the page of a payment or of the subscription that it was for. */

const eligibilityOf = ({ refund_eligibility: eligibility }: Row): Row => (isRow(eligibility) ? eligibility : {});

/** By the API's own word, which knows what is disputed, what is too late and where refunds are off. */
const isRefundable = (row: Row): boolean => eligibilityOf(row)['eligible'] === true;

const leftOf = (row: Row): string => money(Number(eligibilityOf(row)['amount_cents']), currencyOf(eligibilityOf(row)) ?? '');

/** Of a subscription its latest payment, which is not of its current period while it is past due; of usage none is paid for ahead. */
const mayEnd = ({ object, status, type, price, subscription_id: subscriptionId }: Row): boolean =>
  object === 'subscription'
    ? status === 'active' && isRow(price) && price['usage_type'] !== 'metered'
    : typeof subscriptionId === 'string' && type !== 'setup' && type !== 'usage';

const saysRefund = (row: Row): string => {
  const what = row['object'] === 'subscription' ? `Up to ${leftOf(row)} of its latest payment` : `Up to ${leftOf(row)}`;
  const end = mayEnd(row) ? ' If it pays for the current period or the trial and all of it goes back, the subscription ends at once.' : '';
  return `${what} goes back to the customer.${end} It cannot be undone.`;
};

/** Refunds what `fixed` names. */
export const refundOf = (fixed: (row: Row) => Row): Action => ({
  title: 'Refund',
  scope: 'refunds:write',
  path: () => 'refunds',
  when: isRefundable,
  fixed,
  fields: [field('amount_cents', 'Amount', 'amount', { hint: 'Left empty: all that is left.' }), field('reason', 'Reason', 'text')],
  says: saysRefund,
});
