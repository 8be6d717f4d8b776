import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../scripts/support/waiting.ts';
import { checkoutSessionAggregate } from '../../shared/domain/checkout-session/record.ts';
import type { Payment } from '../../shared/domain/payment/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { allOf } from '../../shared/flows/load/records.ts';
import { workNotice } from '../../shared/flows/payments/call-back.ts';
import { pollPayment } from '../../shared/flows/payments/poll.ts';
import type { Store } from '../../shared/store/writer/store.ts';
import {
  attemptOf,
  beginSale,
  choose,
  eventsOf,
  newBuyer,
  openSession,
  openShopOn,
  paymentsOf,
  read,
  refundsOf,
  type Shop,
  uncancelable,
} from '../provider/shop.ts';
import { memoryFixture } from '../store/support.ts';

const RUNS = Number(process.env.CALL_BACK_RUNS ?? 12);
const DAY_MS = 86_400_000;

/** What the provider decides, one after the other: about which of the session's payments, and what becomes of it. */
interface ProviderStep {
  readonly payment: 0 | 1;
  readonly becomes: 'pending' | 'paid' | 'failed' | 'canceled';
}

interface Plan {
  readonly name: string;
  readonly attempts: 1 | 2;
  readonly steps: readonly ProviderStep[];
  /** What has come of it whatever the order in which the provider reported. */
  readonly ends: Readonly<Record<string, unknown>>;
}

const step = (payment: 0 | 1, ...becomes: readonly ProviderStep['becomes'][]): readonly ProviderStep[] =>
  becomes.map((each) => ({ payment, becomes: each }));

const SOLD = { session: 'completed', subscriptions: 1 };
const UNSOLD = { session: 'expired', subscriptions: 0, keptCents: 0, refunds: [] };

const PLANS: readonly Plan[] = [
  { name: 'paid', attempts: 1, steps: step(0, 'paid'), ends: { ...SOLD, payments: ['succeeded'], refunds: [], keptCents: 1000 } },
  {
    name: 'paid later',
    attempts: 1,
    steps: step(0, 'pending', 'paid'),
    ends: { ...SOLD, payments: ['succeeded'], refunds: [], keptCents: 1000 },
  },
  { name: 'declined later', attempts: 1, steps: step(0, 'pending', 'failed'), ends: { ...UNSOLD, payments: ['failed'] } },
  { name: 'given up', attempts: 1, steps: step(0, 'canceled'), ends: { ...UNSOLD, payments: ['canceled'] } },
  {
    name: 'paid twice',
    attempts: 2,
    steps: [...step(0, 'paid'), ...step(1, 'paid')],
    ends: { ...SOLD, payments: ['succeeded', 'succeeded'], refunds: ['succeeded'], keptCents: 1000 },
  },
];

/** What reaches us, next to the provider's own steps: provider webhooks at once, as often as each is named, or time that goes by. */
type Arrival =
  | { readonly kind: 'step' }
  | { readonly kind: 'notices'; readonly of: readonly (0 | 1)[] }
  | { readonly kind: 'poll'; readonly of: 0 | 1 }
  | { readonly kind: 'strange' }
  | { readonly kind: 'days'; readonly count: number };

const which = fc.constantFrom<0 | 1>(0, 1);
const arrival: fc.Arbitrary<Arrival> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Arrival>({ kind: 'step' }) },
  { weight: 4, arbitrary: fc.array(which, { minLength: 1, maxLength: 5 }).map((of): Arrival => ({ kind: 'notices', of })) },
  { weight: 1, arbitrary: which.map((of): Arrival => ({ kind: 'poll', of })) },
  { weight: 1, arbitrary: fc.constant<Arrival>({ kind: 'strange' }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 9 }).map((count): Arrival => ({ kind: 'days', count })) },
);

describe('provider webhooks', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShopOn(memoryFixture());
  }, 120_000);
  afterAll(() => shop.close());

  const notice = async (payment: Pick<Payment, 'id'>, providerPaymentId: string, tenant: Tenant = shop.tenant): Promise<void> => {
    await workNotice(shop.deps, tenant, payment.id, providerPaymentId);
  };

  const begin = async ({ attempts }: Plan) => {
    const { customerId, sessionId, first } = await beginSale(shop);
    const second = attempts === 2 ? await uncancelable(shop, () => choose(shop, sessionId, 'ideal')) : first;
    return { customerId, sessionId, payments: [first, second] as const };
  };
  type Sale = Awaited<ReturnType<typeof begin>>;

  const decideAtProvider = async ({ payments }: Sale, { payment, becomes }: ProviderStep): Promise<void> => {
    const settled = await shop.sandbox.settle(String(payments[payment].providerPaymentId), becomes);
    if (!settled.ok) throw new Error(settled.message);
  };

  /** Whatever names nothing of ours, or what is another's, changes nothing. */
  const strangeNotices = async ({ payments: [first] }: Sale): Promise<void> => {
    const theirs = String(first.providerPaymentId);
    expect(await workNotice(shop.deps, shop.tenant, 'pay_01J00000000000000000000000', theirs)).toBe('unknown');
    expect(await workNotice(shop.deps, { ...shop.tenant, accountId: 'acct_other' }, first.id, theirs)).toBe('unknown');
    expect(await workNotice(shop.deps, { ...shop.tenant, mode: 'live' }, first.id, theirs)).toBe('unknown');
  };

  const work = async (sale: Sale, { steps }: Plan, arrivals: readonly Arrival[]): Promise<void> => {
    const ahead = [...steps];
    const reported = (of: 0 | 1): Promise<void> => notice(sale.payments[of], String(sale.payments[of].providerPaymentId));
    for (const arrived of arrivals) {
      if (arrived.kind === 'step') {
        const next = ahead.shift();
        if (next !== undefined) await decideAtProvider(sale, next);
      }
      if (arrived.kind === 'notices') await Promise.all(arrived.of.map(reported));
      if (arrived.kind === 'poll') await pollPayment(shop.deps, shop.tenant, sale.payments[arrived.of].id);
      if (arrived.kind === 'strange') await strangeNotices(sale);
      if (arrived.kind === 'days') {
        shop.fixture.clock.nowMs += arrived.count * DAY_MS;
        shop.sandbox.clock.now = Math.floor(shop.fixture.clock.nowMs / 1000);
      }
    }
    for (const next of ahead) await decideAtProvider(sale, next);
    // The provider continues calling until it is answered: its last calls come after its final outcome.
    await reported(0);
    await reported(1);
  };

  const outcomeOf = async ({ customerId, sessionId }: Sale) => {
    const payments = await paymentsOf(shop, customerId);
    const refunds = (await Promise.all(payments.map(({ id }) => refundsOf(shop, id)))).flat();
    const kept = payments
      .filter(({ status }) => status === 'succeeded')
      .reduce((sum, { amountCents, amountRefundedCents }) => sum + amountCents - amountRefundedCents, 0);
    return {
      session: (await read(shop, checkoutSessionAggregate, sessionId)).status,
      subscriptions: (await allOf(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId })).length,
      payments: payments.map(({ status }) => status),
      refunds: refunds.map(({ status }) => status),
      keptCents: kept,
    };
  };

  it.each(PLANS)('about a payment that was $name lead to the same end in every order, however often they come', async (plan) => {
    await fc.assert(
      fc.asyncProperty(fc.array(arrival, { maxLength: 12 }), async (arrivals) => {
        const sale = await begin(plan);
        // Of two open attempts, the provider can withdraw neither.
        await uncancelable(shop, () => work(sale, plan, arrivals));
        expect(await outcomeOf(sale)).toEqual(plan.ends);
        const events = await eventsOf(shop, [sale.sessionId, ...sale.payments.map(({ id }) => id)]);
        const reportedOnce = ['checkout.session.completed', 'checkout.session.expired', 'payment.failed'];
        for (const type of reportedOnce) expect(events.filter((each) => each === type).length).toBeLessThanOrEqual(1);
        const succeeded = (await outcomeOf(sale)).payments.filter((status) => status === 'succeeded');
        expect(events.filter((type) => type === 'payment.succeeded')).toHaveLength(succeeded.length);
      }),
      { numRuns: RUNS, interruptAfterTimeLimit: 100_000 },
    );
  });

  it('that come before the attempt is written down lead to the same end', async () => {
    const { id: customerId } = await newBuyer(shop);
    const { id: sessionId } = await openSession(shop, { customerId });
    let early = 0;
    const run: Store['run'] = async (unit) => {
      const made = shop.sandbox.requests.some(
        ({ method, path, body }) => method === 'POST' && path === '/v2/payments' && body.includes(sessionId),
      );
      if (made && early === 0) {
        early += 1;
        const attempt = await attemptOf(shop, sessionId);
        const [theirs] = await shop.sandbox.store.list('payment', '', { limit: 1, from: null });
        if (theirs === undefined) throw new Error('the provider has no payment');
        expect(attempt.providerPaymentId).toBeNull();
        await shop.sandbox.settle(theirs.id, 'paid');
        await Promise.all([1, 2, 3].map(() => notice(attempt, theirs.id)));
      }
      return shop.fixture.store.run(unit);
    };
    await beginPayment({ ...shop.deps, store: { ...shop.fixture.store, run } }, shop.tenant, sessionId, 'creditcard');
    expect(early).toBe(1);
    const payment = await attemptOf(shop, sessionId);
    expect(payment).toMatchObject({ status: 'succeeded', providerCheckoutUrl: null });
    await notice(payment, String(payment.providerPaymentId));
    const sale = { customerId, sessionId, payments: [payment, payment] as const };
    expect(await outcomeOf(sale)).toEqual({ ...SOLD, payments: ['succeeded'], refunds: [], keptCents: 1000 });
  });

  it('two hundred at once on one tenant are each worked once', async () => {
    const sales = await Promise.all(Array.from({ length: 40 }, () => begin({ name: '', attempts: 1, steps: [], ends: {} })));
    for (const sale of sales) await decideAtProvider(sale, { payment: 0, becomes: 'paid' });
    const calls = sales.flatMap(({ payments: [payment] }) => Array.from({ length: 5 }, () => payment));
    // One that found the provider too slow comes again, as from the queue.
    const worked = (payment: Payment) =>
      eventually(
        () => workNotice(shop.deps, shop.tenant, payment.id, payment.providerPaymentId),
        (came) => came === 'worked',
      );
    await Promise.all(calls.map(worked));
    for (const sale of sales) {
      expect(await outcomeOf(sale)).toEqual({ ...SOLD, payments: ['succeeded'], refunds: [], keptCents: 1000 });
    }
  });
});
