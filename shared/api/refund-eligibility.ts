import { customerAggregate } from '../domain/customer/record.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import { priceAggregate } from '../domain/price/record.ts';
import { nothingPaid, refundEligibility, refundWindowDays } from '../domain/refund/eligibility.ts';
import { type RefundEligibilityView, viewRefundEligibility } from '../domain/refund/eligibility-view.ts';
import { subscriptionAggregate } from '../domain/subscription/view.ts';
import type { Tenant } from '../domain/tenant.ts';
import { testClockAggregate } from '../domain/test-clock/record.ts';
import { accountOf } from '../flows/accounts/create.ts';
import type { Store } from '../store/writer/store.ts';

/**
 * What `expand=refund_eligibility` needs. What it tells is read off a payment (how much of it is left, whether it is disputed, when it was
 * paid) and of no refund: so it takes the scope of payments, and a key that may only read subscriptions does not learn it by this way.
 */
export const REFUND_ELIGIBILITY = { refund_eligibility: 'payments:read' } as const;

const known = (ids: readonly (string | null)[]): readonly string[] => [...new Set(ids.flatMap((id) => id ?? []))];

/** Where time means each of these customers, Unix seconds: on their clock, otherwise `now`. */
const momentsOf = async (
  store: Store,
  tenant: Tenant,
  customerIds: readonly string[],
  now: number,
): Promise<(customerId: string) => number> => {
  const customers = await store.getMany(customerAggregate, tenant, customerIds);
  const clockIds = known([...customers.values()].map(({ record }) => record.testClockId));
  const clocks = clockIds.length === 0 ? null : await store.getMany(testClockAggregate, tenant, clockIds);
  return (customerId) => clocks?.get(customers.get(customerId)?.record.testClockId ?? '')?.record.frozenTime ?? now;
};

/**
 * The eligibility of each of these charges by its id, in batched reads: one round for all, and one more where customers live on clocks.
 * `now`: real time, Unix seconds.
 */
export const refundEligibilities = async (
  store: Store,
  tenant: Tenant,
  charges: readonly Payment[],
  now: number,
): Promise<ReadonlyMap<string, RefundEligibilityView>> => {
  if (charges.length === 0) return new Map();
  const [{ record: account }, prices, subscriptions, momentOf] = await Promise.all([
    accountOf(store, tenant),
    store.getMany(priceAggregate, tenant, known(charges.map(({ priceId }) => priceId))),
    store.getMany(subscriptionAggregate, tenant, known(charges.map(({ subscriptionId }) => subscriptionId))),
    momentsOf(store, tenant, known(charges.map(({ customerId }) => customerId)), now),
  ]);
  const eligibilityOf = (charge: Payment): RefundEligibilityView => {
    const windowDays = refundWindowDays(prices.get(charge.priceId ?? '')?.record ?? null, account);
    const subscription = subscriptions.get(charge.subscriptionId ?? '')?.record ?? null;
    return viewRefundEligibility(refundEligibility(charge, { windowDays, now: momentOf(charge.customerId), subscription }));
  };
  return new Map(charges.map((charge) => [charge.id, eligibilityOf(charge)]));
};

interface WithCharge {
  readonly last_payment_id: string | null;
  readonly price: { readonly currency: string };
  readonly refund_eligibility: RefundEligibilityView | null;
}

/** Subscriptions with their `refund_eligibility` filled when it was asked for: that of the charge that pays for the current period. */
export const withRefundEligibility = async <T extends WithCharge>(
  store: Store,
  tenant: Tenant,
  { expand, now }: { readonly expand: ReadonlySet<string>; readonly now: number },
  subscriptions: readonly T[],
): Promise<T[]> => {
  if (!expand.has('refund_eligibility')) return [...subscriptions];
  const charges = await store.getMany(paymentAggregate, tenant, known(subscriptions.map(({ last_payment_id: id }) => id)));
  const found = [...charges.values()].map(({ record }) => record);
  const eligibilities = await refundEligibilities(store, tenant, found, now);
  return subscriptions.map((subscription) => ({
    ...subscription,
    refund_eligibility:
      eligibilities.get(subscription.last_payment_id ?? '') ?? viewRefundEligibility(nothingPaid(subscription.price.currency)),
  }));
};
