import { describe, expect, it } from 'vitest';
import { sum } from '../../shared/domain/amounts/money.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { missingFields } from '../../shared/domain/e-invoice/missing.ts';
import { invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { eInvoiceModel } from '../../shared/e-invoices/build.ts';
import type { EInvoiceSource } from '../../shared/e-invoices/types.ts';
import { newBilling } from '../domain/billing.ts';
import { anotherPrice, changePlan } from '../domain/plan-changes.ts';
import { DAY } from '../domain/world.ts';
import { BUYERS, SELLERS, SMALL_BUSINESS, type TestBuyer, type TestSeller } from './support/parties.ts';

type Rate = { readonly rateBasisPoints: number; readonly displayName: string } | null;

/** Where a buyer is, and the tax rate that the seller charges there. */
interface Place {
  readonly customer: TestBuyer['customer'];
  readonly rate: Rate;
}

const VAT_20: Rate = { rateBasisPoints: 2000, displayName: 'USt' };
const NO_NUMBER = { vatNumber: null, vatName: null, vatVerifiedAt: null };
const consumerIn = (countryCode: string, postalCode: string, rate: Rate = null): Place => ({
  customer: {
    ...BUYERS.germanBusiness.customer,
    ...NO_NUMBER,
    countryCode,
    address: { line1: 'Platz 1', line2: null, postalCode, city: 'X' },
  },
  rate,
});
const GERMANY = consumerIn('DE', '10115');
const TAXED_GERMANY: Place = { ...GERMANY, rate: { rateBasisPoints: 1900, displayName: 'USt' } };
const SWITZERLAND = consumerIn('CH', '8001');
const CANARY_ISLANDS = consumerIn('ES', '38001');
const AUSTRIAN_BUSINESS: Place = { customer: BUYERS.austrianBusiness.customer, rate: VAT_20 };

/** The invoice of an upgrade after a move: its lines charge the new price, and credit unused time at the terms of the former place. */
const upgradeAfterMove = (seller: TestSeller, from: Place, to: Place): EInvoiceSource => {
  const billing = newBilling({ amountCents: 3000, currency: 'EUR' }, 'live');
  billing.seller = { ...seller.account };
  billing.taxBehavior = 'exclusive';
  const moveTo = ({ customer, rate }: Place): void => {
    billing.world.amend(customerAggregate, billing.catalogue.customer.record.id, customer);
    billing.taxRate = rate;
  };
  moveTo(from);
  const { id } = billing.subscribe();
  billing.world.now += 10 * DAY;
  moveTo(to);
  changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents: 9000, currency: 'EUR' }) });
  const document = billing.world.all(invoiceAggregate).at(-1);
  if (document?.billingReason !== 'subscription_update') throw new Error('The change has no invoice.');
  return { document, seller: seller.settings, buyer: BUYERS.germanBusiness.settings, corrected: null, method: null };
};

/** Net sums of the categories: of the lines, and of the breakdown. EN 16931 requires that they are equal (BR-E-08, BR-G-08). */
const netByCategory = (source: EInvoiceSource) => {
  const { lines, taxes } = eInvoiceModel(source);
  const categories = [...new Set(lines.map(({ category }) => category))].sort();
  const netOf = (category: string): number => sum(lines.filter((line) => line.category === category).map(({ netCents }) => netCents));
  return {
    lines: categories.map((category) => [category, netOf(category)]),
    taxes: taxes.map(({ category, taxableCents }) => [category, taxableCents]).sort(),
  };
};

describe('the e-invoice of an upgrade after the buyer has moved', () => {
  it.each([
    ['from Switzerland to Germany', SWITZERLAND, TAXED_GERMANY],
    ['from Germany to Switzerland', TAXED_GERMANY, SWITZERLAND],
  ])('%s shows the amounts of the time in Switzerland as exports', (_name, from, to) => {
    const source = upgradeAfterMove(SELLERS.DE, from, to);
    expect(missingFields(source, 'cii')).toEqual([]);
    const { lines, taxes } = netByCategory(source);
    expect(taxes.map(([category]) => category)).toEqual(['G', 'S']);
    expect(taxes).toEqual(lines);
  });

  it.each([
    ['from Germany to Switzerland', GERMANY, SWITZERLAND],
    ['from Switzerland to Germany', SWITZERLAND, GERMANY],
    ['from Germany to the Canary Islands', GERMANY, CANARY_ISLANDS],
    ['from the Canary Islands to Germany', CANARY_ISLANDS, GERMANY],
    ['from the Canary Islands to Switzerland', CANARY_ISLANDS, SWITZERLAND],
  ])('%s has a breakdown for each category of its lines, if the seller charges no tax', (_name, from, to) => {
    const source = upgradeAfterMove(SMALL_BUSINESS, from, to);
    expect(missingFields(source, 'cii')).toEqual([]);
    const { lines, taxes } = netByCategory(source);
    expect(taxes).toEqual(lines);
  });

  it('does not mix sales outside the scope of VAT with exports (BR-O-11)', () => {
    const outside = { ...SMALL_BUSINESS.settings, exemption: { category: 'O' as const, code: null, reason: 'Not subject to VAT' } };
    const { taxes } = netByCategory(upgradeAfterMove({ ...SMALL_BUSINESS, settings: outside }, GERMANY, SWITZERLAND));
    expect(taxes.map(([category]) => category)).toEqual(['E', 'G']);
  });
});

it('names the VAT number of the credited charge, if the buyer has none any more (BR-AE-02)', () => {
  const consumer: Place = { customer: { ...AUSTRIAN_BUSINESS.customer, ...NO_NUMBER }, rate: VAT_20 };
  const source = upgradeAfterMove(SELLERS.NL, AUSTRIAN_BUSINESS, consumer);
  expect(missingFields(source, 'cii')).toEqual([]);
  const { taxes, buyer } = eInvoiceModel(source);
  expect(taxes.map(({ category }) => category).sort()).toEqual(['AE', 'S']);
  expect(buyer.vatId).toBe(AUSTRIAN_BUSINESS.customer.vatNumber);
});
