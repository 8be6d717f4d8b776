import { customerAggregate } from '../../domain/customer/record.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { eligibilityWithoutPayment, refundEligibility, refundWindowDays } from '../../domain/refund/eligibility.ts';
import { type RefundEligibilityView, viewRefundEligibility } from '../../domain/refund/eligibility-view.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { testClockAggregate } from '../../domain/test-clock/record.ts';
import { fetchAccount } from '../../flows/accounts/fetch.ts';
import type { Store } from '../../store/writer/store.ts';

/**
 * Scope of `expand=refund_eligibility`. The value is computed from the payment (remaining amount, disputes, payment date), so it requires
 * the scope of payments.
 */
export const REFUND_ELIGIBILITY = { refund_eligibility: 'payments:read' } as const;

const uniqueIds = (ids: readonly (string | null)[]): readonly string[] => [...new Set(ids.flatMap((id) => id ?? []))];

/** Returns a function that gives a customer's current time in Unix seconds: the time of the customer's test clock, otherwise `now`. */
const fetchCustomerTimes = async (
  store: Store,
  tenant: Tenant,
  customerIds: readonly string[],
  now: number,
): Promise<(customerId: string) => number> => {
  const customers = await store.getMany(customerAggregate, tenant, customerIds);
  const clockIds = uniqueIds([...customers.values()].map(({ record }) => record.testClockId));
  const clocks = clockIds.length === 0 ? null : await store.getMany(testClockAggregate, tenant, clockIds);
  return (customerId) => clocks?.get(customers.get(customerId)?.record.testClockId ?? '')?.record.frozenTime ?? now;
};

/**
 * Computes the refund eligibility of payments, by payment id, with batched reads: one round trip, or two if customers are on test clocks.
 * `now`: real time, Unix seconds.
 */
export const fetchRefundEligibilities = async (
  store: Store,
  tenant: Tenant,
  payments: readonly Payment[],
  now: number,
): Promise<ReadonlyMap<string, RefundEligibilityView>> => {
  if (payments.length === 0) return new Map();
  const [{ record: account }, prices, subscriptions, timeOf] = await Promise.all([
    fetchAccount(store, tenant),
    store.getMany(priceAggregate, tenant, uniqueIds(payments.map(({ priceId }) => priceId))),
    store.getMany(subscriptionAggregate, tenant, uniqueIds(payments.map(({ subscriptionId }) => subscriptionId))),
    fetchCustomerTimes(store, tenant, uniqueIds(payments.map(({ customerId }) => customerId)), now),
  ]);
  const eligibilityOf = (payment: Payment): RefundEligibilityView => {
    const windowDays = refundWindowDays(prices.get(payment.priceId ?? '')?.record ?? null, account);
    const subscription = subscriptions.get(payment.subscriptionId ?? '')?.record ?? null;
    return viewRefundEligibility(refundEligibility(payment, { windowDays, now: timeOf(payment.customerId), subscription }));
  };
  return new Map(payments.map((payment) => [payment.id, eligibilityOf(payment)]));
};

interface WithLastPayment {
  readonly last_payment_id: string | null;
  readonly price: { readonly currency: string };
  readonly refund_eligibility: RefundEligibilityView | null;
}

/** If `expand` contains `refund_eligibility`, sets this field of each subscription to the eligibility of its last payment. */
export const withRefundEligibility = async <T extends WithLastPayment>(
  store: Store,
  tenant: Tenant,
  { expand, now }: { readonly expand: ReadonlySet<string>; readonly now: number },
  subscriptions: readonly T[],
): Promise<T[]> => {
  if (!expand.has('refund_eligibility')) return [...subscriptions];
  const payments = await store.getMany(paymentAggregate, tenant, uniqueIds(subscriptions.map(({ last_payment_id: id }) => id)));
  const records = [...payments.values()].map(({ record }) => record);
  const eligibilities = await fetchRefundEligibilities(store, tenant, records, now);
  return subscriptions.map((subscription) => ({
    ...subscription,
    refund_eligibility:
      eligibilities.get(subscription.last_payment_id ?? '') ??
      viewRefundEligibility(eligibilityWithoutPayment(subscription.price.currency)),
  }));
};
