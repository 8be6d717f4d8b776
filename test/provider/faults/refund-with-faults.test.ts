import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { callHandler } from '../../api/functions.ts';
import { checkAccount, NO_FINDINGS, readBillingData } from '../billing-data.ts';
import { FULL_REFUND, refundHelpersOf } from '../refunds/refunding.ts';
import { type FaultyShop, KILLS_AFTER_CALL, openFaultyShop, type Runner } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

let shop: FaultyShop;
let refunds: ReturnType<typeof refundHelpersOf>;
beforeAll(async () => {
  shop = await openFaultyShop();
  refunds = refundHelpersOf(shop);
});
afterAll(() => shop.close());

describe('a refund with a fault at each call of the database and the provider', () => {
  const refundInFull = async (run: Runner): Promise<string> => {
    const payment = await refunds.subscribe();
    await refunds.refund(run, { payment_id: payment.id });
    await shop.deliverWebhooks(run);
    return payment.customerId;
  };

  it(
    '[REF-02] [CN-06] [IDEM-10] is made once for a caller who retries, with one credit note',
    () => shop.testWithFaults('a refund in full', refundInFull, { expected: FULL_REFUND }),
    LONG_MS,
  );

  it(
    '[IDEM-10] is made once when the reaper runs before the retry',
    () =>
      shop.testWithFaults('a refund that the reaper completes', refundInFull, {
        expected: FULL_REFUND,
        faults: KILLS_AFTER_CALL,
        beforeRetry: () => shop.passTime(90),
      }),
    LONG_MS,
  );
});

describe('concurrent refunds', () => {
  const send = async (paymentId: string) => {
    const { handler, path, body, bearer } = refunds.request({ payment_id: paymentId });
    const { status, text } = await callHandler(handler, { method: 'POST', path, body, headers: { authorization: `Bearer ${bearer}` } });
    return { status, code: (JSON.parse(text) as { readonly error?: { readonly code: string } }).error?.code };
  };

  it('[IDEM-11] [REF-06] of one charge do not exceed the paid amount', async () => {
    const payment = await refunds.subscribe();
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(payment.id)));
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(7);
    for (const answer of refused) expect(['operation_pending', 'charge_already_refunded']).toContain(answer.code);
    await shop.passTime(3600);
    expect(await readBillingData(shop, payment.customerId)).toEqual(FULL_REFUND);
  });

  it('of many charges all succeed', async () => {
    const payments = await Promise.all(Array.from({ length: 20 }, refunds.subscribe));
    const answers = await Promise.all(payments.map(({ id }) => send(id)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await shop.passTime(3600);
  });
});

describe('the billing data after these refunds', () => {
  it('[CN-06] has no unfinished work, no gaps in document numbers, and each event once', async () => {
    const { findings, eventTypes, documents } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
    expect(documents.creditNotes).toBeGreaterThan(100);
    expect(eventTypes).toMatchObject({
      re: ['refund.created refund.succeeded'],
      cn: ['credit_note.created'],
    });
  });
});
