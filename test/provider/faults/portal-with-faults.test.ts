import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as payInvoice } from '../../../functions/portal/pay-invoice.ts';
import { paymentAggregate } from '../../../shared/domain/payment/record.ts';
import { type BillingData, checkAccount, NO_FINDINGS, NO_REFUNDS, readBillingData } from '../billing-data.ts';
import { type Overdue, overdueHelpersOf } from '../overdue.ts';
import { readRecord, setOutcome } from '../shop.ts';
import {
  type ApiRequest,
  type FaultyShop,
  KILLS,
  KILLS_AFTER_CALL,
  openFaultyShop,
  type Runner,
  STALLS,
  sendOnce,
  withoutFault,
} from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

let shop: FaultyShop;
let createOverdue: ReturnType<typeof overdueHelpersOf>['createOverdue'];
beforeAll(async () => {
  shop = await openFaultyShop();
  ({ createOverdue } = overdueHelpersOf(shop));
});
afterAll(() => shop.close());

const requestFor = ({ invoiceId, token }: Pick<Overdue, 'invoiceId' | 'token'>): ApiRequest => ({
  handler: payInvoice,
  path: `/portal/invoices/${invoiceId}/pay`,
  bearer: token,
});

const call = (invoice: Pick<Overdue, 'invoiceId' | 'token'>, key: string) => sendOnce(requestFor(invoice), key);

/** Expected billing data: the sale, the declined renewal and the customer's payment. */
const PAID: BillingData = {
  saleStatuses: ['completed', 'active'],
  payments: ['succeeded 1000', 'failed 1000', 'succeeded 1000'],
  providerPayments: ['paid 1000', 'failed 1000', 'paid 1000'],
  invoices: ['paid 1000', 'paid 1000'],
  ...NO_REFUNDS,
};

describe('a failed renewal that is paid in the portal, with a fault at each call of the database and the provider', () => {
  const payInPortal = async (run: Runner): Promise<string> => {
    const { customerId, ...openInvoice } = await createOverdue();
    expect(await shop.send(run, requestFor(openInvoice))).toMatchObject({ status: 'paid' });
    await shop.deliverWebhooks(run);
    return customerId;
  };

  it(
    'is charged once for a customer who retries',
    () => shop.testWithFaults('paying in the portal', payInPortal, { expected: PAID, faults: KILLS }),
    LONG_MS,
  );

  it(
    'is charged once when the webhook arrives before the retry',
    () =>
      shop.testWithFaults('paying in the portal with an early webhook', payInPortal, {
        expected: PAID,
        faults: KILLS_AFTER_CALL,
        beforeRetry: () => shop.deliverWebhooks(withoutFault),
      }),
    LONG_MS,
  );

  it(
    'is charged once when webhooks arrive twice and the customer retries before the first request wrote its result',
    () =>
      shop.testWithFaults('paying in the portal that stalls', payInPortal, {
        expected: PAID,
        faults: STALLS,
        beforeRetry: shop.deliverWebhooksTwice,
      }),
    LONG_MS,
  );
});

/** Expected billing data: as `PAID`, and the verification charge that the customer confirmed before the renewal was charged. */
const CONFIRMED: BillingData = {
  ...PAID,
  payments: ['succeeded 1000', 'succeeded 1', 'failed 1000', 'succeeded 1000'],
  providerPayments: ['paid 1000', 'paid 1', 'failed 1000', 'paid 1000'],
};

describe('a failed renewal that the customer confirms at the bank, with a fault at each call of the database and the provider', () => {
  it(
    'is charged once, after one verification charge',
    () =>
      shop.testWithFaults(
        'confirming a payment at the bank',
        async (run) => {
          const { customerId, ...openInvoice } = await createOverdue('authentication_required');
          const { status, payment_id: paymentId } = await shop.send(run, requestFor(openInvoice));
          expect(status).toBe('requires_action');
          await setOutcome(shop, await readRecord(shop, paymentAggregate, String(paymentId)), 'paid');
          await shop.deliverWebhooks(run);
          return customerId;
        },
        { expected: CONFIRMED, faults: KILLS },
      ),
    LONG_MS,
  );
});

describe('a failed renewal that is paid in the portal', () => {
  it('by concurrent calls is charged once', async () => {
    const { customerId, ...openInvoice } = await createOverdue();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => call(openInvoice, `at-once-${at}-${customerId}`)));
    const outcomes = answers.map(({ status, body }) => (status === 200 ? body.status : body.error.code));
    expect(outcomes).toContain('paid');
    expect(outcomes.filter((each) => !['paid', 'processing', 'operation_pending', 'state_conflict'].includes(each))).toEqual([]);
    expect(await readBillingData(shop, customerId)).toEqual(PAID);
  });

  it('[PRT-12] is not found with the portal token of another customer', async () => {
    const [{ invoiceId }, { token }] = [await createOverdue(), await createOverdue()];
    expect(await call({ invoiceId, token }, `other-${invoiceId}`)).toMatchObject({ status: 404 });
  });

  it('leaves no record locked, no operation unfinished and no document number missing', async () => {
    await shop.passTime(3600);
    await shop.deliverWebhooks(withoutFault);
    expect((await checkAccount(shop)).findings).toEqual(NO_FINDINGS);
  });
});
