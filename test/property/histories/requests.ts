import type { Decision, DecisionContext } from '../../../shared/domain/decision.ts';
import { voidInvoice } from '../../../shared/domain/invoice/void.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import type { Refusal } from '../../../shared/domain/refusal.ts';
import { applyCouponToSubscription } from '../../../shared/domain/subscription/lifecycle/apply-coupon.ts';
import { paymentOfWebhookUrl } from '../../../shared/flows/deps.ts';
import { findCoupon } from '../../../shared/flows/load/coupons.ts';
import { processPaymentWebhook } from '../../../shared/flows/payments/provider-webhook.ts';
import { type LoadedLifecycle, loadLifecycle } from '../../../shared/flows/subscriptions/load.ts';
import { chargeRenewalAfterReauthorization } from '../../../shared/flows/subscriptions/reauthorize.ts';
import { loadForVoiding } from '../../../shared/flows/subscriptions/void-invoice.ts';
import type { SandboxPayment } from '../../../shared/sandbox/model.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import type { Shop } from '../../provider/shop.ts';
import type { HistoryShop } from './environment.ts';
import { fetchProviderPayments, paymentsIn } from './queries.ts';

/** Returns the error code of a refused request; `null`: success. */
export const refusalCodeOf = (outcome: { readonly kind: string; readonly refusal?: Refusal }): string | null =>
  outcome.kind === 'refused' && outcome.refusal !== undefined ? outcome.refusal.code : null;

/** Pauses, cancels or reactivates the subscription. `rule`: the domain function of the change. Returns the error code; `null`: success. */
export const changeLifecycle = async <Result>(
  { tenant }: Shop,
  store: Store,
  subscriptionId: string,
  rule: (command: null, state: LoadedLifecycle, context: DecisionContext) => Decision<Result> | Refusal,
): Promise<string | null> => {
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadLifecycle(store, tenant, subscriptionId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => rule(null, state, context),
  });
  return refusalCodeOf(outcome);
};

/** Enters a promotion code as the portal does. The code applies from the next charge on. Returns the error code; `null`: success. */
export const enterCode = async (
  { tenant, customerId }: Shop,
  store: Store,
  subscriptionId: string,
  code: string,
): Promise<string | null> => {
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const [lifecycle, couponLookup] = await Promise.all([
        loadLifecycle(store, tenant, subscriptionId),
        findCoupon(store, tenant, code, customerId),
      ]);
      const product = await store.get(productAggregate, tenant, String(lifecycle.subscription?.record.price.productId));
      return { ...lifecycle, couponLookup, product: product?.record ?? null };
    },
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => applyCouponToSubscription(null, state, context),
  });
  return refusalCodeOf(outcome);
};

/** Voids the invoice if the rules allow it. */
export const requestVoid = ({ tenant }: Shop, store: Store, invoiceId: string) =>
  store.run({
    tenant,
    actor: SYSTEM,
    load: () => loadForVoiding(store, tenant, invoiceId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => voidInvoice(null, state, context),
  });

/** Delivers a provider webhook about the payment to the service, which processes it. */
export const sendWebhook = async ({ shop }: HistoryShop, store: Store, { id, webhookUrl }: SandboxPayment): Promise<void> => {
  const reference = paymentOfWebhookUrl(String(webhookUrl));
  if (reference !== null) await processPaymentWebhook({ ...shop.deps, store }, shop.tenant, reference.paymentId, id);
};

/** Processes one provider webhook for each payment. */
export const sendAllWebhooks = async (history: HistoryShop): Promise<void> => {
  for (const charge of await fetchProviderPayments(history)) await sendWebhook(history, history.shop.fixture.store, charge);
};

/** Sets the outcome of the latest verification payment at the provider, without a webhook. Returns the payment's id. */
export const settleVerification = async (history: HistoryShop, outcome: 'paid' | 'failed'): Promise<string> => {
  const verification = (await paymentsIn(history)).findLast(({ type }) => type === 'setup');
  if (verification === undefined) throw new Error('There is no verification payment.');
  await history.shop.sandbox.settle(String(verification.providerPaymentId), outcome);
  return verification.id;
};

/** Processes a provider webhook about a verification payment, and charges the open invoice to the new method. */
export const sendVerificationWebhook = async (history: HistoryShop, store: Store, paymentId: string): Promise<void> => {
  const { deps, tenant } = history.shop;
  const providerPayment = (await fetchProviderPayments(history)).find(({ webhookUrl }) => webhookUrl?.endsWith(`/${paymentId}`) === true);
  if (providerPayment === undefined) throw new Error('The provider has no such payment.');
  await sendWebhook(history, store, providerPayment);
  await chargeRenewalAfterReauthorization({ ...deps, store }, tenant, paymentId);
};
