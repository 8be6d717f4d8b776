import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as openPortal } from '../../functions/billing-portal/create-session.ts';
import { handler as payInvoice } from '../../functions/portal/pay-invoice.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { nextCycleOf, subscriptionAggregate } from '../../shared/domain/subscription/record.ts';
import { renewNow } from '../../shared/flows/billing-run.ts';
import { callHandler } from '../api/functions.ts';
import { auditOf, type Books, booksOf, NO_FINDINGS } from './killed-books.ts';
import { type Again, DEATHS, KILLS, type KilledShop, openKilledShop, type Request, steady } from './killed-shop.ts';
import { read, sell } from './shop.ts';

vi.mock('../../shared/runtime/services.ts', async (original) => (await import('./played-services.ts')).playedServices(await original()));

const LONG_MS = 300_000;

let shop: KilledShop;
beforeAll(async () => {
  shop = await openKilledShop();
});
afterAll(() => shop.close());

interface Overdue {
  readonly customerId: string;
  readonly invoiceId: string;
  /** Of a portal session of the subscription. */
  readonly token: string;
}

const charging = async (customerId: string, charges: 'paid' | 'insufficient_funds'): Promise<void> => {
  const { providerCustomerIds } = await read(shop, customerAggregate, customerId);
  await shop.sandbox.behave(String(providerCustomerIds.sandbox), { charges });
};

const tokenFor = async (subscriptionId: string): Promise<string> => {
  const { status, text } = await callHandler(openPortal, {
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    body: { subscription_id: subscriptionId, return_url: 'https://shop.test/account' },
    headers: { authorization: `Bearer ${shop.apiKey}` },
  });
  if (status !== 200) throw new Error(`no portal session: ${text}`);
  return JSON.parse(text).token;
};

/** A subscription whose renewal was declined, and would be paid by now. */
const overdue = async (): Promise<Overdue> => {
  const { id, customerId } = await sell(shop);
  await charging(customerId, 'insufficient_funds');
  const due = nextCycleOf(await read(shop, subscriptionAggregate, id))?.at ?? 0;
  shop.fixture.clock.nowMs = Math.max(shop.fixture.clock.nowMs, due * 1000) + 1000;
  shop.sandbox.clock.now = Math.floor(shop.fixture.clock.nowMs / 1000);
  await renewNow(shop.deps, shop.tenant, id);
  await charging(customerId, 'paid');
  // What is charged then comes after what was declined.
  shop.fixture.clock.nowMs += 1000;
  shop.sandbox.clock.now += 1;
  shop.sandbox.webhooks.splice(0);
  const { status, renewal } = await read(shop, subscriptionAggregate, id);
  expect(status).toBe('past_due');
  return { customerId, invoiceId: String(renewal?.invoiceId), token: await tokenFor(id) };
};

const requestFor = ({ invoiceId, token }: Omit<Overdue, 'customerId'>): Request => ({
  handler: payInvoice,
  path: `/portal/invoices/${invoiceId}/pay`,
  body: undefined,
  bearer: token,
});

const call = async (given: Omit<Overdue, 'customerId'>, key: string) => {
  const { handler, path, bearer } = requestFor(given);
  const headers = { authorization: `Bearer ${bearer}`, 'idempotency-key': key };
  const { status, text } = await callHandler(handler, { method: 'POST', path, headers });
  return { status, body: JSON.parse(text) };
};

/** The sale, the declined renewal and what the customer paid. */
const PAID: Books = {
  sold: ['completed', 'active'],
  payments: ['succeeded 1000 0 0', 'failed 1000 0 0', 'succeeded 1000 0 0'],
  there: ['paid 1000 0', 'failed 1000 0', 'paid 1000 0'],
  refunds: [],
  refundsThere: [],
  invoices: ['paid 1000 0', 'paid 1000 0'],
  notes: [],
};

describe('a failed renewal that is paid in the portal, harmed at each call of the table and of the provider', () => {
  const paid = async (again: Again): Promise<string> => {
    const { customerId, ...owed } = await overdue();
    expect(await shop.send(again, requestFor(owed))).toMatchObject({ status: 'paid' });
    await shop.callBacks(again);
    return customerId;
  };

  it(
    'is charged once for the customer who comes again',
    () => shop.harm('paying in the portal', paid, { books: PAID, faults: KILLS }),
    LONG_MS,
  );

  it(
    'is charged once when the call-back comes before the customer',
    () => shop.harm('paying that is called back', paid, { books: PAID, faults: DEATHS, beforeAgain: () => shop.callBacks(steady) }),
    LONG_MS,
  );
});

describe('a failed renewal that is paid in the portal', () => {
  it('by many calls at once is charged once', async () => {
    const { customerId, ...owed } = await overdue();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => call(owed, `at-once-${at}-${customerId}`)));
    const told = answers.map(({ status, body }) => (status === 200 ? body.status : body.error.code));
    expect(told).toContain('paid');
    expect(told.filter((each) => !['paid', 'processing', 'operation_pending', 'state_conflict'].includes(each))).toEqual([]);
    expect(await booksOf(shop, customerId)).toEqual(PAID);
  });

  it('[PRT-12] is not found by the session of another customer', async () => {
    const [{ invoiceId }, { token }] = [await overdue(), await overdue()];
    expect(await call({ invoiceId, token }, `other-${invoiceId}`)).toMatchObject({ status: 404 });
  });

  it('leaves nothing locked, unfinished or missing', async () => {
    await shop.pass(3600);
    await shop.callBacks(steady);
    expect((await auditOf(shop)).findings).toEqual(NO_FINDINGS);
  });
});
