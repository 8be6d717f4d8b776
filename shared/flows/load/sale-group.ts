import type { Stored } from '../../domain/aggregate.ts';
import { type CheckoutSession, checkoutSessionAggregate, isCheckoutSession } from '../../domain/checkout-session/record.ts';
import { recoveryClaim, saleClaim } from '../../domain/checkout-session/recover.ts';
import { type Payable, type SaleGroup, stageOf } from '../../domain/payable/record.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { Store } from '../../store/writer/store.ts';

const isUnfinished = (payable: Payable): boolean => ['open', 'pending'].includes(stageOf(payable));

/** True if the payable may have been replaced, or replaces another one. A session is replaced only after it ended. */
const mayHaveGroup = (payable: Payable): payable is CheckoutSession =>
  isCheckoutSession(payable) && (!isUnfinished(payable) || payable.recoveredFromId !== undefined);

const find = (store: Store, tenant: Tenant, id: string | null): Promise<Stored<CheckoutSession> | null> =>
  id === null ? Promise.resolve(null) : store.get(checkoutSessionAggregate, tenant, id);

/** The first of the sessions that replace each other. */
const firstOf = async (store: Store, tenant: Tenant, session: CheckoutSession): Promise<CheckoutSession> => {
  const replaced = await find(store, tenant, session.recoveredFromId ?? null);
  return replaced === null ? session : firstOf(store, tenant, replaced.record);
};

/** The session and those that replace it, in this order. */
const withSuccessors = async (store: Store, tenant: Tenant, session: CheckoutSession): Promise<readonly CheckoutSession[]> => {
  const next = await find(store, tenant, await store.ownerOf(tenant, recoveryClaim(session.id)));
  return next === null ? [session] : [session, ...(await withSuccessors(store, tenant, next.record))];
};

/** Loads the group of a checkout session; `null`: the payable neither replaces another one nor has been replaced. */
export const loadSaleGroup = async (store: Store, tenant: Tenant, payable: Payable): Promise<SaleGroup | null> => {
  if (!mayHaveGroup(payable)) return null;
  const sessions = await withSuccessors(store, tenant, await firstOf(store, tenant, payable));
  const [first = payable] = sessions;
  const last = sessions.at(-1) ?? payable;
  const claim = saleClaim(first.id);
  // A former release made no claim.
  const paidId = sessions.find((each) => stageOf(each) === 'paid')?.id ?? null;
  const soldBy = (await store.ownerOf(tenant, claim)) ?? paidId;
  return { claim, soldBy, successorId: last.id !== payable.id && isUnfinished(last) ? last.id : null };
};
