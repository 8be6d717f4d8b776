import { change } from '../../../shared/domain/aggregate.ts';
import { applyCoupon } from '../../../shared/domain/checkout-session/apply-coupon.ts';
import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { createCoupon } from '../../../shared/domain/coupon/create.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type Price, priceAggregate } from '../../../shared/domain/price/record.ts';
import { productAggregate } from '../../../shared/domain/product/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { createTestClock } from '../../../shared/domain/test-clock/create.ts';
import { testClockAggregate } from '../../../shared/domain/test-clock/record.ts';
import { findCoupon } from '../../../shared/flows/load/coupons.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { parseCivil, secondsOf } from '../../domain/golden-calendars/civil.ts';
import { advanceThrough, beginAdvance } from '../../flows/clock-steps.ts';
import { handleWebhook, loadSaleState, readRecord, type Shop, setOutcome, startPayment, writeDecision } from '../../provider/shop.ts';
import { updateRecord, writeChanges } from '../../store/support.ts';
import { type HistoryShop, openTenant, passTime, sweep } from '../histories/environment.ts';
import { fetchProviderPayments } from '../histories/queries.ts';
import { priceFieldsOf } from '../simulations/prices.ts';
import type { Plan } from '../simulations/sale.ts';
import { type CodeTerms, type Offer, PLANS } from './catalogue.ts';

/** A code that was accepted, possibly for a plan change whose charge is pending. */
export interface Redemption {
  readonly code: string;
  /** Start of the first service to which the code applies. */
  readonly firstServiceStart: number;
}

/** A chargeback or its reversal. */
export interface BankOutcome {
  readonly at: number;
  readonly paymentId: string;
  readonly bankOutcome: 'charged_back' | 'chargeback_reversed';
}

/** Recorded usage. */
export interface UsedUnits {
  readonly at: number;
  readonly units: number;
  /** Name of the metered price when the usage was recorded. */
  readonly plan: string;
  /** Name of the price of a pending plan change; `null`: none. If the change is paid, this price applies from the time of its request. */
  readonly pendingPlan: string | null;
}

/** A customer who tries to get unpaid service from one subscription, with the results so far. */
export interface AbusiveCustomer extends HistoryShop {
  readonly shop: Shop;
  readonly offer: Offer;
  readonly clockId: string;
  readonly subscriptionId: string;
  readonly priceIds: ReadonlyMap<string, string>;
  readonly redemptions: Redemption[];
  readonly bankOutcomes: BankOutcome[];
  readonly used: UsedUnits[];
  /** Seconds with a pending charge, during which the customer is served. */
  pendingSeconds: number;
  /** Number of idempotency keys and card tokens so far. */
  keys: number;
  /** Counts an action by its result. */
  readonly countResult: (result: string) => void;
}

/** Creates all prices; the price of the checkout replaces the tenant's only price. Returns price ids by plan name. */
const createPrices = async (shop: Shop, { sold, trialDays }: Offer): Promise<ReadonlyMap<string, string>> => {
  const { store } = shop.fixture;
  const [prices, products] = await Promise.all([
    store.page(priceAggregate, shop.tenant, { limit: 1 }),
    store.page(productAggregate, shop.tenant, { limit: 1 }),
  ]);
  const [first, product] = [prices.items[0], products.items[0]];
  if (first === undefined || product === undefined) throw new Error('The tenant has no price.');
  const priceOf = (plan: Plan, id: string): Price => ({ ...first.record, ...priceFieldsOf(plan), trialDays, id });
  const ids = PLANS.map((_plan, index) => (index === sold ? first.record.id : `price_${String(index).padStart(26, '0')}`));
  await writeChanges(store, shop.tenant, [
    change(productAggregate, product, { ...product.record, allowPromotionCodes: true }),
    ...PLANS.map((plan, index) => change(priceAggregate, index === sold ? first : null, priceOf(plan, String(ids[index])))),
  ]);
  return new Map(PLANS.map(({ name }, index) => [name, String(ids[index])]));
};

const createCode = async (shop: Shop, terms: CodeTerms, priceIds: ReadonlyMap<string, string>): Promise<void> => {
  const { percentBasisPoints: percentOffBasisPoints, amountOffCents, months: durationInMonths, code, duration, minAmountCents } = terms;
  const appliesToPriceIds = terms.onlyFor === null ? null : terms.onlyFor.map((name) => String(priceIds.get(name)));
  const limits = { minAmountCents, appliesToPriceIds };
  const command = { code, currency: 'EUR', percentOffBasisPoints, amountOffCents, duration, durationInMonths, ...limits };
  const environment = { knownPriceIds: new Set(priceIds.values()), currencies: ['EUR'] };
  await writeDecision(shop, (context) => createCoupon(command, environment, context));
};

/** Enters a code on the hosted page. Returns whether it was accepted. */
const enterAtCheckout = async (shop: Shop, sessionId: string, code: string): Promise<boolean> => {
  const { store } = shop.fixture;
  const session = await store.get(checkoutSessionAggregate, shop.tenant, sessionId);
  const { product, clock } = await loadSaleState(shop, shop.customerId);
  const couponLookup = await findCoupon(store, shop.tenant, code, shop.customerId);
  const state = { session, payment: null, product: product.record, couponLookup, clock };
  return writeDecision(shop, (context) => applyCoupon(null, state, context)).then(
    () => true,
    () => false,
  );
};

export const testClockTime = async ({ shop, clockId }: Pick<AbusiveCustomer, 'shop' | 'clockId'>): Promise<number> =>
  (await readRecord(shop, testClockAggregate, clockId)).frozenTime;

export const subscriptionOf = ({ shop, subscriptionId }: AbusiveCustomer): Promise<Subscription> =>
  readRecord(shop, subscriptionAggregate, subscriptionId);

/** Creates the seller and sells the subscription on a test clock. */
export const startScenario = async (
  sharedShop: Shop,
  offer: Offer,
  countResult: AbusiveCustomer['countResult'],
): Promise<AbusiveCustomer> => {
  const terms = { currency: 'EUR', interval: 'month', amountCents: 1000, taxBehavior: 'inclusive', trialDays: 0 } as const;
  const shop = await openTenant(sharedShop, { ...terms, rateBasisPoints: 2100 });
  const soldAt = secondsOf(parseCivil(offer.soldAt));
  const clock = await writeDecision(shop, (context) => createTestClock({ frozenTime: soldAt }, null, context));
  await updateRecord(shop.fixture.store, shop.tenant, customerAggregate, shop.customerId, () => ({ testClockId: clock.id }));
  const priceIds = await createPrices(shop, offer);
  for (const code of offer.codes) await createCode(shop, code, priceIds);
  const { command, ...state } = await loadSaleState(shop, shop.customerId);
  const priceId = String(priceIds.get(String(PLANS[offer.sold]?.name)));
  const price = await shop.fixture.store.get(priceAggregate, shop.tenant, priceId);
  if (price === null) throw new Error('The tenant has no price.');
  const { session } = await writeDecision(shop, (context) =>
    createCheckoutSession({ ...command, priceId }, { ...state, price }, { ...context, now: soldAt }),
  );
  const code = offer.atCheckout === null ? undefined : offer.codes[offer.atCheckout]?.code;
  const entered = code !== undefined && (await enterAtCheckout(shop, session.id, code));
  const payment = await startPayment(shop, session.id, 'creditcard');
  await setOutcome(shop, payment, 'paid');
  await handleWebhook(shop, payment);
  const [subscription] = await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId: shop.customerId });
  if (subscription === undefined) throw new Error('The checkout created no subscription.');
  return {
    shop,
    offer,
    clockId: clock.id,
    subscriptionId: subscription.id,
    priceIds,
    redemptions: entered ? [{ code, firstServiceStart: subscription.trialEnd ?? soldAt }] : [],
    bankOutcomes: [],
    used: [],
    pendingSeconds: 0,
    keys: 0,
    countResult,
  };
};

const HOUR = 3600;
/** Less than the two months by which a clock with a monthly subscription can advance at once. */
const MAX_ADVANCE_SECONDS = 50 * 86_400;

const hasPendingCharge = async (abuser: AbusiveCustomer): Promise<boolean> =>
  (await fetchProviderPayments(abuser)).some(({ status, sequenceType }) => status === 'pending' && sequenceType === 'recurring');

/** Advances the test clock by at most `MAX_ADVANCE_SECONDS` at a time. After each advance, the service's own time advances by an hour. */
export const advanceClock = async (abuser: AbusiveCustomer, seconds: number): Promise<void> => {
  const { shop, clockId } = abuser;
  const from = await testClockTime(abuser);
  for (let passed = 0; passed < seconds; ) {
    const advance = Math.min(seconds - passed, MAX_ADVANCE_SECONDS);
    const wasPending = await hasPendingCharge(abuser);
    passed += advance;
    await beginAdvance(shop, clockId, from + passed);
    await advanceThrough(shop, clockId);
    if (wasPending || (await hasPendingCharge(abuser))) abuser.pendingSeconds += advance;
    passTime(abuser, HOUR);
    await sweep(abuser);
  }
};
