import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountAggregate } from '../../shared/domain/account/record.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { createTaxRate } from '../../shared/domain/tax-rate/create.ts';
import { amountDueTodayOf, loadPayableView } from '../../shared/flows/checkout/view.ts';
import { customerPurge } from '../../shared/flows/customers/purge.ts';
import { fetchPayable } from '../../shared/flows/load/records.ts';
import { reap } from '../../shared/flows/two-phase/reaper.ts';
import { updateRecord } from '../store/support.ts';
import {
  beginCustomerRemoval,
  beginOneShot,
  beginSale,
  handleWebhook,
  latestPaymentOf,
  openShop,
  paymentsOf,
  readRecord,
  type Shop,
  setOutcome,
  writeDecision,
} from './shop.ts';

let shop: Shop;
// The account has a VAT number, and a tax rate of 19 % for Germany.
beforeAll(async () => {
  shop = await openShop();
  const { fixture, tenant } = shop;
  await updateRecord(fixture.store, tenant, accountAggregate, tenant.accountId, () => ({ vatId: 'NL000099998B57' }));
  await writeDecision(shop, (context) => createTaxRate({ countryCode: 'DE', rateBasisPoints: 1900 }, null, context));
}, 120_000);
afterAll(() => shop.close());

const BUSINESS = { countryCode: 'DE', vatNumber: 'DE123456789', vatName: 'Falk GmbH', vatVerifiedAt: 1 };

const updateCustomer = (customerId: string, fields: Partial<Customer>) =>
  updateRecord(shop.fixture.store, shop.tenant, customerAggregate, customerId, () => fields);

/** Returns the amount that the buyer is shown, in cents. */
const shownAmount = async (payableId: string): Promise<number> => {
  const payable = await fetchPayable(shop.fixture.store, shop.tenant, payableId);
  const view = payable === null ? null : await loadPayableView(shop.deps, shop.tenant, payable);
  if (view === null) throw new Error('The view is missing.');
  return amountDueTodayOf(view).amountCents;
};

describe('a buyer whose tax details change after a payment was started', () => {
  it('is shown, charged and invoiced the amount from the start of the payment', async () => {
    const { customerId, sessionId, first } = await beginSale(shop, BUSINESS);
    await updateCustomer(customerId, { vatNumber: null, vatName: null, vatVerifiedAt: null });
    // 10.00 EUR without the included tax of 19 %.
    expect([first.amountCents, await shownAmount(sessionId)]).toEqual([840, 840]);
    await setOutcome(shop, first, 'paid');
    await handleWebhook(shop, first);
    const { invoiceId } = await readRecord(shop, paymentAggregate, first.id);
    const invoice = await readRecord(shop, invoiceAggregate, String(invoiceId));
    expect(invoice).toMatchObject({ reverseCharge: true, totalCents: 840, buyer: { vatNumber: 'DE123456789', vatName: 'Falk GmbH' } });
  });

  it('is shown the amount with the new details after the payment failed', async () => {
    const { customerId, id, payment } = await beginOneShot(shop, { uiMode: 'embedded', paymentMethod: null, amountCents: 11_900 });
    expect(await shownAmount(id)).toBe(11_900);
    await setOutcome(shop, payment, 'failed');
    await handleWebhook(shop, payment);
    await updateCustomer(customerId, BUSINESS);
    expect(await shownAmount(id)).toBe(10_000);
  });
});

describe('a purged customer', () => {
  it('is erased from payments that were not completed', async () => {
    const { customerId, sessionId } = await beginSale(shop, { name: 'Ada Purged', email: 'ada@purged.example' });
    expect((await latestPaymentOf(shop, sessionId)).parties?.buyer.email).toBe('ada@purged.example');
    await reap(shop.deps, shop.tenant, await beginCustomerRemoval(shop, customerPurge, customerId));
    const payments = await paymentsOf(shop, customerId);
    expect(payments).toMatchObject([{ status: 'canceled', parties: null }]);
    expect(JSON.stringify(payments)).not.toMatch(/Purged|purged/);
  });
});
