import type { CreditNote } from '../domain/credit-note/record.ts';
import type { Invoice, InvoiceLine } from '../domain/invoice/record.ts';
import type { TaxSum } from '../domain/tax.ts';
import type { Mode } from '../domain/tenant.ts';
import type { DocumentWords } from '../locales/documents/locale.ts';
import type { Formats } from './formats.ts';
import type { DocumentModel, Line, LinesTable, TaxRow, TaxTable, Total } from './model.ts';
import { buyerParty, sellerParty } from './parties.ts';

/** The product's name; where the line is not simply its price, with what it is. */
const nameOf = ({ type, description }: InvoiceLine, { lines }: DocumentWords): string => {
  const what = lines[type];
  return what === undefined ? description : `${what}: ${description}`;
};

const lineOf = (line: InvoiceLine, words: DocumentWords, formats: Formats): Line => ({
  description: nameOf(line, words),
  details: [
    ...(line.periodStart === null || line.periodEnd === null ? [] : [formats.period(line.periodStart, line.periodEnd)]),
    ...(line.discountCents === 0 ? [] : [words.lineDiscount(formats.amount(-line.discountCents))]),
  ],
  quantity: formats.quantity(line.quantity),
  unitPrice: line.unitAmountDecimal === null ? '' : formats.unitAmount(line.unitAmountDecimal),
  taxRate: formats.rate(line.taxRateBasisPoints),
  amount: formats.amount(line.amountCents),
});

const linesTable = (lines: readonly InvoiceLine[], words: DocumentWords, formats: Formats): LinesTable => ({
  head: {
    description: words.description,
    quantity: words.quantity,
    unitPrice: words.unitPrice,
    taxRate: words.taxRate,
    amount: words.amount,
  },
  rows: lines.map((line) => lineOf(line, words, formats)),
});

/** `VAT 21%`; the name of the rate where it has one. */
const rateName = (sum: TaxSum, reverseCharge: boolean, words: DocumentWords, { rate }: Formats): string =>
  reverseCharge && sum.rateBasisPoints === 0
    ? `${words.reverseChargeRate} ${rate(0)}`
    : `${sum.displayName ?? words.tax} ${rate(sum.rateBasisPoints)}`;

const taxRow = (sum: TaxSum, name: string, { amount }: Formats): TaxRow => ({
  rate: name,
  net: amount(sum.taxableCents),
  tax: amount(sum.taxCents),
  gross: amount(sum.taxableCents + sum.taxCents),
});

const taxTable = (sums: readonly TaxSum[], reverseCharge: boolean, words: DocumentWords, formats: Formats): TaxTable | null =>
  sums.length === 0
    ? null
    : {
        heading: words.taxSummary,
        head: { rate: words.taxRate, net: words.net, tax: words.tax, gross: words.gross },
        rows: sums.map((sum) => taxRow(sum, rateName(sum, reverseCharge, words, formats), formats)),
      };

export const plain = (label: string, amount: string): Total => ({ label, amount, emphasized: false });
export const emphasized = (label: string, amount: string): Total => ({ label, amount, emphasized: true });

/** Tax on the way from the lines to the total: none where the lines contain it. */
export const addedTaxes = (issued: Invoice | CreditNote, words: DocumentWords, formats: Formats): readonly Total[] =>
  issued.taxBehavior === 'exclusive'
    ? issued.tax.map((sum) => plain(rateName(sum, issued.reverseCharge, words, formats), formats.amount(sum.taxCents)))
    : [];

/** What documents of an invoice and of its corrections say alike: about its tax, and about the mode. */
const notesOf = (issued: Invoice | CreditNote, words: DocumentWords): readonly string[] => {
  if (issued.reverseCharge) return [words.reverseCharge(issued.seller.vatId, issued.buyer.vatNumber)];
  return issued.taxBehavior === 'inclusive' && issued.taxCents !== 0 ? [words.taxIncluded] : [];
};

const bannerOf = (mode: Mode, words: DocumentWords): string | null => (mode === 'test' ? words.testDocument : null);

/** What every kind of document says in the same way. */
export const commonParts = (issued: Invoice | CreditNote, mode: Mode, words: DocumentWords, formats: Formats) =>
  ({
    id: issued.id,
    number: issued.number,
    issuedAt: issued.issuedAt,
    banner: bannerOf(mode, words),
    seller: sellerParty(issued.seller, words, formats),
    buyer: buyerParty(issued.buyer, issued.customerId, words, formats),
    lines: linesTable(issued.lines, words, formats),
    tax: taxTable(issued.tax, issued.reverseCharge, words, formats),
    notes: notesOf(issued, words),
    footer: issued.seller.footer,
    pageLabel: words.page,
    logoLabel: words.logoOf(issued.seller.legalName ?? issued.seller.name),
  }) satisfies Partial<DocumentModel>;
