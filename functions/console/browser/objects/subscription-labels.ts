import type * as v from 'valibot';
import type { PlanChangePreview } from '../../../../shared/api/objects/plan-change-preview.ts';
import { money, timeText } from '../app/format.ts';
import type { RowOf } from './rows.ts';

/** Explains the consequences of actions on a subscription in its current state. */

type Subscription = RowOf['subscriptions'];

const periodEnd = ({ current_period_end: end }: Subscription): string => timeText(end);

const isMetered = ({ price }: Subscription): boolean => price.usage_type === 'metered';

const isEnding = (row: Subscription): boolean => row.cancel_at_period_end;

export const cancelEffect = (row: Subscription): string => {
  if (row.status === 'past_due') return 'It is past due: it ends at once, and its open invoice is voided. It cannot be undone.';
  const usage = isMetered(row) ? ' What was used until then is charged.' : '';
  return `It ends on ${periodEnd(row)}, with its current period. Until then it can be kept.${usage}`;
};

export const pauseEffect = (row: Subscription): string =>
  `It is not served and not charged until it is resumed. What was paid is not given back.${
    isEnding(row) ? ` It still ends on ${periodEnd(row)}.` : ''
  }`;

/**
 * Whether resuming certainly charges nothing: trials and usage are not charged in advance, and a payment since the start of the current
 * period was for this period. `false` means unknown, because the period can also be paid by credit or a coupon.
 */
const isPaidFor = (row: Subscription): boolean =>
  isMetered(row) || row.trial_end === row.current_period_end || (row.last_payment_at ?? 0) >= row.current_period_start;

export const resumeEffect = (row: Subscription): string => {
  const result = isEnding(row) ? `It is served again until it ends on ${periodEnd(row)}.` : 'It is served and renewed again.';
  return isPaidFor(row)
    ? `${result} Nothing is charged now.`
    : `${result} If the current period is not paid yet, its rest until ${periodEnd(row)} is charged at once.`;
};

export const keepEffect = (row: Subscription): string =>
  row.renewal_state === 'paused' ? 'It does not end, and stays paused.' : 'It does not end, and is renewed again.';

/** Explains the costs of a price change, from the API's preview. */
export const changeEffect = (preview: v.InferOutput<typeof PlanChangePreview>): string => {
  const amount = (cents: number): string => money(cents, preview.currency);
  const sentences = [
    preview.amount_due_now_cents === 0 ? 'Nothing is charged now.' : `${amount(preview.amount_due_now_cents)} is charged now.`,
    preview.carried_credit_cents === 0 ? null : `${amount(preview.carried_credit_cents)} of credit is kept for later charges.`,
    // `null` for a metered or ending subscription, because its next charge is not known or does not exist.
    preview.next_charge_amount_cents === null
      ? null
      : `The next charge is ${amount(preview.next_charge_amount_cents)} on ${timeText(preview.next_period_start)}.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
};
