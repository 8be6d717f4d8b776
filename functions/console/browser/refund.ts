import { type Action, field } from './actions.ts';
import { currencyOf, money } from './format.ts';
import { isRow, type Row } from './rows.ts';

/** Giving money back, from the page of a payment or of the subscription that it was for. */

const eligibilityOf = ({ refund_eligibility: eligibility }: Row): Row => (isRow(eligibility) ? eligibility : {});

/** By the API's own word, which knows what is disputed, what is too late and where refunds are off. */
const isRefundable = (row: Row): boolean => eligibilityOf(row)['eligible'] === true;

const leftOf = (row: Row): string => money(Number(eligibilityOf(row)['amount_cents']), currencyOf(eligibilityOf(row)) ?? '');

/** Refunds what `fixed` names. */
export const refundOf = (fixed: (row: Row) => Row): Action => ({
  title: 'Refund',
  scope: 'refunds:write',
  path: () => 'refunds',
  when: isRefundable,
  fixed,
  fields: [field('amount_cents', 'Amount', 'amount', { hint: 'Left empty: all that is left.' }), field('reason', 'Reason', 'text')],
  says: (row) => `Up to ${leftOf(row)} goes back to the customer. It cannot be undone.`,
});
