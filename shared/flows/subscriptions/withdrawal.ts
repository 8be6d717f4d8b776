import type { Stored } from '../../domain/aggregate.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { WithdrawState } from '../../domain/subscription/lifecycle/withdraw.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { canWithdraw, withdrawalRefundCents } from '../../domain/subscription/withdrawal.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadAll } from '../load/records.ts';
import { loadLifecycle } from './load.ts';

/** The payment ids in the subscription's record. The index of payments can still lack the latest of them. */
const paymentIdsIn = ({ lastPaymentId, coverage, carriedCredits }: Subscription): readonly string[] => [
  ...(lastPaymentId === null ? [] : [lastPaymentId]),
  ...[...(coverage?.charges ?? []), ...carriedCredits.flatMap(({ charges }) => charges)].map(({ paymentId }) => paymentId),
];

/** Loads all payments of a subscription. */
const loadPayments = async (store: Store, tenant: Tenant, subscription: Subscription): Promise<readonly Stored<Payment>[]> => {
  const indexed = await loadAll(store, paymentAggregate, tenant, { parentId: subscription.id });
  const ids = new Set([...indexed.map(({ id }) => id), ...paymentIdsIn(subscription)]);
  return [...(await store.getMany(paymentAggregate, tenant, [...ids])).values()];
};

/** Computes the amount that a withdrawal refunds at `now`; `null`: the customer cannot withdraw. */
export const loadWithdrawalRefund = async (
  store: Store,
  tenant: Tenant,
  subscription: Subscription,
  now: number,
): Promise<number | null> => {
  if (!canWithdraw(subscription, now)) return null;
  const payments = await loadPayments(store, tenant, subscription);
  return withdrawalRefundCents(
    subscription,
    payments.map(({ record }) => record),
    now,
  );
};

/** Loads the state for a withdrawal from the contract of a subscription. */
export const loadWithdrawal = async (
  store: Store,
  tenant: Tenant,
  subscriptionId: string,
): Promise<WithdrawState & { readonly clockTime: number | null }> => {
  const lifecycle = await loadLifecycle(store, tenant, subscriptionId);
  const subscription = lifecycle.subscription?.record ?? null;
  if (subscription === null) return { ...lifecycle, pendingPayment: null, payments: [] };
  const { renewal } = subscription;
  const [payments, pendingPayment] = await Promise.all([
    loadPayments(store, tenant, subscription),
    renewal === null ? null : store.get(paymentAggregate, tenant, renewal.paymentId),
  ]);
  return { ...lifecycle, pendingPayment, payments };
};
