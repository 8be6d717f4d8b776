import { couponAggregate } from '../../domain/coupon/record.ts';
import { type DecisionContext, unchanged } from '../../domain/decision.ts';
import { invoiceAggregate } from '../../domain/invoice/record.ts';
import { paymentAggregate } from '../../domain/payment/record.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { productAggregate } from '../../domain/product/record.ts';
import { Refusal } from '../../domain/refusal.ts';
import { chargeForChange } from '../../domain/subscription/change/begin.ts';
import { type Coverage, coverageOfInvoice, withCharge, withReturnsOfPayment } from '../../domain/subscription/change/coverage.ts';
import { changesInterval } from '../../domain/subscription/change/discount.ts';
import { type ChangePlan, type ChangePlanState, endsUsage, quotePlanChange } from '../../domain/subscription/change/plan-change.ts';
import { isMetered } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { NO_USAGE } from '../../domain/subscription/usage/usage.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { logError } from '../../platform/log-lines.ts';
import { fetchClockTime } from '../../runtime/simulated-time.ts';
import { holdUsageCounters, releaseUsageCounters } from '../../store/core/usage-counters.ts';
import type { Store } from '../../store/writer/store.ts';
import { findCoupon } from '../load/coupons.ts';
import { loadLocatedPartiesConcurrently } from '../load/parties.ts';
import type { Hold } from '../two-phase/provider-write.ts';
import { changeCommand, startChange } from './charge-change.ts';
import { fetchUsageCounters } from './usage.ts';

/** The new price of a subscription, with or without a coupon code. */
export interface PlanChangeRequest extends ChangePlan {
  readonly subscriptionId: string;
  readonly priceId: string;
}

type LoadedPlanChange = ChangePlanState & { readonly clockTime: number | null };

/**
 * Returns the coverage (prepaid service) of the current period. If a former release stored the subscription without it, derives it from the
 * last payment.
 */
const loadCoverage = async (store: Store, tenant: Tenant, { coverage, lastPaymentId }: Subscription): Promise<Coverage | null> => {
  if (coverage !== null || lastPaymentId === null) return coverage;
  const payment = await store.get(paymentAggregate, tenant, lastPaymentId);
  const invoiceId = payment?.record.invoiceId ?? null;
  const invoice = invoiceId === null ? null : await store.get(invoiceAggregate, tenant, invoiceId);
  if (payment === null || invoice === null) return null;
  const covered = withCharge(coverageOfInvoice(invoice.record, []), payment.record);
  return covered === null ? null : { ...covered, charges: withReturnsOfPayment(covered.charges, payment.record) };
};

const loadSubscription = async (store: Store, tenant: Tenant, subscriptionId: string) => {
  const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
  if (subscription === null)
    return { subscription, parties: null, currentCoupon: null, coverage: null, meteredPrice: null, usage: NO_USAGE, clockTime: null };
  const { customerId, clockId, discount, price } = subscription.record;
  const metered = isMetered(subscription.record);
  const [{ parties }, discountCoupon, coverage, meteredPrice, usage, clockTime] = await Promise.all([
    loadLocatedPartiesConcurrently(store, tenant, customerId, null),
    discount === null ? null : store.get(couponAggregate, tenant, discount.couponId),
    loadCoverage(store, tenant, subscription.record),
    metered ? store.get(priceAggregate, tenant, price.id) : null,
    metered ? fetchUsageCounters(store, tenant, subscriptionId) : NO_USAGE,
    fetchClockTime(store, tenant, clockId),
  ]);
  const { record: currentCoupon = null } = discountCoupon ?? {};
  return { subscription, parties, currentCoupon, coverage, meteredPrice: meteredPrice?.record ?? null, usage, clockTime };
};

const loadPrice = async (store: Store, tenant: Tenant, priceId: string) => {
  const price = await store.get(priceAggregate, tenant, priceId);
  const product = price === null ? null : await store.get(productAggregate, tenant, price.record.productId);
  return { price: price?.record ?? null, product: product?.record ?? null };
};

/** Loads the state that a plan change is computed from. */
const loadPlanChange = async (
  store: Store,
  tenant: Tenant,
  { subscriptionId, priceId, couponCode }: PlanChangeRequest,
): Promise<LoadedPlanChange> => {
  const [current, requested] = await Promise.all([loadSubscription(store, tenant, subscriptionId), loadPrice(store, tenant, priceId)]);
  const customerId = current.subscription?.record.customerId ?? null;
  const couponLookup = couponCode === null ? null : await findCoupon(store, tenant, couponCode, customerId);
  return { ...current, ...requested, couponLookup };
};

const beginPlanChange = (request: PlanChangeRequest, state: LoadedPlanChange, context: DecisionContext) => {
  const quote = quotePlanChange(request, state, context.now);
  if (quote instanceof Refusal) return quote;
  const { subscription, parties, couponLookup } = state;
  if (quote.change === null || subscription === null || parties === null) return { done: unchanged(quote.after) };
  const started = chargeForChange(
    { priced: quote.change, type: 'plan_change' },
    { subscription, parties, coupon: couponLookup?.coupon ?? null },
    context,
  );
  return startChange(started, 'plan_changed');
};

/** Duration of the hold on the usage counters, longer than any request. */
const HOLD_SECONDS = 60;

/** True if usage recorded after the counters were read must not be counted in the present period. */
const needsHold = (state: LoadedPlanChange): boolean => {
  const { meteredPrice, price, subscription } = state;
  const startsPeriod = price !== null && subscription !== null && changesInterval({ before: subscription.record, price });
  return endsUsage(state) || (meteredPrice !== null && startsPeriod);
};

/**
 * If the new price does not charge the usage of the former one, or the change starts a period, blocks the usage counters and then reads
 * them, so that no usage is recorded between the read and the transaction that starts the change.
 */
const usageHold = (store: Store, tenant: Tenant, request: PlanChangeRequest, now: number): Hold<LoadedPlanChange> => {
  const until = now + HOLD_SECONDS;
  let isHeld = false;
  return {
    take: async (state) => {
      if (!needsHold(state) || quotePlanChange(request, state, state.clockTime ?? now) instanceof Refusal) return state;
      isHeld = true;
      return { ...state, usage: await holdUsageCounters(store.table, tenant, request.subscriptionId, until) };
    },
    release: async () => {
      if (!isHeld) return;
      // An error must not fail the request, whose change may be written already. A hold that is not released expires.
      await releaseUsageCounters(store.table, tenant, request.subscriptionId, until).catch((error: unknown) =>
        logError(error, { part: 'usage-hold', account: tenant.accountId, mode: tenant.mode }),
      );
    },
  };
};

/** Builds the command that changes a subscription's plan, for `runAtProvider`. `now`: Unix seconds, real time. */
export const planChangeCommand = (store: Store, tenant: Tenant, request: PlanChangeRequest, now: number) =>
  changeCommand(
    () => loadPlanChange(store, tenant, request),
    (state, context) => beginPlanChange(request, state, context),
    usageHold(store, tenant, request, now),
  );

/** Computes the change at the time of the test clock, or at `now`. Writes nothing [PLAN-01]. */
export const previewPlanChange = async (store: Store, tenant: Tenant, request: PlanChangeRequest, now: number) => {
  const state = await loadPlanChange(store, tenant, request);
  return quotePlanChange(request, state, state.clockTime ?? now);
};
