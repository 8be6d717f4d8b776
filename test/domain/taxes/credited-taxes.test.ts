import { describe, expect, it } from 'vitest';
import * as journal from '../../../shared/domain/accounting/entries.ts';
import { nextPortion } from '../../../shared/domain/credit-note/portion.ts';
import type { CreditNote } from '../../../shared/domain/credit-note/record.ts';
import { type Customer, customerAggregate } from '../../../shared/domain/customer/record.ts';
import type { Invoice } from '../../../shared/domain/invoice/record.ts';
import { vatAmountsOfCreditNote, vatAmountsOfInvoice, vatReport } from '../../../shared/domain/reports/vat.ts';
import { endCoverage } from '../../../shared/domain/subscription/change/coverage.ts';
import { subscriptionAggregate } from '../../../shared/domain/subscription/view.ts';
import { type Billing, newBilling } from '../billing.ts';
import { anotherPrice, changePlan } from '../plan-changes.ts';
import { lastInvoice, paymentIdOf } from '../renewals.ts';
import { DAY, START } from '../world.ts';

const ALWAYS = { first: 0, end: Number.POSITIVE_INFINITY };
/** A German seller; its customer is French. */
const SELLER = { countryCode: 'DE', vatId: 'DE123456789', taxMode: 'eu_home' } as const;
const VAT_NUMBER: Partial<Customer> = { vatNumber: 'FR83404833048', vatVerifiedAt: START };
const NO_VAT_NUMBER: Partial<Customer> = { vatNumber: null, vatVerifiedAt: null };

const changeBuyer = ({ world, catalogue }: Billing, fields: Partial<Customer>): void =>
  world.amend(customerAggregate, catalogue.customer.record.id, fields);

/**
 * Sells a subscription of 100.00 a month, turns the unused half of its period into carried credit, and renews it after `change`. Returns
 * the invoice of the renewal.
 */
const renewAfter = (change: (billing: Billing) => void, buyer: Partial<Customer> = NO_VAT_NUMBER): Invoice => {
  const billing = newBilling({ amountCents: 10_000 });
  billing.seller = SELLER;
  changeBuyer(billing, { countryCode: 'FR', ...buyer });
  const { id, coverage, currentPeriodStart } = billing.subscribe();
  const { unused } = endCoverage(coverage, [], currentPeriodStart + 14 * DAY);
  if (unused === null) throw new Error('There is no credit.');
  billing.amend(id, { carriedCredits: [unused], coverage: null });
  change(billing);
  billing.settle(paymentIdOf(billing.renew(id)));
  return lastInvoice(billing);
};

const reportOf = (invoice: Invoice) => vatReport(vatAmountsOfInvoice(invoice, ALWAYS), ALWAYS);
const rowsOf = (invoice: Invoice) =>
  reportOf(invoice).rows.map((row) => `${row.countryCode} ${row.treatment} ${row.rateBasisPoints}: ${row.netCents} + ${row.taxCents}`);
const vatPostingsOf = (entries: readonly journal.JournalEntry[]) =>
  entries.flatMap(({ postings }) =>
    postings.flatMap(({ tax, amountCents }) => (tax === null ? [] : [`${tax.countryCode} ${tax.rateBasisPoints}: ${amountCents}`])),
  );

// Invoices of renewals. Each name tells what changed before the renewal.
const toOss = renewAfter((billing) => {
  billing.seller = { ...SELLER, taxMode: 'eu_oss' };
});
const toBusiness = renewAfter((billing) => changeBuyer(billing, VAT_NUMBER));
const toConsumer = renewAfter((billing) => changeBuyer(billing, NO_VAT_NUMBER), VAT_NUMBER);
const unchanged = renewAfter(() => undefined);
const AUSTRIAN: Partial<Customer> = { countryCode: 'AT', vatNumber: 'ATU12345678', vatVerifiedAt: START };
const toAustria = renewAfter((billing) => changeBuyer(billing, AUSTRIAN), VAT_NUMBER);
const toOtherNumber = renewAfter((billing) => changeBuyer(billing, { vatNumber: 'FR03552081317' }), VAT_NUMBER);
const unchangedBusiness = renewAfter(() => undefined, VAT_NUMBER);
/** A customer on the Canary Islands, which are outside the VAT area of the EU. */
const TENERIFE: Partial<Customer> = { countryCode: 'ES', address: { line1: null, line2: null, postalCode: '38001', city: null } };
const fromTenerife = renewAfter((billing) => changeBuyer(billing, { countryCode: 'FR', address: null }), TENERIFE);
const toAmerica = renewAfter((billing) => changeBuyer(billing, { countryCode: 'US', address: null }), TENERIFE);

describe('credit on an invoice', () => {
  it('keeps the country of its VAT if the seller changes to the One Stop Shop', () => {
    expect(rowsOf(toOss)).toEqual(['DE taxed 1900: -4202 + -798', 'FR taxed 2000: 8333 + 1667']);
    expect(vatPostingsOf(journal.entriesOfInvoice(toOss))).toEqual(['FR 2000: -1667', 'DE 1900: 798']);
  });

  it('keeps the country of its VAT if the customer gets a VAT number', () => {
    expect(rowsOf(toBusiness)).toEqual(['DE taxed 1900: -4202 + -798', 'FR reverse_charge 0: 8403 + 0']);
    expect(vatPostingsOf(journal.entriesOfInvoice(toBusiness))).toEqual(['DE 1900: 798']);
  });

  it('stays a correction of reverse charge if the customer has no VAT number any more', () => {
    expect(rowsOf(toConsumer)).toEqual(['DE taxed 1900: 8403 + 1597', 'FR reverse_charge 0: -4202 + 0']);
    expect(reportOf(toConsumer).ecSales).toMatchObject([{ countryCode: 'FR', vatNumber: 'FR83404833048', netCents: -4202, taxCents: 0 }]);
    expect(toConsumer.tax.map(({ displayName }) => displayName)).toEqual([null, 'Reverse charge']);
  });

  const ecSalesOf = (invoice: Invoice) =>
    reportOf(invoice).ecSales.map(({ countryCode, vatNumber, netCents }) => `${countryCode} ${vatNumber}: ${netCents}`);

  it('is listed under the VAT number of its charge if the customer has another VAT number now', () => {
    expect(ecSalesOf(toAustria)).toEqual(['AT ATU12345678: 8403', 'FR FR83404833048: -4202']);
    expect(ecSalesOf(toOtherNumber)).toEqual(['FR FR03552081317: 8403', 'FR FR83404833048: -4202']);
  });

  it('is listed under the VAT number of its charge also after two plan changes', () => {
    const billing = newBilling({ amountCents: 120_000, interval: 'year' });
    billing.seller = { countryCode: 'NL', vatId: 'NL000099998B57' };
    billing.taxBehavior = 'exclusive';
    changeBuyer(billing, { countryCode: 'DE', vatNumber: 'DE123456789', vatVerifiedAt: START });
    const { id, currentPeriodStart, currentPeriodEnd } = billing.subscribe();
    const changeTo = (amountCents: number, buyer: Partial<Customer>): Invoice => {
      changeBuyer(billing, buyer);
      changePlan(billing, id, { priceId: anotherPrice(billing, { amountCents, interval: 'year' }) });
      return lastInvoice(billing);
    };
    billing.world.now = (currentPeriodStart + currentPeriodEnd) / 2;
    expect(ecSalesOf(changeTo(240_000, AUSTRIAN))).toEqual(['AT ATU12345678: 120000', 'DE DE123456789: -60000']);
    expect(ecSalesOf(changeTo(480_000, { vatNumber: 'ATU87654321' }))).toEqual(['AT ATU12345678: -120000', 'AT ATU87654321: 240000']);
  });

  it('and the new charge have one sum if the VAT number is the same, also if an earlier release stored the credit without it', () => {
    const formerTerms = renewAfter((billing) => {
      const [subscription] = billing.world.all(subscriptionAggregate);
      const [credit] = subscription?.carriedCredits ?? [];
      if (subscription === undefined || credit?.taxTerms === undefined) throw new Error('There is no credit.');
      const { vatNumber: _, ...taxTerms } = credit.taxTerms;
      billing.amend(subscription.id, { carriedCredits: [{ ...credit, taxTerms }] });
    }, VAT_NUMBER);
    for (const invoice of [unchangedBusiness, formerTerms]) {
      expect([ecSalesOf(invoice), invoice.tax.length]).toEqual([['FR FR83404833048: 4201'], 1]);
      expect(invoice.lines.some((line) => 'taxTerms' in line)).toBe(false);
    }
  });

  it('stays a correction of an export if the customer moves into the VAT area of the EU', () => {
    expect(rowsOf(fromTenerife)).toEqual(['DE taxed 1900: 8403 + 1597', 'ES export 0: -5000 + 0']);
  });

  it('stays in its country if neither the credit nor the new charge is taxed', () => {
    expect(toAmerica.tax).toEqual([]);
    expect(rowsOf(toAmerica)).toEqual(['ES export 0: -5000 + 0', 'US export 0: 10000 + 0']);
  });

  it('is taxed in one sum with the new charge if nothing changed, so that the tax is rounded once', () => {
    expect(rowsOf(unchanged)).toEqual(['DE taxed 1900: 4202 + 798']);
    expect(unchanged.tax).toHaveLength(1);
    expect(unchanged.lines.some((line) => 'taxTerms' in line)).toBe(false);
  });

  it('from an earlier release, without stored tax terms, is reported in the country of the new charge', () => {
    const billing = newBilling({ amountCents: 10_000 });
    billing.seller = SELLER;
    changeBuyer(billing, { countryCode: 'FR' });
    const { id, coverage, currentPeriodStart } = billing.subscribe();
    const { unused } = endCoverage(coverage, [], currentPeriodStart + 14 * DAY);
    if (unused === null) throw new Error('There is no credit.');
    const { taxTerms: _, ...former } = unused;
    billing.amend(id, { carriedCredits: [former], coverage: null });
    billing.seller = { ...SELLER, taxMode: 'eu_oss' };
    billing.settle(paymentIdOf(billing.renew(id)));
    expect(rowsOf(lastInvoice(billing))).toEqual(['FR taxed 1900: -4202 + -798', 'FR taxed 2000: 8333 + 1667']);
  });

  it.each([toOss, toBusiness, toConsumer, unchanged, fromTenerife, toAmerica, toAustria, toOtherNumber, unchangedBusiness])(
    'is reversed by a credit note in the same countries (%#)',
    (invoice) => {
      const note = { ...invoice, id: 'cn_1', invoiceId: invoice.id, ...nextPortion(invoice, invoice.totalCents) } as unknown as CreditNote;
      const { rows, ecSales } = vatReport([...vatAmountsOfInvoice(invoice, ALWAYS), ...vatAmountsOfCreditNote(note, 0, ALWAYS)], ALWAYS);
      for (const { netCents, taxCents } of [...rows, ...ecSales]) expect([netCents, taxCents]).toEqual([0, 0]);
      const postings = [...journal.entriesOfInvoice(invoice), ...journal.entriesOfCreditNote(note)].flatMap((entry) => entry.postings);
      const balances = new Map<string, number>();
      for (const { account, tax, amountCents } of postings) {
        const key = `${account} ${tax?.countryCode} ${tax?.rateBasisPoints}`;
        balances.set(key, (balances.get(key) ?? 0) + amountCents);
      }
      expect(new Set(balances.values())).toEqual(new Set([0]));
    },
  );
});
