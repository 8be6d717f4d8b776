import type { Browser } from 'playwright-core';
import { advanceClock } from '../../shared/client/cli/scenario-context.ts';
import { type Billing, createBilling, type Model } from '../../shared/client/index.ts';
import { ensure, waitForValue } from '../support/waiting.ts';
import { payInBrowser } from './buyer.ts';
import { directlyFollows, type LoggedEvent, waitForLog } from './log.ts';
import { openShop, type Shop } from './shop.ts';
import { verifiedEventId } from './webhooks.ts';

const AMOUNT_CENTS = 1999;
const SETTLED_WITHIN_MS = 45_000;
const LISTED_WITHIN_MS = 10_000;
const DELIVERED_WITHIN_MS = 60_000;
const HOUR_SECONDS = 3600;

export interface JourneySettings {
  readonly baseUrl: string;
  readonly testKey: string;
  readonly browser: Browser;
  /** Called after each successful step. */
  readonly done: (step: string) => void;
}

/** Retries of a call while other callers use up the rate limit. */
const MAX_RETRIES = 30;

type Session = Model<'CheckoutSession'>;
type Subscription = Model<'Subscription'>;
type Payment = Model<'Payment'>;

interface Sale {
  readonly customerId: string;
  readonly clockId: string;
  readonly endpointId: string;
  readonly secret: string;
  readonly session: Session;
}

/** Creates everything that a tenant sets up before a sale. */
const prepare = async (billing: Billing, shop: Shop): Promise<Sale> => {
  const product = await billing.products.create({ name: 'Journey plan' });
  const price = await billing.prices.create({ product_id: product.id, amount_cents: AMOUNT_CENTS, currency: 'EUR', interval: 'month' });
  const clock = await billing.testClocks.create({ frozen_time: Math.floor(Date.now() / 1000), name: 'Journey' });
  const buyer = { name: 'Ada Buyer', email: 'ada@example.com', country_code: 'NL', test_clock_id: clock.id };
  const customer = await billing.customers.create(buyer);
  const endpoint = await billing.webhookEndpoints.create({ url: shop.webhookUrl });
  const session = await billing.checkoutSessions.create({
    price_id: price.id,
    customer_id: customer.id,
    success_url: shop.successUrl,
    cancel_url: shop.cancelUrl,
  });
  return { customerId: customer.id, clockId: clock.id, endpointId: endpoint.id, secret: endpoint.secret, session };
};

/** Waits until the customer has at least `count` payments, because lists by customer may be delayed. Returns all payments. */
const waitForPayments = (billing: Billing, { customerId }: Sale, count: number): Promise<readonly Payment[]> =>
  waitForValue(`Payment number ${count}`, LISTED_WITHIN_MS, async () => {
    const { data } = await billing.payments.list({ customer_id: customerId });
    return data.length >= count ? data : null;
  });

const checkFirstCharge = async (billing: Billing, sale: Sale, session: Session): Promise<Subscription> => {
  const subscription = await billing.subscriptions.retrieve(String(session.subscription_id));
  ensure(subscription.status === 'active', `the subscription is ${subscription.status}, not active`);
  ensure(subscription.customer_id === sale.customerId, 'the subscription belongs to another customer');
  const payments = await waitForPayments(billing, sale, 1);
  const [payment] = payments;
  ensure(payments.length === 1 && payment !== undefined, `there are ${payments.length} payments instead of one`);
  ensure(
    payment.id === session.payment_id && payment.status === 'succeeded' && payment.type === 'initial',
    'the first payment is not as expected',
  );
  ensure(payment.amount_cents === AMOUNT_CENTS && payment.currency === 'EUR', 'the first payment has the wrong amount');
  const invoice = await billing.invoices.retrieve(String(payment.invoice_id));
  ensure(invoice.status === 'paid' && invoice.total_cents === AMOUNT_CENTS, 'the first invoice is not paid in full');
  return subscription;
};

/** Waits until each of these events is delivered to the shop; checks the signature of every call. */
const checkDelivered = (shop: Shop, sale: Sale, events: readonly LoggedEvent[]): Promise<true> => {
  let missing: readonly string[] = [];
  return waitForValue(
    'The delivery of every event',
    DELIVERED_WITHIN_MS,
    () => {
      const arrived = new Set(shop.deliveries.map((delivery) => verifiedEventId(delivery, sale.secret)));
      missing = events.filter((event) => !arrived.has(event.id)).map((event) => event.type);
      return missing.length === 0 ? true : null;
    },
    () => `Missing: ${missing.join(', ')}.`,
  );
};

const PURCHASE_EVENTS = ['checkout.session.completed', 'subscription.created', 'invoice.created', 'invoice.paid', 'payment.succeeded'];
const RENEWAL_EVENTS = ['subscription.updated', 'invoice.created', 'invoice.paid', 'payment.succeeded'];

const requireSingleEvent = (events: readonly LoggedEvent[], type: string): LoggedEvent => {
  const matches = events.filter((event) => event.type === type);
  const [only] = matches;
  ensure(matches.length === 1 && only !== undefined, `there are ${matches.length} events ${type} instead of one`);
  return only;
};

/** Advances the clock past the end of the period; checks that exactly one renewal is charged. */
const renew = async (billing: Billing, sale: Sale, before: Subscription): Promise<void> => {
  const periodEnd = before.current_period_end;
  await advanceClock(billing, sale.clockId, periodEnd + HOUR_SECONDS);
  const payments = await waitForPayments(billing, sale, 2);
  const renewals = payments.filter((payment) => payment.type === 'renewal');
  ensure(payments.length === 2 && renewals.length === 1, `there are ${payments.length - 1} further payments instead of one`);
  ensure(renewals[0]?.status === 'succeeded' && renewals[0].amount_cents === AMOUNT_CENTS, 'the renewal was not paid in full');
  const after = await billing.subscriptions.retrieve(before.id);
  ensure(
    after.status === 'active' && after.current_period_start === periodEnd,
    'the new period does not start at the end of the previous one',
  );
  ensure(after.current_period_end > periodEnd, 'the new period has no length');
  ensure(after.payment_count === before.payment_count + 1, 'payment_count did not increase by one');
};

const run = async ({ baseUrl, browser, done }: Omit<JourneySettings, 'testKey'>, billing: Billing, shop: Shop): Promise<void> => {
  const sale = await prepare(billing, shop);
  done(`a product, a price, a clock, a customer, a webhook endpoint and a checkout session at ${baseUrl}`);
  try {
    await payInBrowser(browser, String(sale.session.url), shop.successUrl);
    done('the buyer paid by card and returned to the shop');
    const session = await waitForValue('The completion of the session', SETTLED_WITHIN_MS, async () => {
      const current = await billing.checkoutSessions.retrieve(sale.session.id);
      return current.status === 'completed' ? current : null;
    });
    const subscription = await checkFirstCharge(billing, sale, session);
    done('the session is completed, its subscription active, its invoice paid, one payment made');

    const objectIds = [session.id, sale.customerId];
    const purchase = await waitForLog(billing, objectIds, null, PURCHASE_EVENTS);
    const completed = requireSingleEvent(purchase.events, 'checkout.session.completed');
    ensure(
      directlyFollows(purchase.log, completed, requireSingleEvent(purchase.events, 'subscription.created')),
      'subscription.created does not directly follow checkout.session.completed',
    );
    done('subscription.created directly follows checkout.session.completed');
    await checkDelivered(
      shop,
      sale,
      purchase.events.filter((event) => PURCHASE_EVENTS.includes(event.type)),
    );
    done('every event was delivered with a valid signature');

    await renew(billing, sale, subscription);
    done("the clock passed the period's end: one renewal is paid and a new period started");
    const renewal = await waitForLog(billing, objectIds, purchase.events.at(-1)?.id ?? null, RENEWAL_EVENTS);
    for (const type of ['invoice.created', 'invoice.paid', 'payment.succeeded']) requireSingleEvent(renewal.events, type);
    await checkDelivered(shop, sale, renewal.events);
    done('every event of the renewal was delivered with a valid signature');
  } finally {
    // Ignores errors of the cleanup, which must not replace an earlier error.
    await billing.webhookEndpoints.delete(sale.endpointId).catch(() => undefined);
  }
};

/**
 * Runs a sale end to end with public interfaces only: setup, payment in a real browser, webhooks, renewal a month later.
 * Throws at the first unexpected result.
 */
export const runJourney = async (settings: JourneySettings): Promise<void> => {
  const shop = await openShop();
  try {
    const { baseUrl, testKey } = settings;
    await run(settings, createBilling({ key: testKey, baseUrl, maxRetries: MAX_RETRIES }), shop);
  } finally {
    await shop.close();
  }
};
