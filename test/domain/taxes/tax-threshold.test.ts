import { describe, expect, it } from 'vitest';
import { attentionOf } from '../../../shared/domain/account/attention.ts';
import { customerAggregate } from '../../../shared/domain/customer/record.ts';
import { type Invoice, invoiceAggregate, ossIndexKey, thresholdIndexKey } from '../../../shared/domain/invoice/record.ts';
import { untaxedCountry } from '../../../shared/domain/tax/missing.ts';
import type { AppliedRate } from '../../../shared/domain/tax/tax.ts';
import { thresholdPercent, uncountedCurrencies } from '../../../shared/domain/tax/threshold.ts';
import { NO_PROBLEMS } from '../account/no-problems.ts';
import { newBilling } from '../billing.ts';
import { anotherPrice, changePlan } from '../plan-changes.ts';
import { lastInvoice } from '../renewals.ts';
import { DAY } from '../world.ts';

/** The invoice of a sale by a Dutch seller, with inclusive tax. `unregistered`: the seller has no VAT id. */
const sale = (
  countryCode: string,
  amountCents: number,
  fields: {
    readonly taxMode?: 'manual' | 'eu_home' | 'eu_oss';
    readonly business?: true;
    readonly unregistered?: true;
    readonly taxRate?: AppliedRate;
  } = {},
) => {
  const billing = newBilling({ amountCents });
  billing.seller = { taxMode: fields.taxMode ?? 'eu_home', ...(fields.unregistered === true ? { vatId: null } : {}) };
  billing.taxRate = fields.taxRate ?? null;
  const vat = fields.business === true ? { vatNumber: `${countryCode}123456789`, vatVerifiedAt: 1 } : {};
  billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, { countryCode, ...vat });
  billing.subscribe();
  return lastInvoice(billing);
};

const isCounted = (invoice: Invoice) => invoiceAggregate.sparseIndexKeysOf?.(invoice).includes(thresholdIndexKey(2026));

const isOssSale = (invoice: Invoice) => invoiceAggregate.sparseIndexKeysOf?.(invoice).includes(ossIndexKey(2026));

describe('the EU threshold', () => {
  it('counts sales to consumers in other member states that are taxed in the seller’s country', () => {
    // Monaco (MC) belongs to the VAT area of France.
    expect([sale('DE', 1210), sale('MC', 1210)].map(isCounted)).toEqual([true, true]);
    const others = [sale('NL', 1210), sale('US', 1210), sale('DE', 1210, { business: true }), sale('DE', 1210, { taxMode: 'eu_oss' })];
    expect([...others, sale('MC', 1210, { taxMode: 'eu_oss' })].map(isCounted)).toEqual([false, false, false, false, false]);
  });

  it('counts the sales of an exempt seller, whose tax rate for the home country is 0', () => {
    const invoice = sale('DE', 300_000, { taxRate: { rateBasisPoints: 0, displayName: null, countryCode: 'NL' } });
    expect([invoice.taxCents, isCounted(invoice), thresholdPercent([invoice])]).toEqual([0, true, 30]);
  });

  it('does not count sales to businesses, also if the seller has no VAT id, so that reverse charge does not apply', () => {
    const toBusiness = { business: true, unregistered: true } as const;
    const taxRate = { rateBasisPoints: 1900, displayName: null };
    const invoices = [sale('DE', 605_000, toBusiness), sale('DE', 595_000, { ...toBusiness, taxRate })];
    const keys = invoices.flatMap((invoice) => invoiceAggregate.sparseIndexKeysOf?.(invoice) ?? []);
    expect(keys.filter((key) => key.startsWith('eu_'))).toEqual([]);
    // Indexes that an earlier release wrote contain such invoices.
    expect([invoices.map(({ reverseCharge }) => reverseCharge), thresholdPercent(invoices)]).toEqual([[false, false], 0]);
    expect(uncountedCurrencies(invoices.map((invoice) => ({ ...invoice, currency: 'USD' })))).toEqual([]);
    const toConsumers = [sale('DE', 605_000, { unregistered: true }), sale('DE', 595_000, { unregistered: true, taxRate })];
    expect(thresholdPercent(toConsumers)).toBe(100);
  });

  it('counts an eu_home sale as an eu_oss sale if its tax rate is the account’s own rate for the buyer’s country', () => {
    const indexesOf = (invoice: Invoice) => {
      const keys = invoiceAggregate.sparseIndexKeysOf?.(invoice) ?? [];
      return [thresholdIndexKey(2026), ossIndexKey(2026)].filter((key) => keys.includes(key));
    };
    const taxRate = { rateBasisPoints: 1900, displayName: null };
    const ofFrance = { rateBasisPoints: 2000, displayName: null, countryCode: 'FR' };
    const counted = [sale('DE', 1190, { taxRate }), sale('MC', 1200, { taxRate: ofFrance }), sale('DE', 1190, { taxMode: 'eu_oss' })];
    expect(counted.map(indexesOf)).toEqual([['eu_oss#2026'], ['eu_oss#2026'], ['eu_oss#2026']]);
    const others = [
      sale('NL', 1210, { taxRate }),
      sale('US', 1210, { taxRate }),
      sale('DE', 1190, { taxRate, business: true }),
      sale('DE', 1190, { taxRate, taxMode: 'manual' }),
    ];
    expect(others.map(indexesOf)).toEqual([[], [], [], []]);
    // Sales with the VAT of the seller's country: at the account's own tax rate, and at the rate in the table.
    const ofSeller = { rateBasisPoints: 2100, displayName: null, countryCode: 'NL' };
    expect([sale('DE', 1210, { taxRate: ofSeller }), sale('DE', 1210)].map(indexesOf)).toEqual([
      ['eu_threshold#2026'],
      ['eu_threshold#2026'],
    ]);
  });

  it('sums the counted sales without VAT and after credit notes, in the currencies of member states', () => {
    const half = sale('DE', 605_000);
    expect(thresholdPercent([half])).toBe(50);
    expect(thresholdPercent([half, { ...half, amountCreditedCents: 302_500 }, { ...half, status: 'void' }])).toBe(75);
    // The threshold in Poland is 42,000 PLN.
    expect(thresholdPercent([{ ...half, currency: 'PLN', tax: [{ taxableCents: 4_200_000 }] }])).toBe(100);
    expect(
      thresholdPercent([
        { ...half, currency: 'USD' },
        { ...half, totalCents: 0, tax: [] },
      ]),
    ).toBe(0);
  });

  const CONSUMER = { vatNumber: null, vatVerifiedAt: null };
  it.each([
    ['an export', 'eu_home', { ...CONSUMER, countryCode: 'CH' }, 'NL'],
    ['a sale with reverse charge', 'eu_home', { countryCode: 'AT', vatNumber: 'ATU12345675', vatVerifiedAt: 1 }, 'NL'],
    ['a sale in the seller’s country', 'eu_oss', { ...CONSUMER, countryCode: 'NL' }, 'NL'],
    ['a sale to Monaco by a seller in France', 'eu_oss', { ...CONSUMER, countryCode: 'MC' }, 'FR'],
    ['a sale to France by a seller in Monaco', 'eu_oss', { ...CONSUMER, countryCode: 'FR' }, 'MC'],
  ] as const)(
    'is not lowered by credit for the unused time of %s, also if the credit pays the whole sale',
    (_name, taxMode, former, countryCode = 'NL') => {
      const billing = newBilling({ amountCents: 900_000, currency: 'EUR' });
      billing.seller = { taxMode, countryCode };
      billing.taxBehavior = 'exclusive';
      const customerId = billing.catalogue.customer.record.id;
      billing.world.amend(customerAggregate, customerId, former);
      const { id } = billing.subscribe();
      billing.world.now += DAY;
      billing.world.amend(customerAggregate, customerId, { ...CONSUMER, countryCode: 'DE' });
      changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 500_000, currency: 'EUR' }) });
      const invoice = lastInvoice(billing);
      const [charge, credit] = invoice.lines.map(({ amountCents }) => amountCents);
      // 27 of the 28 days of the period remain.
      expect([invoice.totalCents <= 1, isCounted(invoice) || isOssSale(invoice), charge]).toEqual([true, true, 482_143]);
      expect(credit).toBeLessThan(0);
      expect(thresholdPercent([invoice])).toBe(Number(charge) / 10_000);
    },
  );

  it('is reached, but not exceeded, by sales of exactly 10,000 EUR, however many', () => {
    const small = { ...sale('DE', 1210), totalCents: 999, tax: [{ taxableCents: 999 }] };
    const rest = { ...small, totalCents: 1, tax: [{ taxableCents: 1_000_000 % 999 }] };
    const many = [...Array.from({ length: Math.floor(1_000_000 / 999) }, () => small), rest];
    expect(thresholdPercent(many)).toBe(100);
    expect(thresholdPercent([...many, { ...small, totalCents: 1, tax: [{ taxableCents: 1 }] }])).toBeGreaterThan(100);
    // A third of the threshold in EUR, and two thirds of the threshold of 3,100,000 HUF.
    const mixed = [
      { ...small, totalCents: 1, tax: [{ taxableCents: 333_333 }] },
      { ...small, currency: 'HUF', totalCents: 1, tax: [{ taxableCents: 206_666_770 }] },
    ];
    expect(thresholdPercent(mixed)).toBe(100);
  });

  it('names the currencies of sales that it does not count, unless the sales are void or credited in full', () => {
    const half = sale('DE', 605_000);
    const inCurrency = (currency: string, fields: Partial<Invoice> = {}) => ({ ...half, currency, ...fields });
    expect(uncountedCurrencies([half, inCurrency('PLN')])).toEqual([]);
    expect(uncountedCurrencies([inCurrency('USD'), half, inCurrency('CHF'), inCurrency('USD')])).toEqual(['CHF', 'USD']);
    const reversed = [inCurrency('USD', { status: 'void' }), inCurrency('GBP', { amountCreditedCents: half.totalCents })];
    expect(uncountedCurrencies(reversed)).toEqual([]);
  });

  it.each([
    [null, null, null],
    [0, null, null],
    [79.9, null, null],
    [80, 'eu_threshold_near', 'warn'],
    [100, 'eu_threshold_near', 'warn'],
    [100.01, 'eu_threshold_exceeded', 'bad'],
  ])('at %s percent has the attention item %s with severity %s', (euThresholdPercent, key, severity) => {
    expect(attentionOf({ ...NO_PROBLEMS, euThresholdPercent }).map((item) => [item.key, item.severity])).toEqual(
      key === null ? [] : [[key, severity]],
    );
  });
});

describe('a country without a tax rate', () => {
  const untaxed = { ...sale('DE', 1210), tax: [] };

  it('is the country of the buyer of an untaxed sale on which VAT is usually due', () => {
    expect(untaxedCountry(untaxed)).toBe('DE');
    expect(untaxedCountry({ ...untaxed, buyer: { ...untaxed.buyer, countryCode: 'MC' } })).toBe('MC');
    for (const countryCode of ['US', null]) expect(untaxedCountry({ ...untaxed, buyer: { ...untaxed.buyer, countryCode } })).toBeNull();
    // Heligoland is in Germany, but outside the VAT area of the EU.
    const heligoland = { line1: null, line2: null, postalCode: '27498', city: null };
    expect(untaxedCountry({ ...untaxed, buyer: { ...untaxed.buyer, address: heligoland } })).toBeNull();
    expect(untaxedCountry(sale('DE', 1210))).toBeNull();
    for (const fields of [{ reverseCharge: true }, { status: 'void' as const }, { totalCents: 0 }]) {
      expect(untaxedCountry({ ...untaxed, ...fields })).toBeNull();
    }
  });

  it('is reported in one attention item for all such countries', () => {
    expect(attentionOf({ ...NO_PROBLEMS, untaxedCountries: ['DE', 'FR'] })).toMatchObject([
      { key: 'tax_rate_missing', severity: 'warn', count: 2, title: '2 countries without a tax rate', href: '/v1/tax_rates' },
    ]);
    expect(attentionOf({ ...NO_PROBLEMS, untaxedCountries: ['DE'] })[0]).toMatchObject({ title: '1 country without a tax rate' });
  });
});
