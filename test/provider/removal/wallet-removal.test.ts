import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { type PendingOperation, pendingOperationAggregate } from '../../../shared/domain/pending-operation/record.ts';
import { Refusal } from '../../../shared/domain/refusal.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import { chargeOnce } from '../../flows/renewals/renewal-steps.ts';
import { openShop, prepareDueRenewal, readRecord, type Shop } from '../shop.ts';
import {
  addCard,
  beginMethodRemoval,
  finishMethodRemoval,
  loadWalletOf,
  mandatesAtProvider,
  methodsFor,
  setCardBehavior,
  setDefault,
  type WalletBuyer,
  walletBuyer,
} from '../wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Creates a buyer with two cards and starts the removal of the second card. */
const startRemoval = async () => {
  const buyer = await walletBuyer(shop);
  const methodId = await addCard(shop, buyer);
  return { buyer, methodId, operation: await begin(buyer, methodId) };
};

const begin = async (buyer: WalletBuyer, methodId: string): Promise<PendingOperation> => {
  const operation = await beginMethodRemoval(shop, buyer, methodId);
  if (operation instanceof Refusal) throw new Error(operation.message);
  return operation;
};

describe('removing a saved method', () => {
  it('[ELM-17] revokes its mandate at the provider', async () => {
    const { buyer, methodId, operation } = await startRemoval();
    expect(await mandatesAtProvider(shop, buyer.customerId)).toHaveLength(2);
    const finished = await finishMethodRemoval(shop, operation);
    expect(finished).toMatchObject({ kind: 'answered', answer: { object: 'checkout_payment_methods' } });
    expect((await methodsFor(shop, buyer)).map(({ id }) => id)).not.toContain(methodId);
    expect(await mandatesAtProvider(shop, buyer.customerId)).toHaveLength(1);
  });

  it('succeeds if the mandate is already revoked at the provider', async () => {
    const { buyer, methodId, operation } = await startRemoval();
    const method = (await methodsFor(shop, buyer)).find(({ id }) => id === methodId);
    const { providerCustomerId = '', mandateId = '' } = method?.mandate ?? {};
    await shop.sandbox.provider.revokeMandate(providerCustomerId, mandateId);
    expect(await finishMethodRemoval(shop, operation)).toMatchObject({ kind: 'answered' });
    expect(await methodsFor(shop, buyer)).toHaveLength(1);
  });

  it('[IDEM-11] locks the wallet until the reaper completes the operation', async () => {
    const { buyer, methodId, operation } = await startRemoval();
    await setCardBehavior(shop, buyer, 'unreachable');
    expect(await finishMethodRemoval(shop, operation)).toEqual({ kind: 'no_response' });
    expect(await setDefault(shop, buyer, methodId)).toMatchObject({ kind: 'refused', refusal: { code: 'operation_pending' } });
    expect(await beginMethodRemoval(shop, buyer, methodId)).toMatchObject({ code: 'operation_pending' });
    await reap(shop.deps, shop.tenant, operation.id);
    expect((await readRecord(shop, pendingOperationAggregate, operation.id)).tries).toBe(1);
    await setCardBehavior(shop, buyer, 'paid');
    await reap(shop.deps, shop.tenant, operation.id);
    expect(await methodsFor(shop, buyer)).toHaveLength(1);
    expect((await loadWalletOf(shop, buyer)).wallet?.record.lockedBy).toBeNull();
  });

  it('keeps the method and unlocks the wallet if the provider refuses to revoke the mandate', async () => {
    const { buyer, methodId, operation } = await startRemoval();
    shop.sandbox.refuse(({ method }) => (method === 'DELETE' ? 'The mandate cannot be revoked' : null));
    const finished = await finishMethodRemoval(shop, operation);
    shop.sandbox.refuse(() => null);
    expect(finished).toMatchObject({ kind: 'refused', refusal: { code: 'state_conflict', reason: 'provider_refused' } });
    expect((await methodsFor(shop, buyer)).map(({ id }) => id)).toContain(methodId);
    expect(await setDefault(shop, buyer, methodId)).toMatchObject({ kind: 'done' });
  });

  it('keeps a method that is added concurrently', async () => {
    const { buyer, operation } = await startRemoval();
    const addedId = await addCard(shop, buyer);
    await finishMethodRemoval(shop, operation);
    expect((await methodsFor(shop, buyer)).map(({ id }) => id)).toContain(addedId);
  });

  it('is completed once if it is continued concurrently', async () => {
    const { buyer, operation } = await startRemoval();
    const finished = await Promise.all([finishMethodRemoval(shop, operation), finishMethodRemoval(shop, operation)]);
    expect(finished.map(({ kind }) => kind).sort()).toEqual(['answered', 'gone']);
    expect(await methodsFor(shop, buyer)).toHaveLength(1);
  });

  it('is refused while a renewal is being charged to the method, and the renewal still uses the mandate', async () => {
    const buyer = await walletBuyer(shop);
    const [first] = await methodsFor(shop, buyer);
    const second = await addCard(shop, buyer);
    await setCardBehavior(shop, buyer, 'pending');
    const charge = await prepareDueRenewal(shop, await readRecord(shop, subscriptionAggregate, buyer.subscriptionId));
    await setDefault(shop, buyer, second);
    expect(await beginMethodRemoval(shop, buyer, String(first?.id))).toMatchObject({
      code: 'operation_pending',
      reason: 'renewal_processing',
    });
    const charged = await chargeOnce(shop.deps, shop.tenant, charge);
    expect(charged).toMatchObject({ kind: 'payment', snapshot: { status: 'pending', mandateId: first?.mandate.mandateId } });
    expect((await readRecord(shop, paymentAggregate, charge.paymentId)).mandate).toEqual(first?.mandate);
  });
});
