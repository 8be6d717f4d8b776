import { refusalAnswer } from '../../../shared/api/errors.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { applyCouponToSubscription } from '../../../shared/domain/subscription/lifecycle/apply-coupon.ts';
import type { reactivateSubscription } from '../../../shared/domain/subscription/lifecycle/reactivate.ts';
import { makeRetryDue } from '../../../shared/domain/subscription/renewal/make-retry-due.ts';
import { isMetered } from '../../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { confirmSale } from '../../../shared/flows/checkout/confirm.ts';
import { findCoupon } from '../../../shared/flows/load/coupons.ts';
import { allOf } from '../../../shared/flows/load/records.ts';
import { renewNow } from '../../../shared/flows/renewals/billing-run.ts';
import { loadLifecycle } from '../../../shared/flows/subscriptions/load.ts';
import { planChangeCommand } from '../../../shared/flows/subscriptions/plan-change.ts';
import { chargeReauthorized, reauthorization } from '../../../shared/flows/subscriptions/reauthorize.ts';
import { fetchClockTime } from '../../../shared/runtime/simulated-time.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { addUsage } from '../../flows/usage-steps.ts';
import { fetchCharges } from '../histories/books.ts';
import { passTime } from '../histories/environment.ts';
import { sendWithKey } from '../histories/idempotent-request.ts';
import { paymentsIn, sendWebhook } from '../histories/perform.ts';
import { PLANS } from './catalogue.ts';
import { type AbusiveCustomer, advanceClock, currentTime, subscriptionOf } from './customer.ts';

/*
 * Requests of a customer. Each returns an error code, `null` for success, or `undefined` if it does not apply.
 */

const USAGE_HOLD_SECONDS = 61;

const refusalCodeOf = (outcome: { readonly kind: string }): string | null =>
  outcome.kind === 'refused' ? (outcome as unknown as { readonly refusal: { readonly code: string } }).refusal.code : null;

/** Cancels or reactivates. */
export const requestLifecycleChange = async (
  { shop, subscriptionId }: AbusiveCustomer,
  rule: typeof reactivateSubscription,
): Promise<string | null> => {
  const { store } = shop.fixture;
  const outcome = await store.run({
    tenant: shop.tenant,
    actor: SYSTEM,
    load: () => loadLifecycle(store, shop.tenant, subscriptionId),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => rule(null, state, context),
  });
  return refusalCodeOf(outcome);
};

/** The end of the current trial, or `null`. */
const trialEndOf = ({ trialEnd }: Subscription, at: number): number | null => (trialEnd !== null && at < trialEnd ? trialEnd : null);

/** Enters a code in the portal. It applies from the next charge on. */
export const enterCode = async (abuser: AbusiveCustomer, index: number): Promise<string | null> => {
  const { shop, subscriptionId, offer, redemptions } = abuser;
  const { store } = shop.fixture;
  const code = String(offer.codes[index]?.code);
  const at = await currentTime(abuser);
  const before = await subscriptionOf(abuser);
  const outcome = await store.run({
    tenant: shop.tenant,
    actor: SYSTEM,
    load: async () => {
      const [lifecycle, couponLookup] = await Promise.all([
        loadLifecycle(store, shop.tenant, subscriptionId),
        findCoupon(store, shop.tenant, code, shop.customerId),
      ]);
      const product = await store.get(productAggregate, shop.tenant, String(lifecycle.subscription?.record.price.productId));
      return { ...lifecycle, couponLookup, product: product?.record ?? null };
    },
    nowOf: ({ moment }) => moment,
    decide: (state, context) => applyCouponToSubscription(null, state, context),
  });
  if (outcome.kind === 'done' && before.discount?.code !== code) {
    redemptions.push({
      code,
      firstServiceStart: trialEndOf(before, at) ?? (isMetered(before) ? before.currentPeriodStart : before.currentPeriodEnd),
    });
  }
  return refusalCodeOf(outcome);
};

/** Changes the price in the portal, with or without a code. */
export const changePlan = async (abuser: AbusiveCustomer, to: number, codeIndex: number | null): Promise<string | null> => {
  const { shop, subscriptionId, priceIds, offer, redemptions } = abuser;
  const couponCode = codeIndex === null ? null : String(offer.codes[codeIndex]?.code);
  const priceId = String(priceIds.get(String(PLANS[to]?.name)));
  const before = await subscriptionOf(abuser);
  const request = { subscriptionId, priceId, couponCode, inPortal: true };
  const at = await currentTime(abuser);
  abuser.keys += 1;
  const refused = await sendWithKey(abuser, shop.fixture.store, `change-${abuser.keys}`, (store) =>
    planChangeCommand(store, shop.tenant, request, Math.floor(shop.fixture.clock.nowMs / 1000)),
  );
  // Usage that the change held is counted again a minute later.
  passTime(abuser, USAGE_HOLD_SECONDS);
  // Without a response, the charge may have been made.
  if (couponCode !== null && (refused === null || refused === 'no_response') && before.discount?.code !== couponCode) {
    redemptions.push({ code: couponCode, firstServiceStart: trialEndOf(before, at) ?? at });
  }
  return refused;
};

/** Pays the open invoice now. */
export const payOpenInvoice = async ({ shop, subscriptionId }: AbusiveCustomer): Promise<string | null | undefined> => {
  const { store } = shop.fixture;
  const { tenant, customerId } = shop;
  const invoice = (await allOf(store, invoiceAggregate, tenant, { customerId })).find(
    ({ status }) => status === 'open' || status === 'uncollectible',
  );
  if (invoice === undefined) return undefined;
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
      const { renewal = null, clockId = null } = subscription?.record ?? {};
      const [payment, moment, stored] = await Promise.all([
        renewal === null ? null : store.get(paymentAggregate, tenant, renewal.paymentId),
        fetchClockTime(store, tenant, clockId),
        store.get(invoiceAggregate, tenant, invoice.id),
      ]);
      return { subscription, invoice: stored, payment, moment };
    },
    nowOf: ({ moment }) => moment,
    decide: (state, context) => makeRetryDue(null, state, context),
  });
  if (outcome.kind !== 'done') return refusalCodeOf(outcome);
  await renewNow(shop.deps, tenant, subscriptionId).catch(() => undefined);
  return null;
};

/** Replaces the payment method on the provider's page. */
export const replaceMethod = async (abuser: AbusiveCustomer, outcome: 'paid' | 'failed'): Promise<string | null> => {
  const { shop, subscriptionId } = abuser;
  const { deps, tenant } = shop;
  const request = { subscriptionId, method: 'creditcard', returnUrl: 'https://shop.test/account' };
  const keep = async () => ({ status: 200, body: '', sealed: false });
  const by = { actor: SYSTEM, claim: null, resumes: null, keep, keepRefusal: refusalAnswer('req_1') };
  const result = await confirmSale({ deps, fresh: deps.store, tenant, sale: reauthorization(deps, tenant, request), by });
  if (result.kind !== 'confirmed') return refusalCodeOf(result);
  const setupPayment = (await paymentsIn(abuser)).findLast(({ type }) => type === 'setup');
  if (setupPayment === undefined) throw new Error('There is no setup payment.');
  await shop.sandbox.settle(String(setupPayment.providerPaymentId), outcome);
  const providerPayment = (await fetchCharges(abuser)).find(({ webhookUrl }) => webhookUrl?.endsWith(`/${setupPayment.id}`) === true);
  if (providerPayment === undefined) throw new Error('The provider has no such payment.');
  await sendWebhook(abuser, deps.store, providerPayment);
  await chargeReauthorized(deps, tenant, setupPayment.id);
  return null;
};

/** Records usage a second after the previous action. */
export const recordUsage = async (abuser: AbusiveCustomer, units: number): Promise<string | null | undefined> => {
  const { shop, subscriptionId, used, priceIds } = abuser;
  if (!isMetered(await subscriptionOf(abuser))) return undefined;
  await advanceClock(abuser, 1);
  const subscription = await subscriptionOf(abuser);
  const at = await currentTime(abuser);
  const command = { quantity: units, occurredAt: at, now: Math.floor(shop.fixture.clock.nowMs / 1000) };
  const outcome = await addUsage(shop.fixture.store, shop.tenant, subscriptionId, command);
  const nameOf = (priceId: string | undefined): string | null => [...priceIds].find(([, id]) => id === priceId)?.[0] ?? null;
  const pendingPrice = subscription.pendingChange?.change.becomes.price;
  if (outcome.kind === 'done') used.push({ at, units, plan: String(nameOf(subscription.price.id)), pendingPlan: nameOf(pendingPrice?.id) });
  return refusalCodeOf(outcome);
};
