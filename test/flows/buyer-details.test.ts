import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { saveBuyerDetails } from '../../shared/flows/checkout/buyer-details.ts';
import { eventTypesAbout, newBuyer, openSession, openShop, paymentsOf, readRecord, type Shop, startPayment } from '../provider/shop.ts';

/** Optional details that the buyers of this test do not enter. */
const NOT_ENTERED = { address: null, buyerReference: null, electronicAddress: null, language: null };

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
}, 120_000);
afterAll(() => shop.close());

const UNKNOWN = { name: null, email: null, countryCode: null };
/** A valid VAT number, different for each index. */
const vatNumberOf = (index: number) => ({ number: { prefix: 'DE', digits: `${index}00` }, name: null });

const BUYERS = 20;
const SESSIONS_PER_BUYER = 10;

describe('buyer details', () => {
  it('are saved once per buyer, with one event, by 200 concurrent requests of one account', async () => {
    const buyers = await Promise.all(Array.from({ length: BUYERS }, () => newBuyer(shop, UNKNOWN)));
    const sessions = await Promise.all(
      buyers.flatMap(({ id }) => Array.from({ length: SESSIONS_PER_BUYER }, () => openSession(shop, { customerId: id }))),
    );
    const refusals = await Promise.all(
      sessions.map(({ id }, index) =>
        saveBuyerDetails(shop.deps, shop.tenant, id, {
          name: `Ada ${index}`,
          email: `ada${index}@example.com`,
          countryCode: 'DE',
          vat: vatNumberOf(index),
          ...NOT_ENTERED,
        }),
      ),
    );
    expect(refusals.filter((refusal) => refusal !== null)).toEqual([]);
    for (const [index, { id }] of buyers.entries()) {
      const { name, email, countryCode, vatNumber } = await readRecord(shop, customerAggregate, id);
      // One of the buyer's requests was saved, with all its fields.
      const sessionIndex = Number(/\d+/.exec(String(name))?.[0]);
      expect([Math.floor(sessionIndex / SESSIONS_PER_BUYER), email, countryCode, vatNumber]).toEqual([
        index,
        `ada${sessionIndex}@example.com`,
        'DE',
        `DE${sessionIndex}00`,
      ]);
      expect(await eventTypesAbout(shop, [id])).toEqual(['customer.updated']);
    }
  }, 180_000);

  it('are saved while a payment starts, and the country cannot be changed during the payment', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id: customerId } = await newBuyer(shop, UNKNOWN);
      const { id } = await openSession(shop, { customerId });
      const details = { name: 'Ada', email: null, countryCode: 'DE', vat: null, ...NOT_ENTERED };
      const [payment, refusal] = await Promise.all([
        startPayment(shop, id, 'creditcard'),
        saveBuyerDetails(shop.deps, shop.tenant, id, details),
      ]);
      expect([payment.status, refusal]).toEqual(['pending', null]);
      expect(await paymentsOf(shop, customerId)).toHaveLength(1);
      expect((await readRecord(shop, customerAggregate, customerId)).name).toBe('Ada');
      // With another country, later charges would be taxed differently.
      await saveBuyerDetails(shop.deps, shop.tenant, id, {
        name: null,
        email: 'ada@example.com',
        countryCode: 'FR',
        vat: null,
        ...NOT_ENTERED,
      });
      expect((await readRecord(shop, customerAggregate, customerId)).countryCode).not.toBe('FR');
    }
  }, 120_000);
});
