import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusalAnswer } from '../../../shared/api/errors/errors.ts';
import { checkoutSessionAggregate } from '../../../shared/domain/checkout-session/record.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { Subscription } from '../../../shared/domain/subscription/types.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { customerPurge } from '../../../shared/flows/customers/purge.ts';
import { deletion } from '../../../shared/flows/customers/removal.ts';
import { loadAll } from '../../../shared/flows/load/records.ts';
import { type AnyFlow, type OperationResult, resumeOperation } from '../../../shared/flows/two-phase/provider-write.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import {
  beginCustomerRemoval,
  beginSale,
  handleWebhook,
  openSession,
  openShop,
  readRecord,
  refundsOf,
  type Shop,
  setOutcome,
  startPayment,
} from '../shop.ts';
import { value } from '../support.ts';

const runner = { actor: { ...SYSTEM, type: 'api_key' as const, id: 'ak_1' }, refusalAnswer: refusalAnswer('req_1') };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const finish = (flow: AnyFlow, operationId: string): Promise<OperationResult> =>
  resumeOperation(shop.deps, shop.tenant, flow, operationId, runner);

const subscriptionsOf = (customerId: string): Promise<readonly Subscription[]> =>
  loadAll(shop.fixture.store, subscriptionAggregate, shop.tenant, { customerId });

const mandatesOf = async (customerId: string) => {
  const { providerCustomerIds } = await readRecord(shop, customerAggregate, customerId);
  return value(await shop.sandbox.provider.listMandates(String(providerCustomerIds.sandbox)));
};

const beginSaleFor = async (customerId: string) => {
  const session = await openSession(shop, { customerId });
  return startPayment(shop, session.id, 'creditcard');
};

describe.each([
  ['deletion', deletion],
  ['purge', customerPurge],
] as const)('the %s of a customer', (_name, flow: AnyFlow) => {
  it('[CUS-13] who has just paid is refused before anything is removed at the provider', async () => {
    const { customerId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'paid');
    expect(await finish(flow, await beginCustomerRemoval(shop, flow, customerId))).toMatchObject({
      kind: 'refused',
      refusal: { code: 'state_conflict' },
    });
    expect((await mandatesOf(customerId)).map(({ status }) => status)).toEqual(['valid']);
    expect((await subscriptionsOf(customerId)).map(({ status }) => status)).toEqual(['active']);
    expect(await readRecord(shop, customerAggregate, customerId)).toMatchObject({
      name: 'Buyer',
      deletedAt: null,
      lockedBy: null,
      closedForSale: false,
    });
  });

  it('with a pending payment is refused, also when repeated', async () => {
    const { customerId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'pending');
    const refused = { kind: 'refused', refusal: { code: 'operation_pending', reason: 'payment_processing' } };
    expect(await finish(flow, await beginCustomerRemoval(shop, flow, customerId))).toMatchObject(refused);
    expect(await finish(flow, await beginCustomerRemoval(shop, flow, customerId))).toMatchObject(refused);
  });

  it('waits while the provider does not respond, and is refused when the provider reports the payment', async () => {
    const { customerId, sessionId, first } = await beginSale(shop);
    const depsWithoutProvider = { ...shop.deps, baseUrl: 'http://127.0.0.1:9' };
    const id = await beginCustomerRemoval(shop, flow, customerId);
    expect(await resumeOperation(depsWithoutProvider, shop.tenant, flow, id, runner)).toEqual({ kind: 'no_response' });
    expect((await readRecord(shop, checkoutSessionAggregate, sessionId)).status).toBe('open');
    await setOutcome(shop, first, 'paid');
    expect(await finish(flow, id)).toMatchObject({ kind: 'refused' });
    expect((await subscriptionsOf(customerId)).map(({ status }) => status)).toEqual(['active']);
  });

  it('refunds a payment that succeeds when it is too late to refuse the removal', async () => {
    const { customerId, first } = await beginSale(shop);
    // The card payment cannot be canceled, so it can be paid while the mandates are revoked.
    let isPaid = false;
    shop.sandbox.refuse(({ method, path }) => {
      if (method === 'DELETE' && path.startsWith('/v2/payments/')) return 'The payment cannot be canceled';
      return null;
    });
    const deps = {
      ...shop.deps,
      store: {
        ...shop.fixture.store,
        run: (async (unit: Parameters<typeof shop.fixture.store.run>[0]) => {
          const outcome = await shop.fixture.store.run(unit);
          const customer = await readRecord(shop, customerAggregate, customerId);
          if (customer.closedForSale && !isPaid) {
            isPaid = true;
            await setOutcome(shop, first, 'paid');
            await handleWebhook(shop, first);
          }
          return outcome;
        }) as typeof shop.fixture.store.run,
      },
    };
    const finished = await resumeOperation(deps, shop.tenant, flow, await beginCustomerRemoval(shop, flow, customerId), runner);
    shop.sandbox.refuse(() => null);
    expect(isPaid).toBe(true);
    expect(finished).toMatchObject({ kind: 'answered', answer: { deleted: true } });
    expect(await subscriptionsOf(customerId)).toEqual([]);
    expect((await refundsOf(shop, first.id)).map(({ status, amountCents }) => [status, amountCents])).toEqual([['succeeded', 1000]]);
  });
});

describe('a removal that the provider refuses', () => {
  it('lets the customer buy again, even if a second process continues the removal', async () => {
    const { customerId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'failed');
    await handleWebhook(shop, first);
    const id = await beginCustomerRemoval(shop, deletion, customerId);
    // The second process reads the operation before the first process ends it.
    let hasEnded = false;
    const delayedStore: Store = {
      ...shop.fixture.store,
      page: async (...args) => {
        if (!hasEnded) {
          hasEnded = true;
          shop.sandbox.refuse(({ path }) => (path.includes('/mandates') ? 'No' : null), 401);
          expect(await finish(deletion, id)).toMatchObject({ kind: 'refused' });
          shop.sandbox.refuse(() => null);
        }
        return shop.fixture.store.page(...args);
      },
    };
    const requestCount = shop.sandbox.requests.length;
    expect(await resumeOperation({ ...shop.deps, store: delayedStore }, shop.tenant, deletion, id, runner)).toEqual({ kind: 'gone' });
    expect(await readRecord(shop, customerAggregate, customerId)).toMatchObject({ lockedBy: null, closedForSale: false, deletedAt: null });
    // The refused request of the first process. The second process sent none.
    expect(
      shop.sandbox.requests
        .slice(requestCount)
        .filter(({ path }) => path.includes('/mandates'))
        .map(({ method }) => method),
    ).toEqual(['GET']);
    const payment = await beginSaleFor(customerId);
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    expect((await subscriptionsOf(customerId)).map(({ status }) => status)).toEqual(['active']);
  });

  it('lets the customer buy again', async () => {
    const { customerId, first } = await beginSale(shop);
    await setOutcome(shop, first, 'failed');
    await handleWebhook(shop, first);
    shop.sandbox.refuse(({ path }) => (path.includes('/mandates') ? 'No' : null), 401);
    expect(await finish(deletion, await beginCustomerRemoval(shop, deletion, customerId))).toMatchObject({
      kind: 'refused',
      refusal: { reason: 'provider_refused' },
    });
    shop.sandbox.refuse(() => null);
    expect(await readRecord(shop, customerAggregate, customerId)).toMatchObject({ lockedBy: null, closedForSale: false, deletedAt: null });
    const payment = await beginSaleFor(customerId);
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    expect((await subscriptionsOf(customerId)).map(({ status }) => status)).toEqual(['active']);
  });
});

it('a pending removal prevents new checkouts of the customer', async () => {
  const { customerId } = await beginSale(shop);
  const id = await beginCustomerRemoval(shop, deletion, customerId);
  await expect(openSession(shop, { customerId })).rejects.toThrow('not finished');
  await finish(deletion, id);
});
