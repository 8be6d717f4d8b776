import type { EInvoiceFormat } from '../../../shared/domain/e-invoice/types.ts';
import type { EInvoiceSource } from '../../../shared/e-invoices/types.ts';
import { documentsOf, type History } from './histories.ts';
import { BUYERS, OUTSIDE_SCOPE, SELLERS } from './parties.ts';

/** A document, and the format of its expected file in `test/e-invoices/golden`. */
export interface Sample {
  readonly format: EInvoiceFormat;
  readonly source: EInvoiceSource;
}

const PLAIN: Omit<History, 'seller' | 'buyer'> = {
  currency: 'EUR',
  behavior: 'exclusive',
  price: { amountCents: 4900 },
  coupon: null,
  method: { type: 'creditcard', brand: 'Visa', last4: '4242', expMonth: 12, expYear: 2030 },
  format: 'auto',
  steps: [],
};

/** The last document of a history. */
const lastOf = (history: History): EInvoiceSource => {
  const source = documentsOf(history).at(-1);
  if (source === undefined) throw new Error('The history issued no document.');
  return source;
};

const change = (amountCents: number) => ({ kind: 'change', amountCents, afterDays: 14 }) as const;

/** A new tax rate, then a plan change (which credits at the old rate and charges at the new one), then a full refund. */
const twoRates: History = {
  ...PLAIN,
  seller: SELLERS.DE,
  buyer: BUYERS.germanBusiness,
  steps: [{ kind: 'rate', basisPoints: 700 }, change(19_900), { kind: 'refund', fraction: 1 }],
};

const carriedCredit: History = {
  ...PLAIN,
  behavior: 'inclusive',
  seller: SELLERS.NL,
  buyer: BUYERS.dutchConsumer,
  steps: [change(3000), { kind: 'renew' }],
};

export const SAMPLES: Readonly<Record<string, Sample>> = {
  'reverse-charge': { format: 'cii', source: lastOf({ ...PLAIN, seller: SELLERS.DE, buyer: BUYERS.austrianBusiness }) },
  'german-public-buyer': { format: 'xrechnung_ubl', source: lastOf({ ...PLAIN, seller: SELLERS.DE, buyer: BUYERS.germanPublic }) },
  'belgian-peppol': {
    format: 'peppol',
    source: lastOf({
      ...PLAIN,
      behavior: 'inclusive',
      coupon: { percentOffBasisPoints: 1000 },
      seller: SELLERS.BE,
      buyer: BUYERS.belgianBusiness,
    }),
  },
  'french-facturx': { format: 'facturx', source: lastOf({ ...PLAIN, seller: SELLERS.FR, buyer: BUYERS.frenchBusiness }) },
  'dutch-kvk': { format: 'peppol', source: lastOf({ ...PLAIN, seller: SELLERS.NL, buyer: BUYERS.dutchBusiness }) },
  'italian-customer': {
    format: 'ubl',
    source: lastOf({ ...PLAIN, behavior: 'inclusive', seller: SELLERS.IT, buyer: BUYERS.italianBusiness }),
  },
  'credit-note-two-rates': { format: 'ubl', source: lastOf(twoRates) },
  'carried-credit': { format: 'cii', source: lastOf(carriedCredit) },
  'open-invoice': {
    format: 'xrechnung_cii',
    source: lastOf({ ...PLAIN, seller: SELLERS.DE, buyer: BUYERS.germanPublic, steps: [{ kind: 'decline' }] }),
  },
  'outside-the-scope': { format: 'xrechnung_ubl', source: lastOf({ ...PLAIN, seller: OUTSIDE_SCOPE, buyer: BUYERS.germanPublic }) },
  'tiers-with-flat-fee': {
    format: 'ubl',
    source: lastOf({
      ...PLAIN,
      price: {
        usageType: 'metered',
        tiers: [
          { upTo: 10, flatAmountCents: 500, unitAmountDecimal: '12.5' },
          { upTo: null, unitAmountDecimal: '3.1' },
        ],
      },
      seller: SELLERS.NL,
      buyer: BUYERS.dutchBusiness,
      steps: [{ kind: 'use', units: 150 }, { kind: 'renew' }],
    }),
  },
};

/** The source of a sample. Throws if there is no such sample. */
export const sourceOf = (name: string): EInvoiceSource => {
  const sample = SAMPLES[name];
  if (sample === undefined) throw new Error(`There is no sample ${name}.`);
  return sample.source;
};
