import { describe, expect, it } from 'vitest';
import { type Account, newAccount } from '../../../shared/domain/account/record.ts';
import type { Customer } from '../../../shared/domain/customer/record.ts';
import { lacksReverseCharge, ratedCountriesOf, taxTreatmentFor } from '../../../shared/domain/parties.ts';
import type { TaxCategory } from '../../../shared/domain/tax/rates.ts';
import type { AppliedRate } from '../../../shared/domain/tax/tax.ts';
import { newBilling } from '../billing.ts';
import { START } from '../world.ts';

const MANUAL = newAccount({ id: 'acct_1', created: START, name: 'Seller', email: 'owner@example.test', countryCode: 'NL' });
const OSS: Account = { ...MANUAL, vatId: 'NL000099998B57', taxMode: 'eu_oss' };
const HOME: Account = { ...OSS, taxMode: 'eu_home' };

const buyerIn = (countryCode: string | null, fields: Partial<Customer> = {}): Customer => ({
  ...newBilling().catalogue.customer.record,
  countryCode,
  ...fields,
});
const withPostalCode = (postalCode: string) => ({ address: { line1: null, line2: null, postalCode, city: null } });
const CANARY_ISLANDS = withPostalCode('35001');
/** A German town that belongs to the VAT area of Switzerland. */
const BUESINGEN = withPostalCode('78266');
const SVALBARD = withPostalCode('9170');
const business = (vatNumber: string) => ({ vatNumber, vatVerifiedAt: START });

const taxOf = (account: Account, customer: Customer, rate: AppliedRate | null = null, category: TaxCategory = 'electronic_service') =>
  taxTreatmentFor({ account, customer, taxRate: rate }, { at: START, category });
const rateOf = (...terms: Parameters<typeof taxOf>) => taxOf(...terms).rate?.rateBasisPoints ?? null;

describe('a tax mode of the EU', () => {
  it('charges the rate of the category', () => {
    const german = buyerIn('DE');
    expect([rateOf(OSS, german), rateOf(OSS, german, null, 'e_book'), rateOf(HOME, german, null, 'news')]).toEqual([1900, 700, 900]);
    expect(taxOf(OSS, buyerIn('IE'), null, 'e_book')).toMatchObject({ rate: { rateBasisPoints: 0 }, reverseCharge: false });
  });

  it('applies a tax rate of the account instead of the rate in the table', () => {
    const rate = { rateBasisPoints: 1234, displayName: 'USt.' };
    expect([taxOf(OSS, buyerIn('DE'), rate).rate, taxOf(HOME, buyerIn('US'), rate).rate]).toEqual([rate, rate]);
  });

  it('lists the countries whose tax rates can apply, most specific first, without a country whose VAT area excludes the buyer', () => {
    const countries = (account: Account, customer: Customer) => ratedCountriesOf(account, customer);
    expect(countries(OSS, buyerIn('DE'))).toEqual(['DE']);
    expect(countries(HOME, buyerIn('DE'))).toEqual(['DE', 'NL']);
    expect(countries(HOME, buyerIn('NL'))).toEqual(['NL']);
    expect(countries(HOME, buyerIn('MC'))).toEqual(['MC', 'FR', 'NL']);
    expect(countries(OSS, buyerIn('ES', CANARY_ISLANDS))).toEqual([]);
    expect(countries(OSS, buyerIn('DE', BUESINGEN))).toEqual(['CH']);
    expect(countries(OSS, buyerIn('US'))).toEqual(['US']);
    expect(countries(OSS, buyerIn(null))).toEqual(['NL']);
    expect(countries(MANUAL, buyerIn('ES', CANARY_ISLANDS))).toEqual(['ES']);
    expect(countries(MANUAL, buyerIn(null))).toEqual([]);
  });

  it('taxes a buyer without a country as if the buyer were in the seller’s country, unlike the mode `manual`', () => {
    expect([rateOf(OSS, buyerIn(null)), rateOf(HOME, buyerIn(null)), rateOf(MANUAL, buyerIn(null))]).toEqual([2100, 2100, null]);
  });

  it('charges businesses no VAT in territories outside the VAT area of the EU', () => {
    // The Canary Islands, Réunion, the Åland Islands and Heligoland.
    for (const [country, postalCode, vatNumber] of [
      ['ES', '35001', 'ESB12345678'],
      ['FR', '97400', 'FR12345678901'],
      ['FI', '22100', 'FI12345678'],
      ['DE', '27498', 'DE123456789'],
    ] as const) {
      expect(taxOf(OSS, buyerIn(country, { ...withPostalCode(postalCode), ...business(vatNumber) }))).toMatchObject({
        rate: null,
        reverseCharge: false,
      });
    }
  });

  it('names the country whose VAT is charged if it is not the country of the buyer', () => {
    const taxCountry = (...terms: Parameters<typeof taxOf>) => taxOf(...terms).rate?.countryCode;
    expect([taxCountry(HOME, buyerIn('DE')), taxCountry(OSS, buyerIn('MC')), taxCountry(OSS, buyerIn('DE'))]).toEqual([
      'NL',
      'FR',
      undefined,
    ]);
    expect([taxCountry(HOME, buyerIn('NL')), taxCountry(MANUAL, buyerIn(null))]).toEqual([undefined, undefined]);
    expect([taxOf(OSS, buyerIn(null)), taxOf(HOME, buyerIn(null))]).toMatchObject([{ countryCode: 'NL' }, { countryCode: 'NL' }]);
    expect([taxCountry(OSS, buyerIn(null)), taxCountry(HOME, buyerIn(null))]).toEqual(['NL', 'NL']);
  });

  it('does not use reverse charge for services to Northern Ireland, unlike the mode `manual`', () => {
    const belfast = buyerIn('GB', business('XI123456789'));
    expect([taxOf(OSS, belfast).reverseCharge, taxOf(HOME, belfast).reverseCharge]).toEqual([false, false]);
    expect(taxOf({ ...OSS, taxMode: 'manual' }, belfast).reverseCharge).toBe(true);
    expect([lacksReverseCharge({ ...OSS, vatId: null }, belfast), lacksReverseCharge({ ...MANUAL, vatId: null }, belfast)]).toEqual([
      false,
      true,
    ]);
  });

  it('charges VAT to a business of another member state if the seller has no VAT number', () => {
    const german = buyerIn('DE', business('DE123456789'));
    expect(taxOf({ ...OSS, vatId: null }, german)).toMatchObject({ rate: { rateBasisPoints: 1900 }, reverseCharge: false });
    expect(lacksReverseCharge({ ...OSS, vatId: null }, german)).toBe(true);
    expect(taxOf(OSS, german).reverseCharge).toBe(true);
    expect(taxOf(OSS, buyerIn('DE', business('FR12345678901'))).reverseCharge).toBe(false);
  });

  it('charges the VAT of a country outside the EU from the day of the registration', () => {
    const day = new Date(START * 1000).toISOString().slice(0, 10);
    const registered = (from: string): Account => ({ ...OSS, registrations: [{ country: 'CH', number: 'CHE-123.456.789 MWST', from }] });
    expect(taxOf(registered(day), buyerIn('CH'))).toMatchObject({
      rate: { rateBasisPoints: 810 },
      sellerVatNumber: 'CHE-123.456.789 MWST',
    });
    expect(taxOf(registered(day), buyerIn('DE', BUESINGEN))).toMatchObject({
      rate: { rateBasisPoints: 810, countryCode: 'CH' },
    });
    expect(taxOf(registered('2099-01-01'), buyerIn('CH'))).toMatchObject({ rate: null });
    expect([rateOf(registered(day), buyerIn('GB')), rateOf({ ...registered(day), taxMode: 'manual' }, buyerIn('CH'))]).toEqual([
      null,
      null,
    ]);
  });

  it('charges no Norwegian VAT on Svalbard and Jan Mayen', () => {
    const registered: Account = { ...OSS, registrations: [{ country: 'NO', number: 'NO123456789MVA', from: '2020-01-01' }] };
    expect([rateOf(registered, buyerIn('NO')), rateOf(registered, buyerIn('NO', SVALBARD))]).toEqual([2500, null]);
    expect(ratedCountriesOf(registered, buyerIn('NO', SVALBARD))).toEqual([]);
  });

  it('charges no VAT for a seller outside the EU or without a country', () => {
    expect([rateOf({ ...OSS, countryCode: 'US' }, buyerIn('DE')), rateOf({ ...OSS, countryCode: null }, buyerIn('DE'))]).toEqual([
      null,
      null,
    ]);
  });
});
