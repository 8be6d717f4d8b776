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
import { allOf } from '../../../shared/flows/load/records.ts';
import { civil, secondsOf } from '../../domain/golden-calendars/civil.ts';
import { advanceThrough, beginAdvance } from '../../flows/clock-steps.ts';
import { callBack, choose, decide, read, type Shop, saleOf, write } from '../../provider/shop.ts';
import { chargesIn } from '../histories/books.ts';
import { type Owner, openTenant, pass, sweep } from '../histories/stage.ts';
import type { Plan } from '../lives/sale.ts';
import { pricingOf } from '../lives/shelf.ts';
import { type CodeTerms, type Offer, PLANS } from './catalogue.ts';

/** A code that the service accepted; a change with it may be charged for still. */
export interface Redemption {
  readonly code: string;
  /** The beginning of the first service that is paid with it. */
  readonly firstPaid: number;
}

/** What the customer's bank did with a payment. */
export interface BankOutcome {
  readonly at: number;
  readonly paymentId: string;
  readonly bankOutcome: 'charged_back' | 'chargeback_reversed';
}

/** Units that the customer used, as the service accepted them. */
export interface UsedUnits {
  readonly at: number;
  readonly units: number;
  /** The metered price that was shown then. */
  readonly plan: string;
  /** The price of a change that was charged for then; `null`: none was. Once it is paid, it counts from when it was asked for. */
  readonly awaited: string | null;
}

/** A customer of one subscription, who tries to get service for nothing, and what came of it so far. */
export interface Abuser extends Owner {
  readonly shop: Shop;
  readonly offer: Offer;
  readonly clockId: string;
  readonly subscriptionId: string;
  readonly priceIds: ReadonlyMap<string, string>;
  readonly redemptions: Redemption[];
  readonly bankOutcomes: BankOutcome[];
  readonly used: UsedUnits[];
  /** Time in which the bank had not decided a charge: the service waits for it, and serves. */
  undecidedSeconds: number;
  keys: number;
  /** How often what happened, and which refusals came. */
  readonly happened: (what: string) => void;
}

/** The product with its prices; the one that is sold takes the place of the tenant's first. */
const shelve = async (shop: Shop, { sold, trialDays }: Offer): Promise<ReadonlyMap<string, string>> => {
  const { store } = shop.fixture;
  const [prices, products] = await Promise.all([
    store.page(priceAggregate, shop.tenant, { limit: 1 }),
    store.page(productAggregate, shop.tenant, { limit: 1 }),
  ]);
  const [first, product] = [prices.items[0], products.items[0]];
  if (first === undefined || product === undefined) throw new Error('no price');
  const priceOf = (plan: Plan, id: string): Price => ({ ...first.record, ...pricingOf(plan), trialDays, id });
  const ids = PLANS.map((_plan, index) => (index === sold ? first.record.id : `price_${String(index).padStart(26, '0')}`));
  await write(shop, () => ({
    changes: [
      change(productAggregate, product, { ...product.record, allowPromotionCodes: true }),
      ...PLANS.map((plan, index) => change(priceAggregate, index === sold ? first : null, priceOf(plan, String(ids[index])))),
    ],
    events: [],
    result: null,
  }));
  return new Map(PLANS.map(({ name }, index) => [name, String(ids[index])]));
};

const issue = async (shop: Shop, terms: CodeTerms, priceIds: ReadonlyMap<string, string>): Promise<void> => {
  const { percentBasisPoints: percentOffBasisPoints, amountOffCents, months: durationInMonths, code, duration, minAmountCents } = terms;
  const appliesToPriceIds = terms.onlyFor === null ? null : terms.onlyFor.map((name) => String(priceIds.get(name)));
  const limits = { minAmountCents, appliesToPriceIds };
  const command = { code, currency: 'EUR', percentOffBasisPoints, amountOffCents, duration, durationInMonths, ...limits };
  const environment = { knownPriceIds: new Set(priceIds.values()), currencies: ['EUR'] };
  await write(shop, (context) => createCoupon(command, environment, context));
};

/** The buyer enters a code on the hosted page; whether it was taken. */
const enterAtCheckout = async (shop: Shop, sessionId: string, code: string): Promise<boolean> => {
  const { store } = shop.fixture;
  const session = await store.get(checkoutSessionAggregate, shop.tenant, sessionId);
  const { product, clock } = await saleOf(shop, shop.customerId);
  const found = await findCoupon(store, shop.tenant, code, shop.customerId);
  const state = { session, payment: null, product: product.record, found, clock };
  return write(shop, (context) => applyCoupon(null, state, context)).then(
    () => true,
    () => false,
  );
};

export const now = async ({ shop, clockId }: Pick<Abuser, 'shop' | 'clockId'>): Promise<number> =>
  (await read(shop, testClockAggregate, clockId)).frozenTime;

export const subscriptionOf = ({ shop, subscriptionId }: Abuser): Promise<Subscription> =>
  read(shop, subscriptionAggregate, subscriptionId);

/** Sells what is offered to the customer, on a clock. */
export const openAbuse = async (ground: Shop, offer: Offer, happened: Abuser['happened']): Promise<Abuser> => {
  const terms = { currency: 'EUR', interval: 'month', amountCents: 1000, taxBehavior: 'inclusive', trialDays: 0 } as const;
  const shop = await openTenant(ground, { ...terms, rateBasisPoints: 2100, reverseCharge: false });
  const soldAt = secondsOf(civil(offer.soldAt));
  const clock = await write(shop, (context) => createTestClock({ frozenTime: soldAt }, null, context));
  const customer = await shop.fixture.store.get(customerAggregate, shop.tenant, shop.customerId);
  if (customer === null) throw new Error('no customer');
  const clocked = { ...customer.record, testClockId: clock.id };
  await write(shop, () => ({ changes: [change(customerAggregate, customer, clocked)], events: [], result: null }));
  const priceIds = await shelve(shop, offer);
  for (const code of offer.codes) await issue(shop, code, priceIds);
  const { command, ...state } = await saleOf(shop, shop.customerId);
  const priceId = String(priceIds.get(String(PLANS[offer.sold]?.name)));
  const price = await shop.fixture.store.get(priceAggregate, shop.tenant, priceId);
  if (price === null) throw new Error('no price');
  const { session } = await write(shop, (context) =>
    createCheckoutSession({ ...command, priceId }, { ...state, price }, { ...context, now: soldAt }),
  );
  const code = offer.atCheckout === null ? undefined : offer.codes[offer.atCheckout]?.code;
  const entered = code !== undefined && (await enterAtCheckout(shop, session.id, code));
  const payment = await choose(shop, session.id, 'creditcard');
  await decide(shop, payment, 'paid');
  await callBack(shop, payment);
  const [subscription] = await allOf(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId: shop.customerId });
  if (subscription === undefined) throw new Error('not sold');
  return {
    shop,
    offer,
    clockId: clock.id,
    subscriptionId: subscription.id,
    priceIds,
    redemptions: entered ? [{ code, firstPaid: subscription.trialEnd ?? soldAt }] : [],
    bankOutcomes: [],
    used: [],
    undecidedSeconds: 0,
    keys: 0,
    happened,
  };
};

const HOUR = 3600;
/** A clock with a monthly subscription advances by two months at most. */
const FURTHEST_SECONDS = 50 * 86_400;

const isUndecided = async (abuser: Abuser): Promise<boolean> =>
  (await chargesIn(abuser)).some(({ status, sequenceType }) => status === 'pending' && sequenceType === 'recurring');

/** Time passes on the clock; an hour of real time does next to it, with its sweep. */
export const wait = async (abuser: Abuser, seconds: number): Promise<void> => {
  const { shop, clockId } = abuser;
  const from = await now(abuser);
  for (let passed = 0; passed < seconds; ) {
    const piece = Math.min(seconds - passed, FURTHEST_SECONDS);
    const undecided = await isUndecided(abuser);
    passed += piece;
    await beginAdvance(shop, clockId, from + passed);
    await advanceThrough(shop, clockId);
    if (undecided || (await isUndecided(abuser))) abuser.undecidedSeconds += piece;
    pass(abuser, HOUR);
    await sweep(abuser);
  }
};
