import { money, timeText } from '../app/format.ts';
import { isRow, type Row } from './rows.ts';

/** What comes of an action on a subscription in the state that it is in, as the rules of the service have it. */

const periodEnd = ({ current_period_end: end }: Row): string => timeText(Number(end));

const isMetered = ({ price }: Row): boolean => isRow(price) && price['usage_type'] === 'metered';

const isEnding = (row: Row): boolean => row['cancel_at_period_end'] === true;

export const saysCancel = (row: Row): string => {
  if (row['status'] === 'past_due') return 'It is past due: it ends at once, and its open invoice is voided. It cannot be undone.';
  const usage = isMetered(row) ? ' What was used until then is charged.' : '';
  return `It ends on ${periodEnd(row)}, with its current period. Until then it can be kept.${usage}`;
};

export const saysPause = (row: Row): string =>
  `It is not served and not charged until it is resumed. What was paid is not given back.${
    isEnding(row) ? ` It still ends on ${periodEnd(row)}.` : ''
  }`;

/**
 * A trial and usage cost nothing ahead, and a payment within the period was for it. Of any other period it is not known here whether
 * it is paid, since credit or a coupon may have done so.
 */
const isPaidFor = (row: Row): boolean =>
  isMetered(row) || row['trial_end'] === row['current_period_end'] || Number(row['last_payment_at']) >= Number(row['current_period_start']);

export const saysResume = (row: Row): string => {
  const lifecycle = isEnding(row) ? `It is served again until it ends on ${periodEnd(row)}.` : 'It is served and renewed again.';
  return isPaidFor(row)
    ? `${lifecycle} Nothing is charged now.`
    : `${lifecycle} If the current period is not paid yet, its rest until ${periodEnd(row)} is charged at once.`;
};

export const saysKeep = (row: Row): string =>
  row['renewal_state'] === 'paused' ? 'It does not end, and stays paused.' : 'It does not end, and is renewed again.';

/** What a change of price comes to, by the API's preview of it. */
export const saysChange = (preview: Row): string => {
  const amount = (name: string): string => money(Number(preview[name]), String(preview['currency']));
  const sentences = [
    preview['amount_due_now_cents'] === 0 ? 'Nothing is charged now.' : `${amount('amount_due_now_cents')} is charged now.`,
    preview['carried_credit_cents'] === 0 ? null : `${amount('carried_credit_cents')} of credit is kept for later charges.`,
    // Of usage, and of what is to end, no next charge is known.
    preview['next_charge_amount_cents'] === null
      ? null
      : `The next charge is ${amount('next_charge_amount_cents')} on ${timeText(Number(preview['next_period_start']))}.`,
  ];
  return sentences.filter((sentence) => sentence !== null).join(' ');
};
