import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { beginSale, callBack, openShop, paidTwice, paymentsOf, read, refundsOf, type Shop } from './shop.ts';
import { value } from './support.ts';

const MANY = 12;

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const inTurn = async <T>(count: number, make: () => Promise<T>): Promise<readonly T[]> => {
  const made: T[] = [];
  while (made.length < count) made.push(await make());
  return made;
};

describe(`${MANY} at once of one account`, () => {
  it('[EVT-41] overpayments are all returned, none twice', async () => {
    const sales = await inTurn(MANY, () => paidTwice(shop));
    await Promise.all(sales.flatMap(({ first }) => [callBack(shop, first), callBack(shop, first)]));
    for (const { first } of sales) {
      expect((await refundsOf(shop, first.id)).map(({ status }) => status)).toEqual(['succeeded']);
      const there = value(await shop.sandbox.provider.getPayment(String(first.providerPaymentId)));
      expect(there.refundedCents).toBe(first.amountCents);
    }
  });

  it('switches of one session leave one payment open at the provider, and ours is that one', async () => {
    const { sessionId, customerId } = await beginSale(shop);
    const methods = ['ideal', 'creditcard', 'directdebit'] as const;
    const switches = Array.from({ length: MANY }, (_, index) =>
      beginPayment(shop.deps, shop.tenant, sessionId, String(methods[index % methods.length])),
    );
    expect((await Promise.all(switches)).map(({ kind }) => kind)).not.toContain('unavailable');
    await beginPayment(shop.deps, shop.tenant, sessionId, 'ideal');
    const { providerCustomerIds } = await read(shop, customerAggregate, customerId);
    const there = value(await shop.sandbox.provider.listPayments(String(providerCustomerIds.sandbox)));
    const ours = (await paymentsOf(shop, customerId)).filter(({ status }) => status === 'pending');
    expect(there.filter(({ status }) => status === 'open').map(({ id }) => id)).toEqual(
      ours.map(({ providerPaymentId }) => providerPaymentId),
    );
    expect(ours).toHaveLength(1);
  });
});
