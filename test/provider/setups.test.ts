import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { walletAggregate, walletIdOf } from '../../shared/domain/wallet/record.ts';
import { syncSetup, syncSetupAfterReturn } from '../../shared/flows/checkout/setup.ts';
import { deletion } from '../../shared/flows/customers/removal.ts';
import { syncPayment } from '../../shared/flows/payments/sync.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { updateRecord } from '../store/support.ts';
import {
  beginCustomerRemoval,
  eventTypesAbout,
  handleWebhook,
  openShop,
  readRecord,
  refundsOf,
  type Shop,
  setOutcome,
  whileUncancelable,
} from './shop.ts';
import {
  addCard,
  beginSetup,
  confirm,
  describeConfirmation,
  mandatesAtProvider,
  methodsFor,
  paymentOfSetup,
  pollSetupPayments,
  setCardBehavior,
  setupOf,
  setupPayments,
  type WalletBuyer,
  walletBuyer,
} from './wallet.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const begin = async () => {
  const buyer = await walletBuyer(shop);
  return { buyer, setupId: await beginSetup(shop, buyer) };
};
/** Lists the event types of the setup's latest payment, separated by commas. */
const eventTypesOf = async (setupId: string): Promise<string> =>
  (await eventTypesAbout(shop, [(await paymentOfSetup(shop, setupId)).id])).join();

describe('confirming a setup', () => {
  it('[ELM-15] [PAY-07] by a card without authentication succeeds immediately, and a second confirmation charges nothing', async () => {
    const { buyer, setupId } = await begin();
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('succeeded');
    expect(await paymentOfSetup(shop, setupId)).toMatchObject({ type: 'setup', status: 'succeeded', amountCents: 1, invoiceId: null });
    expect(await eventTypesOf(setupId)).toBe('payment.succeeded');
    // The card of the subscription and the new card.
    expect(await methodsFor(shop, buyer)).toHaveLength(2);
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('succeeded');
    expect(describeConfirmation(await confirm(shop, buyer, setupId, { cardToken: 'tkn_other' }))).toBe('refused state_conflict');
    expect(await setupPayments(shop, buyer.customerId)).toHaveLength(1);
  });

  it('[ELM-15] by a card with authentication redirects the buyer and succeeds afterwards', async () => {
    const { buyer, setupId } = await begin();
    await setCardBehavior(shop, buyer, 'authentication_required');
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('requires_action redirect');
    const payment = await paymentOfSetup(shop, setupId);
    await setOutcome(shop, payment, 'paid');
    expect(await syncSetupAfterReturn(shop.deps, shop.tenant, buyer.sessionId, setupId)).toBe('succeeded');
    expect(await syncSetupAfterReturn(shop.deps, shop.tenant, 'cs_other', setupId)).toBeNull();
    expect(await methodsFor(shop, buyer)).toHaveLength(2);
  });

  it('whose card is declined or refused can be retried with another card', async () => {
    const { buyer, setupId } = await begin();
    await setCardBehavior(shop, buyer, 'insufficient_funds');
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('failed');
    expect(await eventTypesOf(setupId)).toBe('payment.failed');
    await setCardBehavior(shop, buyer, 'mandate_gone');
    expect(describeConfirmation(await confirm(shop, buyer, setupId, { cardToken: 'tkn_2' }))).toBe('refused payment_refused');
    expect(await eventTypesOf(setupId)).toBe('payment.failed');
    await setCardBehavior(shop, buyer, 'paid');
    expect(describeConfirmation(await confirm(shop, buyer, setupId, { cardToken: 'tkn_3' }))).toBe('succeeded');
    expect((await setupPayments(shop, buyer.customerId)).map(({ status }) => status)).toEqual(['succeeded', 'failed', 'failed']);
  });

  it.each([
    ['although the card was charged', 'timeout_after_charge', 1],
    ['because the provider was unreachable', 'unreachable', 0],
  ] as const)('that got no response, %s, is continued by the next confirmation', async (_name, charges, chargeCount) => {
    const { buyer, setupId } = await begin();
    await setCardBehavior(shop, buyer, charges);
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('unavailable');
    await setCardBehavior(shop, buyer, 'paid');
    const before = await mandatesAtProvider(shop, buyer.customerId);
    // The mandate of the subscription, and one for each charge of the setup.
    expect(before).toHaveLength(1 + chargeCount);
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('succeeded');
    expect(await mandatesAtProvider(shop, buyer.customerId)).toHaveLength(2);
    expect((await setupPayments(shop, buyer.customerId)).map(({ status }) => status)).toEqual(['succeeded']);
  });

  it('with another method cancels the payment that waits for the buyer', async () => {
    const { buyer, setupId } = await begin();
    expect(describeConfirmation(await confirm(shop, buyer, setupId, { method: 'ideal', cardToken: null }))).toBe(
      'requires_action redirect',
    );
    const first = await paymentOfSetup(shop, setupId);
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('succeeded');
    const statuses = (await setupPayments(shop, buyer.customerId)).map(({ status }) => status);
    expect(statuses).toEqual(['succeeded', 'canceled']);
    const providerPayment = await shop.sandbox.provider.getPayment(String(first.providerPaymentId));
    expect(providerPayment).toMatchObject({ ok: true, value: { status: 'canceled' } });
  });

  it('twice saves both methods if the first payment could not be canceled and both payments are paid', async () => {
    const { buyer, setupId } = await begin();
    await confirm(shop, buyer, setupId, { method: 'ideal', cardToken: null });
    const first = await paymentOfSetup(shop, setupId);
    expect(describeConfirmation(await whileUncancelable(shop, () => confirm(shop, buyer, setupId)))).toBe('succeeded');
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    expect((await methodsFor(shop, buyer)).map(({ method }) => method.type).sort()).toEqual(['creditcard', 'creditcard', 'ideal']);
  });

  it('in concurrent requests creates one payment', async () => {
    const { buyer, setupId } = await begin();
    const results = await Promise.all(Array.from({ length: 5 }, () => confirm(shop, buyer, setupId)));
    expect(results.map(describeConfirmation)).toEqual(Array(5).fill('succeeded'));
    expect(await setupPayments(shop, buyer.customerId)).toHaveLength(1);
    expect(await eventTypesOf(setupId)).toBe('payment.succeeded');
  });

  it('at the same time as another setup of the customer saves both methods', async () => {
    const buyer = await walletBuyer(shop);
    const [one, two] = [await beginSetup(shop, buyer), await beginSetup(shop, buyer)];
    const results = await Promise.all([confirm(shop, buyer, one), confirm(shop, buyer, two, { cardToken: 'tkn_2' })]);
    expect(results.map(describeConfirmation)).toEqual(['succeeded', 'succeeded']);
    expect(await methodsFor(shop, buyer)).toHaveLength(3);
  });

  it("is refused for another customer's setup", async () => {
    const { setupId } = await begin();
    expect(describeConfirmation(await confirm(shop, await walletBuyer(shop), setupId))).toBe('refused resource_missing');
  });

  it('succeeds for 200 concurrent requests of one account', async () => {
    const buyers: WalletBuyer[] = [];
    for (let count = 0; count < 20; count += 1) buyers.push(await walletBuyer(shop));
    const setups = await Promise.all(
      buyers.flatMap((buyer) => Array.from({ length: 10 }, async () => ({ buyer, setupId: await beginSetup(shop, buyer) }))),
    );
    const confirmAll = async (some: typeof setups) => {
      const results = await Promise.all(
        some.map(async (setup) => ({ setup, result: describeConfirmation(await confirm(shop, setup.buyer, setup.setupId)) })),
      );
      expect(results.filter((each) => each.result !== 'succeeded' && each.result !== 'unavailable')).toEqual([]);
      return results.filter((each) => each.result === 'unavailable').map(({ setup }) => setup);
    };
    // On a slow machine some responses are late; their buyers confirm again.
    for (let remaining = setups, round = 0; remaining.length > 0; round += 1) {
      expect(round).toBeLessThan(10);
      remaining = await confirmAll(remaining);
    }
    for (const buyer of buyers) {
      expect(await methodsFor(shop, buyer)).toHaveLength(11);
      expect(await setupPayments(shop, buyer.customerId)).toHaveLength(10);
    }
  }, 180_000);
});

describe('the provider webhook of a setup', () => {
  it('saves the method once, even if it arrives many times, concurrently and late', async () => {
    const { buyer, setupId } = await begin();
    await confirm(shop, buyer, setupId, { method: 'directdebit', cardToken: null });
    const payment = await paymentOfSetup(shop, setupId);
    await handleWebhook(shop, payment);
    expect((await setupOf(shop, setupId)).status).toBe('requires_action');
    await setOutcome(shop, payment, 'pending');
    await handleWebhook(shop, payment);
    expect((await setupOf(shop, setupId)).status).toBe('processing');
    await setOutcome(shop, payment, 'paid');
    await Promise.all(Array.from({ length: 5 }, () => handleWebhook(shop, payment)));
    await handleWebhook(shop, payment);
    expect((await setupOf(shop, setupId)).status).toBe('succeeded');
    expect(await eventTypesOf(setupId)).toBe('payment.succeeded');
    expect(await methodsFor(shop, buyer)).toHaveLength(2);
  });

  it('completes the setup if it arrives before the response, and the repeated confirmation succeeds', async () => {
    const { buyer, setupId } = await begin();
    await setCardBehavior(shop, buyer, 'timeout_after_charge');
    await confirm(shop, buyer, setupId);
    const providerPayment = shop.sandbox.webhooks.at(-1)?.id ?? null;
    const { id } = await paymentOfSetup(shop, setupId);
    expect(await syncPayment(shop.deps, shop.tenant, id, providerPayment)).toBe('worked');
    expect((await setupOf(shop, setupId)).status).toBe('succeeded');
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('succeeded');
    expect(await eventTypesOf(setupId)).toBe('payment.succeeded');
  });

  it('that is lost is replaced by polling', async () => {
    const { buyer, setupId } = await begin();
    await confirm(shop, buyer, setupId, { method: 'ideal', cardToken: null });
    await setOutcome(shop, await paymentOfSetup(shop, setupId), 'paid');
    await pollSetupPayments(shop, buyer);
    expect((await setupOf(shop, setupId)).status).toBe('succeeded');
  });

  it('that is lost is replaced by polling, also if another method was confirmed and the first payment could not be canceled', async () => {
    const { buyer, setupId } = await begin();
    await confirm(shop, buyer, setupId, { method: 'ideal', cardToken: null });
    const first = await paymentOfSetup(shop, setupId);
    await whileUncancelable(shop, () => confirm(shop, buyer, setupId));
    await setOutcome(shop, first, 'paid');
    await pollSetupPayments(shop, buyer);
    expect((await methodsFor(shop, buyer)).map(({ method }) => method.type).sort()).toEqual(['creditcard', 'creditcard', 'ideal']);
    expect((await setupPayments(shop, buyer.customerId)).map(({ status }) => status)).toEqual(['succeeded', 'succeeded']);
  });

  it('that is lost is replaced by polling the setup, if its payment was created by a former release', async () => {
    const { buyer, setupId } = await begin();
    await confirm(shop, buyer, setupId, { method: 'ideal', cardToken: null });
    const payment = await paymentOfSetup(shop, setupId);
    // The former release did not plan polls of payments.
    await updateRecord(shop.fixture.store, shop.tenant, paymentAggregate, payment.id, () => ({ pollsFrom: null }));
    await setOutcome(shop, payment, 'pending');
    await syncSetup(shop.deps, shop.tenant, setupId);
    expect((await setupOf(shop, setupId)).status).toBe('processing');
    await setOutcome(shop, payment, 'paid');
    await pollSetupPayments(shop, buyer);
    expect((await setupOf(shop, setupId)).status).toBe('succeeded');
  });

  it('is not awaited for a payment that never reached the provider: polling cancels that payment', async () => {
    const { buyer, setupId } = await begin();
    await setCardBehavior(shop, buyer, 'unreachable');
    await confirm(shop, buyer, setupId);
    await setCardBehavior(shop, buyer, 'paid');
    await pollSetupPayments(shop, buyer);
    expect((await setupOf(shop, setupId)).status).toBe('failed');
    expect((await setupPayments(shop, buyer.customerId)).map(({ status }) => status)).toEqual(['canceled']);
    expect(describeConfirmation(await confirm(shop, buyer, setupId))).toBe('succeeded');
  });
});

describe('deleting a customer', () => {
  const remove = async (customerId: string): Promise<void> => {
    await reap(shop.deps, shop.tenant, await beginCustomerRemoval(shop, deletion, customerId));
  };
  const cancelSubscription = (subscriptionId: string) =>
    updateRecord(shop.fixture.store, shop.tenant, subscriptionAggregate, subscriptionId, () => ({ status: 'canceled' as const }));

  it('[CUS-12] removes the saved methods and their mandates', async () => {
    const buyer = await walletBuyer(shop);
    await addCard(shop, buyer);
    await cancelSubscription(buyer.subscriptionId);
    expect(await methodsFor(shop, buyer)).toEqual([]);
    await remove(buyer.customerId);
    expect((await readRecord(shop, customerAggregate, buyer.customerId)).deletedAt).not.toBeNull();
    expect(await shop.fixture.store.get(walletAggregate, shop.tenant, walletIdOf(buyer.customerId))).toBeNull();
    expect(await mandatesAtProvider(shop, buyer.customerId)).toEqual([]);
  });

  it('refunds a late payment of an open setup', async () => {
    const { buyer, setupId } = await begin();
    await confirm(shop, buyer, setupId, { method: 'ideal', cardToken: null });
    const payment = await paymentOfSetup(shop, setupId);
    await cancelSubscription(buyer.subscriptionId);
    await whileUncancelable(shop, () => remove(buyer.customerId));
    expect((await readRecord(shop, customerAggregate, buyer.customerId)).deletedAt).not.toBeNull();
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    expect((await refundsOf(shop, payment.id)).map(({ status, amountCents }) => `${status} ${amountCents}`)).toEqual(['succeeded 1']);
    expect(await shop.fixture.store.get(walletAggregate, shop.tenant, walletIdOf(buyer.customerId))).toBeNull();
  });
});
