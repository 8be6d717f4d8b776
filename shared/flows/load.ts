import { type CheckoutSession, checkoutSessionAggregate } from '../domain/checkout-session/record.ts';
import type { Aggregate, BaseRecord, Stored, Tenant } from '../domain/kernel.ts';
import type { BillingParties } from '../domain/parties.ts';
import { type Payment, paymentAggregate } from '../domain/payment/record.ts';
import type { TestClock } from '../domain/test-clock/record.ts';
import { clockOf } from '../runtime/simulated-time.ts';
import type { PageQuery } from '../store/core/pages.ts';
import type { Store } from '../store/writer/store.ts';
import { loadParties } from './parties.ts';

const PAGE = 100;

/** Every record of a customer or a parent, newest first. */
export const allOf = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  by: NonNullable<PageQuery<R>['by']>,
): Promise<readonly R[]> => {
  const records: R[] = [];
  let startingAfter: string | undefined;
  for (;;) {
    const page = await store.page(aggregate, tenant, { limit: PAGE, by, startingAfter });
    records.push(...page.items.map(({ record }) => record));
    startingAfter = records.at(-1)?.id;
    if (!page.hasMore) return records;
  }
};

/** What every step of a checkout decides on. */
export interface CheckoutState {
  readonly session: Stored<CheckoutSession>;
  /** The payment of the session's latest attempt. */
  readonly payment: Stored<Payment> | null;
  readonly parties: BillingParties;
  /** The clock that the session lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
  readonly moment: number | null;
}

export const loadCheckout = async (store: Store, tenant: Tenant, sessionId: string): Promise<CheckoutState | null> => {
  const session = await store.get(checkoutSessionAggregate, tenant, sessionId);
  if (session === null) return null;
  const { attempt, customerId, clockId } = session.record;
  const [payment, parties, clock] = await Promise.all([
    attempt === null ? null : store.get(paymentAggregate, tenant, attempt.paymentId),
    loadParties(store, tenant, customerId),
    clockOf(store, tenant, clockId),
  ]);
  return { session, payment, parties, clock, moment: clock?.record.frozenTime ?? null };
};
