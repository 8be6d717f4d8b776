import type { Account } from '../../account/record.ts';
import { type Discount, discountEnd } from '../../amounts/discounts.ts';
import type { TaxOf } from '../../parties.ts';
import type { PaymentMethod } from '../../payment/methods.ts';
import type { ProviderAccountId } from '../../payment/provider.ts';
import { periodAt } from '../../periods.ts';
import type { PriceSummary } from '../../price/summary.ts';
import type { LocationEvidence } from '../../tax/evidence.ts';
import { withAmounts } from '../renewal/charges.ts';
import { datedEmailsFor } from '../renewal/dated-emails.ts';
import { withRetryDays } from '../state.ts';
import { NO_USAGE_DONE, type Subscription, type Withdrawal } from '../types.ts';
import { initialUsageLimits } from '../usage/limit-state.ts';

export interface StartSubscription {
  readonly id: string;
  readonly now: number;
  readonly customerId: string;
  readonly price: PriceSummary;
  /** End of the trial, Unix seconds; `null`: no trial. Equal to `now`: the first period is not paid yet and is charged at once. */
  readonly trialEnd: number | null;
  readonly discount: Discount | null;
  /** Tax of future charges. */
  readonly taxes: TaxOf;
  readonly paymentMethod: PaymentMethod | null;
  readonly mandateId: string | null;
  readonly providerCustomerId: string | null;
  readonly provider: ProviderAccountId;
  readonly clockId: string | null;
  /** Payment of the first period; `null`: the checkout made no payment, or only a verification charge. */
  readonly firstPaymentId: string | null;
  /** Maximum amount of the usage of a period in cents; omitted: no maximum. */
  readonly maxAmountCents?: number | undefined;
  /** The customer's right to withdraw; omitted or `null`: none. */
  readonly withdrawal?: Withdrawal | null;
  readonly account: Pick<Account, 'customerEmails' | 'dunningSchedule'>;
  /** Evidence of the buyer's location, from the checkout's payment. Missing: none is needed. */
  readonly location?: LocationEvidence | undefined;
}

/** The field `location` of the subscription: the part of the checkout's evidence that renewals use. */
const checkoutLocation = ({ location }: StartSubscription): Pick<Subscription, 'location'> =>
  location === undefined
    ? {}
    : { location: { ipCountryCode: location.ipCountryCode, confirmedCountryCode: location.confirmedCountryCode } };

/**
 * Creates the subscription of a completed checkout [SUB-31]. Period 0 starts now, or at the end of the trial. Without a trial, the checkout
 * paid the first period of a licensed price. A metered price is charged after each period.
 */
export const startSubscription = (start: StartSubscription): Subscription => {
  const hasTrial = start.trialEnd !== null;
  const anchor = start.trialEnd ?? start.now;
  const firstPeriod = periodAt(anchor, start.price.interval, 0);
  const isPaid = !hasTrial && start.price.usageType === 'licensed';
  const discount =
    start.discount === null
      ? null
      : { ...start.discount, endsAt: discountEnd(start.discount.duration, start.discount.durationInMonths, firstPeriod) };
  const subscription: Subscription = {
    id: start.id,
    created: start.now,
    customerId: start.customerId,
    price: start.price,
    status: 'active',
    pausedAt: null,
    cancelAtPeriodEnd: false,
    canceledAt: null,
    cancellationReason: null,
    anchor,
    periodIndex: hasTrial ? -1 : 0,
    currentPeriodStart: start.now,
    currentPeriodEnd: hasTrial ? anchor : firstPeriod.end,
    trialStart: hasTrial ? start.now : null,
    trialEnd: hasTrial ? anchor : null,
    // A trial that ends at once is no trial: neither its start nor its end is an event.
    trialEndedAt: start.trialEnd === start.now ? start.now : null,
    lastPaymentAt: start.firstPaymentId === null ? null : start.now,
    lastPaymentId: start.firstPaymentId,
    paymentCount: start.firstPaymentId === null ? 0 : 1,
    mrrCents: 0,
    nextChargeAmountCents: null,
    nextPaymentAttempt: null,
    dunningAttemptsNotified: 0,
    dunningLastNotifiedAt: null,
    discount,
    discountGrant: null,
    paymentMethod: start.paymentMethod,
    mandateId: start.mandateId,
    providerCustomerId: start.providerCustomerId,
    provider: start.provider,
    clockId: start.clockId,
    billedThrough: isPaid ? firstPeriod.end : null,
    usageDone: NO_USAGE_DONE,
    periodUsage: '0',
    announcedTrialEnd: null,
    announcedRenewalAt: null,
    renewal: null,
    coverage: null,
    carriedCredits: [],
    portalChanges: 0,
    usageUntil: null,
    pendingChange: null,
    ...initialUsageLimits(start.maxAmountCents),
    ...(start.withdrawal ? { withdrawal: start.withdrawal } : {}),
    ...datedEmailsFor(start.account, undefined),
    ...checkoutLocation(start),
  };
  return withAmounts(withRetryDays(subscription, start.account), start.taxes);
};
