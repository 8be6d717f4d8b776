import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { createPortalSession } from '../../../shared/domain/portal-session/create.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { decideDefault, loadWallet } from '../../../shared/flows/checkout/wallet.ts';
import { buyerActor } from '../../../shared/store/audit/entries.ts';
import { writeDecision } from '../../provider/shop.ts';
import { beginMethodRemoval, beginSetup, confirm, finishMethodRemoval, methodsFor, type WalletBuyer } from '../../provider/wallet.ts';
import type { AbusiveCustomer } from './customer.ts';

/** Creates a portal session, as the seller's site does for a signed-in customer. */
const openPortal = async ({ shop, subscriptionId }: AbusiveCustomer): Promise<WalletBuyer> => {
  const { store } = shop.fixture;
  const { tenant, customerId } = shop;
  const [subscription, customer] = await Promise.all([
    store.get(subscriptionAggregate, tenant, subscriptionId),
    store.get(customerAggregate, tenant, customerId),
  ]);
  const command = {
    returnUrl: 'https://shop.test/account',
    token: { hash: `hash-${shop.fixture.clock.nowMs}`, pepperVersion: '1' },
    sealedToken: null,
  };
  const { session } = await writeDecision(shop, (context) => createPortalSession(command, { subscription, customer }, context));
  return { customerId, subscriptionId, sessionId: session.id };
};

/**
 * Adds a card to the wallet and makes it the default. Returns `undefined` if no card was added, the error code if the card cannot become
 * the default, otherwise `null`.
 */
export const addCard = async (abuser: AbusiveCustomer): Promise<string | null | undefined> => {
  const { shop } = abuser;
  const { store } = shop.fixture;
  const { tenant } = shop;
  const buyer = await openPortal(abuser);
  const before = new Set((await methodsFor(shop, buyer)).map(({ id }) => id));
  abuser.keys += 1;
  await confirm(shop, buyer, await beginSetup(shop, buyer), { cardToken: `tkn_${abuser.keys}` });
  const added = (await methodsFor(shop, buyer)).find(({ id }) => !before.has(id));
  if (added === undefined) return undefined;
  const outcome = await store.run({
    tenant,
    actor: buyerActor(buyer.sessionId),
    load: () => loadWallet(store, tenant, buyer.sessionId),
    nowOf: (state) => (state instanceof Refusal ? null : state.clockTime),
    decide: (state, context) => decideDefault({ methodId: added.id, isAudited: false }, state, context),
  });
  return outcome.kind === 'refused' ? outcome.refusal.code : null;
};

/**
 * Removes a payment method from the wallet. `index`: its position in the list of methods, modulo their number. Returns the error code of
 * a refusal, `null` on success, `undefined` if there is no method.
 */
export const removeMethod = async (abuser: AbusiveCustomer, index: number): Promise<string | null | undefined> => {
  const { shop } = abuser;
  const buyer = await openPortal(abuser);
  const methods = await methodsFor(shop, buyer);
  const method = methods[index % Math.max(1, methods.length)];
  if (method === undefined) return undefined;
  const removal = await beginMethodRemoval(shop, buyer, method.id);
  if (removal instanceof Refusal) return removal.code;
  const finished = await finishMethodRemoval(shop, removal);
  return finished.kind === 'refused' ? finished.refusal.code : null;
};
