import { sum } from '../amounts/money.ts';
import { asksForImmediateService, hasConsumerRights, withdrawalSettingOf } from '../consumer-rights.ts';
import { isCommonHoliday } from '../holidays.ts';
import type { BillingParties } from '../parties.ts';
import type { OrderConsent } from '../payable/consent.ts';
import { type Payment, refundedOrDisputedCents, unreturnedCents } from '../payment/record.ts';
import { DAY_SECONDS } from '../periods.ts';
import { endCoverage, type SourceCharge, spendableCentsOfPayment, withReturnedAmount } from './change/coverage.ts';
import type { Subscription, Withdrawal } from './types.ts';

/** Withdrawal period of Directive 2011/83/EU, article 9. */
const PERIOD_DAYS = 14;
/** Time zones of the EU: UTC+3 in summer in the east, UTC-1 in winter on the Azores. */
const EASTERNMOST_SECONDS = 3 * 3600;
const WESTERNMOST_SECONDS = 3600;
const SUNDAY = 0;
const SATURDAY = 6;
/** 1 January 1970 was a Thursday. */
const WEEKDAY_OF_DAY_ZERO = 4;
const WEEK_DAYS = 7;

const isWorkingDay = (day: number): boolean => {
  const weekday = (day + WEEKDAY_OF_DAY_ZERO) % WEEK_DAYS;
  return weekday !== SATURDAY && weekday !== SUNDAY && !isCommonHoliday(day);
};

/** The day if it is a working day, otherwise the next working day. `day`: days since 1970. */
const workingDayFrom = (day: number): number => (isWorkingDay(day) ? day : workingDayFrom(day + 1));

/**
 * End of the withdrawal period of a contract: the day of its conclusion does not count, and a period that would end on a Saturday, Sunday
 * or common holiday ends on the next working day (Regulation 1182/71). National holidays are not considered. The period is never shorter
 * than required, in any time zone of the EU.
 */
export const withdrawalUntil = (concludedAt: number): number => {
  const lastDay = Math.floor((concludedAt + EASTERNMOST_SECONDS) / DAY_SECONDS) + PERIOD_DAYS;
  return (workingDayFrom(lastDay) + 1) * DAY_SECONDS - 1;
};

/** The right to withdraw from a contract that is concluded now; `null`: none. `consent: null`: the buyer used no page of this service. */
export const withdrawalFor = ({ account, customer }: BillingParties, consent: OrderConsent | null, now: number): Withdrawal | null =>
  withdrawalSettingOf(account).enabled && hasConsumerRights(account, customer)
    ? {
        until: withdrawalUntil(now),
        proRata: consent?.immediateService === true && asksForImmediateService(account, customer),
        declared: null,
      }
    : null;

/** True while the customer can withdraw. `now`: Unix seconds; simulated time on a test clock. */
export const canWithdraw = ({ withdrawal, status }: Subscription, now: number): boolean =>
  withdrawal !== undefined && withdrawal.declared === null && status !== 'canceled' && now <= withdrawal.until + WESTERNMOST_SECONDS;

/** The part of the payment that paid for service after `now`, as if the payment had no open dispute; 0 for a usage charge. */
const unusedCents = ({ id, amountDisputedCents }: Payment, { coverage, carriedCredits }: Subscription, now: number): number => {
  const undisputed = <T extends { readonly charges: readonly SourceCharge[] }>(value: T): T => ({
    ...value,
    charges: value.charges.map((charge) =>
      charge.paymentId === id ? withReturnedAmount(charge, Math.max(0, charge.returnedCents - amountDisputedCents)) : charge,
    ),
  });
  const { unused, carried } = endCoverage(coverage && undisputed(coverage), carriedCredits.map(undisputed), now);
  return spendableCentsOfPayment(id, [...carried, ...(unused === null ? [] : [unused])]);
};

export interface PaymentReturn {
  readonly payment: Payment;
  /** The amount that the customer gets back in all, by the withdrawal and by earlier refunds and chargebacks. */
  readonly totalCents: number;
}

/**
 * What a withdrawal at `now` returns: all payments of the subscription, or the unused part of them if the customer pays for used service.
 * Verification charges are not returned. `payments`: those of the subscription.
 */
export const returnsOfWithdrawal = (subscription: Subscription, payments: readonly Payment[], now: number): readonly PaymentReturn[] =>
  payments
    .filter(({ status, verification }) => status === 'succeeded' && !verification)
    .map((payment) => {
      const isPartial = subscription.withdrawal?.proRata === true;
      const refundedCents = payment.amountRefundedCents + unreturnedCents(payment);
      const dueCents = isPartial ? refundedCents + unusedCents(payment, subscription, now) : payment.amountCents;
      return { payment, totalCents: Math.min(dueCents, payment.amountCents) };
    });

/** The amount that a withdrawal at `now` refunds. `payments`: those of the subscription. */
export const withdrawalRefundCents = (subscription: Subscription, payments: readonly Payment[], now: number): number =>
  sum(
    returnsOfWithdrawal(subscription, payments, now).map(({ payment, totalCents }) =>
      Math.max(0, totalCents - refundedOrDisputedCents(payment)),
    ),
  );

/**
 * The total that the customer gets back of this payment after the withdrawal. `null`: unknown, because the customer has not withdrawn, the
 * withdrawal does not return this payment, or an earlier release stored a withdrawal for which the customer pays for used service.
 */
export const returnedTotalCents = ({ withdrawal }: Subscription, payment: Payment): number | null => {
  if (withdrawal === undefined || withdrawal.declared === null || payment.verification) return null;
  if (!withdrawal.proRata) return payment.amountCents;
  return withdrawal.declared.returns?.find(({ paymentId }) => paymentId === payment.id)?.totalCents ?? null;
};

/** Field of the API object; absent without a right to withdraw. */
export const viewWithdrawal = ({ withdrawal }: Subscription) =>
  withdrawal === undefined
    ? {}
    : {
        withdrawal: {
          until: withdrawal.until,
          partial_refund: withdrawal.proRata,
          withdrawn_at: withdrawal.declared?.at ?? null,
          refund_cents: withdrawal.declared?.refundCents ?? null,
        },
      };
