import { createCheckoutSession } from '../../../shared/domain/checkout-session/create.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import { createTestClock } from '../../../shared/domain/test-clock/create.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import { parseCivil, secondsOf } from '../../domain/golden-calendars/civil.ts';
import {
  handleWebhook,
  loadSaleState,
  openShopOn,
  readRecord,
  type Shop,
  setOutcome,
  startPayment,
  writeDecision,
} from '../../provider/shop.ts';
import { type StoreFixture, updateRecord } from '../../store/support.ts';
import { type HistoryShop, openTenant, type Terms } from '../histories/environment.ts';
import { BUYERS } from '../histories/markets.ts';
import { SubscriptionModel } from './model.ts';
import { createCode, createPrices } from './prices.ts';
import { type SaleTerms, soldPlan } from './sale.ts';

export interface SimulationTerms extends Terms, SaleTerms {}

/** A simulated subscription on a test clock, with the model that predicts it. */
export interface Simulation extends HistoryShop {
  readonly shop: Shop;
  readonly terms: SimulationTerms;
  readonly clockId: string;
  readonly subscriptionId: string;
  /** Price ids by plan name. */
  readonly priceIds: ReadonlyMap<string, string>;
  readonly model: SubscriptionModel;
  /** Whether a process has died or run twice: times may then differ by up to an hour. */
  timesMayDiffer: boolean;
  /** Ids of the payments whose full return is already applied to the model. */
  readonly returnedPaymentIds: Set<string>;
  /** Number of idempotency keys and coupon codes so far. */
  keyCount: number;
  /** Requested plans with their times, as `name time`. */
  readonly requestedPlans: Set<string>;
  /** How often each kind of action succeeded. */
  readonly actionCounts: Map<string, number>;
  readonly countAction: (kind: string) => void;
}

/** Code of the coupon that the subscription is sold with. */
const COUPON_CODE = 'LIFE';

/** The shared shop of simulations, in memory or on a DynamoDB engine. */
export interface SharedShop {
  readonly shop: Shop;
  readonly close: () => Promise<void>;
}

export const openSharedShop = async (fixture: StoreFixture): Promise<SharedShop> => {
  const shop = await openShopOn(fixture);
  return { shop, close: shop.close };
};

/** Creates a tenant with its own test clock and sells a subscription with the terms. */
export const startSimulation = async (sharedShop: SharedShop, terms: SimulationTerms): Promise<Simulation> => {
  const tenantShop = await openTenant(sharedShop.shop, terms, terms.reverseCharge ? BUYERS.german_business : {});
  const { fixture, tenant, customerId } = tenantShop;
  const clock = await writeDecision(tenantShop, (context) =>
    createTestClock({ frozenTime: secondsOf(parseCivil(terms.sold)) }, null, context),
  );
  await updateRecord(fixture.store, tenant, customerAggregate, customerId, () => ({ testClockId: clock.id }));
  const priceIds = await createPrices(tenantShop, soldPlan(terms));
  const { command, ...state } = await loadSaleState(tenantShop, customerId);
  const coupon =
    terms.coupon === null
      ? null
      : await createCode(tenantShop, terms.coupon, COUPON_CODE, terms.couponForSoldOnly ? [command.priceId] : null);
  const now = secondsOf(parseCivil(terms.sold));
  const { session } = await writeDecision(tenantShop, (context) =>
    createCheckoutSession(command, { ...state, coupon }, { ...context, now }),
  );
  const payment = await startPayment(tenantShop, session.id, 'creditcard');
  await setOutcome(tenantShop, payment, 'paid');
  await handleWebhook(tenantShop, payment);
  const [subscription] = await loadAll(fixture.store, subscriptionAggregate, tenant, { customerId });
  if (subscription === undefined) throw new Error('The checkout created no subscription.');
  const actionCounts = new Map<string, number>();
  return {
    shop: tenantShop,
    terms,
    clockId: clock.id,
    subscriptionId: subscription.id,
    priceIds,
    model: new SubscriptionModel(terms),
    timesMayDiffer: false,
    returnedPaymentIds: new Set(),
    keyCount: 0,
    requestedPlans: new Set(),
    actionCounts,
    countAction: (kind) => actionCounts.set(kind, (actionCounts.get(kind) ?? 0) + 1),
  };
};

export const subscriptionOf = ({ shop, subscriptionId }: Simulation): Promise<Subscription> =>
  readRecord(shop, subscriptionAggregate, subscriptionId);

/** Returns the service's own time, not the test clock's, in Unix seconds. */
export const realTimeSeconds = ({ shop }: Simulation): number => Math.floor(shop.fixture.clock.nowMs / 1000);

/** Returns the subscription's API object. */
export const subscriptionView = async (simulation: Simulation): Promise<JsonObject> =>
  subscriptionAggregate.view(await subscriptionOf(simulation), simulation.shop.tenant);

/** Returns the shop with another store. */
export const withStore = ({ shop }: Simulation, store: Store): Shop => ({ ...shop, deps: { ...shop.deps, store } });
