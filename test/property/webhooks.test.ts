import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import type { Payment } from '../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { loadAll } from '../../shared/flows/load/records.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import { processPaymentWebhook } from '../../shared/flows/payments/provider-webhook.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import {
  beginSale,
  eventTypesAbout,
  latestPaymentOf,
  newBuyer,
  openSession,
  openShop,
  paymentsOf,
  readRecord,
  refundsOf,
  type Shop,
  startPayment,
  whileUncancelable,
} from '../provider/shop.ts';

/** Number of random orders per scenario. */
const RUNS = Number(process.env.WEBHOOK_RUNS ?? 12);
const DAY_MS = 86_400_000;

/** A decision of the provider on one of the session's payments. */
interface ProviderStep {
  readonly payment: 0 | 1;
  readonly becomes: 'pending' | 'paid' | 'failed' | 'canceled';
}

interface Scenario {
  readonly name: string;
  readonly attempts: 1 | 2;
  readonly steps: readonly ProviderStep[];
  /** The expected result for every order of webhooks. */
  readonly expected: Readonly<Record<string, unknown>>;
}

const step = (payment: 0 | 1, ...becomes: readonly ProviderStep['becomes'][]): readonly ProviderStep[] =>
  becomes.map((each) => ({ payment, becomes: each }));

const SOLD = { session: 'completed', subscriptions: 1 };
const NOT_SOLD = { session: 'expired', subscriptions: 0, keptCents: 0, refunds: [] };

const SCENARIOS: readonly Scenario[] = [
  { name: 'paid', attempts: 1, steps: step(0, 'paid'), expected: { ...SOLD, payments: ['succeeded'], refunds: [], keptCents: 1000 } },
  {
    name: 'paid later',
    attempts: 1,
    steps: step(0, 'pending', 'paid'),
    expected: { ...SOLD, payments: ['succeeded'], refunds: [], keptCents: 1000 },
  },
  { name: 'declined later', attempts: 1, steps: step(0, 'pending', 'failed'), expected: { ...NOT_SOLD, payments: ['failed'] } },
  { name: 'canceled', attempts: 1, steps: step(0, 'canceled'), expected: { ...NOT_SOLD, payments: ['canceled'] } },
  {
    name: 'paid twice',
    attempts: 2,
    steps: [...step(0, 'paid'), ...step(1, 'paid')],
    expected: { ...SOLD, payments: ['succeeded', 'succeeded'], refunds: ['succeeded'], keptCents: 1000 },
  },
];

/** An incoming event: a provider decision, concurrent webhooks of `payments`, a poll, webhooks with wrong ids, or passing days. */
type IncomingEvent =
  | { readonly kind: 'step' }
  | { readonly kind: 'webhooks'; readonly payments: readonly (0 | 1)[] }
  | { readonly kind: 'poll'; readonly payment: 0 | 1 }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'days'; readonly count: number };

/** Index of a payment of the session. */
const paymentIndex = fc.constantFrom<0 | 1>(0, 1);
const incomingEvent: fc.Arbitrary<IncomingEvent> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<IncomingEvent>({ kind: 'step' }) },
  {
    weight: 4,
    arbitrary: fc.array(paymentIndex, { minLength: 1, maxLength: 5 }).map((payments): IncomingEvent => ({ kind: 'webhooks', payments })),
  },
  { weight: 1, arbitrary: paymentIndex.map((payment): IncomingEvent => ({ kind: 'poll', payment })) },
  { weight: 1, arbitrary: fc.constant<IncomingEvent>({ kind: 'invalid' }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map((count): IncomingEvent => ({ kind: 'days', count })) },
);

describe('provider webhooks', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop();
  }, 120_000);
  afterAll(() => shop.close());

  const sendWebhook = async (payment: Pick<Payment, 'id'>, providerPaymentId: string, tenant: Tenant = shop.tenant): Promise<void> => {
    await processPaymentWebhook(shop.deps, tenant, payment.id, providerPaymentId);
  };

  /** Starts one or two payments. The result always has two; with one attempt, both are the same payment. */
  const begin = async ({ attempts }: Scenario) => {
    const { customerId, sessionId, first } = await beginSale(shop);
    const second = attempts === 2 ? await whileUncancelable(shop, () => startPayment(shop, sessionId, 'ideal')) : first;
    return { customerId, sessionId, payments: [first, second] as const };
  };
  type Sale = Awaited<ReturnType<typeof begin>>;

  const decideAtProvider = async ({ payments }: Sale, { payment, becomes }: ProviderStep): Promise<void> => {
    const settled = await shop.sandbox.settle(String(payments[payment].providerPaymentId), becomes);
    if (!settled.ok) throw new Error(settled.message);
  };

  /** Sends webhooks with an unknown payment, another account and another mode, which change nothing. */
  const sendInvalidWebhooks = async ({ payments: [first] }: Sale): Promise<void> => {
    const providerPaymentId = String(first.providerPaymentId);
    expect(await processPaymentWebhook(shop.deps, shop.tenant, 'pay_01J00000000000000000000000', providerPaymentId)).toBe('unknown');
    expect(await processPaymentWebhook(shop.deps, { ...shop.tenant, accountId: 'acct_other' }, first.id, providerPaymentId)).toBe(
      'unknown',
    );
    expect(await processPaymentWebhook(shop.deps, { ...shop.tenant, mode: 'live' }, first.id, providerPaymentId)).toBe('unknown');
  };

  const runScenario = async (sale: Sale, { steps }: Scenario, incomingEvents: readonly IncomingEvent[]): Promise<void> => {
    const remainingSteps = [...steps];
    const sendWebhookFor = (index: 0 | 1): Promise<void> =>
      sendWebhook(sale.payments[index], String(sale.payments[index].providerPaymentId));
    for (const event of incomingEvents) {
      if (event.kind === 'step') {
        const next = remainingSteps.shift();
        if (next !== undefined) await decideAtProvider(sale, next);
      }
      if (event.kind === 'webhooks') await Promise.all(event.payments.map(sendWebhookFor));
      if (event.kind === 'poll') await pollPayment(shop.deps, shop.tenant, sale.payments[event.payment].id);
      if (event.kind === 'invalid') await sendInvalidWebhooks(sale);
      if (event.kind === 'days') {
        shop.fixture.clock.nowMs += event.count * DAY_MS;
        shop.sandbox.clock.now = Math.floor(shop.fixture.clock.nowMs / 1000);
      }
    }
    for (const next of remainingSteps) await decideAtProvider(sale, next);
    // In every order, the last webhook about a payment arrives after its final outcome.
    await sendWebhookFor(0);
    await sendWebhookFor(1);
  };

  const outcomeOf = async ({ customerId, sessionId }: Sale) => {
    const payments = await paymentsOf(shop, customerId);
    const refunds = (await Promise.all(payments.map(({ id }) => refundsOf(shop, id)))).flat();
    const keptCents = payments
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amountCents, amountRefundedCents }) => sum + amountCents - amountRefundedCents, 0);
    return {
      session: (await readRecord(shop, checkoutSessionAggregate, sessionId)).status,
      subscriptions: (await loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId })).length,
      payments: payments.map(({ status }) => status),
      refunds: refunds.map(({ status }) => status),
      keptCents,
    };
  };

  it.each(SCENARIOS)('lead to the same result in any order and when repeated, for a session that is $name', async (plan) => {
    await fc.assert(
      fc.asyncProperty(fc.array(incomingEvent, { maxLength: 12 }), async (incomingEvents) => {
        const sale = await begin(plan);
        // The provider cannot cancel open payments.
        await whileUncancelable(shop, () => runScenario(sale, plan, incomingEvents));
        expect(await outcomeOf(sale)).toEqual(plan.expected);
        const events = await eventTypesAbout(shop, [sale.sessionId, ...sale.payments.map(({ id }) => id)]);
        const reportedAtMostOnce = ['checkout.session.completed', 'checkout.session.expired', 'payment.failed'];
        for (const type of reportedAtMostOnce) expect(events.filter((each) => each === type).length).toBeLessThanOrEqual(1);
        const succeeded = (await outcomeOf(sale)).payments.filter((status) => status === 'succeeded');
        expect(events.filter((type) => type === 'payment.succeeded')).toHaveLength(succeeded.length);
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 100_000 },
    );
  });

  it('complete the sale once if they arrive before the provider payment id is stored', async () => {
    const { id: customerId } = await newBuyer(shop);
    const { id: sessionId } = await openSession(shop, { customerId });
    let webhookCount = 0;
    const run: Store['run'] = async (unit) => {
      const isPaymentCreated = shop.sandbox.requests.some(
        ({ method, path, body }) => method === 'POST' && path === '/v2/payments' && body.includes(sessionId),
      );
      if (isPaymentCreated && webhookCount === 0) {
        webhookCount += 1;
        const attempt = await latestPaymentOf(shop, sessionId);
        const [providerPayment] = await shop.sandbox.store.list('payment', '', { limit: 1, from: null });
        if (providerPayment === undefined) throw new Error('The provider has no payment.');
        expect(attempt.providerPaymentId).toBeNull();
        await shop.sandbox.settle(providerPayment.id, 'paid');
        await Promise.all([1, 2, 3].map(() => sendWebhook(attempt, providerPayment.id)));
      }
      return shop.fixture.store.run(unit);
    };
    await beginPayment({ ...shop.deps, store: { ...shop.fixture.store, run } }, shop.tenant, sessionId, 'creditcard');
    expect(webhookCount).toBe(1);
    const payment = await latestPaymentOf(shop, sessionId);
    expect(payment).toMatchObject({ status: 'succeeded', providerCheckoutUrl: null });
    await sendWebhook(payment, String(payment.providerPaymentId));
    const sale = { customerId, sessionId, payments: [payment, payment] as const };
    expect(await outcomeOf(sale)).toEqual({ ...SOLD, payments: ['succeeded'], refunds: [], keptCents: 1000 });
  });

  it('complete each of 40 sales once if five webhooks per sale arrive concurrently', async () => {
    const sales = await Promise.all(Array.from({ length: 40 }, () => begin({ name: '', attempts: 1, steps: [], expected: {} })));
    for (const sale of sales) await decideAtProvider(sale, { payment: 0, becomes: 'paid' });
    const calls = sales.flatMap(({ payments: [payment] }) => Array.from({ length: 5 }, () => payment));
    // Processes a webhook again after a provider timeout, as the queue does.
    const processWebhook = (payment: Payment) =>
      eventually(
        () => processPaymentWebhook(shop.deps, shop.tenant, payment.id, payment.providerPaymentId),
        (result) => result === 'worked',
      );
    await Promise.all(calls.map(processWebhook));
    for (const sale of sales) {
      expect(await outcomeOf(sale)).toEqual({ ...SOLD, payments: ['succeeded'], refunds: [], keptCents: 1000 });
    }
  });
});
