import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { checkAccount, NO_FINDINGS } from '../billing-data.ts';
import { checkoutHelpersOf, SOLD } from '../checkouts.ts';
import { type FaultyShop, KILLS_AFTER_CALL, openFaultyShop, type Runner, STALLS, withoutFault } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;
const EMBEDDED = { ui_mode: 'embedded' };

let shop: FaultyShop;
let checkouts: Awaited<ReturnType<typeof checkoutHelpersOf>>;
beforeAll(async () => {
  shop = await openFaultyShop();
  checkouts = await checkoutHelpersOf(shop);
});
afterAll(() => shop.close());

describe('a checkout in the payment element with a fault at each call of the database and the provider', () => {
  it(
    '[IDEM-10] is confirmed and completed once with iDEAL',
    () => {
      const scenario = async (run: Runner) => {
        const session = await checkouts.open(withoutFault, { ...EMBEDDED, country: null });
        await checkouts.confirm(run, session, { method: 'ideal', country: 'NL' });
        await shop.settle(run, session.id);
        return session.customerId;
      };
      return shop.testWithFaults('a confirmed checkout', scenario, { expected: SOLD, faults: [...KILLS_AFTER_CALL, ...STALLS] });
    },
    LONG_MS,
  );

  it(
    '[IDEM-10] is confirmed once with a card if the webhook of the payment arrives before the retry',
    () => {
      const scenario = async (run: Runner) => {
        const session = await checkouts.open(withoutFault, EMBEDDED);
        await checkouts.confirm(run, session, { method: 'creditcard', card_token: `tkn_${session.id.slice(3)}` });
        await shop.deliverWebhooks(run);
        return session.customerId;
      };
      const options = { expected: SOLD, faults: KILLS_AFTER_CALL, beforeRetry: () => shop.deliverWebhooks(withoutFault) };
      return shop.testWithFaults('a checkout by card', scenario, options);
    },
    LONG_MS,
  );

  it(
    'cancels the first payment when the buyer confirms again with another method',
    () => {
      const scenario = async (run: Runner) => {
        const session = await checkouts.open(withoutFault, EMBEDDED);
        await checkouts.confirm(withoutFault, session, { method: 'creditcard' });
        await checkouts.confirm(run, session, { method: 'ideal' });
        await shop.settle(withoutFault, session.id);
        return session.customerId;
      };
      const expected = {
        ...SOLD,
        payments: ['succeeded 1999', 'canceled 1999'],
        providerPayments: ['paid 1999', 'canceled 1999'],
      };
      return shop.testWithFaults('a checkout that is confirmed again', scenario, { expected, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );
});

describe('the billing data after these checkouts', () => {
  it('has no unfinished work, no gaps in document numbers, and each event once', async () => {
    const { findings, documents, eventTypes } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
    expect(documents.invoices).toBeGreaterThan(50);
    expect(eventTypes).toMatchObject({
      cus: ['customer.created', 'customer.created customer.updated'],
      cs: ['checkout.session.completed'],
      pay: ['payment.succeeded'],
      inv: ['invoice.created invoice.paid'],
      sub: ['subscription.created'],
    });
  });
});
