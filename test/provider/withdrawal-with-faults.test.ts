import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as cancel } from '../../functions/portal/cancel.ts';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { updateBillingProfile } from '../../shared/domain/account/update-billing-profile.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { mailKey } from '../../shared/store/core/keys.ts';
import { callHandler } from '../api/functions.ts';
import { checkAccount, NO_FINDINGS, readBillingData } from './billing-data.ts';
import { type FaultyShop, openFaultyShop, type Request, type Runner } from './faulty-shop.ts';
import { overdueHelpersOf } from './overdue.ts';
import { FULL_REFUND, refundHelpersOf } from './refunding.ts';
import { paymentsOf, read, sell, write } from './shop.ts';

vi.mock('../../shared/runtime/services.ts', async (original) => (await import('./test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

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
  await write(shop, (context) => updateBillingProfile(setting, { account }, context));
});
afterAll(() => shop.close());

const requestWith = (token: string): Request => ({
  handler: cancel,
  path: '/portal/subscription/cancel',
  body: { withdraw: true },
  bearer: token,
});

/** A subscription with the token of its portal. */
const subscribe = async () => {
  const { id, customerId } = await sell(shop);
  shop.sandbox.webhooks.splice(0);
  return { id, customerId, token: await createPortalToken(id) };
};

/** Due work creates the refund at the provider, whose webhook reports its outcome. */
const settleRefund = async (run: Runner): Promise<void> => {
  await shop.passTime(120);
  await shop.deliverWebhooks(run);
  await shop.passTime(120);
};

describe('a withdrawal with a fault at each call of the database and the provider', () => {
  const withdraw = async (run: Runner): Promise<string> => {
    const { customerId, token } = await subscribe();
    expect(await shop.send(run, requestWith(token))).toMatchObject({ status: 'canceled', cancellation_reason: 'withdrawn' });
    await settleRefund(run);
    return customerId;
  };

  it('is refunded once, with one credit note', () => shop.testWithFaults('a withdrawal', withdraw, { expected: FULL_REFUND }), LONG_MS);
});

describe('a withdrawal', () => {
  const click = async (token: string) => {
    const { handler, path, body } = requestWith(token);
    const { status, text } = await callHandler(handler, { method: 'POST', path, body, headers: { authorization: `Bearer ${token}` } });
    return { status, body: JSON.parse(text) };
  };

  it('by 12 clicks at the same time is refunded once, and ordered one mail', async () => {
    const { id, customerId, token } = await subscribe();
    const answers = await Promise.all(Array.from({ length: 12 }, () => click(token)));
    for (const { status, body } of answers) {
      expect(status, JSON.stringify(body)).toBe(200);
      expect(body).toMatchObject({ status: 'canceled', withdrawal: { refund_cents: 1000 } });
    }
    await settleRefund((work) => work());
    expect(await readBillingData(shop, customerId)).toEqual(FULL_REFUND);
    expect(await shop.fixture.table.get(mailKey(shop.tenant, `withdrawal#${id}`))).not.toBeNull();
  });

  it('is refunded again after its refund failed at the provider', async () => {
    const { id, customerId, token } = await subscribe();
    const [payment] = await paymentsOf(shop, customerId);
    if (payment?.providerPaymentId == null) throw new Error('The charge is missing.');
    const charge = { ...payment, providerPaymentId: payment.providerPaymentId };
    await refunds.delayRefunds(charge);
    await click(token);
    await shop.passTime(120);
    await refunds.settleRefunds(charge, 'failed');
    await shop.deliverWebhooks((work) => work());
    expect(await read(shop, subscriptionAggregate, id)).toMatchObject({ status: 'canceled' });
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
    const { id } = await subscribe();
    shop.advanceTime(18 * 86_400);
    const { status, body } = await click(await createPortalToken(id));
    expect([status, body.error.reason]).toEqual([409, 'withdrawal_not_possible']);
  });
});

describe('the billing data after these withdrawals', () => {
  it('has no unfinished work, no gaps in document numbers, and each event once', async () => {
    const { findings, eventTypes } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
    expect(eventTypes['cn']).toEqual(['credit_note.created']);
  });
});
