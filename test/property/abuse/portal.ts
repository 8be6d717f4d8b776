import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import type { reactivateSubscription } from '../../../shared/domain/subscription/lifecycle/reactivate.ts';
import { makeRetryDue } from '../../../shared/domain/subscription/renewal/make-retry-due.ts';
import { isMetered } from '../../../shared/domain/subscription/state.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { renewNow } from '../../../shared/flows/renewals/billing-run.ts';
import { planChangeCommand } from '../../../shared/flows/subscriptions/plan-change.ts';
import { fetchClockTime } from '../../../shared/runtime/simulated-time.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { addUsage } from '../../flows/usage/usage-steps.ts';
import { requestReauthorization } from '../../provider/wallet.ts';
import { passTime } from '../histories/environment.ts';
import { sendWithKey } from '../histories/idempotent-request.ts';
import { changeLifecycle, enterCode, refusalCodeOf, sendVerificationWebhook, settleVerification } from '../histories/requests.ts';
import { PLANS } from './catalogue.ts';
import { type AbusiveCustomer, advanceClock, subscriptionOf, testClockTime } from './customer.ts';

/* Requests of a customer. Each returns an error code, `null` for success, or `undefined` if the request is not possible. */

/** Seconds after which a plan change no longer blocks the recording of usage. */
const USAGE_HOLD_SECONDS = 61;

/** Cancels or reactivates the subscription. `rule`: the domain function of the change. */
export const requestLifecycleChange = (
  { shop, subscriptionId }: AbusiveCustomer,
  rule: typeof reactivateSubscription,
): Promise<string | null> => changeLifecycle(shop, shop.fixture.store, subscriptionId, rule);

/** The end of the current trial, or `null`. */
const trialEndOf = ({ trialEnd }: Subscription, at: number): number | null => (trialEnd !== null && at < trialEnd ? trialEnd : null);

/** Enters the code with this index in the offer. */
export const redeemCode = async (abuser: AbusiveCustomer, index: number): Promise<string | null> => {
  const { shop, subscriptionId, offer, redemptions } = abuser;
  const code = String(offer.codes[index]?.code);
  const at = await testClockTime(abuser);
  const before = await subscriptionOf(abuser);
  const errorCode = await enterCode(shop, shop.fixture.store, subscriptionId, code);
  if (errorCode === null && before.discount?.code !== code) {
    redemptions.push({
      code,
      firstServiceStart: trialEndOf(before, at) ?? (isMetered(before) ? before.currentPeriodStart : before.currentPeriodEnd),
    });
  }
  return errorCode;
};

/** Changes to the price with the index `to` in `PLANS`. `codeIndex`: the coupon code to enter; `null`: none. */
export const changePlan = async (abuser: AbusiveCustomer, to: number, codeIndex: number | null): Promise<string | null> => {
  const { shop, subscriptionId, priceIds, offer, redemptions } = abuser;
  const couponCode = codeIndex === null ? null : String(offer.codes[codeIndex]?.code);
  const priceId = String(priceIds.get(String(PLANS[to]?.name)));
  const before = await subscriptionOf(abuser);
  const request = { subscriptionId, priceId, couponCode, inPortal: true };
  const at = await testClockTime(abuser);
  abuser.keys += 1;
  const errorCode = await sendWithKey(abuser, shop.fixture.store, `change-${abuser.keys}`, (store) =>
    planChangeCommand(store, shop.tenant, request, Math.floor(shop.fixture.clock.nowMs / 1000)),
  );
  passTime(abuser, USAGE_HOLD_SECONDS);
  // If the provider did not respond, the charge may have been made, and the code redeemed.
  if (couponCode !== null && (errorCode === null || errorCode === 'no_response') && before.discount?.code !== couponCode) {
    redemptions.push({ code: couponCode, firstServiceStart: trialEndOf(before, at) ?? at });
  }
  return errorCode;
};

/** Pays the open invoice now. */
export const payOpenInvoice = async ({ shop, subscriptionId }: AbusiveCustomer): Promise<string | null | undefined> => {
  const { store } = shop.fixture;
  const { tenant, customerId } = shop;
  const invoice = (await loadAll(store, invoiceAggregate, tenant, { customerId })).find(
    ({ status }) => status === 'open' || status === 'uncollectible',
  );
  if (invoice === undefined) return undefined;
  const outcome = await store.run({
    tenant,
    actor: SYSTEM,
    load: async () => {
      const subscription = await store.get(subscriptionAggregate, tenant, subscriptionId);
      const { renewal = null, clockId = null } = subscription?.record ?? {};
      const [payment, clockTime, stored] = await Promise.all([
        renewal === null ? null : store.get(paymentAggregate, tenant, renewal.paymentId),
        fetchClockTime(store, tenant, clockId),
        store.get(invoiceAggregate, tenant, invoice.id),
      ]);
      return { subscription, invoice: stored, payment, clockTime };
    },
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => makeRetryDue(null, state, context),
  });
  if (outcome.kind !== 'done') return refusalCodeOf(outcome);
  await renewNow(shop.deps, tenant, subscriptionId).catch(() => undefined);
  return null;
};

/** Replaces the payment method on the provider's page. `outcome`: the outcome of the verification payment. */
export const replaceMethod = async (abuser: AbusiveCustomer, outcome: 'paid' | 'failed'): Promise<string | null> => {
  const { shop, subscriptionId } = abuser;
  const result = await requestReauthorization(shop, subscriptionId);
  if (result.kind !== 'confirmed') return refusalCodeOf(result);
  await sendVerificationWebhook(abuser, shop.deps.store, await settleVerification(abuser, outcome));
  return null;
};

/** Records usage a second after the previous action. */
export const recordUsage = async (abuser: AbusiveCustomer, units: number): Promise<string | null | undefined> => {
  const { shop, subscriptionId, used, priceIds } = abuser;
  if (!isMetered(await subscriptionOf(abuser))) return undefined;
  await advanceClock(abuser, 1);
  const subscription = await subscriptionOf(abuser);
  const at = await testClockTime(abuser);
  const command = { quantity: units, occurredAt: at, now: Math.floor(shop.fixture.clock.nowMs / 1000) };
  const outcome = await addUsage(shop.fixture.store, shop.tenant, subscriptionId, command);
  const nameOf = (priceId: string | undefined): string | null => [...priceIds].find(([, id]) => id === priceId)?.[0] ?? null;
  const pendingPrice = subscription.pendingChange?.change.becomes.price;
  if (outcome.kind === 'done') used.push({ at, units, plan: String(nameOf(subscription.price.id)), pendingPlan: nameOf(pendingPrice?.id) });
  return refusalCodeOf(outcome);
};
