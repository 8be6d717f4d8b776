import { change } from '../../../shared/domain/aggregate.ts';
import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { createTestClock } from '../../../shared/domain/test-clock/create.ts';
import { allOf } from '../../../shared/flows/load/records.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { civil, secondsOf } from '../../domain/golden-calendars/civil.ts';
import { callBack, choose, decide, openShopOn, read, type Shop, saleOf, write } from '../../provider/shop.ts';
import type { StoreFixture } from '../../store/support.ts';
import { type Owner, openTenant, type Terms } from '../histories/stage.ts';
import { Model } from './model.ts';
import { type SaleTerms, soldPlan } from './sale.ts';
import { bind, shelve } from './shelf.ts';

export interface LifeTerms extends Terms, SaleTerms {}

/** A subscription that lives on a test clock, and what must become of it. */
export interface Life extends Owner {
  readonly shop: Shop;
  readonly terms: LifeTerms;
  readonly clockId: string;
  readonly subscriptionId: string;
  /** The price of each plan, by its name. */
  readonly priceIds: ReadonlyMap<string, string>;
  readonly model: Model;
  /** Processes died or ran twice lately: what they did may carry a time some minutes off. */
  disturbed: boolean;
  /** Payments of which the model knows that all went back. */
  readonly returned: Set<string>;
  keys: number;
  /** Plans that were asked for, and when. */
  readonly changes: Set<string>;
  /** How often what happened. */
  readonly happenings: Map<string, number>;
  readonly happened: (what: string) => void;
}

const COUPON_CODE = 'LIFE';

/** Where lives are lived: in the memory of the process, or on an engine. */
export interface Ground {
  readonly shop: Shop;
  readonly close: () => Promise<void>;
}

export const openGround = async (fixture: StoreFixture): Promise<Ground> => {
  const shop = await openShopOn(fixture);
  return { shop, close: shop.close };
};

/** Sells what the terms say, on a separate clock. */
export const beginLife = async (ground: Ground, terms: LifeTerms): Promise<Life> => {
  const tenantShop = await openTenant(ground.shop, terms);
  const { fixture, tenant, customerId } = tenantShop;
  const clock = await write(tenantShop, (context) => createTestClock({ frozenTime: secondsOf(civil(terms.sold)) }, null, context));
  const customer = await fixture.store.get(customerAggregate, tenant, customerId);
  if (customer === null) throw new Error('no customer');
  const clocked = { ...customer.record, testClockId: clock.id };
  await write(tenantShop, () => ({ changes: [change(customerAggregate, customer, clocked)], events: [], result: null }));
  const priceIds = await shelve(tenantShop, soldPlan(terms));
  const { command, ...state } = await saleOf(tenantShop, customerId);
  const coupon =
    terms.coupon === null ? null : await bind(tenantShop, terms.coupon, COUPON_CODE, terms.couponForSoldOnly ? [command.priceId] : null);
  const now = secondsOf(civil(terms.sold));
  const { session } = await write(tenantShop, (context) => createCheckoutSession(command, { ...state, coupon }, { ...context, now }));
  const payment = await choose(tenantShop, session.id, 'creditcard');
  await decide(tenantShop, payment, 'paid');
  await callBack(tenantShop, payment);
  const [subscription] = await allOf(fixture.store, subscriptionAggregate, tenant, { customerId });
  if (subscription === undefined) throw new Error('not sold');
  const happenings = new Map<string, number>();
  return {
    shop: tenantShop,
    terms,
    clockId: clock.id,
    subscriptionId: subscription.id,
    priceIds,
    model: new Model(terms),
    disturbed: false,
    returned: new Set(),
    keys: 0,
    changes: new Set(),
    happenings,
    happened: (what) => happenings.set(what, (happenings.get(what) ?? 0) + 1),
  };
};

export const subscriptionOf = ({ shop, subscriptionId }: Life): Promise<Subscription> => read(shop, subscriptionAggregate, subscriptionId);

/** Real time. */
export const secondsOfLife = ({ shop }: Life): number => Math.floor(shop.fixture.clock.nowMs / 1000);

/** The subscription as the API shows it. */
export const faceOf = async (life: Life): Promise<JsonObject> => subscriptionAggregate.view(await subscriptionOf(life), life.shop.tenant);

/** The shop as a process sees it whose store is this one. */
export const through = ({ shop }: Life, store: Store): Shop => ({ ...shop, deps: { ...shop.deps, store } });
