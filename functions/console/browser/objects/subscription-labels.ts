import type * as v from 'valibot';
import type { PlanChangePreview } from '../../../../shared/api/objects/plan-change-preview.ts';
import { fullDayText, money } from '../app/format.ts';
import type { RowOf } from './rows.ts';

/** Explains the consequences of actions on a subscription in its current state. */

type Subscription = RowOf['subscriptions'];

const periodEnd = ({ current_period_end: end }: Subscription): string => fullDayText(end);

const isMetered = ({ price }: Subscription): boolean => price.usage_type === 'metered';

const isEnding = (row: Subscription): boolean => row.cancel_at_period_end;

export const cancelEffect = (row: Subscription): string => {
  if (row.status === 'past_due') return 'It is past due, so it ends immediately and its open invoice is voided. This cannot be undone.';
  const usage = isMetered(row) ? ' Usage until then is charged.' : '';
  return `Ends on ${periodEnd(row)}. You can undo this until then.${usage}`;
};

/** Explains what happens if the team withdraws from the contract on behalf of the customer. */
export const withdrawEffect = ({ withdrawal, price, customer }: Subscription): string => {
  const refundCents = withdrawal?.refundable_cents ?? 0;
  const part = withdrawal?.partial_refund === true ? 'the unused part of the payments' : 'all payments';
  const refund = refundCents === 0 ? 'Nothing is refunded.' : `${money(refundCents, price.currency)} is refunded: ${part}.`;
  const mail = customer?.email == null ? 'No email address is known for the confirmation.' : `An email to ${customer.email} confirms it.`;
  return `For a customer who withdrew from the contract in time. It ends immediately. ${refund} ${mail} This cannot be undone.`;
};

export const pauseEffect = (row: Subscription): string =>
  `The customer has no access and is not charged until you resume it. The current period is not refunded.${
    isEnding(row) ? ` It still ends on ${periodEnd(row)}.` : ''
  }`;

/**
 * Whether resuming certainly charges nothing: trials and usage are not charged in advance, and a payment since the start of the current
 * period was for this period. `false`: unknown, because the period can also be paid by credit or a coupon.
 */
const chargesNothing = (row: Subscription): boolean =>
  isMetered(row) || row.trial_end === row.current_period_end || (row.last_payment_at ?? 0) >= row.current_period_start;

export const resumeEffect = (row: Subscription): string => {
  const result = isEnding(row)
    ? `The customer has access again until it ends on ${periodEnd(row)}.`
    : 'The customer has access again, and renewals continue.';
  return chargesNothing(row)
    ? `${result} Nothing is charged now.`
    : `${result} If the current period is unpaid, its rest until ${periodEnd(row)} is charged now.`;
};

/** The effect of undoing a scheduled cancellation. */
export const keepEffect = (row: Subscription): string =>
  row.renewal_state === 'paused'
    ? 'The subscription does not end, and stays paused.'
    : 'The subscription does not end, and renewals continue.';

/** Explains the costs of a price change, from the API's preview. */
export const changeEffect = (preview: v.InferOutput<typeof PlanChangePreview>): string => {
  const amount = (cents: number): string => money(cents, preview.currency);
  const sentences = [
    preview.amount_due_now_cents === 0 ? 'Nothing is charged now.' : `${amount(preview.amount_due_now_cents)} is charged now.`,
    preview.carried_credit_cents === 0 ? null : `${amount(preview.carried_credit_cents)} credit is applied to later charges.`,
    // `null` for a metered or ending subscription, because its next charge is not known or does not exist.
    preview.next_charge_amount_cents === null
      ? null
      : `The next charge is ${amount(preview.next_charge_amount_cents)} on ${fullDayText(preview.next_period_start)}.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
};
