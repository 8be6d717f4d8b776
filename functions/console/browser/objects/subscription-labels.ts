import type * as v from 'valibot';
import type { PlanChangePreview } from '../../../../shared/api/objects/plan-change-preview.ts';
import { money, timeText } from '../app/format.ts';
import type { RowOf } from './rows.ts';

/** What comes of an action on a subscription in the state that it is in, as the rules of the service have it. */

type Subscription = RowOf['subscriptions'];

const periodEnd = ({ current_period_end: end }: Subscription): string => timeText(end);

const isMetered = ({ price }: Subscription): boolean => price.usage_type === 'metered';

const isEnding = (row: Subscription): boolean => row.cancel_at_period_end;

export const saysCancel = (row: Subscription): string => {
  if (row.status === 'past_due') return 'It is past due: it ends at once, and its open invoice is voided. It cannot be undone.';
  const usage = isMetered(row) ? ' What was used until then is charged.' : '';
  return `It ends on ${periodEnd(row)}, with its current period. Until then it can be kept.${usage}`;
};

export const saysPause = (row: Subscription): string =>
  `It is not served and not charged until it is resumed. What was paid is not given back.${
    isEnding(row) ? ` It still ends on ${periodEnd(row)}.` : ''
  }`;

/**
 * A trial and usage cost nothing ahead, and a payment within the period was for it. Of any other period it is not known here whether
 * it is paid, since credit or a coupon may have done so.
 */
const isPaidFor = (row: Subscription): boolean =>
  isMetered(row) || row.trial_end === row.current_period_end || (row.last_payment_at ?? 0) >= row.current_period_start;

export const saysResume = (row: Subscription): string => {
  const lifecycle = isEnding(row) ? `It is served again until it ends on ${periodEnd(row)}.` : 'It is served and renewed again.';
  return isPaidFor(row)
    ? `${lifecycle} Nothing is charged now.`
    : `${lifecycle} If the current period is not paid yet, its rest until ${periodEnd(row)} is charged at once.`;
};

export const saysKeep = (row: Subscription): string =>
  row.renewal_state === 'paused' ? 'It does not end, and stays paused.' : 'It does not end, and is renewed again.';

/** What a change of price comes to, by the API's preview of it. */
export const saysChange = (preview: v.InferOutput<typeof PlanChangePreview>): string => {
  const amount = (cents: number): string => money(cents, preview.currency);
  const sentences = [
    preview.amount_due_now_cents === 0 ? 'Nothing is charged now.' : `${amount(preview.amount_due_now_cents)} is charged now.`,
    preview.carried_credit_cents === 0 ? null : `${amount(preview.carried_credit_cents)} of credit is kept for later charges.`,
    // Of usage, and of what is to end, no next charge is known.
    preview.next_charge_amount_cents === null
      ? null
      : `The next charge is ${amount(preview.next_charge_amount_cents)} on ${timeText(preview.next_period_start)}.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
};
