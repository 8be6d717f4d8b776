import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { type PendingOperation, pendingOperationAggregate } from '../../shared/domain/pending-operation/record.ts';
import { Refusal } from '../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { chargeIt } from '../flows/renewal-steps.ts';
import { dueRenewal, openShop, read, type Shop } from './shop.ts';
import {
  addCard,
  beginRemovalOf,
  behave,
  finishRemoval,
  loaded,
  mandatesAtProvider,
  methodsFor,
  setDefault,
  type WalletBuyer,
  walletBuyer,
} from './wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** A buyer with a second card, and the operation that removes it. */
const removing = async () => {
  const buyer = await walletBuyer(shop);
  const methodId = await addCard(shop, buyer);
  return { buyer, methodId, operation: await begin(buyer, methodId) };
};

const begin = async (buyer: WalletBuyer, methodId: string): Promise<PendingOperation> => {
  const begun = await beginRemovalOf(shop, buyer, methodId);
  if (begun instanceof Refusal) throw new Error(begun.message);
  return begun;
};

describe('removing a saved method', () => {
  it('[ELM-17] revokes its mandate at the provider', async () => {
    const { buyer, methodId, operation } = await removing();
    expect(await mandatesAtProvider(shop, buyer.customerId)).toHaveLength(2);
    const finished = await finishRemoval(shop, operation);
    expect(finished).toMatchObject({ kind: 'answered', answer: { object: 'checkout_payment_methods' } });
    expect((await methodsFor(shop, buyer)).map(({ id }) => id)).not.toContain(methodId);
    expect(await mandatesAtProvider(shop, buyer.customerId)).toHaveLength(1);
  });

  it('of a mandate that is gone at the provider already succeeds', async () => {
    const { buyer, methodId, operation } = await removing();
    const method = (await methodsFor(shop, buyer)).find(({ id }) => id === methodId);
    const { providerCustomerId = '', mandateId = '' } = method?.mandate ?? {};
    await shop.sandbox.provider.revokeMandate(providerCustomerId, mandateId);
    expect(await finishRemoval(shop, operation)).toMatchObject({ kind: 'answered' });
    expect(await methodsFor(shop, buyer)).toHaveLength(1);
  });

  it('[IDEM-11] locks the wallet until the provider answers, and the reaper ends it', async () => {
    const { buyer, methodId, operation } = await removing();
    await behave(shop, buyer, 'unreachable');
    expect(await finishRemoval(shop, operation)).toEqual({ kind: 'no_response' });
    expect(await setDefault(shop, buyer, methodId)).toMatchObject({ kind: 'refused', refusal: { code: 'operation_pending' } });
    expect(await beginRemovalOf(shop, buyer, methodId)).toMatchObject({ code: 'operation_pending' });
    await reap(shop.deps, shop.tenant, operation.id);
    expect((await read(shop, pendingOperationAggregate, operation.id)).tries).toBe(1);
    await behave(shop, buyer, 'paid');
    await reap(shop.deps, shop.tenant, operation.id);
    expect(await methodsFor(shop, buyer)).toHaveLength(1);
    expect((await loaded(shop, buyer)).wallet?.record.lockedBy).toBeNull();
  });

  it('that the provider refuses leaves the method, and the wallet free', async () => {
    const { buyer, methodId, operation } = await removing();
    shop.sandbox.refuse(({ method }) => (method === 'DELETE' ? 'The mandate cannot be revoked' : null));
    const finished = await finishRemoval(shop, operation);
    shop.sandbox.refuse(() => null);
    expect(finished).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict', reason: 'provider_refused' } });
    expect((await methodsFor(shop, buyer)).map(({ id }) => id)).toContain(methodId);
    expect(await setDefault(shop, buyer, methodId)).toMatchObject({ kind: 'done' });
  });

  it('saves what a setup adds in the meantime', async () => {
    const { buyer, operation } = await removing();
    const other = await addCard(shop, buyer);
    await finishRemoval(shop, operation);
    expect((await methodsFor(shop, buyer)).map(({ id }) => id)).toContain(other);
  });

  it('finished twice at once answers one of them', async () => {
    const { buyer, operation } = await removing();
    const finished = await Promise.all([finishRemoval(shop, operation), finishRemoval(shop, operation)]);
    expect(finished.map(({ kind }) => kind).sort()).toEqual(['answered', 'gone']);
    expect(await methodsFor(shop, buyer)).toHaveLength(1);
  });

  it('is refused while a renewal is charged to it, which keeps the mandate that it began with', async () => {
    const buyer = await walletBuyer(shop);
    const [first] = await methodsFor(shop, buyer);
    const second = await addCard(shop, buyer);
    await behave(shop, buyer, 'pending');
    const charge = await dueRenewal(shop, await read(shop, subscriptionAggregate, buyer.subscriptionId));
    await setDefault(shop, buyer, second);
    expect(await beginRemovalOf(shop, buyer, String(first?.id))).toMatchObject({ code: 'operation_pending', reason: 'renewal_processing' });
    const charged = await chargeIt(shop.deps, shop.tenant, charge);
    expect(charged).toMatchObject({ kind: 'payment', snapshot: { status: 'pending', mandateId: first?.mandate.mandateId } });
    expect((await read(shop, paymentAggregate, charge.paymentId)).mandate).toEqual(first?.mandate);
  });
});
