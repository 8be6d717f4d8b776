import { type Billing, createBilling } from '../index.ts';
import { type ClientSettings, type Send, sleep } from '../transport.ts';
import type { Answer } from '../types.ts';

const DAY_SECONDS = 86_400;
const RETURN_URLS = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };
const TIMEOUT_MS = 120_000;
const POLL_INTERVAL_MS = 250;

/** A paid subscription of a new customer. */
export interface NewSubscription {
  readonly subscriptionId: string;
  readonly paymentId: string;
  readonly customerId: string;
  /** Time of the test clock at the payment, Unix seconds. */
  readonly startedAt: number;
}

/** Options of `subscribe`. Without options, the subscription costs 19.99 EUR a month, paid by card. */
export interface SubscribeOptions {
  readonly trialDays?: number;
  readonly couponCode?: string;
  /** Uses a metered price of ten cents per unit. */
  readonly isMetered?: true;
  /** Outcome of later charges. */
  readonly charges?: 'insufficient_funds';
}

/** Settings of the client that a scenario uses. */
export type ScenarioSettings = ClientSettings & { readonly baseUrl: string };

/** Helpers of scenarios, in test mode. `product`, `price`, `endpoint` and `coupon` create an object. */
export interface ScenarioContext {
  readonly billing: Billing;
  readonly product: () => Promise<Answer<'products.create'>>;
  readonly price: (amountCents?: number) => Promise<Answer<'prices.create'>>;
  /** Creates a webhook endpoint with a valid URL, to which only events of the type `price.archived` are sent. */
  readonly endpoint: () => Promise<Answer<'webhook_endpoints.create'>>;
  readonly coupon: () => Promise<Answer<'coupons.create'>>;
  /** Calls the sandbox. */
  readonly sandbox: (path: string, body: object) => Promise<Record<string, unknown>>;
  /** Creates a paid subscription for a new customer on a new test clock; `advanceDays` advances the clock. */
  readonly subscribe: (options?: SubscribeOptions) => Promise<NewSubscription & { readonly advanceDays: (days: number) => Promise<void> }>;
  /** Creates a one-off payment and sets its outcome. */
  readonly oneShot: (outcome: 'paid' | 'failed') => Promise<Answer<'one_shot_payments.retrieve'>>;
  /** Creates a portal session of a subscription; returns the portal's calls, authorized by the session's token. */
  readonly portal: (subscriptionId: string) => Promise<Billing['portal']>;
}

/** Polls until `fetchValue` returns a value; throws after two minutes. `what`: name of the value for the message. */
export const pollUntil = async <T>(what: string, fetchValue: () => Promise<T | null>): Promise<T> => {
  const end = Date.now() + TIMEOUT_MS;
  for (;;) {
    const value = await fetchValue();
    if (value !== null) return value;
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}.`);
    await sleep(POLL_INTERVAL_MS, undefined);
  }
};

/** Returns a function that posts to a path below `/sandbox`. Requests and responses have no specific types. */
export const sandboxOf =
  (send: Send): ScenarioContext['sandbox'] =>
  async (path, body) =>
    (await (await send({ method: 'POST', path: `/sandbox/${path}`, body })).json()) as Record<string, unknown>;

/** Advances a test clock and waits until the clock is ready. Throws if the clock fails. */
export const advanceClock = async ({ testClocks }: Billing, clockId: string, to: number): Promise<void> => {
  await testClocks.advance(clockId, { frozen_time: to });
  await pollUntil('the test clock', async () => {
    const { status } = await testClocks.retrieve(clockId);
    if (status === 'failed') throw new Error('The test clock failed to advance.');
    return status === 'ready' ? status : null;
  });
};

const randomSuffix = (): string => Math.random().toString(36).slice(2, 10).toUpperCase();

export const createScenarioContext = (send: Send, settings: ScenarioSettings): ScenarioContext => {
  const billing = createBilling(settings);
  const sandbox = sandboxOf(send);
  const product: ScenarioContext['product'] = () => billing.products.create({ name: 'Triggered plan', allow_promotion_codes: true });
  const price: ScenarioContext['price'] = async (amountCents = 1999) =>
    billing.prices.create({ product_id: (await product()).id, amount_cents: amountCents, currency: 'EUR', interval: 'month' });
  const meteredPrice: ScenarioContext['price'] = async () =>
    billing.prices.create({
      product_id: (await product()).id,
      currency: 'EUR',
      interval: 'month',
      usage_type: 'metered',
      tiers: [{ up_to: null, unit_amount_cents: 10 }],
    });
  const subscribe: ScenarioContext['subscribe'] = async ({ trialDays, couponCode, isMetered, charges } = {}) => {
    const startedAt = Math.floor(Date.now() / 1000);
    const clock = await billing.testClocks.create({ frozen_time: startedAt });
    const customer = await billing.customers.create({ name: 'Ada Triggered', email: 'ada@example.com', test_clock_id: clock.id });
    const session = await billing.checkoutSessions.create({
      price_id: (await (isMetered === true ? meteredPrice() : price())).id,
      customer_id: customer.id,
      ...RETURN_URLS,
      ...(trialDays === undefined ? {} : { trial_days_override: trialDays }),
      ...(couponCode === undefined ? {} : { coupon_code: couponCode }),
    });
    const paid = await sandbox(`checkout_sessions/${session.id}/pay`, {});
    if (charges !== undefined) await sandbox(`customers/${customer.id}/behavior`, { charges });
    let now = startedAt;
    const advanceDays = async (days: number): Promise<void> => {
      now += days * DAY_SECONDS;
      await advanceClock(billing, clock.id, now);
    };
    return {
      subscriptionId: String(paid['subscription_id']),
      paymentId: String(paid['payment_id']),
      customerId: customer.id,
      startedAt,
      advanceDays,
    };
  };
  return {
    billing,
    product,
    price,
    endpoint: () => billing.webhookEndpoints.create({ url: new URL('/hook', settings.baseUrl).href, enabled_events: ['price.archived'] }),
    coupon: () => billing.coupons.create({ code: `TRIGGER${randomSuffix()}`, percent_off: 20, duration: 'once' }),
    sandbox,
    subscribe,
    oneShot: async (outcome) => {
      const order = { amount_cents: 15_000, currency: 'EUR', description: 'Workshop', payment_method: 'creditcard' } as const;
      const { id } = await billing.oneShotPayments.create({ ...order, ...RETURN_URLS });
      await sandbox(`one_shots/${id}/pay`, { outcome });
      return billing.oneShotPayments.retrieve(id);
    },
    portal: async (subscriptionId) => {
      const { token } = await billing.billingPortal.createSession({ subscription_id: subscriptionId, return_url: RETURN_URLS.success_url });
      return createBilling({ ...settings, key: token }).portal;
    },
  };
};
