import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type BillingData, checkAccount, NO_FINDINGS, NO_REFUNDS } from '../billing-data.ts';
import { FULL_REFUND, refundHelpersOf } from '../refunds/refunding.ts';
import { type FaultyShop, KILLS_AFTER_CALL, openFaultyShop, type Runner, STALLS, withoutFault } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

let shop: FaultyShop;
let refunds: ReturnType<typeof refundHelpersOf>;
beforeAll(async () => {
  shop = await openFaultyShop();
  refunds = refundHelpersOf(shop);
});
afterAll(() => shop.close());

const PARTIAL: BillingData = {
  saleStatuses: ['completed', 'active'],
  payments: ['succeeded 1000, refunded 400, returned 400'],
  providerPayments: ['paid 1000, refunded 400'],
  refunds: ['succeeded 400'],
  providerRefunds: ['succeeded 400'],
  invoices: ['paid 1000, credited 400'],
  creditNotes: [400],
};
const FAILED: BillingData = {
  saleStatuses: ['completed', 'active'],
  payments: ['succeeded 1000'],
  providerPayments: ['paid 1000'],
  invoices: ['paid 1000'],
  ...NO_REFUNDS,
  refunds: ['failed 400'],
  providerRefunds: ['failed 400'],
};
const ONE_OFF: BillingData = {
  saleStatuses: ['refunded'],
  payments: ['succeeded 15000, refunded 15000, returned 15000'],
  providerPayments: ['paid 15000, refunded 15000'],
  refunds: ['succeeded 15000'],
  providerRefunds: ['succeeded 15000'],
  invoices: ['paid 15000, credited 15000'],
  creditNotes: [15_000],
};

const RETURNED: BillingData = { ...FAILED, invoices: ['paid 1000, credited 400'], creditNotes: [400] };

describe('a refund with a fault at each call of the database and the provider', () => {
  it.each([
    ['refunded', PARTIAL],
    ['failed', FAILED],
  ] as const)(
    '[CN-06] is settled once if it is partial and its status at the provider changes from pending to %s',
    (outcome, expected) => {
      const scenario = async (run: Runner): Promise<string> => {
        const payment = await refunds.subscribe();
        await refunds.delayRefunds(payment);
        // The request is the same in both scenarios, so it runs with faults in only one of them.
        await refunds.refund(outcome === 'failed' ? withoutFault : run, { payment_id: payment.id, amount_cents: 400 });
        await refunds.settleRefunds(payment, outcome);
        await shop.deliverWebhooks(run);
        return payment.customerId;
      };
      return shop.testWithFaults(`a refund in part that is ${outcome}`, scenario, { expected, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );

  it(
    '[EVT-42] fails once if the bank returns the money after it had succeeded',
    () => {
      const scenario = async (run: Runner): Promise<string> => {
        const payment = await refunds.subscribe();
        await refunds.refund(withoutFault, { payment_id: payment.id, amount_cents: 400 });
        await shop.deliverWebhooks(withoutFault);
        await refunds.returnRefunds(payment);
        await shop.deliverWebhooks(run);
        return payment.customerId;
      };
      return shop.testWithFaults('a refund that is returned', scenario, { expected: RETURNED, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );

  it(
    '[IDEM-10] is made once for a caller who retries while the first try stalls',
    () => {
      const scenario = async (run: Runner): Promise<string> => {
        const payment = await refunds.subscribe();
        await refunds.refund(run, { payment_id: payment.id });
        await shop.deliverWebhooks(run);
        return payment.customerId;
      };
      return shop.testWithFaults('a refund that stalls', scenario, { expected: FULL_REFUND, faults: STALLS });
    },
    LONG_MS,
  );

  it(
    '[REF-02] [CN-06] of a one-off payment is made once',
    () => {
      const scenario = async (run: Runner): Promise<string> => {
        const payment = await refunds.buyOneShot();
        await refunds.refund(run, { payment_id: payment.id });
        await shop.deliverWebhooks(run);
        return payment.customerId;
      };
      return shop.testWithFaults('a refund of a one-off payment', scenario, { expected: ONE_OFF, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );
});

describe('the billing data after these refunds', () => {
  it('[CN-06] has no unfinished work, no gaps in document numbers, and each event once', async () => {
    const { findings, eventTypes, documents } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
    expect(documents.creditNotes).toBeGreaterThan(50);
    expect(eventTypes).toMatchObject({
      re: ['refund.created refund.failed', 'refund.created refund.succeeded', 'refund.created refund.succeeded refund.failed'],
      cn: ['credit_note.created'],
    });
  });
});
