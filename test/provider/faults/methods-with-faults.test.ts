import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as createPortal } from '../../../functions/billing-portal/create-session.ts';
import { handler as revokePortal } from '../../../functions/billing-portal/revoke-session.ts';
import { handler as addMethod } from '../../../functions/portal/add-method.ts';
import { handler as removeMethod } from '../../../functions/portal/remove-method.ts';
import { handler as retrieve } from '../../../functions/portal/retrieve.ts';
import { handler as setDefault } from '../../../functions/portal/set-default-method.ts';
import { handler as reauthorize } from '../../../functions/subscriptions/reauthorize-payment-method.ts';
import { portalSessionAggregate } from '../../../shared/domain/portal-session/record.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { callHandler } from '../../api/functions.ts';
import { type BillingData, checkAccount, NO_FINDINGS, NO_REFUNDS } from '../billing-data.ts';
import { overdueHelpersOf } from '../overdue.ts';
import { paymentsOf, readRecord, sell, setOutcome } from '../shop.ts';
import { mandatesAtProvider } from '../wallet.ts';
import { type FaultyShop, KILLS_AFTER_CALL, openFaultyShop, type Runner, withoutFault } from './faulty-shop.ts';

vi.mock('../../../shared/runtime/services.ts', async (original) => (await import('../test-services.ts')).testServices(await original()));

const LONG_MS = 300_000;

let shop: FaultyShop;
let overdueHelpers: ReturnType<typeof overdueHelpersOf>;
beforeAll(async () => {
  shop = await openFaultyShop();
  overdueHelpers = overdueHelpersOf(shop);
});
afterAll(() => shop.close());

/** Creates a subscription and discards its webhooks. Advances the time, so that later charges sort after the first payment. */
const sellWithoutWebhooks = async () => {
  const subscription = await sell(shop);
  shop.sandbox.webhooks.splice(0);
  shop.advanceTime(1);
  return subscription;
};

/** Expected billing data after one sale. */
const SOLD: BillingData = {
  saleStatuses: ['completed', 'active'],
  payments: ['succeeded 1000'],
  providerPayments: ['paid 1000'],
  invoices: ['paid 1000'],
  ...NO_REFUNDS,
};

describe('the wallet in the portal, with a fault at each call of the database and the provider', () => {
  /** Lists the customer's payment methods. */
  const methodsOf = async (bearer: string): Promise<readonly { readonly id: string; readonly is_default: boolean }[]> => {
    const { text } = await callHandler(retrieve, {
      method: 'GET',
      path: '/portal/session',
      headers: { authorization: `Bearer ${bearer}` },
    });
    return JSON.parse(text).payment_methods.data;
  };
  const add = (run: Runner, bearer: string) => {
    const body = { method: 'creditcard', card_token: `tkn_${randomUUID()}` };
    return shop.send(run, { handler: addMethod, path: '/portal/payment_methods', body, bearer });
  };
  /** Returns the id of the default method if `isDefault`, else of the other method. */
  const idOf = async (bearer: string, isDefault: boolean): Promise<string> =>
    String((await methodsOf(bearer)).find((method) => method.is_default === isDefault)?.id);
  const makeDefault = (run: Runner, bearer: string, id: string) =>
    shop.send(run, { handler: setDefault, path: `/portal/payment_methods/${id}/default`, bearer });

  const expected: BillingData = {
    ...SOLD,
    payments: ['succeeded 1', ...SOLD.payments],
    providerPayments: ['paid 1', ...SOLD.providerPayments],
  };

  it(
    '[IDEM-10] adds one method for a customer who retries',
    () => {
      const scenario = async (run: Runner): Promise<string> => {
        const subscription = await sellWithoutWebhooks();
        const token = await overdueHelpers.createPortalToken(subscription.id);
        expect(await add(run, token)).toMatchObject({ status: 'succeeded' });
        await shop.deliverWebhooks(run);
        expect((await methodsOf(token)).map((method) => method.is_default)).toEqual([false, true]);
        expect(await mandatesAtProvider(shop, subscription.customerId)).toHaveLength(2);
        return subscription.customerId;
      };
      return shop.testWithFaults('adding a method in the portal', scenario, { expected, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );

  it(
    '[IDEM-10] changes the default method once, and removes the former default method once',
    () => {
      const scenario = async (run: Runner): Promise<string> => {
        const subscription = await sellWithoutWebhooks();
        const token = await overdueHelpers.createPortalToken(subscription.id);
        await add(withoutFault, token);
        await shop.deliverWebhooks(withoutFault);
        const [former, chosen] = [await idOf(token, true), await idOf(token, false)];
        await makeDefault(run, token, chosen);
        const path = `/portal/payment_methods/${former}`;
        await shop.send(run, { handler: removeMethod, method: 'DELETE', path, bearer: token });
        expect(await methodsOf(token)).toMatchObject([{ id: chosen, is_default: true }]);
        expect(await mandatesAtProvider(shop, subscription.customerId)).toHaveLength(1);
        return subscription.customerId;
      };
      return shop.testWithFaults('another default, and a removal', scenario, { expected, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );
});

describe('another payment method for a past due subscription, with a fault at each call of the database and the provider', () => {
  it(
    '[SUB-51] [IDEM-10] is requested once, and the open invoice is charged to it once',
    () => {
      const scenario = async (run: Runner): Promise<string> => {
        const { id, customerId, mandateId } = await overdueHelpers.createOverdue('mandate_gone');
        const path = `/v1/subscriptions/${id}/reauthorize_payment_method`;
        const body = { return_url: 'https://shop.test/account', method: 'creditcard' };
        await shop.send(run, { handler: reauthorize, path, body, bearer: shop.apiKey });
        const [verification] = (await paymentsOf(shop, customerId)).filter(({ type }) => type === 'setup');
        if (verification === undefined) throw new Error('The verification payment is missing.');
        shop.advanceTime(1);
        await setOutcome(shop, verification, 'paid');
        await shop.deliverWebhooks(run);
        const after = await readRecord(shop, subscriptionAggregate, id);
        expect(after).toMatchObject({ status: 'active', renewal: null });
        expect(after.mandateId).not.toBe(mandateId);
        return customerId;
      };
      const expected: BillingData = {
        ...SOLD,
        payments: ['succeeded 1000', 'succeeded 1', 'failed 1000', ...SOLD.payments],
        // The failed charge does not exist at the provider, which refused it because the mandate was gone.
        providerPayments: ['paid 1000', 'paid 1', ...SOLD.providerPayments],
        invoices: ['paid 1000', ...SOLD.invoices],
      };
      return shop.testWithFaults('another payment method', scenario, { expected, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );
});

describe('a portal session, with a fault at each call of the database', () => {
  it(
    '[PRT-02] [IDEM-10] is created once and revoked permanently',
    async () => {
      const { id, customerId } = await sellWithoutWebhooks();
      const listSessions = async () =>
        (await shop.fixture.store.page(portalSessionAggregate, shop.tenant, { limit: 100, by: { customerId } })).items;
      const scenario = async (run: Runner): Promise<string> => {
        const before = (await listSessions()).length;
        const body = { subscription_id: id, return_url: 'https://shop.test/account' };
        const session = await shop.send(run, { handler: createPortal, path: '/v1/billing_portal/sessions', body, bearer: shop.apiKey });
        expect(await listSessions()).toHaveLength(before + 1);
        const retrieveStatus = async () => {
          const headers = { authorization: `Bearer ${String(session.token)}` };
          return (await callHandler(retrieve, { method: 'GET', path: '/portal/session', headers })).status;
        };
        expect(await retrieveStatus()).toBe(200);
        await shop.send(run, {
          handler: revokePortal,
          path: `/v1/billing_portal/sessions/${String(session.id)}/revoke`,
          bearer: shop.apiKey,
        });
        expect(await retrieveStatus()).toBe(401);
        return customerId;
      };
      await shop.testWithFaults('a session of the portal', scenario, { expected: SOLD, faults: KILLS_AFTER_CALL });
    },
    LONG_MS,
  );
});

describe('after all work is done', () => {
  it('no record is locked, no operation is unfinished and no document number is missing', async () => {
    await shop.passTime(3600);
    const { findings } = await checkAccount(shop);
    expect(findings).toEqual(NO_FINDINGS);
  });
});
