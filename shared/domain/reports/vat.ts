import { sum } from '../amounts/money.ts';
import type { CreditNote } from '../credit-note/record.ts';
import { sumsByTax, taxTermsIn } from '../document-terms.ts';
import { groupsBy } from '../groups.ts';
import type { Invoice } from '../invoice/record.ts';
import { dayOf, monthOf } from '../metrics/metrics.ts';
import { isSoldAbroad, vatAreaOfCountry } from '../tax/areas.ts';
import { isInEu } from '../tax/tax.ts';
import type { TaxTerms } from '../tax/terms.ts';
import { isInRange, type TimeRange } from '../time-range.ts';

/**
 * How an amount is taxed. `zero_rated`: at a rate of 0. `export`: untaxed, because sold from the EU to a place outside its VAT area.
 * `untaxed`: no rate applied, or the seller declared why its sales are exempt.
 */
export const VAT_TREATMENTS = ['taxed', 'zero_rated', 'reverse_charge', 'export', 'untaxed'] as const;
export type VatTreatment = (typeof VAT_TREATMENTS)[number];

/** What the amounts of a report are grouped by. */
export interface VatGroup {
  /** Country whose VAT is charged or would be due: usually that of the buyer; `null`: unknown. */
  readonly countryCode: string | null;
  readonly currency: string;
  readonly treatment: VatTreatment;
  readonly rateBasisPoints: number;
}

interface Amounts {
  readonly netCents: number;
  readonly taxCents: number;
}

/** An amount of a document, negative for a credit note or a voided invoice. */
interface VatEntry extends VatGroup, Amounts {
  readonly document: 'invoice' | 'voided_invoice' | 'credit_note';
  readonly documentId: string;
  /** When the invoice was issued; for a credit note, when the corrected invoice was issued. */
  readonly invoiceIssuedAt: number;
  readonly vatNumber: string | null;
}

type TaxedDocument = Pick<
  Invoice,
  'id' | 'currency' | 'lines' | 'tax' | 'totalCents' | 'reverseCharge' | 'seller' | 'buyer' | 'taxCountryCode'
>;

const treatmentOf = ({ seller }: TaxedDocument, rateBasisPoints: number, terms: TaxTerms): VatTreatment => {
  const { treatment } = terms;
  const isSoldFromEu = isInEu(vatAreaOfCountry(seller.countryCode));
  if (rateBasisPoints > 0) return 'taxed';
  if (treatment === 'reverse_charge' || treatment === 'zero_rated') return treatment;
  if (isSoldFromEu && isSoldAbroad(seller.countryCode, terms)) return 'export';
  return treatment === 'rate' && (seller.eInvoicing?.exemption ?? null) === null ? 'zero_rated' : 'untaxed';
};

const entriesOf = (document: TaxedDocument, sign: 1 | -1, source: Pick<VatEntry, 'document' | 'invoiceIssuedAt'>): readonly VatEntry[] =>
  sumsByTax(document).map((amount) => {
    const { rateBasisPoints, taxableCents, taxCents } = amount;
    const terms = taxTermsIn(document, amount);
    return {
      ...source,
      documentId: document.id,
      countryCode: terms.countryCode,
      currency: document.currency,
      treatment: treatmentOf(document, rateBasisPoints, terms),
      rateBasisPoints,
      netCents: sign * taxableCents,
      taxCents: sign * taxCents,
      vatNumber: terms.vatNumber ?? document.buyer.vatNumber,
    };
  });

/** Amounts of an invoice for a report of `range`: counted when it was issued, and reversed when it was voided. */
export const vatAmountsOfInvoice = (invoice: Invoice, range: TimeRange): readonly VatEntry[] => [
  ...(isInRange(range, invoice.issuedAt) ? entriesOf(invoice, 1, { document: 'invoice', invoiceIssuedAt: invoice.issuedAt }) : []),
  ...(isInRange(range, invoice.voidedAt) ? entriesOf(invoice, -1, { document: 'voided_invoice', invoiceIssuedAt: invoice.issuedAt }) : []),
];

/** Amounts of a credit note for a report of `range`. `invoiceIssuedAt`: when its invoice was issued. */
export const vatAmountsOfCreditNote = (note: CreditNote, invoiceIssuedAt: number, range: TimeRange): readonly VatEntry[] =>
  isInRange(range, note.issuedAt) ? entriesOf(note, -1, { document: 'credit_note', invoiceIssuedAt }) : [];

/** Sums over documents, and the number of documents of each kind. */
export interface VatTotal extends Amounts {
  readonly currency: string;
  readonly invoices: number;
  readonly voidedInvoices: number;
  readonly creditNotes: number;
  /** Sum of the credit notes including VAT; positive. */
  readonly creditedCents: number;
}

export type VatRow = VatGroup & VatTotal;

/** Corrections of invoices that were issued before the range. `month`: when the invoices were issued, `yyyy-mm` in UTC. */
export type VatCorrection = VatRow & { readonly month: string };

/** Reverse-charge sales to one VAT number in one currency, including corrections. */
export interface EcSale extends Amounts {
  readonly vatNumber: string | null;
  readonly countryCode: string | null;
  readonly currency: string;
}

export interface VatReport {
  /** Invoices of the range, minus corrections of these invoices in the range. */
  readonly rows: readonly VatRow[];
  readonly corrections: readonly VatCorrection[];
  readonly ecSales: readonly EcSale[];
  /** All documents of the range, by currency. */
  readonly totals: readonly VatTotal[];
}

const addAmounts = (entries: readonly VatEntry[]): Amounts => ({
  netCents: sum(entries.map(({ netCents }) => netCents)),
  taxCents: sum(entries.map(({ taxCents }) => taxCents)),
});

const countOf = (entries: readonly VatEntry[], document: VatEntry['document']): number =>
  new Set(entries.filter((entry) => entry.document === document).map(({ documentId }) => documentId)).size;

const creditedCentsOf = (entries: readonly VatEntry[]): number =>
  sum(entries.map(({ document, netCents, taxCents }) => (document === 'credit_note' ? -(netCents + taxCents) : 0)));

const totalOf = ({ currency }: VatGroup, entries: readonly VatEntry[]): VatTotal => ({
  currency,
  invoices: countOf(entries, 'invoice'),
  voidedInvoices: countOf(entries, 'voided_invoice'),
  creditNotes: countOf(entries, 'credit_note'),
  creditedCents: creditedCentsOf(entries),
  ...addAmounts(entries),
});

const rowOf = (group: VatGroup, entries: readonly VatEntry[]): VatRow => ({
  countryCode: group.countryCode,
  treatment: group.treatment,
  rateBasisPoints: group.rateBasisPoints,
  ...totalOf(group, entries),
});

/** Groups entries by `keyOf`, sorts the groups by this key, and builds a row of each group from its first entry and all its entries. */
const groupRows = <Row>(
  entries: readonly VatEntry[],
  keyOf: (entry: VatEntry) => readonly (string | number | null)[],
  build: (first: VatEntry, group: readonly VatEntry[]) => Row,
): readonly Row[] => {
  const groups = groupsBy(entries, (entry) => keyOf(entry).join('#'));
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => build(group[0], group));
};

/** Key for grouping and sorting by currency, country (unknown countries last), treatment and rate. */
const groupKey = ({ currency, countryCode, treatment, rateBasisPoints }: VatEntry) => [
  currency,
  countryCode ?? '~',
  VAT_TREATMENTS.indexOf(treatment),
  String(rateBasisPoints).padStart(5, '0'),
];

const monthAt = (seconds: number): string => monthOf(dayOf(seconds));

/**
 * The VAT of the documents in a range. Invoices count when they are issued, whether or not they are paid; credit notes and voided invoices
 * correct the month of their invoice. `entries`: the results of `vatAmountsOfInvoice` and `vatAmountsOfCreditNote`.
 */
export const vatReport = (entries: readonly VatEntry[], range: TimeRange): VatReport => {
  const isCurrent = ({ invoiceIssuedAt }: VatEntry): boolean => isInRange(range, invoiceIssuedAt);
  return {
    rows: groupRows(entries.filter(isCurrent), groupKey, rowOf),
    corrections: groupRows(
      entries.filter((entry) => !isCurrent(entry)),
      (entry) => [monthAt(entry.invoiceIssuedAt), ...groupKey(entry)],
      (first, group) => ({ month: monthAt(first.invoiceIssuedAt), ...rowOf(first, group) }),
    ),
    ecSales: groupRows(
      entries.filter(({ treatment }) => treatment === 'reverse_charge'),
      ({ currency, vatNumber, countryCode }) => [currency, vatNumber, countryCode],
      ({ vatNumber, countryCode, currency }, group) => ({ vatNumber, countryCode, currency, ...addAmounts(group) }),
    ),
    totals: groupRows(entries, ({ currency }) => [currency], totalOf),
  };
};
