import { describe, expect, it } from 'vitest';
import { fetchTaxEvidence } from '../../shared/api/calls/tax-evidence.ts';
import { change } from '../../shared/domain/aggregate.ts';
import { type Invoice, invoiceAggregate } from '../../shared/domain/invoice/record.ts';
import { paymentAggregate } from '../../shared/domain/payment/record.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { newBilling } from '../domain/billing.ts';
import { lastInvoice } from '../domain/renewals.ts';
import { memoryFixture, writeChanges } from '../store/support.ts';

const YEAR = 2026;
const EUR = 100;
/** The limit of article 24b of Regulation (EU) 282/2011, up to which one piece of evidence is enough. */
const LIMIT_CENTS = 100_000 * EUR;
/** After this many sales of a year, the service stops summing. */
const TOO_MANY = 5000;
const BATCH = 50;

interface Sales {
  readonly count?: number;
  readonly netCents: number;
  readonly year?: number;
  /** With the seller's VAT, or with that of the buyer's country (One Stop Shop). */
  readonly vat: 'seller' | 'buyer';
}

/** An invoice of a Dutch seller to a German consumer, with VAT of 21 percent. */
const invoiceTo = (sold: Invoice, id: string, { netCents, year = YEAR, vat }: Sales): Invoice => ({
  ...sold,
  id,
  issuedAt: Date.UTC(year, 5, 1) / 1000,
  buyer: { ...sold.buyer, countryCode: 'DE' },
  tax: [{ rateBasisPoints: 2100, displayName: null, taxableCents: netCents, taxCents: Math.round(netCents * 0.21) }],
  totalCents: netCents + Math.round(netCents * 0.21),
  ...(vat === 'seller' ? { taxCountryCode: 'NL' } : { taxCountryCode: 'DE', oss: true }),
});

/**
 * The evidence of a sale in `YEAR` to a buyer whose country is unknown. The only piece is the IP address, in the seller's country.
 * `sales`: what the seller has sold to consumers in another member state.
 */
const evidenceAfter = async (sales: readonly Sales[]) => {
  const { store, clock, tenant: openTenant } = memoryFixture();
  const tenant = openTenant();
  const ids = idSource(() => clock.nowMs);
  const billing = newBilling();
  const { payment } = billing.attempt(billing.open().id);
  billing.subscribe();
  const sold = lastInvoice(billing);
  const location = { ipCountryCode: sold.seller.countryCode, paymentCountryCode: null, confirmedCountryCode: null };
  await writeChanges(store, tenant, [change(paymentAggregate, null, { ...payment, location })]);
  for (const each of sales) {
    const invoices = Array.from({ length: each.count ?? 1 }, () => invoiceTo(sold, ids.next('inv_'), each));
    for (let first = 0; first < invoices.length; first += BATCH) {
      const batch = invoices.slice(first, first + BATCH);
      await writeChanges(
        store,
        tenant,
        batch.map((invoice) => change(invoiceAggregate, null, invoice)),
      );
    }
  }
  const buyer = { ...sold.buyer, countryCode: null };
  return fetchTaxEvidence(store, tenant, { ...sold, buyer, paymentId: payment.id, issuedAt: Date.UTC(YEAR, 10, 1) / 1000 });
};

describe('one piece of evidence for the country of a buyer', () => {
  it.each<readonly [name: string, sales: readonly Sales[]]>([
    ['none', []],
    ['up to 100,000 EUR with the VAT of the seller', [{ netCents: LIMIT_CENTS, vat: 'seller' }]],
    [
      'up to 100,000 EUR with the VAT of both countries together',
      [
        { netCents: 60_000 * EUR, vat: 'seller' },
        { netCents: 40_000 * EUR, vat: 'buyer' },
      ],
    ],
    [
      'up to 100,000 EUR in each of two years',
      [
        { netCents: 90_000 * EUR, vat: 'buyer' },
        { netCents: 90_000 * EUR, vat: 'buyer', year: YEAR - 1 },
      ],
    ],
    [
      'above 100,000 EUR only in the year before last and in the next year',
      [YEAR - 2, YEAR + 1].map((year) => ({ netCents: LIMIT_CENTS * 2, vat: 'buyer', year })),
    ],
  ])('is enough with these sales to other member states: %s', async (_name, sales) => {
    expect(await evidenceAfter(sales)).toMatchObject({ status: 'sufficient', ip_country_code: 'NL', billing_country_code: null });
  });

  it.each<readonly [name: string, sales: readonly Sales[]]>([
    ['above 100,000 EUR with the VAT of the seller', [{ netCents: LIMIT_CENTS + 1, vat: 'seller' }]],
    ['above 100,000 EUR with the VAT of the buyers', [{ netCents: LIMIT_CENTS + 1, vat: 'buyer' }]],
    [
      'above 100,000 EUR with the VAT of both countries together',
      [
        { netCents: 60_000 * EUR, vat: 'seller' },
        { netCents: 40_000 * EUR + 1, vat: 'buyer' },
      ],
    ],
    ['above 100,000 EUR in the year before', [{ netCents: LIMIT_CENTS + 1, vat: 'buyer', year: YEAR - 1 }]],
    [`${TOO_MANY} sales, which are too many to sum`, [{ count: TOO_MANY, netCents: EUR, vat: 'buyer' }]],
  ])('is not enough with these sales to other member states: %s', async (_name, sales) => {
    expect(await evidenceAfter(sales)).toMatchObject({ status: 'insufficient', ip_country_code: 'NL' });
  });
});
