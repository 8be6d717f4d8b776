import type * as v from 'valibot';
import type { PlanChangePreview } from '../../../../shared/api/objects/plan-change-preview.ts';
import { endedAtOf, isUsageChargedAtPeriodEnd } from '../../../../shared/pages/browser/subscription.ts';
import { fullDayText, money } from '../app/format.ts';
import type { RowOf } from './rows.ts';

/** Explains the state of a subscription, and the consequences of actions on it. */

type Subscription = RowOf['subscriptions'];

const periodEnd = ({ current_period_end: end }: Subscription): string => fullDayText(end);

const isMetered = ({ price }: Subscription): boolean => price.usage_type === 'metered';

const isEnding = (row: Subscription): boolean => row.cancel_at_period_end;

/** Whether the customer can withdraw from the contract, or has done so; `null`: there is no such right. */
export const withdrawalFact = ({ withdrawal, price }: Subscription): string | null => {
  if (!withdrawal) return null;
  const {
    withdrawn_at: withdrawnAt,
    refund_cents: refundCents,
    refundable_cents: refundableCents,
    partial_refund: isPartial,
    until,
  } = withdrawal;
  if (withdrawnAt !== null) return `On ${fullDayText(withdrawnAt)}, ${money(refundCents ?? 0, price.currency)} refunded`;
  // `refundable_cents` is absent if the customer can no longer withdraw.
  if (refundableCents === undefined) return 'No longer possible';
  return `Possible until ${fullDayText(until)}, with a ${isPartial ? 'partial' : 'full'} refund`;
};

/**
 * What a due renewal waits for; `null`: a retry is planned, or no renewal is due. While a renewal waits, the end of the period is in the
 * past, so it is not the day of the next charge.
 */
const unpaidNote = ({ renewal_state: renewal, next_payment_attempt: attemptAt }: Subscription): string | null => {
  if (renewal === 'processing') return 'a payment is being processed';
  return renewal === 'retrying' && attemptAt === null ? 'needs another payment method' : null;
};

/** Whether the subscription is certainly charged at the end of the current period: for the next period, or for usage. */
const hasNextCharge = (row: Subscription): boolean => {
  if (row.status === 'canceled' || unpaidNote(row) !== null) return false;
  return row.next_charge_amount_cents === null ? isMetered(row) && isUsageChargedAtPeriodEnd(row) : row.renewal_state !== 'paused';
};

/** The charge at the end of the current period: its amount, and a note with the day. */
const chargeAtPeriodEnd = (row: Subscription): readonly [amount: string, note: string] => {
  if (row.next_charge_amount_cents === null) return [isMetered(row) ? 'Usage' : '–', `on ${periodEnd(row)}`];
  return [money(row.next_charge_amount_cents, row.price.currency), `on ${periodEnd(row)}, incl. any VAT`];
};

/** The next charge or the end of a subscription: name, value, and a note. */
export const nextChargeStat = (row: Subscription): readonly [name: string, value: string, note?: string] => {
  if (row.next_payment_attempt !== null) return ['Next attempt', fullDayText(row.next_payment_attempt)];
  if (row.status === 'canceled') return ['Ended', fullDayText(endedAtOf(row))];
  const unpaid = unpaidNote(row);
  if (unpaid !== null) return ['Next charge', '–', unpaid];
  if (isEnding(row)) return ['Ends', periodEnd(row)];
  if (row.renewal_state === 'paused') return ['Next charge', '–', 'paused'];
  if (row.next_charge_amount_cents === null && isMetered(row) && !isUsageChargedAtPeriodEnd(row))
    return ['Next charge', '–', `free until ${periodEnd(row)}`];
  return ['Next charge', ...chargeAtPeriodEnd(row)];
};

/** The next charge of a customer with these subscriptions: value, and a note. */
export const nextChargeOfCustomer = (rows: readonly Subscription[]): readonly [value: string, note?: string] => {
  const attemptAt = rows.find(({ next_payment_attempt: at }) => at !== null)?.next_payment_attempt ?? null;
  if (attemptAt !== null) return [`Retry on ${fullDayText(attemptAt)}`];
  const [next] = rows.filter(hasNextCharge).toSorted((one, other) => one.current_period_end - other.current_period_end);
  if (next !== undefined) return chargeAtPeriodEnd(next);
  const unpaid = rows.map(unpaidNote).find((note) => note !== null);
  return unpaid === undefined ? ['–'] : ['–', unpaid];
};

export const cancelEffect = (row: Subscription): string => {
  if (row.status === 'past_due') {
    const invoice = isMetered(row) ? 'the customer still owes its open invoice and the usage until now' : 'its open invoice is voided';
    return `It is past due, so it ends immediately, and ${invoice}. This cannot be undone.`;
  }
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
export const undoCancellationEffect = (row: Subscription): string =>
  row.renewal_state === 'paused'
    ? 'The subscription does not end, and stays paused.'
    : 'The subscription does not end, and renewals continue.';

/** Explains the costs of a price change, from the API's preview. */
export const planChangeEffect = (preview: v.InferOutput<typeof PlanChangePreview>): string => {
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

/** The confirmation of a plan change. `before`: the subscription before the change. A pending payment leaves the subscription unchanged. */
export const planChangedText = (
  response: Pick<Subscription, 'price_id' | 'discount'>,
  before: Pick<Subscription, 'price_id' | 'discount'>,
): string =>
  response.price_id === before.price_id && response.discount?.coupon_id === before.discount?.coupon_id
    ? 'Not changed yet. If a payment is pending, the plan changes when it succeeds.'
    : 'Plan changed.';

/** The confirmation of resuming. A pending payment leaves the subscription paused. */
export const resumedText = ({ renewal_state: renewal }: Pick<Subscription, 'renewal_state'>): string =>
  renewal === 'paused' ? 'A payment is pending. The subscription resumes when it succeeds.' : 'Subscription resumed.';
