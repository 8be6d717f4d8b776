import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { CUSTOMER_REPRICING } from '../../shared/domain/customer/repricing.ts';
import { pendingOperationAggregate } from '../../shared/domain/pending-operation/record.ts';
import { subscriptionAggregate } from '../../shared/domain/subscription/view.ts';
import { createTaxRate } from '../../shared/domain/tax-rate/create.ts';
import { beginPayment } from '../../shared/flows/checkout/begin.ts';
import { saveBuyerDetails } from '../../shared/flows/checkout/buyer-details.ts';
import { loadPayableView } from '../../shared/flows/checkout/view.ts';
import { fetchPayable } from '../../shared/flows/load/records.ts';
import { buyersOf, CARD } from '../provider/buyers.ts';
import {
  eventTypesAbout,
  handleWebhook,
  newBuyer,
  openSession,
  openShop,
  paymentsOf,
  readRecord,
  type Shop,
  sell,
  setOutcome,
  startPayment,
  writeDecision,
} from '../provider/shop.ts';
import { updateRecord } from '../store/support.ts';

let shop: Shop;
let buyers: ReturnType<typeof buyersOf>;
// The account adds tax to its prices, and has a tax rate for Germany only.
beforeAll(async () => {
  shop = await openShop();
  buyers = buyersOf(shop);
  const { fixture, tenant } = shop;
  await updateRecord(fixture.store, tenant, accountAggregate, tenant.accountId, () => ({ taxBehavior: 'exclusive' as const }));
  await writeDecision(shop, (context) => createTaxRate({ countryCode: 'DE', rateBasisPoints: 1900 }, null, context));
}, 120_000);
afterAll(() => shop.close());

const UNKNOWN = { countryCode: null };
const countryOf = async (customerId: string): Promise<string | null> => (await readRecord(shop, customerAggregate, customerId)).countryCode;
const nextCharge = async ({ id }: { readonly id: string }) => (await readRecord(shop, subscriptionAggregate, id)).nextChargeAmountCents;
const repricedCustomers = async (): Promise<readonly unknown[]> => {
  const { items } = await shop.fixture.store.page(pendingOperationAggregate, shop.tenant, { limit: 100 });
  return items.filter(({ record }) => record.kind === CUSTOMER_REPRICING).map(({ record }) => record.input.customer_id);
};
const germanSession = async (overrides: Partial<Customer> = UNKNOWN) => {
  const { id: customerId } = await newBuyer(shop, overrides);
  return openSession(shop, { customerId, country: 'DE' });
};

describe('the country of a hosted session', () => {
  it('decides the tax and the payment methods on the checkout page, which does not ask for the country', async () => {
    const session = await germanSession();
    const view = await loadPayableView(shop.deps, shop.tenant, session);
    expect(view).toMatchObject({
      countryCode: 'DE',
      awaitsTax: false,
      requiresCountry: false,
      taxRate: { rateBasisPoints: 1900 },
      firstCharge: { amountCents: 1190 },
      missingDetails: { countryCode: false },
    });
    expect(view?.methods).not.toContain('ideal');
  });

  it('decides the tax of the payment and of later charges, and is stored in the customer', async () => {
    const { id, customerId } = await germanSession();
    const payment = await startPayment(shop, id, 'creditcard');
    expect(payment).toMatchObject({ amountCents: 1190, parties: { buyer: { countryCode: 'DE' } } });
    expect(await countryOf(customerId)).toBe('DE');
    expect(await eventTypesAbout(shop, [customerId])).toEqual(['customer.updated']);
    await setOutcome(shop, payment, 'paid');
    await handleWebhook(shop, payment);
    const paid = await fetchPayable(shop.fixture.store, shop.tenant, id);
    expect(await nextCharge({ id: String(paid !== null && 'subscriptionId' in paid && paid.subscriptionId) })).toBe(1190);
  });

  it('is stored with the details that the buyer enters; the country among these details is ignored', async () => {
    const { id, customerId } = await germanSession({ ...UNKNOWN, name: null });
    const entered = { name: 'Ada', email: null, countryCode: 'FR', vat: null, address: null };
    const details = { ...entered, buyerReference: null, electronicAddress: null, language: null };
    expect(await saveBuyerDetails(shop.deps, shop.tenant, id, details)).toBeNull();
    expect(await readRecord(shop, customerAggregate, customerId)).toMatchObject({ name: 'Ada', countryCode: 'DE' });
  });

  it('is not used if the customer already has a country', async () => {
    const { id, customerId } = await germanSession({ countryCode: 'NL' });
    expect(await startPayment(shop, id, 'creditcard')).toMatchObject({ amountCents: 1000 });
    expect(await countryOf(customerId)).toBe('NL');
  });

  it('is not stored, and no payment starts, while the customer is being removed', async () => {
    const { id, customerId } = await germanSession();
    await updateRecord(shop.fixture.store, shop.tenant, customerAggregate, customerId, () => ({ lockedBy: 'op_1' }));
    expect(await beginPayment(shop.deps, shop.tenant, id, 'creditcard')).toMatchObject({
      kind: 'refused',
      refusal: { code: 'operation_pending' },
    });
    expect(await paymentsOf(shop, customerId)).toEqual([]);
  });
});

describe('a country that a payment attempt stores in the customer', () => {
  it.each([
    [
      'the country of a hosted session',
      async (customerId: string) => {
        const { id } = await openSession(shop, { customerId, country: 'DE' });
        await startPayment(shop, id, 'creditcard');
      },
    ],
    [
      'the country entered in the payment element',
      async (customerId: string) => {
        const { id } = await openSession(shop, { customerId, uiMode: 'embedded' });
        await buyers.confirmOrThrow(id, { ...CARD, country: 'DE' });
      },
    ],
  ])('changes the next charges of the customer’s subscriptions: %s', async (_what, start) => {
    const subscription = await sell(shop, UNKNOWN);
    expect(await nextCharge(subscription)).toBe(1000);
    await start(subscription.customerId);
    expect(await nextCharge(subscription)).toBe(1190);
    expect((await eventTypesAbout(shop, [subscription.id])).slice(1)).toEqual(['subscription.updated']);
    // An operation that reprices the customer again is pending, in case the request crashed or the index was not current.
    expect(await repricedCustomers()).toContain(subscription.customerId);
  });
});
