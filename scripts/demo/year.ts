import { advanceClock, type ScenarioContext, sandboxOf } from '../../shared/client/cli/scenario-context.ts';
import { type Billing, createBilling } from '../../shared/client/index.ts';
import { transportOf } from '../../shared/client/transport.ts';
import { addIntervals } from '../../shared/domain/periods.ts';
import { createCatalogue, DEMO_COUPON, DEMO_USAGE_EVENT, type PriceIds, setUpSeller, TRIAL_DAYS } from './catalogue.ts';
import { DEMO_CUSTOMERS, type DemoCustomer, type Story } from './customers.ts';

const DAY_SECONDS = 86_400;
export const MONTHS = 12;
/** Trials start this long before the end of the year, so that they are still running at its end. */
const TRIAL_LEAD_SECONDS = 5 * DAY_SECONDS;
/** Enough retries for the rate limit: the demo makes more writes than the limit allows in a minute. */
const MAX_RETRIES = 30;
const RETURN_URLS = { success_url: 'https://lighthouse.example/welcome', cancel_url: 'https://lighthouse.example/pricing' };

export interface DemoSettings {
  readonly baseUrl: string;
  readonly testKey: string;
  readonly liveKey: string;
  /** End of the year, in Unix seconds. */
  readonly now: number;
  /** Called with the number of completed months. */
  readonly onMonth: (month: number) => void;
}

interface CreatedCustomer extends DemoCustomer {
  readonly id: string;
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
}

interface Year {
  readonly billing: Billing;
  readonly sandbox: ScenarioContext['sandbox'];
  readonly prices: PriceIds;
  readonly clockId: string;
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Creates a customer and makes its purchase. */
const createCustomer = async (year: Year, customer: DemoCustomer): Promise<CreatedCustomer> => {
  const { billing, sandbox, prices, clockId } = year;
  const { name, email, country, city, buys, story } = customer;
  const address = { line1: 'Street 1', city, postal_code: '1000' };
  const { id } = await billing.customers.create({ name, email, country_code: country, address, test_clock_id: clockId });
  if (story === 'is_reverse_charged') await billing.customers.vatNumber(id, { vat_number: `${country}100` });
  if (buys === null) return { ...customer, id, subscriptionId: null, paymentId: null };
  if (buys === 'workshop') {
    const sale = {
      amount_cents: 25_000,
      currency: 'EUR',
      description: 'Workshop: reading dashboards',
      payment_method: 'creditcard',
    } as const;
    const { id: saleId } = await billing.oneShotPayments.create({ ...sale, customer_id: id, ...RETURN_URLS });
    const paid = await sandbox(`one_shots/${saleId}/pay`, {});
    return { ...customer, id, subscriptionId: null, paymentId: textOrNull(paid['payment_id']) };
  }
  const session = await billing.checkoutSessions.create({
    price_id: prices[buys],
    customer_id: id,
    ...RETURN_URLS,
    ...(story === 'has_coupon' ? { coupon_code: DEMO_COUPON } : {}),
    ...(story === 'is_in_trial' ? { trial_days_override: TRIAL_DAYS } : {}),
  });
  const paid = await sandbox(`checkout_sessions/${session.id}/pay`, {});
  return { ...customer, id, subscriptionId: textOrNull(paid['subscription_id']), paymentId: textOrNull(paid['payment_id']) };
};

type Action = (year: Year, customer: CreatedCustomer) => Promise<unknown>;

const setChargeBehavior =
  (behavior: string): Action =>
  ({ sandbox }, { id }) =>
    sandbox(`customers/${id}/behavior`, { charges: behavior });

/** Actions of a story by months since the customer was created; `'last'`: in the last month of the year. */
const ACTIONS: Partial<Record<Story, Readonly<Partial<Record<number | 'last', Action>>>>> = {
  cancels_after_4_months: { 4: ({ billing }, { subscriptionId }) => billing.subscriptions.cancel(String(subscriptionId)) },
  upgrades_after_3_months: {
    3: ({ billing, prices }, { subscriptionId }) => billing.subscriptions.update(String(subscriptionId), { price_id: prices.team }),
  },
  pauses_in_the_last_month: { last: ({ billing }, { subscriptionId }) => billing.subscriptions.pause(String(subscriptionId)) },
  fails_once_and_recovers: { 2: setChargeBehavior('insufficient_funds'), 3: setChargeBehavior('paid') },
  fails_until_given_up: { 3: setChargeBehavior('insufficient_funds') },
  fails_in_the_last_month: { last: setChargeBehavior('insufficient_funds') },
  is_refunded_in_part: {
    1: ({ billing }, { paymentId }) =>
      billing.refunds.create({ payment_id: String(paymentId), amount_cents: 900, reason: 'Two weeks without alerts' }),
  },
  is_refunded: { 0: ({ billing }, { paymentId }) => billing.refunds.create({ payment_id: String(paymentId), reason: 'Could not come' }) },
  disputes: { 1: ({ sandbox }, { paymentId }) => sandbox(`payments/${paymentId}/outcome`, { outcome: 'charged_back' }) },
};

/** Runs one month: creates the month's new customers, then records usage and runs the actions of all customers. */
const runMonth = async (year: Year, month: number, customers: readonly CreatedCustomer[]): Promise<readonly CreatedCustomer[]> => {
  const newCustomers = DEMO_CUSTOMERS.filter((each) => each.month === month && each.story !== 'is_in_trial');
  const all = [...customers, ...(await Promise.all(newCustomers.map((each) => createCustomer(year, each))))];
  await Promise.all(
    all.map(async (each) => {
      const actions = each.story === null ? undefined : ACTIONS[each.story];
      const action = actions?.[month - each.month] ?? (month === MONTHS - 1 ? actions?.last : undefined);
      await action?.(year, each);
      if (each.buys === 'metered') {
        // A different quantity each month, but the same in each run.
        const quantity = 600 + ((month * 977) % 2400);
        const event = { event_name: DEMO_USAGE_EVENT, subscription_id: String(each.subscriptionId), value: String(quantity) };
        await year.billing.usageEvents.create({ events: [{ id: `${event.subscription_id}-${month}`, ...event }] });
      }
    }),
  );
  return all;
};

/**
 * Fills an account in test mode with a realistic year of business, on a test clock that is advanced to `now`. Returns the created
 * customers, or `null` if the demo already exists.
 */
export const fillYear = async ({ baseUrl, testKey, liveKey, now, onMonth }: DemoSettings): Promise<readonly CreatedCustomer[] | null> => {
  const settings = { key: testKey, baseUrl, maxRetries: MAX_RETRIES };
  const billing = createBilling(settings);
  for await (const { code } of billing.coupons.list()) if (code === DEMO_COUPON) return null;
  await setUpSeller(createBilling({ ...settings, key: liveKey }));
  const prices = await createCatalogue(billing);
  const start = addIntervals(now, 'month', -MONTHS);
  const clock = await billing.testClocks.create({ frozen_time: start, name: 'The last year' });
  const sandbox = sandboxOf(transportOf(settings));
  const year: Year = { billing, sandbox, prices, clockId: clock.id };
  let customers: readonly CreatedCustomer[] = [];
  for (let month = 0; month < MONTHS; month += 1) {
    customers = await runMonth(year, month, customers);
    onMonth(month + 1);
    await advanceClock(billing, clock.id, month === MONTHS - 1 ? now - TRIAL_LEAD_SECONDS : addIntervals(start, 'month', month + 1));
  }
  const trials = DEMO_CUSTOMERS.filter(({ story }) => story === 'is_in_trial');
  customers = [...customers, ...(await Promise.all(trials.map((each) => createCustomer(year, each))))];
  await advanceClock(billing, clock.id, now);
  return customers;
};
