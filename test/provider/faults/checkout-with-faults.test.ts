import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BillingData, checkAccount, NO_FINDINGS } from '../billing-data.ts';
import { checkoutHelpersOf, FREE, SOLD } from '../checkouts.ts';
import { type FaultyShop, KILLS_AFTER_CALL, openFaultyShop, type Runner, STALLS, withoutFault } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;
/** Expected billing data after a sale that charged only the verification amount. */
const VERIFIED: BillingData = { ...SOLD, payments: ['succeeded 1'], providerPayments: ['paid 1'], invoices: [] };

let shop: FaultyShop;
let checkouts: Awaited<ReturnType<typeof checkoutHelpersOf>>;
beforeAll(async () => {
  shop = await openFaultyShop();
  checkouts = await checkoutHelpersOf(shop);
});
afterAll(() => shop.close());

describe('a checkout with a fault at each call of the database and the provider', () => {
  const buy = async (run: Runner) => {
    const session = await checkouts.open(run);
    await shop.payOnHostedPage(run, session);
    await shop.settle(run, session.id);
    return session.customerId;
  };

  it('[IDEM-02] [EVT-16] is opened, paid and completed once', () => shop.testWithFaults('a checkout', buy, { expected: SOLD }), LONG_MS);

  it(
    '[IDEM-02] is completed once for a buyer who retries while the first try stalls',
    () => shop.testWithFaults('a checkout that stalls', buy, { expected: SOLD, faults: STALLS }),
    LONG_MS,
  );

  it.each([
    ['with a trial', { trial_days_override: 14 }, VERIFIED],
    ['with a coupon of 100 %', { coupon_code: FREE }, VERIFIED],
  ] as const)(
    '%s is completed once by its verification payment',
    (name, overrides, expected) => {
      const scenario = async (run: Runner) => {
        const session = await checkouts.open(withoutFault, overrides);
        await shop.payOnHostedPage(withoutFault, session);
        await shop.settle(run, session.id);
        return session.customerId;
      };
      return shop.testWithFaults(`a checkout ${name}`, scenario, { expected, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );
});

describe('the billing data after these checkouts', () => {
  it('has no unfinished work, no gaps in document numbers, and each event once', async () => {
    const { findings, documents, eventTypes } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
    expect(documents.invoices).toBeGreaterThan(100);
    expect(eventTypes).toMatchObject({
      cus: ['customer.created'],
      cs: ['checkout.session.completed'],
      pay: ['payment.succeeded'],
      inv: ['invoice.created invoice.paid'],
      sub: ['subscription.created', 'subscription.created subscription.coupon_applied', 'subscription.created subscription.trial_started'],
    });
  });
});
