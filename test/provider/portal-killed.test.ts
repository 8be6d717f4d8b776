import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as payInvoice } from '../../functions/portal/pay-invoice.ts';
import { callHandler } from '../api/functions.ts';
import { auditOf, type Books, booksOf, NO_FINDINGS } from './killed-books.ts';
import { DEATHS, KILLS, type KilledShop, openKilledShop, type Request, type Runner, STALLS, withoutFault } from './killed-shop.ts';
import { type Overdue, overdueIn } from './overdue.ts';

vi.mock('../../shared/runtime/services.ts', async (original) => (await import('./test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

let shop: KilledShop;
let overdue: ReturnType<typeof overdueIn>['overdue'];
beforeAll(async () => {
  shop = await openKilledShop();
  ({ overdue } = overdueIn(shop));
});
afterAll(() => shop.close());

const requestFor = ({ invoiceId, token }: Pick<Overdue, 'invoiceId' | 'token'>): Request => ({
  handler: payInvoice,
  path: `/portal/invoices/${invoiceId}/pay`,
  bearer: token,
});

const call = async (invoice: Pick<Overdue, 'invoiceId' | 'token'>, key: string) => {
  const { handler, path, bearer } = requestFor(invoice);
  const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': key };
  const { status, text } = await callHandler(handler, { method: 'POST', path, headers });
  return { status, body: JSON.parse(text) };
};

/** Expected billing data: the sale, the declined renewal and the customer's payment. */
const PAID: Books = {
  sold: ['completed', 'active'],
  payments: ['succeeded 1000 0 0', 'failed 1000 0 0', 'succeeded 1000 0 0'],
  providerPayments: ['paid 1000 0', 'failed 1000 0', 'paid 1000 0'],
  refunds: [],
  providerRefunds: [],
  invoices: ['paid 1000 0', 'paid 1000 0'],
  creditNotes: [],
};

describe('a failed renewal that is paid in the portal, with a fault at each call of the database and the provider', () => {
  const payInPortal = async (run: Runner): Promise<string> => {
    const { customerId, ...openInvoice } = await overdue();
    expect(await shop.send(run, requestFor(openInvoice))).toMatchObject({ status: 'paid' });
    await shop.deliverWebhooks(run);
    return customerId;
  };

  it(
    'is charged once for a customer who retries',
    () => shop.testWithFaults('paying in the portal', payInPortal, { books: PAID, faults: KILLS }),
    LONG_MS,
  );

  it(
    'is charged once when the webhook arrives before the retry',
    () =>
      shop.testWithFaults('paying that is called back', payInPortal, {
        books: PAID,
        faults: DEATHS,
        beforeRetry: () => shop.deliverWebhooks(withoutFault),
      }),
    LONG_MS,
  );

  it(
    'is charged once when webhooks arrive twice and the customer retries before the first call wrote its result',
    () =>
      shop.testWithFaults('paying next to others', payInPortal, { books: PAID, faults: STALLS, beforeRetry: shop.deliverWebhooksTwice }),
    LONG_MS,
  );
});

describe('a failed renewal that is paid in the portal', () => {
  it('by concurrent calls is charged once', async () => {
    const { customerId, ...openInvoice } = await overdue();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => call(openInvoice, `at-once-${at}-${customerId}`)));
    const outcomes = answers.map(({ status, body }) => (status === 200 ? body.status : body.error.code));
    expect(outcomes).toContain('paid');
    expect(outcomes.filter((each) => !['paid', 'processing', 'operation_pending', 'state_conflict'].includes(each))).toEqual([]);
    expect(await booksOf(shop, customerId)).toEqual(PAID);
  });

  it('[PRT-12] is not found by the session of another customer', async () => {
    const [{ invoiceId }, { token }] = [await overdue(), await overdue()];
    expect(await call({ invoiceId, token }, `other-${invoiceId}`)).toMatchObject({ status: 404 });
  });

  it('leaves no record locked, unfinished or missing', async () => {
    await shop.passTime(3600);
    await shop.deliverWebhooks(withoutFault);
    expect((await auditOf(shop)).findings).toEqual(NO_FINDINGS);
  });
});
