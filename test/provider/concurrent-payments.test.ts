import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { beginSale, createOverpayment, handleWebhook, openShop, paymentsOf, readRecord, refundsOf, type Shop } from './shop.ts';
import { value } from './support.ts';

const CONCURRENT = 12;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Calls `create` `count` times, one after the other. */
const sequentially = async <T>(count: number, create: () => Promise<T>): Promise<readonly T[]> => {
  const created: T[] = [];
  while (created.length < count) created.push(await create());
  return created;
};

describe('with many concurrent calls of one account,', () => {
  it('[EVT-41] two webhooks for each overpayment refund it once', async () => {
    const sales = await sequentially(CONCURRENT, () => createOverpayment(shop));
    await Promise.all(sales.flatMap(({ first }) => [handleWebhook(shop, first), handleWebhook(shop, first)]));
    for (const { first } of sales) {
      expect((await refundsOf(shop, first.id)).map(({ status }) => status)).toEqual(['succeeded']);
      const providerPayment = value(await shop.sandbox.provider.getPayment(String(first.providerPaymentId)));
      expect(providerPayment.refundedCents).toBe(first.amountCents);
    }
  });

  it('requests for different methods in one session result in one open payment, the same in the service and at the provider', async () => {
    const { sessionId, customerId } = await beginSale(shop);
    const methods = ['ideal', 'creditcard', 'directdebit'] as const;
    const switches = Array.from({ length: CONCURRENT }, (_, index) =>
      beginPayment(shop.deps, shop.tenant, sessionId, String(methods[index % methods.length])),
    );
    expect((await Promise.all(switches)).map(({ kind }) => kind)).not.toContain('unavailable');
    // It can happen that all concurrent requests are refused, so the buyer chooses once more.
    await beginPayment(shop.deps, shop.tenant, sessionId, 'ideal');
    const { providerCustomerIds } = await readRecord(shop, customerAggregate, customerId);
    const providerPayments = value(await shop.sandbox.provider.listPayments(String(providerCustomerIds.sandbox)));
    const pending = (await paymentsOf(shop, customerId)).filter(({ status }) => status === 'pending');
    expect(providerPayments.filter(({ status }) => status === 'open').map(({ id }) => id)).toEqual(
      pending.map(({ providerPaymentId }) => providerPaymentId),
    );
    expect(pending).toHaveLength(1);
  });
});
