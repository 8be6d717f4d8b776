import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalAnswer } from '../../../shared/api/errors/errors.ts';
import { type CheckoutSession, checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { beginPayment } from '../../../shared/flows/checkout/begin.ts';
import { customerPurge } from '../../../shared/flows/customers/purge.ts';
import { deletion } from '../../../shared/flows/customers/removal.ts';
import { syncPayment } from '../../../shared/flows/payments/sync.ts';
import { syncRefund } from '../../../shared/flows/refunds/settle.ts';
import { type AnyFlow, resumeOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import { reap } from '../../../shared/flows/two-phase/reaper.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { paymentAtProvider } from '../payments.ts';
import {
  beginCustomerRemoval,
  beginSale,
  createOverpayment,
  eventTypesAbout,
  handleWebhook,
  openShop,
  paymentsOf,
  readRecord,
  refundsOf,
  type Shop,
  setOutcome,
  startPayment,
} from '../shop.ts';
import { value } from '../support.ts';
import { expectSame, killAtEachCall } from './killed-store.ts';

const runner = { actor: { ...SYSTEM, type: 'api_key' as const, id: 'ak_1' }, refusalAnswer: refusalAnswer('req_1') };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const eventTypesOf = async (ids: readonly string[]): Promise<string> => (await eventTypesAbout(shop, ids)).join();

/** Processes pending refunds, as due work does. */
const processDueRefunds = async (paymentId: string): Promise<void> => {
  for (const { id, status } of await refundsOf(shop, paymentId)) if (status === 'pending') await syncRefund(shop.deps, shop.tenant, id);
};

describe('when the process is killed at any database call,', () => {
  it('a change of the payment method leaves one payment open, for the new method', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: () => beginSale(shop),
      work: (store, { sessionId }) => beginPayment({ ...shop.deps, store }, shop.tenant, sessionId, 'ideal'),
      proceed: ({ sessionId }) => startPayment(shop, sessionId, 'ideal'),
      readResult: async ({ customerId, sessionId }) => {
        const payments = await paymentsOf(shop, customerId);
        const { providerCustomerIds } = await readRecord(shop, customerAggregate, customerId);
        const providerPayments = value(await shop.sandbox.provider.listPayments(String(providerCustomerIds.sandbox)));
        return {
          payments: payments.map(({ status, paymentMethod }) => `${status} ${paymentMethod?.type}`).sort(),
          providerPayments: providerPayments.map(({ status, method }) => `${status} ${method}`).sort(),
          session: (await readRecord<CheckoutSession>(shop, checkoutSessionAggregate, sessionId)).status,
        };
      },
    });
    expectSame(results, 8);
    expect(results.at(-1)).toEqual({
      payments: ['canceled creditcard', 'pending ideal'],
      providerPayments: ['canceled creditcard', 'open ideal'],
      session: 'open',
    });
  }, 120_000);

  it('[EVT-41] an overpayment is refunded once', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: () => createOverpayment(shop),
      work: (store, { first }) => syncPayment({ ...shop.deps, store }, shop.tenant, first.id, first.providerPaymentId),
      proceed: async ({ first }) => {
        await handleWebhook(shop, first);
        await processDueRefunds(first.id);
      },
      readResult: async ({ first }) => {
        const refunds = await refundsOf(shop, first.id);
        return {
          refunds: refunds.map(({ status }) => status),
          refundedAtProvider: (await paymentAtProvider(shop, first)).refundedCents,
          eventTypes: await eventTypesOf([first.id, ...refunds.map(({ id }) => id)]),
        };
      },
    });
    expectSame(results, 5);
    expect(results.at(-1)).toMatchObject({ refunds: ['succeeded'], refundedAtProvider: 1000 });
  }, 120_000);

  it('the first of two payments completes the session if it is paid, and the second is canceled', async () => {
    const results = await killAtEachCall(shop.fixture.store, {
      prepare: async () => {
        const sale = await beginSale(shop);
        shop.sandbox.refuse(({ method, path }) => (method === 'DELETE' && path.startsWith('/v2/payments/') ? 'Cannot be canceled' : null));
        const second = await startPayment(shop, sale.sessionId, 'ideal');
        shop.sandbox.refuse(() => null);
        await setOutcome(shop, sale.first, 'paid');
        return { ...sale, second };
      },
      work: (store, { first }) => syncPayment({ ...shop.deps, store }, shop.tenant, first.id, first.providerPaymentId),
      proceed: ({ first }) => handleWebhook(shop, first),
      readResult: async ({ sessionId, first, second, customerId }) => ({
        providerPayments: [(await paymentAtProvider(shop, first)).status, (await paymentAtProvider(shop, second)).status],
        payments: (await paymentsOf(shop, customerId)).map(({ status }) => status).sort(),
        isPaidByFirst: (await readRecord<CheckoutSession>(shop, checkoutSessionAggregate, sessionId)).paymentId === first.id,
      }),
    });
    expectSame(results, 5);
    expect(results.at(-1)).toEqual({ providerPayments: ['paid', 'canceled'], payments: ['canceled', 'succeeded'], isPaidByFirst: true });
  }, 120_000);

  it.each([
    ['deletion', deletion],
    ['purge', customerPurge],
  ] as const)(
    'the %s of a customer with an open checkout is completed, and the checkout expires',
    async (_name, flow: AnyFlow) => {
      const results = await killAtEachCall(shop.fixture.store, {
        prepare: async () => {
          const sale = await beginSale(shop);
          return { ...sale, operationId: await beginCustomerRemoval(shop, flow, sale.customerId) };
        },
        work: (store, { operationId }) => resumeOperation({ ...shop.deps, store }, shop.tenant, flow, operationId, runner),
        proceed: ({ operationId }) => reap(shop.deps, shop.tenant, operationId),
        readResult: async ({ customerId, sessionId, first }) => {
          const { deletedAt, lockedBy, name, closedForSale } = await readRecord(shop, customerAggregate, customerId);
          return {
            customer: { deleted: deletedAt !== null, lockedBy, name, closedForSale },
            session: (await readRecord<CheckoutSession>(shop, checkoutSessionAggregate, sessionId)).status,
            statusAtProvider: (await paymentAtProvider(shop, first)).status,
            eventTypes: await eventTypesOf([customerId, sessionId]),
          };
        },
      });
      expectSame(results, 10);
      expect(results.at(-1)).toMatchObject({
        customer: { deleted: true, lockedBy: null },
        session: 'expired',
        statusAtProvider: 'canceled',
      });
    },
    120_000,
  );
});
