import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as confirmOneShot } from '../../../functions/checkout-element/confirm-one-shot.ts';
import { handler as createOneShot } from '../../../functions/one-shot-payments/create.ts';
import { type BillingData, checkAccount, NO_FINDINGS, NO_REFUNDS } from '../billing-data.ts';
import { type FaultyShop, KILLS, KILLS_AFTER_CALL, openFaultyShop, type Runner, STALLS, withoutFault } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;
const URLS = { success_url: 'https://shop.test/ok', cancel_url: 'https://shop.test/no' };
const TERMS = { amount_cents: 15_000, currency: 'EUR', description: 'Workshop', customer_email: 'ada@example.com', country: 'NL' };

let shop: FaultyShop;
beforeAll(async () => {
  shop = await openFaultyShop();
});
afterAll(() => shop.close());

const openOneShot = async (run: Runner, overrides: object) => {
  const body = { ...TERMS, ...URLS, ...overrides };
  const oneShot = await shop.send(run, { handler: createOneShot, path: '/v1/checkout/one_shot', body, bearer: shop.apiKey });
  return { id: String(oneShot.id), customerId: String(oneShot.customer_id), url: oneShot.url, secret: String(oneShot.client_secret) };
};

const confirm = (run: Runner, { id, secret }: Awaited<ReturnType<typeof openOneShot>>, body: object) =>
  shop.send(run, { handler: confirmOneShot, path: `/v1/checkout/one_shot/${id}/confirm`, body, bearer: secret });

const SOLD: BillingData = {
  saleStatuses: ['succeeded'],
  payments: ['succeeded 15000'],
  providerPayments: ['paid 15000'],
  invoices: ['paid 15000'],
  ...NO_REFUNDS,
};

describe('a one-off payment with a fault at each call of the database and the provider', () => {
  const buy = async (run: Runner) => {
    const oneShot = await openOneShot(run, { payment_method: 'creditcard' });
    await shop.payOnHostedPage(run, oneShot);
    await shop.settle(run, oneShot.id);
    return oneShot.customerId;
  };

  it(
    '[IDEM-02] is opened, paid and invoiced once',
    () => shop.testWithFaults('a one-off payment', buy, { expected: SOLD, faults: KILLS }),
    LONG_MS,
  );

  it(
    '[IDEM-02] is paid once by a buyer who retries while the first try stalls',
    () => shop.testWithFaults('a one-off payment that stalls', buy, { expected: SOLD, faults: STALLS }),
    LONG_MS,
  );

  it(
    '[IDEM-10] is confirmed once with iDEAL',
    () => {
      const scenario = async (run: Runner) => {
        const oneShot = await openOneShot(withoutFault, { ui_mode: 'embedded' });
        await confirm(run, oneShot, { method: 'ideal' });
        await shop.settle(run, oneShot.id);
        return oneShot.customerId;
      };
      return shop.testWithFaults('a confirmed one-off payment', scenario, { expected: SOLD, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );

  it(
    '[IDEM-10] is confirmed once with a card if the webhook of the payment arrives before the retry',
    () => {
      const scenario = async (run: Runner) => {
        const oneShot = await openOneShot(withoutFault, { ui_mode: 'embedded' });
        await confirm(run, oneShot, { method: 'creditcard', card_token: `tkn_${oneShot.id.slice(4)}` });
        await shop.deliverWebhooks(run);
        return oneShot.customerId;
      };
      const options = { expected: SOLD, faults: KILLS_AFTER_CALL, beforeRetry: () => shop.deliverWebhooks(withoutFault) };
      return shop.testWithFaults('a one-off payment by card', scenario, options);
    },
    LONG_MS,
  );
});

describe('the billing data after these one-off payments', () => {
  it('has no unfinished work, no gaps in document numbers, and each event once', async () => {
    const { findings, documents, eventTypes } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
    expect(documents.invoices).toBeGreaterThan(80);
    expect(eventTypes).toMatchObject({
      cus: ['customer.created'],
      osp: ['one_shot_payment.succeeded'],
      pay: ['payment.succeeded'],
      inv: ['invoice.created invoice.paid'],
    });
  });
});
