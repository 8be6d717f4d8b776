import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import type { Payment } from '../../../shared/domain/payment/record.ts';
import { nextBillingStep } from '../../../shared/domain/subscription/state.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { renewNow } from '../../../shared/flows/renewals/billing-run.ts';
import { chargeRenewalAfterReauthorization } from '../../../shared/flows/subscriptions/reauthorize.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { eventTypesAbout, handleWebhook, openShop, paymentsOf, readRecord, type Shop, sell, setOutcome } from '../shop.ts';
import { describeConfirmation, mandatesAtProvider, requestReauthorization, setCardBehavior, type WalletBuyer } from '../wallet.ts';
import { expectSame, killAtEachCall } from './killed-store.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Creates a buyer with a subscription. These tests do not use `sessionId`. */
const buyerWithSubscription = async (): Promise<WalletBuyer> => {
  const { id: subscriptionId, customerId } = await sell(shop);
  return { customerId, subscriptionId, sessionId: '' };
};

const verificationOf = async ({ customerId }: WalletBuyer): Promise<Payment> => {
  const verifications = (await paymentsOf(shop, customerId)).filter(({ type }) => type === 'setup');
  if (verifications.length !== 1 || verifications[0] === undefined) throw new Error(`${verifications.length} verification payments`);
  return verifications[0];
};

const subscriptionOf = ({ subscriptionId }: WalletBuyer) => readRecord(shop, subscriptionAggregate, subscriptionId);

/** Creates a declined renewal whose buyer has authorized another card; the webhook of that authorization is not processed yet. */
const authorizeOtherCard = async () => {
  const buyer = await buyerWithSubscription();
  const { mandateId: formerMandateId } = await subscriptionOf(buyer);
  await setCardBehavior(shop, buyer, 'mandate_gone');
  const due = nextBillingStep(await subscriptionOf(buyer))?.at ?? 0;
  shop.fixture.clock.nowMs = Math.max(shop.fixture.clock.nowMs, due * 1000);
  shop.sandbox.clock.now = Math.floor(shop.fixture.clock.nowMs / 1000);
  await renewNow(shop.deps, shop.tenant, buyer.subscriptionId);
  await setCardBehavior(shop, buyer, 'paid');
  await requestReauthorization(shop, buyer.subscriptionId);
  const verification = await verificationOf(buyer);
  await setOutcome(shop, verification, 'paid');
  return { buyer, verification, formerMandateId };
};

const processWebhook = async (store: Store, { verification }: Awaited<ReturnType<typeof authorizeOtherCard>>) => {
  const deps = { ...shop.deps, store };
  await handleWebhook({ ...shop, deps }, verification);
  await chargeRenewalAfterReauthorization(deps, shop.tenant, verification.id);
};

describe('when the process is killed at any database call,', () => {
  it('[SUB-12] a request for another payment method creates one payment', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: buyerWithSubscription,
      work: (store, buyer) => requestReauthorization(shop, buyer.subscriptionId, 'creditcard', store),
      proceed: async (buyer) =>
        expect(describeConfirmation(await requestReauthorization(shop, buyer.subscriptionId))).toBe('requires_action redirect'),
      readResult: async (buyer) => (await verificationOf(buyer)).status,
    });
    expectSame(results, 6);
    expect(results.at(-1)).toBe('pending');
  }, 120_000);

  it('[SUB-51] [EVT-29] an authorization is applied once, and the open invoice is charged to it once', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: authorizeOtherCard,
      work: processWebhook,
      proceed: (data) => processWebhook(shop.fixture.store, data),
      readResult: async ({ buyer, formerMandateId }) => {
        const { status, mandateId, paymentCount } = await subscriptionOf(buyer);
        const mandates = await mandatesAtProvider(shop, buyer.customerId);
        const invoices = await loadAll(shop.fixture.store, invoiceAggregate, shop.tenant, { parentId: buyer.subscriptionId });
        return {
          status,
          paymentCount,
          usesNewMandate: mandateId !== formerMandateId && mandates.includes(String(mandateId)),
          invoices: invoices.map((invoice) => invoice.status),
          payments: (await paymentsOf(shop, buyer.customerId)).map((payment) => `${payment.type} ${payment.status}`).sort(),
          eventTypes: (await eventTypesAbout(shop, [buyer.subscriptionId])).join(),
        };
      },
    });
    expectSame(results, 10);
    expect(results.at(-1)).toEqual({
      status: 'active',
      paymentCount: 2,
      usesNewMandate: true,
      invoices: ['paid', 'paid'],
      payments: ['initial succeeded', 'renewal failed', 'renewal succeeded', 'setup succeeded'],
      eventTypes: expect.stringContaining('subscription.payment_method_updated'),
    });
  }, 240_000);
});
