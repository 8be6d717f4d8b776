import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import type { BillingParties } from '../../domain/parties.ts';
import type { BuyerState } from '../../domain/payable/buyer.ts';
import type { Payable, PayableKind } from '../../domain/payable/record.ts';
import { withKindOf } from '../../domain/payables.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { type OpenedWallet, openedBy, openedInPortal } from '../../domain/payment-method-setup/create.ts';
import { isPortalSessionId, portalSessionAggregate } from '../../domain/portal-session/record.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { TestClock } from '../../domain/test-clock/record.ts';
import { clockOf } from '../../runtime/simulated-time.ts';
import type { PageQuery } from '../../store/core/pages.ts';
import type { Store } from '../../store/writer/store.ts';
import { loadParties } from './parties.ts';

const PAGE = 100;

/** Every record of a customer or a parent, or of the tenant, newest first. */
export const allOf = async <R extends BaseRecord>(
  store: Store,
  aggregate: Aggregate<R>,
  tenant: Tenant,
  by?: PageQuery<R>['by'],
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

/** What every step of an attempt decides on. */
export interface LoadedPayable<R extends Payable> {
  readonly payable: Stored<R>;
  /** The payment of the payable's latest attempt. */
  readonly payment: Stored<Payment> | null;
  readonly parties: BillingParties;
  /** The clock that the payable lives on; `null` without one, or when it is forgotten. */
  readonly clock: Stored<TestClock> | null;
  readonly moment: number | null;
}

/** The payment of the latest attempt; `null`: there was none. */
export const attemptPayment = async (
  store: Store,
  tenant: Tenant,
  { attempt }: { readonly attempt: { readonly paymentId: string } | null },
): Promise<Stored<Payment> | null> => (attempt === null ? null : store.get(paymentAggregate, tenant, attempt.paymentId));

export const loadPayable = async <R extends Payable>(
  store: Store,
  tenant: Tenant,
  kind: PayableKind<R>,
  id: string,
): Promise<LoadedPayable<R> | null> => {
  const payable = await store.get(kind.aggregate, tenant, id);
  if (payable === null) return null;
  const { customerId, clockId } = payable.record;
  const [payment, parties, clock] = await Promise.all([
    attemptPayment(store, tenant, payable.record),
    loadParties(store, tenant, customerId),
    clockOf(store, tenant, clockId),
  ]);
  return { payable, payment, parties, clock, moment: clock?.record.frozenTime ?? null };
};

/** The payable that the id names, whatever its kind. */
export const payableOf = async (store: Store, tenant: Tenant, id: string): Promise<Payable | null> =>
  (await withKindOf(id, (kind): Promise<Stored<Payable> | null> => store.get(kind.aggregate, tenant, id)))?.record ?? null;

/** The wallet that the secret of a session or one-off payment, or the token of a portal session opens; `null`: there is none of these. */
export const loadOpened = async (store: Store, tenant: Tenant, sessionId: string): Promise<OpenedWallet | null> =>
  isPortalSessionId(sessionId)
    ? loadOpenedInPortal(store, tenant, sessionId)
    : withKindOf(sessionId, async (kind): Promise<OpenedWallet | null> => {
        const payable = await store.get(kind.aggregate, tenant, sessionId);
        return payable === null ? null : openedBy(kind, payable.record);
      });

const loadOpenedInPortal = async (store: Store, tenant: Tenant, sessionId: string): Promise<OpenedWallet | null> => {
  const session = await store.get(portalSessionAggregate, tenant, sessionId);
  const subscription = session === null ? null : await store.get(subscriptionAggregate, tenant, session.record.subscriptionId);
  return subscription === null ? null : openedInPortal(sessionId, subscription.record);
};

/** The customer that a request names, and the clock that it lives on. */
export const loadBuyer = async (store: Store, tenant: Tenant, customerId: string | null | undefined): Promise<BuyerState> => {
  const customer = typeof customerId === 'string' ? await store.get(customerAggregate, tenant, customerId) : null;
  return { customer, clock: await clockOf(store, tenant, customer?.record.testClockId ?? null) };
};
