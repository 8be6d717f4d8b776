import type { Stored } from '../../domain/aggregate.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import type { ReturnedAmountState } from '../../domain/refund/create.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadParties } from '../load/parties.ts';

/** Loads the subscription of a payment; `null`: none. */
export const loadSubscriptionOf = async (store: Store, tenant: Tenant, payment: Payment | null): Promise<Stored<Subscription> | null> => {
  const id = payment?.subscriptionId ?? null;
  return id === null ? null : store.get(subscriptionAggregate, tenant, id);
};

/** Loads a payment to be refunded or disputed, with its subscription and the billing parties. */
export const loadForReturnedAmount = async (store: Store, tenant: Tenant, paymentId: string): Promise<ReturnedAmountState> => {
  const payment = await store.get(paymentAggregate, tenant, paymentId);
  const subscription = await loadSubscriptionOf(store, tenant, payment?.record ?? null);
  const parties = subscription === null ? null : await loadParties(store, tenant, subscription.record.customerId);
  return { payment, subscription, parties };
};
