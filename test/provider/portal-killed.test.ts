import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as payInvoice } from '../../functions/portal/pay-invoice.ts';
import { callHandler } from '../api/functions.ts';
import { auditOf, type Books, booksOf, NO_FINDINGS } from './killed-books.ts';
import { type Again, DEATHS, KILLS, type KilledShop, openKilledShop, type Request, STALLS, steady } from './killed-shop.ts';
import { type Overdue, overdueIn } from './overdue.ts';

vi.mock('../../shared/runtime/services.ts', async (original) => (await import('./played-services.ts')).playedServices(await original()));

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

const call = async (given: Pick<Overdue, 'invoiceId' | 'token'>, key: string) => {
  const { handler, path, bearer } = requestFor(given);
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
  const payInPortal = async (again: Again): Promise<string> => {
    const { customerId, ...openInvoice } = await overdue();
    expect(await shop.send(again, requestFor(openInvoice))).toMatchObject({ status: 'paid' });
    await shop.callBacks(again);
    return customerId;
  };

  it(
    'is charged once for a customer who retries',
    () => shop.harm('paying in the portal', payInPortal, { books: PAID, faults: KILLS }),
    LONG_MS,
  );

  it(
    'is charged once when the webhook arrives before the retry',
    () => shop.harm('paying that is called back', payInPortal, { books: PAID, faults: DEATHS, beforeAgain: () => shop.callBacks(steady) }),
    LONG_MS,
  );

  it(
    'is charged once when webhooks arrive twice and the customer retries before the first call wrote its result',
    () => shop.harm('paying next to others', payInPortal, { books: PAID, faults: STALLS, beforeAgain: shop.callBacksTwice }),
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
    await shop.pass(3600);
    await shop.callBacks(steady);
    expect((await auditOf(shop)).findings).toEqual(NO_FINDINGS);
  });
});
