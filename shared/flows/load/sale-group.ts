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

const findSession = (store: Store, tenant: Tenant, id: string | null): Promise<Stored<CheckoutSession> | null> =>
  id === null ? Promise.resolve(null) : store.get(checkoutSessionAggregate, tenant, id);

/** The first of the sessions that replace each other. */
const loadFirst = async (store: Store, tenant: Tenant, session: CheckoutSession): Promise<CheckoutSession> => {
  // Sessions of former releases do not know the first one.
  const replaced = await findSession(store, tenant, session.firstId ?? session.recoveredFromId ?? null);
  return replaced === null ? session : loadFirst(store, tenant, replaced.record);
};

/** The session and those that replace it, in this order. */
const loadWithSuccessors = async (store: Store, tenant: Tenant, session: CheckoutSession): Promise<readonly CheckoutSession[]> => {
  const next = await findSession(store, tenant, await store.ownerOf(tenant, recoveryClaim(session.id)));
  return next === null ? [session] : [session, ...(await loadWithSuccessors(store, tenant, next.record))];
};

/** Sessions that replace each other. */
interface ReplacingSessions {
  readonly group: SaleGroup;
  /** The newest session. */
  readonly last: CheckoutSession;
  /** The session that sold; `null`: none yet. */
  readonly sold: CheckoutSession | null;
}

/** Loads the sessions that replace the session, and those that it replaces. */
export const loadReplacingSessions = async (store: Store, tenant: Tenant, session: CheckoutSession): Promise<ReplacingSessions> => {
  const sessions = await loadWithSuccessors(store, tenant, await loadFirst(store, tenant, session));
  const claim = saleClaim(sessions[0]?.id ?? session.id);
  const soldId = await store.ownerOf(tenant, claim);
  // A sale of a former release made no claim. The session is then found by its stage.
  const sold = sessions.find(({ id }) => id === soldId) ?? sessions.find((each) => stageOf(each) === 'paid') ?? null;
  return { group: { claim, soldBy: sold?.id ?? null }, last: sessions.at(-1) ?? session, sold };
};

/** Loads the group of a checkout session; `null`: the payable neither replaces another one nor has been replaced. */
export const loadSaleGroup = async (store: Store, tenant: Tenant, payable: Payable): Promise<SaleGroup | null> =>
  mayHaveGroup(payable) ? (await loadReplacingSessions(store, tenant, payable)).group : null;

/** The newest session that replaces the session, if it is open or pending; `null`: none. */
export const loadSuccessor = async (store: Store, tenant: Tenant, sessionId: string): Promise<CheckoutSession | null> => {
  const session = await findSession(store, tenant, sessionId);
  const last = session === null ? null : (await loadReplacingSessions(store, tenant, session.record)).last;
  return last !== null && last.id !== sessionId && isUnfinished(last) ? last : null;
};

/** The session that sold instead of an ended session of the same group; `null`: none. */
export const loadReplacementThatSold = async (store: Store, tenant: Tenant, payable: Payable): Promise<CheckoutSession | null> =>
  isCheckoutSession(payable) && stageOf(payable) === 'ended' ? (await loadReplacingSessions(store, tenant, payable)).sold : null;
