import { describe, expect, it } from 'vitest';
import { type Account, accountAggregate } from '../../shared/domain/account/record.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { type Customer, customerAggregate } from '../../shared/domain/customer/record.ts';
import type { CreateTaxRate } from '../../shared/domain/tax-rate/create.ts';
import { loadLocatedPartiesConcurrently, loadParties, withCustomer } from '../../shared/flows/load/parties.ts';
import { newBilling } from '../domain/billing.ts';
import { memoryFixture, writeChanges } from '../store/support.ts';
import { createRate, sellerAccount } from './support.ts';

const { record } = newBilling().catalogue.customer;
const TENERIFE = { line1: null, line2: null, postalCode: '38001', city: null };

/**
 * Stores a Dutch seller with tax rates, the buyer, and another customer in `otherCountry`. Returns the buyer's tax rate from each of four
 * ways to load the parties; the third loads the parties of the other customer and then replaces the customer.
 */
const ratesFor = async (
  seller: Partial<Account>,
  buyer: Partial<Customer>,
  rates: readonly CreateTaxRate[],
  otherCountry: string | null = 'SE',
) => {
  const fixture = memoryFixture();
  const { store } = fixture;
  const tenant = fixture.tenant();
  const other: Customer = { ...record, id: 'cus_2', countryCode: otherCountry };
  await writeChanges(store, tenant, [
    change(accountAggregate, null, { ...sellerAccount(tenant), ...seller }),
    change(customerAggregate, null, { ...record, ...buyer }),
    change(customerAggregate, null, other),
  ]);
  for (const rate of rates) await createRate(store, tenant, rate);
  const parties = await loadParties(store, tenant, record.id);
  const otherParties = await loadParties(store, tenant, other.id);
  return [
    parties.taxRate,
    (await loadLocatedPartiesConcurrently(store, tenant, record.id, null)).parties.taxRate,
    (await withCustomer(store, tenant, otherParties, { ...record, ...buyer })).taxRate,
    (await withCustomer(store, tenant, parties, { ...record, ...buyer, name: 'Same place' })).taxRate,
  ];
};

const NL: CreateTaxRate = { countryCode: 'NL', rateBasisPoints: 2100, displayName: 'BTW' };
const FR: CreateTaxRate = { countryCode: 'FR', rateBasisPoints: 2000 };
const ES: CreateTaxRate = { countryCode: 'ES', rateBasisPoints: 2100 };

describe('the tax rate of the account for a customer', () => {
  it.each<readonly [string, Partial<Account>, Partial<Customer>, readonly CreateTaxRate[], object | null]>([
    ['manual: the rate of the buyer’s country', {}, { countryCode: 'FR' }, [NL, FR], { rateBasisPoints: 2000, displayName: null }],
    ['manual: none if only another country has a rate', {}, { countryCode: 'FR' }, [NL], null],
    [
      'manual: the rate of the country also in a territory outside its VAT area',
      {},
      { countryCode: 'ES', address: TENERIFE },
      [ES],
      { rateBasisPoints: 2100, displayName: null },
    ],
    [
      'eu_oss: the rate of the buyer’s country',
      { taxMode: 'eu_oss' },
      { countryCode: 'FR' },
      [NL, FR],
      { rateBasisPoints: 2000, displayName: null },
    ],
    ['eu_oss: none if only another country has a rate', { taxMode: 'eu_oss' }, { countryCode: 'FR' }, [NL], null],
    [
      'eu_oss: none in a territory outside the VAT area of its country',
      { taxMode: 'eu_oss' },
      { countryCode: 'ES', address: TENERIFE },
      [ES],
      null,
    ],
    [
      'eu_oss: the rate of France in Monaco',
      { taxMode: 'eu_oss' },
      { countryCode: 'MC' },
      [FR],
      { rateBasisPoints: 2000, displayName: null, countryCode: 'FR' },
    ],
    [
      'eu_home: the rate of the seller’s country if the buyer’s country has none',
      { taxMode: 'eu_home' },
      { countryCode: 'FR' },
      [NL],
      { rateBasisPoints: 2100, displayName: 'BTW', countryCode: 'NL' },
    ],
    [
      'eu_home: the rate of the buyer’s country if both countries have one',
      { taxMode: 'eu_home' },
      { countryCode: 'FR' },
      [NL, FR],
      { rateBasisPoints: 2000, displayName: null },
    ],
    [
      'eu_oss: the rate of the seller’s country if the buyer’s country is unknown',
      { taxMode: 'eu_oss' },
      { countryCode: null },
      [NL],
      { rateBasisPoints: 2100, displayName: 'BTW', countryCode: 'NL' },
    ],
    ['eu_home: none outside the EU', { taxMode: 'eu_home' }, { countryCode: 'US' }, [NL], null],
  ])('in the mode %s', async (_case, seller, buyer, rates, expected) => {
    expect(await ratesFor(seller, buyer, rates)).toEqual([expected, expected, expected, expected]);
  });

  it('names its country for a buyer of unknown country, but not for a Dutch buyer, whichever customer was loaded first', async () => {
    const rate = { rateBasisPoints: 2100, displayName: 'BTW' };
    const seller = { taxMode: 'eu_oss' } as const;
    const named = { ...rate, countryCode: 'NL' };
    expect(await ratesFor(seller, { countryCode: null }, [NL], 'NL')).toEqual([named, named, named, named]);
    expect(await ratesFor(seller, { countryCode: 'NL' }, [NL], null)).toEqual([rate, rate, rate, rate]);
  });
});
