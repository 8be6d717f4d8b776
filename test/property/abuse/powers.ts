import fc from 'fast-check';
import { refusalAnswer } from '../../../shared/api/errors.ts';
import { invoiceAggregate } from '../../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import { applyCouponToSubscription } from '../../../shared/domain/subscription/apply-coupon.ts';
import { cancelSubscription } from '../../../shared/domain/subscription/cancel.ts';
import { payNow } from '../../../shared/domain/subscription/pay-now.ts';
import { reactivateSubscription } from '../../../shared/domain/subscription/reactivate.ts';
import { isMetered, subscriptionAggregate } from '../../../shared/domain/subscription/record.ts';
import { renewNow } from '../../../shared/flows/billing-run.ts';
import { confirmSale } from '../../../shared/flows/confirm.ts';
import { findCoupon } from '../../../shared/flows/coupons.ts';
import { loadCourse } from '../../../shared/flows/course.ts';
import { allOf } from '../../../shared/flows/load.ts';
import { planChangeCommand } from '../../../shared/flows/plan-change.ts';
import { chargeReauthorized, reauthorization } from '../../../shared/flows/reauthorize.ts';
import { clockTime } from '../../../shared/runtime/simulated-time.ts';
import { CHARGE_BEHAVIORS } from '../../../shared/sandbox/model.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { use } from '../../flows/usage-steps.ts';
import { askUnderKey } from '../histories/asking.ts';
import { chargesIn } from '../histories/books.ts';
import { behave, notice, paymentsIn } from '../histories/perform.ts';
import { pass, sweep } from '../histories/stage.ts';
import { PLANS } from './catalogue.ts';
import { type Abuser, now, subscriptionOf, wait } from './stage.ts';

/** What a customer can do, with a portal token, the hosted pages, and a bank that does as told. */
export interface Deed {
  readonly perform: (abuser: Abuser) => Promise<void>;
  readonly toString: () => string;
}

const power = <Given>(
  weight: number,
  name: string,
  given: fc.Arbitrary<Given>,
  perform: (abuser: Abuser, given: Given) => Promise<string | null | undefined>,
): fc.WeightedArbitrary<Deed> => ({
  weight,
  arbitrary: given.map((each) => ({
    perform: async (abuser) => {
      const refused = await perform(abuser, each);
      if (refused !== undefined) abuser.happened(`${name}: ${refused ?? 'done'}`);
    },
    toString: () => `${name} ${JSON.stringify(each)}`,
  })),
});

const none = fc.constant(null);
const pick = <T>(all: readonly T[], of: number): T | undefined => all.toReversed()[of % Math.max(1, all.length)];
const DAY = 86_400;
const HOLD_SECONDS = 61;
const HOUR = 3600;

const decided = (outcome: { readonly kind: string }): string | null =>
  outcome.kind === 'refused' ? (outcome as unknown as { readonly refusal: { readonly code: string } }).refusal.code : null;

const askForCourse = async ({ shop, subscriptionId }: Abuser, rule: typeof reactivateSubscription): Promise<string | null> => {
  const { store } = shop.fixture;
  const outcome = await store.run({
    tenant: shop.tenant,
    actor: SYSTEM,
    load: () => loadCourse(store, shop.tenant, subscriptionId),
    nowOf: ({ moment }) => moment,
    decide: (state, context) => rule(null, state, context),
  });
  return decided(outcome);
};

/** A code entered in the portal. */
const enterCode = async (abuser: Abuser, index: number): Promise<string | null> => {
  const { shop, subscriptionId, offer, redemptions } = abuser;
  const { store } = shop.fixture;
  const code = String(offer.codes[index]?.code);
  const at = await now(abuser);
  const before = (await subscriptionOf(abuser)).discount?.code;
  const outcome = await store.run({
    tenant: shop.tenant,
    actor: SYSTEM,
    load: async () => {
      const [course, found] = await Promise.all([
        loadCourse(store, shop.tenant, subscriptionId),
        findCoupon(store, shop.tenant, code, shop.customerId),
      ]);
      const product = await store.get(productAggregate, shop.tenant, String(course.subscription?.record.price.productId));
      return { ...course, found, product: product?.record ?? null };
    },
    nowOf: ({ moment }) => moment,
    decide: (state, context) => applyCouponToSubscription(null, state, context),
  });
  if (outcome.kind === 'done' && before !== code) redemptions.push({ code, at, counts: 'next' });
  return decided(outcome);
};

/** Another price in the portal, with a code or without. */
const changePlan = async (abuser: Abuser, to: number, codeIndex: number | null): Promise<string | null> => {
  const { shop, subscriptionId, priceIds, offer, redemptions } = abuser;
  const couponCode = codeIndex === null ? null : String(offer.codes[codeIndex]?.code);
  const priceId = String(priceIds.get(String(PLANS[to]?.name)));
  const before = await subscriptionOf(abuser);
  const request = { subscriptionId, priceId, couponCode, inPortal: true };
  const at = await now(abuser);
  abuser.keys += 1;
  const refused = await askUnderKey(abuser, shop.fixture.store, `change-${abuser.keys}`, (store) =>
    planChangeCommand(store, shop.tenant, request, Math.floor(shop.fixture.clock.nowMs / 1000)),
  );
  // Usage that the change held back is counted again a minute later.
  pass(abuser, HOLD_SECONDS);
  // Without an answer, the charge may have been made.
  if (couponCode !== null && (refused === null || refused === 'no_response') && before.discount?.code !== couponCode) {
    redemptions.push({ code: couponCode, at, counts: 'change' });
  }
  return refused;
};

const payOpenInvoice = async ({ shop, subscriptionId }: Abuser): Promise<string | null | undefined> => {
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
        clockTime(store, tenant, clockId),
        store.get(invoiceAggregate, tenant, invoice.id),
      ]);
      return { subscription, invoice: stored, payment, moment };
    },
    nowOf: ({ moment }) => moment,
    decide: (state, context) => payNow(null, state, context),
  });
  if (outcome.kind !== 'done') return decided(outcome);
  await renewNow(shop.deps, tenant, subscriptionId).catch(() => undefined);
  return null;
};

/** Another payment method, proved on the provider's page. */
const replaceMethod = async (abuser: Abuser, outcome: 'paid' | 'failed'): Promise<string | null> => {
  const { shop, subscriptionId } = abuser;
  const { deps, tenant } = shop;
  const request = { subscriptionId, method: 'creditcard', returnUrl: 'https://shop.test/account' };
  const keep = async () => ({ status: 200, body: '', sealed: false });
  const by = { actor: SYSTEM, claim: null, resumes: null, keep, keepRefusal: refusalAnswer('req_1') };
  const said = await confirmSale({ deps, fresh: deps.store, tenant, sale: reauthorization(deps, tenant, request), by });
  if (said.kind !== 'confirmed') return decided(said);
  const proof = (await paymentsIn(abuser)).findLast(({ type }) => type === 'setup');
  if (proof === undefined) throw new Error('no proof');
  await shop.sandbox.settle(String(proof.providerPaymentId), outcome);
  const there = (await chargesIn(abuser)).find(({ webhookUrl }) => webhookUrl?.endsWith(`/${proof.id}`) === true);
  if (there === undefined) throw new Error('no page');
  await notice(abuser, deps.store, there);
  await chargeReauthorized(deps, tenant, proof.id);
  return null;
};

const noticeAll = async (abuser: Abuser): Promise<void> => {
  for (const charge of await chargesIn(abuser)) await notice(abuser, abuser.shop.fixture.store, charge);
};

/** The bank decides what it has taken on. */
export const decidePending = async (abuser: Abuser, word: 'paid' | 'failed'): Promise<undefined> => {
  for (const { id, status, sequenceType } of await chargesIn(abuser)) {
    if (status === 'pending' && sequenceType === 'recurring') await abuser.shop.sandbox.settle(id, word);
  }
  await noticeAll(abuser);
};

/** A charge is taken back at the bank, or comes again. A second passes, so that what is done then comes after it. */
const chargeBack = async (abuser: Abuser, of: number, word: 'charged_back' | 'chargeback_reversed'): Promise<string | null | undefined> => {
  const { shop, bankWords } = abuser;
  const sales = (await paymentsIn(abuser)).filter(({ status, verification }) => status === 'succeeded' && !verification);
  const suitable = sales.filter(({ amountDisputedCents }) => amountDisputedCents > 0 === (word === 'chargeback_reversed'));
  const payment = pick(suitable, of);
  if (payment === undefined) return undefined;
  // A bank takes a charge back once.
  if (!(await shop.sandbox.settle(String(payment.providerPaymentId), word)).ok) return undefined;
  await noticeAll(abuser);
  pass(abuser, 25 * HOUR);
  await sweep(abuser);
  bankWords.push({ at: await now(abuser), paymentId: payment.id, word });
  await wait(abuser, 1);
  return null;
};

/** Units are used, a second after what was done before. */
const consume = async (abuser: Abuser, units: number): Promise<string | null | undefined> => {
  const { shop, subscriptionId, used, priceIds } = abuser;
  if (!isMetered(await subscriptionOf(abuser))) return undefined;
  await wait(abuser, 1);
  const subscription = await subscriptionOf(abuser);
  const at = await now(abuser);
  const told = { quantity: units, occurredAt: at, now: Math.floor(shop.fixture.clock.nowMs / 1000) };
  const outcome = await use(shop.fixture.store, shop.tenant, subscriptionId, told);
  const nameOf = (priceId: string | undefined): string | null => [...priceIds].find(([, id]) => id === priceId)?.[0] ?? null;
  const awaited = subscription.pendingChange?.change.becomes.price;
  if (outcome.kind === 'done') used.push({ at, units, plan: String(nameOf(subscription.price.id)), awaited: nameOf(awaited?.id) });
  return decided(outcome);
};

const plan = fc.nat(PLANS.length - 1);
const code = fc.option(fc.nat(2), { freq: 2, nil: null });
const untilNext = async (abuser: Abuser): Promise<void> => {
  const left = (await subscriptionOf(abuser)).currentPeriodEnd - (await now(abuser));
  if (left > 0) await wait(abuser, left);
};

const POWERS: readonly fc.WeightedArbitrary<Deed>[] = [
  power(10, 'time', fc.constantFrom(60, 1290, DAY, 5 * DAY, 13 * DAY, 31 * DAY, 31 * DAY, 100 * DAY), async (abuser, seconds) => {
    await wait(abuser, seconds);
    return undefined;
  }),
  power(4, 'to the end of the period', none, async (abuser) => {
    await untilNext(abuser);
    return undefined;
  }),
  power(9, 'plan', fc.record({ plan, code }), (abuser, given) => changePlan(abuser, given.plan, given.code)),
  power(
    2,
    'to and fro',
    fc.record({ plans: fc.tuple(plan, plan), seconds: fc.constantFrom(0, 60, 1290, 3 * DAY), times: fc.constantFrom(2, 4, 8) }),
    async (abuser, { plans, seconds, times }) => {
      for (let turn = 0; turn < times; turn += 1) {
        await changePlan(abuser, plans[turn % 2] ?? 0, null);
        await consume(abuser, 100);
        if (seconds > 0) await wait(abuser, seconds);
      }
      return undefined;
    },
  ),
  power(5, 'code', fc.nat(2), enterCode),
  power(1, 'cancel', none, (abuser) => askForCourse(abuser, cancelSubscription)),
  power(4, 'reactivate', none, (abuser) => askForCourse(abuser, reactivateSubscription)),
  power(3, 'pay', none, payOpenInvoice),
  power(2, 'method', fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const), replaceMethod),
  power(3, 'mood', fc.constantFrom('paid' as const, 'paid' as const, ...CHARGE_BEHAVIORS), async (abuser, charges) => {
    await behave(abuser, { charges });
    return undefined;
  }),
  power(4, 'bank', fc.constantFrom('paid' as const, 'paid' as const, 'failed' as const), decidePending),
  power(
    4,
    'chargeback',
    fc.record({ of: fc.nat(3), word: fc.constantFrom('charged_back' as const, 'charged_back' as const, 'chargeback_reversed' as const) }),
    (abuser, { of, word }) => chargeBack(abuser, of, word),
  ),
  power(6, 'use', fc.constantFrom(1, 9, 100, 999, 1000, 5000), consume),
];

const ACTIONS = 40;

/** What a deed shrinks to: the others stay in their places. */
const nothing = power(0, 'nothing', none, async () => undefined);

/** What the customer tries, one after the other. */
export const deeds: fc.Arbitrary<readonly Deed[]> = fc.array(fc.oneof({ withCrossShrink: true }, nothing, ...POWERS), {
  minLength: ACTIONS,
  maxLength: ACTIONS,
  size: 'max',
});

const NO_MORE = 400;
/** Days of real time until what is under way beside the clock is done. */
const TURNS = 2;

/** The customer pays nothing any more and leaves; everything that is under way ends. */
export const leave = async (abuser: Abuser): Promise<void> => {
  await behave(abuser, { charges: 'insufficient_funds' });
  await decidePending(abuser, 'failed');
  for (let turn = 0; turn < TURNS; turn += 1) {
    pass(abuser, 25 * HOUR);
    await sweep(abuser);
  }
  await askForCourse(abuser, cancelSubscription);
  await wait(abuser, NO_MORE * DAY);
};
