import { describe, expect, it } from 'vitest';
import { type Account, accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { billingHoldAggregate } from '../../shared/domain/billing-hold/record.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { NO_BUYER_E_INVOICING, NO_SELLER_E_INVOICING } from '../../shared/domain/e-invoice/settings.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { type PaymentStatus, paymentAggregate } from '../../shared/domain/payment/record.ts';
import { priceAggregate } from '../../shared/domain/price/record.ts';
import { nextBillingStep } from '../../shared/domain/subscription/state.ts';
import { loadActivationFacts, loadAttentionFacts } from '../../shared/flows/accounts/facts.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { newBilling } from '../domain/billing.ts';
import { lastInvoice } from '../domain/renewals.ts';
import { memoryFixture, updateRecord, writeChanges } from '../store/support.ts';
import { createRate, sellerAccount, storeSubscription } from './support.ts';

/** More records than one read contains. */
const MANY = 110;

/** A tenant in test mode, and ids that sort by their creation. */
const openTenant = () => {
  const fixture = memoryFixture();
  const tenant = fixture.tenant();
  const ids = idSource(() => fixture.clock.nowMs);
  const storeAccount = () => writeChanges(fixture.store, tenant, [change(accountAggregate, null, sellerAccount(tenant))]);
  return { fixture, store: fixture.store, tenant, storeAccount, nextId: (prefix: string) => ids.next(prefix) };
};

describe('facts about an account', () => {
  it('include a paid test payment that is older than a hundred failed ones', async () => {
    const { store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    const billing = newBilling();
    const { payment } = billing.attempt(billing.open().id);
    const put = (status: PaymentStatus) =>
      writeChanges(store, tenant, [change(paymentAggregate, null, { ...payment, id: nextId('pay_'), status })]);
    await put('succeeded');
    for (let count = 0; count < MANY; count += 1) await put('failed');
    expect((await loadActivationFacts(store, tenant)).hasTestPayment).toBe(true);
  });

  it('count a renewal on hold even if a hundred obsolete holds are listed before it', async () => {
    const { fixture, store, tenant } = openTenant();
    const subscription = await storeSubscription(fixture, tenant, {});
    const step = nextBillingStep(subscription);
    if (step === null) throw new Error('The subscription is not renewed.');
    const { periodEnd, attempt } = step;
    const hold = { id: subscription.id, created: 1, periodEnd, attempt, reason: 'test' };
    await writeChanges(store, tenant, [change(billingHoldAggregate, null, hold)]);
    for (let count = 0; count < MANY; count += 1) {
      await writeChanges(store, tenant, [change(billingHoldAggregate, null, { ...hold, id: `sub_zz${count}` })]);
    }
    expect((await loadAttentionFacts(store, tenant, fixture.clock.nowMs)).billingHolds).toBe(1);
  });

  it('count a customer without reverse charge even if a hundred customers of the seller’s country were created before', async () => {
    const { fixture, store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    const { record } = newBilling().catalogue.customer;
    const registered = (countryCode: string, vatNumber: string) => ({
      ...record,
      id: nextId('cus_'),
      countryCode,
      vatNumber,
      vatVerifiedAt: record.created,
    });
    for (let count = 0; count < MANY; count += 1) {
      await writeChanges(store, tenant, [change(customerAggregate, null, registered('NL', 'NL123456789B01'))]);
    }
    await writeChanges(store, tenant, [change(customerAggregate, null, registered('DE', 'DE123456789'))]);
    expect((await loadAttentionFacts(store, tenant, fixture.clock.nowMs)).customersWithoutReverseCharge).toBe(1);
  });

  const taxedInvoice = (): Invoice => {
    const billing = newBilling();
    billing.taxRate = { rateBasisPoints: 2100, displayName: null };
    billing.subscribe();
    return lastInvoice(billing);
  };

  const invoiceTo = (countryCode: string, fields: Partial<Invoice>): Invoice => {
    const billing = newBilling();
    billing.subscribe();
    const invoice = lastInvoice(billing);
    return { ...invoice, buyer: { ...invoice.buyer, countryCode }, ...fields };
  };

  it('name the countries that have untaxed sales but no tax rate, unless the tax mode is eu_oss', async () => {
    const { fixture, store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    const sell = (countryCode: string) =>
      writeChanges(store, tenant, [change(invoiceAggregate, null, invoiceTo(countryCode, { id: nextId('inv_'), tax: [] }))]);
    for (const country of ['FR', 'DE', 'US', 'FR']) await sell(country);
    const untaxed = async () => (await loadAttentionFacts(store, tenant, fixture.clock.nowMs)).untaxedCountries;
    expect(await untaxed()).toEqual(['DE', 'FR']);
    await createRate(store, tenant, { countryCode: 'DE', rateBasisPoints: 1900 });
    expect(await untaxed()).toEqual(['FR']);
    await updateRecord(store, tenant, accountAggregate, tenant.accountId, () => ({ taxMode: 'eu_oss' as const }));
    expect(await untaxed()).toEqual([]);
  });

  it('name what the billing profile lacks for e-invoices to businesses, until it is added', async () => {
    const { fixture, store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    await updateRecord(store, tenant, accountAggregate, tenant.accountId, () => ({ vatId: null, registrationNumber: '12345678' }));
    const { tax, lines, ...taxed } = taxedInvoice();
    const put = (fields: Partial<Invoice['buyer']>) => {
      const buyer = { ...taxed.buyer, name: 'Buyer', countryCode: 'DE', ...fields };
      const seller = { ...taxed.seller, vatId: null, countryCode: 'NL', registrationNumber: '12345678' };
      const invoice = { ...taxed, tax, lines, seller, buyer, id: nextId('inv_') };
      return writeChanges(store, tenant, [change(invoiceAggregate, null, invoice)]);
    };
    const eInvoices = async () => (await loadAttentionFacts(store, tenant, fixture.clock.nowMs)).eInvoices;
    await put({});
    expect(await eInvoices()).toEqual({ documents: 0, missing: [] });
    await put({ vatNumber: 'DE811111119' });
    await put({ eInvoicing: { ...NO_BUYER_E_INVOICING, buyerReference: 'PO 7' } });
    await put({ eInvoicing: { ...NO_BUYER_E_INVOICING, format: 'none' } });
    expect(await eInvoices()).toMatchObject({ documents: 2, missing: [{ field: 'billing_profile.vat_id', rule: 'BR-S-02' }] });
    await updateRecord(store, tenant, accountAggregate, tenant.accountId, () => ({ vatId: 'NL000099998B57' }));
    expect(await eInvoices()).toEqual({ documents: 0, missing: [] });
  });

  /** An account without sales. `sell` stores a sale of 3000 EUR to another member state; `percent` reads `euThresholdPercent`. */
  const openSeller = async () => {
    const { fixture, store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    const percent = async () => (await loadAttentionFacts(store, tenant, fixture.clock.nowMs)).euThresholdPercent;
    const setEuHome = () => updateRecord(store, tenant, accountAggregate, tenant.accountId, () => ({ taxMode: 'eu_home' as const }));
    const tax = [{ rateBasisPoints: 2100, displayName: null, taxableCents: 300_000, taxCents: 63_000 }];
    const amounts = { tax, totalCents: 363_000, amountCreditedCents: 0 };
    const sell = (inYear: number, taxed: Partial<Invoice> = { taxCountryCode: 'NL' }) => {
      const issuedAt = Date.UTC(inYear, 5, 1) / 1000;
      const invoice = invoiceTo('DE', { id: nextId('inv_'), ...amounts, ...taxed, issuedAt });
      return writeChanges(store, tenant, [change(invoiceAggregate, null, invoice)]);
    };
    return { percent, sell, setEuHome, year: new Date(fixture.clock.nowMs).getUTCFullYear() };
  };

  it('compare the sales of this year with the EU threshold, only in the tax mode eu_home', async () => {
    const { percent, sell, setEuHome, year } = await openSeller();
    await sell(year);
    expect(await percent()).toBeNull();
    await setEuHome();
    expect(await percent()).toBe(30);
    for (let count = 0; count < 4; count += 1) await sell(year - 2);
    expect(await percent()).toBe(30);
  });

  it('compare the sales of last year, instead of this year, if last year exceeds the EU threshold', async () => {
    const { percent, sell, setEuHome, year } = await openSeller();
    await setEuHome();
    for (let count = 0; count < 3; count += 1) await sell(year - 1);
    expect(await percent()).toBe(0);
    await sell(year - 1);
    expect(await percent()).toBe(120);
  });

  it('count sales from before the tax mode eu_home, and sales with the VAT of the buyer’s country, towards the EU threshold', async () => {
    const { percent, sell, setEuHome, year } = await openSeller();
    await sell(year);
    await sell(year, { oss: true });
    await setEuHome();
    expect(await percent()).toBe(60);
    for (const taxed of [{ oss: true }, { oss: true }, { taxCountryCode: 'NL' }, { taxCountryCode: 'NL' }] as const)
      await sell(year - 1, taxed);
    expect(await percent()).toBe(120);
  });

  it('name the sale currencies of this and last year that the EU threshold does not count, only in the tax mode eu_home', async () => {
    const { fixture, store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    const currencies = async () => (await loadAttentionFacts(store, tenant, fixture.clock.nowMs)).uncountedCurrencies;
    const year = new Date(fixture.clock.nowMs).getUTCFullYear();
    const sell = (currency: string, inYear: number) => {
      const fields = { id: nextId('inv_'), currency, taxCountryCode: 'NL', issuedAt: Date.UTC(inYear, 5, 1) / 1000 };
      return writeChanges(store, tenant, [change(invoiceAggregate, null, invoiceTo('DE', { ...fields, tax: taxedInvoice().tax }))]);
    };
    for (const currency of ['USD', 'EUR', 'GBP']) await sell(currency, year);
    expect(await currencies()).toEqual([]);
    await updateRecord(store, tenant, accountAggregate, tenant.accountId, () => ({ taxMode: 'eu_home' as const }));
    await sell('CHF', year - 1);
    await sell('JPY', year - 2);
    expect(await currencies()).toEqual(['CHF', 'GBP', 'USD']);
  });

  it('report that this or the last year has too many sales to sum, unless a sum exceeds the EU threshold', async () => {
    const { fixture, store, tenant, storeAccount, nextId } = openTenant();
    await storeAccount();
    await updateRecord(store, tenant, accountAggregate, tenant.accountId, () => ({ taxMode: 'eu_home' as const }));
    const lastYear = new Date(fixture.clock.nowMs).getUTCFullYear() - 1;
    const cheapSale = { ...invoiceTo('DE', { taxCountryCode: 'NL', issuedAt: Date.UTC(lastYear, 5, 1) / 1000 }), totalCents: 1 };
    const sell = (count: number, fields: Partial<Invoice> = {}) =>
      writeChanges(
        store,
        tenant,
        Array.from({ length: count }, () => change(invoiceAggregate, null, { ...cheapSale, id: nextId('inv_'), ...fields })),
      );
    const isSummed = async () => (await loadAttentionFacts(store, tenant, fixture.clock.nowMs)).isEuThresholdSummed;
    // 4,999 sales are summed, 5,000 are too many.
    for (let count = 1; count < 100; count += 1) await sell(50);
    await sell(49);
    expect(await isSummed()).toBe(true);
    await sell(1);
    expect(await isSummed()).toBe(false);
    const tax = [{ rateBasisPoints: 2100, displayName: null, taxableCents: 1_100_000, taxCents: 231_000 }];
    await sell(1, { tax, totalCents: 1_331_000, issuedAt: Date.UTC(lastYear + 1, 0, 1) / 1000 });
    expect(await isSummed()).toBe(true);
  });

  it('report a seller in the EU who has a price, but neither a tax mode nor a tax rate nor an exemption', async () => {
    const { fixture, store, tenant, storeAccount } = openTenant();
    await storeAccount();
    const taxNotSetUp = async () => (await loadAttentionFacts(store, tenant, fixture.clock.nowMs)).taxNotSetUp;
    const amend = (fields: Partial<Account>) => updateRecord(store, tenant, accountAggregate, tenant.accountId, () => fields);
    expect(await taxNotSetUp()).toBe(false);
    await writeChanges(store, tenant, [change(priceAggregate, null, newBilling().catalogue.price.record)]);
    expect(await taxNotSetUp()).toBe(true);
    const exemption = { category: 'E', code: 'VATEX-EU-132', reason: 'Exempt' } as const;
    const notReported: readonly Partial<Account>[] = [
      { countryCode: 'US' },
      { countryCode: null },
      { countryCode: 'NL', taxMode: 'eu_oss' },
      { taxMode: 'manual', eInvoicing: { ...NO_SELLER_E_INVOICING, exemption } },
    ];
    for (const fields of notReported) {
      await amend(fields);
      expect(await taxNotSetUp()).toBe(false);
    }
    await amend({ eInvoicing: null });
    expect(await taxNotSetUp()).toBe(true);
    await createRate(store, tenant, { countryCode: 'NL', rateBasisPoints: 2100 });
    expect(await taxNotSetUp()).toBe(false);
  });
});
