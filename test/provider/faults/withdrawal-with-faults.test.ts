import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as cancelInPortal } from '../../../functions/portal/cancel.ts';
import { handler as cancelByTeam } from '../../../functions/subscriptions/cancel.ts';
import { accountAggregate } from '../../../shared/domain/account/record.ts';
import { updateBillingProfile } from '../../../shared/domain/account/update-billing-profile.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { mailKey } from '../../../shared/store/core/keys.ts';
import { callHandler } from '../../api/functions.ts';
import { checkAccount, NO_FINDINGS, readBillingData } from '../billing-data.ts';
import { overdueHelpersOf } from '../overdue.ts';
import { FULL_REFUND, refundHelpersOf } from '../refunds/refunding.ts';
import { paymentsOf, readRecord, sell, writeDecision } from '../shop.ts';
import { type ApiRequest, type FaultyShop, openFaultyShop, type Runner } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;
/** Time after which rate limit buckets are full again. */
const REFILL_SECONDS = 90;

let shop: FaultyShop;
let refunds: ReturnType<typeof refundHelpersOf>;
let createPortalToken: ReturnType<typeof overdueHelpersOf>['createPortalToken'];
beforeAll(async () => {
  shop = await openFaultyShop();
  refunds = refundHelpersOf(shop);
  ({ createPortalToken } = overdueHelpersOf(shop));
  const account = await shop.fixture.store.get(accountAggregate, shop.tenant, shop.tenant.accountId);
  if (account === null) throw new Error('The account is missing.');
  const setting = { countryCode: 'NL', withdrawal: { enabled: true, partialRefund: false } };
  await writeDecision(shop, (context) => updateBillingProfile(setting, { account }, context));
});
afterAll(() => shop.close());

/** A subscription that can be withdrawn from, and the request that withdraws from it. */
interface Sold {
  readonly id: string;
  readonly customerId: string;
  readonly request: ApiRequest;
}

const BODY = { withdraw: true };

/** The requests that withdraw: by the customer in the portal, and by the team. */
const REQUESTS: Readonly<Record<string, (subscriptionId: string) => Promise<ApiRequest>>> = {
  'in the portal': async (id) => ({
    handler: cancelInPortal,
    path: '/portal/subscription/cancel',
    body: BODY,
    bearer: await createPortalToken(id),
  }),
  'by the team': async (id) => ({ handler: cancelByTeam, path: `/v1/subscriptions/${id}/cancel`, body: BODY, bearer: shop.apiKey }),
};

const subscribe = async (requestOf: (subscriptionId: string) => Promise<ApiRequest>): Promise<Sold> => {
  const { id, customerId } = await sell(shop);
  shop.sandbox.webhooks.splice(0);
  return { id, customerId, request: await requestOf(id) };
};

/** Lets due work create the refund at the provider, and delivers the webhook with its outcome. */
const settleRefund = async (run: Runner): Promise<void> => {
  await shop.passTime(120);
  await shop.deliverWebhooks(run);
  await shop.passTime(120);
};

const click = async ({ handler, path, body, bearer }: ApiRequest, headers: Readonly<Record<string, string>> = {}) => {
  const { status, text } = await callHandler(handler, {
    method: 'POST',
    path,
    body,
    headers: { authorization: `Bearer ${bearer}`, ...headers },
  });
  return { status, body: JSON.parse(text) };
};

describe.each(Object.entries(REQUESTS))('a withdrawal %s', (_by, requestOf) => {
  const withdraw = async (run: Runner): Promise<string> => {
    const { customerId, request } = await subscribe(requestOf);
    expect(await shop.send(run, request)).toMatchObject({ status: 'canceled', cancellation_reason: 'withdrawn' });
    await settleRefund(run);
    return customerId;
  };

  it(
    'is refunded once, with one credit note, whichever call of the database or the provider fails',
    () => shop.testWithFaults('a withdrawal', withdraw, { expected: FULL_REFUND }),
    LONG_MS,
  );

  it.each([
    ['no idempotency key', () => ({})],
    ['one idempotency key', (id: string) => ({ 'idempotency-key': `withdraw-${id}` })],
  ])('by 12 clicks at the same time with %s is refunded once, and queues one email', async (_keys, headersFor) => {
    shop.advanceTime(REFILL_SECONDS);
    const { id, customerId, request } = await subscribe(requestOf);
    const answers = await Promise.all(Array.from({ length: 12 }, () => click(request, headersFor(id))));
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({ status: 'canceled', withdrawal: { refund_cents: 1000 } });
    }
    await settleRefund((work) => work());
    expect(await readBillingData(shop, customerId)).toEqual(FULL_REFUND);
    expect(await shop.fixture.table.get(mailKey(shop.tenant, `withdrawal#${id}`))).not.toBeNull();
  });

  it('is refunded again after its refund failed at the provider', async () => {
    const { id, customerId, request } = await subscribe(requestOf);
    const [payment] = await paymentsOf(shop, customerId);
    if (payment?.providerPaymentId == null) throw new Error('The charge is missing.');
    const charge = { ...payment, providerPaymentId: payment.providerPaymentId };
    await refunds.delayRefunds(charge);
    await click(request);
    await shop.passTime(120);
    await refunds.settleRefunds(charge, 'failed');
    await shop.deliverWebhooks((work) => work());
    expect(await readRecord(shop, subscriptionAggregate, id)).toMatchObject({ status: 'canceled' });
    expect((await readBillingData(shop, customerId)).refunds).toEqual(['pending 1000', 'failed 1000']);
    await shop.passTime(86_460);
    await refunds.settleRefunds(charge, 'refunded');
    await shop.deliverWebhooks((work) => work());
    expect(await readBillingData(shop, customerId)).toMatchObject({
      payments: ['succeeded 1000, refunded 1000, returned 1000'],
      refunds: ['succeeded 1000', 'failed 1000'],
      creditNotes: [1000],
    });
  });

  it('is refused after the withdrawal period', async () => {
    const { id } = await subscribe(requestOf);
    // The period of 14 days ends later if its last day is not a working day.
    shop.advanceTime(18 * 86_400);
    const { status, body } = await click(await requestOf(id));
    expect([status, body.error.reason]).toEqual([409, 'withdrawal_not_possible']);
  });
});

describe('the billing data after these withdrawals', () => {
  it('has no unfinished work, no gaps in document numbers, and one event for each credit note', async () => {
    const { findings, eventTypes } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
    expect(eventTypes['cn']).toEqual(['credit_note.created']);
  });
});
