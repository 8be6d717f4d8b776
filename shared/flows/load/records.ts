import type { Aggregate, BaseRecord, Stored } from '../../domain/aggregate.ts';
import { customerAggregate } from '../../domain/customer/record.ts';
import type { BuyerState } from '../../domain/payable/buyer.ts';
import { withKindOf } from '../../domain/payable/payables.ts';
import type { Payable, PayableKind } from '../../domain/payable/record.ts';
import { type Payment, paymentAggregate } from '../../domain/payment/record.ts';
import { portalWalletAccess, type WalletAccess, walletAccessOf } from '../../domain/payment-method-setup/create.ts';
import { isPortalSessionId, portalSessionAggregate } from '../../domain/portal-session/record.ts';
import { priceAggregate } from '../../domain/price/record.ts';
import { productAggregate } from '../../domain/product/record.ts';
import { subscriptionAggregate } from '../../domain/subscription/view.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { TestClock } from '../../domain/test-clock/record.ts';
import { fetchClock } from '../../runtime/simulated-time.ts';
import type { PageQuery } from '../../store/core/pages.ts';
import type { Store } from '../../store/writer/store.ts';
import { type LocatedParties, loadLocatedParties } from './parties.ts';

const PAGE = 100;

/** Reads all records, newest first. `by`: only those of one customer or parent. */
export const loadAll = async <R extends BaseRecord>(
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

/** A payable (checkout session or one-off payment) with the other records that each decision about its payment attempts needs. */
export interface LoadedPayable<R extends Payable> extends LocatedParties {
  readonly payable: Stored<R>;
  /** The payment of the payable's latest attempt. */
  readonly payment: Stored<Payment> | null;
  /** The payable's test clock; `null`: none, or it was deleted. */
  readonly clock: Stored<TestClock> | null;
  /** Time of the test clock; `null`: real time. */
  readonly clockTime: number | null;
}

/** Loads a price and its product. `null` for what does not exist. */
export const loadPriceWithProduct = async (store: Store, tenant: Tenant, priceId: string) => {
  const price = await store.get(priceAggregate, tenant, priceId);
  return { price, product: price === null ? null : await store.get(productAggregate, tenant, price.record.productId) };
};

/** Loads the payment of the latest attempt; `null`: there was no attempt. */
export const loadAttemptPayment = async (
  store: Store,
  tenant: Tenant,
  { attempt }: { readonly attempt: { readonly paymentId: string } | null },
): Promise<Stored<Payment> | null> => (attempt === null ? null : store.get(paymentAggregate, tenant, attempt.paymentId));

/**
 * Loads a payable; `null`: it does not exist. `countryOf` returns the country to use if the customer has none. Default: the country of the
 * payable, which is stored in the customer when an attempt starts.
 */
export const loadPayable = async <R extends Payable>(
  store: Store,
  tenant: Tenant,
  kind: PayableKind<R>,
  id: string,
  countryOf: (payable: R) => string | null = kind.countryOf,
): Promise<LoadedPayable<R> | null> => {
  const payable = await store.get(kind.aggregate, tenant, id);
  if (payable === null) return null;
  const { customerId, clockId } = payable.record;
  const [payment, located, clock] = await Promise.all([
    loadAttemptPayment(store, tenant, payable.record),
    loadLocatedParties(store, tenant, customerId, countryOf(payable.record)),
    fetchClock(store, tenant, clockId),
  ]);
  return { payable, payment, ...located, clock, clockTime: clock?.record.frozenTime ?? null };
};

/** Loads the payable of any kind with this id; `null`: it does not exist. */
export const fetchPayable = async (store: Store, tenant: Tenant, id: string): Promise<Payable | null> =>
  (await withKindOf(id, (kind): Promise<Stored<Payable> | null> => store.get(kind.aggregate, tenant, id)))?.record ?? null;

/**
 * Loads the buyer's access to a wallet (the customer's saved payment methods). `walletAccessId`: id of the checkout session, one-off
 * payment or portal session through which the buyer reaches the wallet. `null`: no such object.
 */
export const loadWalletAccess = async (store: Store, tenant: Tenant, walletAccessId: string): Promise<WalletAccess | null> =>
  isPortalSessionId(walletAccessId)
    ? loadPortalWalletAccess(store, tenant, walletAccessId)
    : withKindOf(walletAccessId, async (kind): Promise<WalletAccess | null> => {
        const payable = await store.get(kind.aggregate, tenant, walletAccessId);
        return payable === null ? null : walletAccessOf(kind, payable.record);
      });

const loadPortalWalletAccess = async (store: Store, tenant: Tenant, sessionId: string): Promise<WalletAccess | null> => {
  const session = await store.get(portalSessionAggregate, tenant, sessionId);
  const subscription = session === null ? null : await store.get(subscriptionAggregate, tenant, session.record.subscriptionId);
  return subscription === null ? null : portalWalletAccess(sessionId, subscription.record);
};

/** Loads the customer of a request and the customer's test clock. */
export const loadBuyer = async (store: Store, tenant: Tenant, customerId: string | null | undefined): Promise<BuyerState> => {
  const customer = typeof customerId === 'string' ? await store.get(customerAggregate, tenant, customerId) : null;
  return { customer, clock: await fetchClock(store, tenant, customer?.record.testClockId ?? null) };
};
