import type { CreditNote } from '../domain/credit-note/record.ts';
import type { Invoice, InvoiceLine } from '../domain/invoice/record.ts';
import type { TaxSum } from '../domain/tax.ts';
import type { Mode } from '../domain/tenant.ts';
import type { DocumentTexts } from '../locales/documents/locale.ts';
import type { Formats } from './formats.ts';
import type { DocumentModel, Line, LinesTable, TaxRow, TaxTable, Total } from './model.ts';
import { buyerParty, sellerParty } from './parties.ts';

/** The product's name; where the line is not simply its price, with what it is. */
const nameOf = ({ type, description }: InvoiceLine, { lines }: DocumentTexts): string => {
  const what = lines[type];
  return what === undefined ? description : `${what}: ${description}`;
};

const lineOf = (line: InvoiceLine, strings: DocumentTexts, formats: Formats): Line => ({
  description: nameOf(line, strings),
  details: [
    ...(line.periodStart === null || line.periodEnd === null ? [] : [formats.period(line.periodStart, line.periodEnd)]),
    ...(line.discountCents === 0 ? [] : [strings.lineDiscount(formats.amount(-line.discountCents))]),
  ],
  quantity: formats.quantity(line.quantity),
  unitPrice: line.unitAmountDecimal === null ? '' : formats.unitAmount(line.unitAmountDecimal),
  taxRate: formats.rate(line.taxRateBasisPoints),
  amount: formats.amount(line.amountCents),
});

const linesTable = (lines: readonly InvoiceLine[], strings: DocumentTexts, formats: Formats): LinesTable => ({
  head: {
    description: strings.description,
    quantity: strings.quantity,
    unitPrice: strings.unitPrice,
    taxRate: strings.taxRate,
    amount: strings.amount,
  },
  rows: lines.map((line) => lineOf(line, strings, formats)),
});

/** `VAT 21%`; the name of the rate where it has one. */
const rateName = (sum: TaxSum, reverseCharge: boolean, strings: DocumentTexts, { rate }: Formats): string =>
  reverseCharge && sum.rateBasisPoints === 0
    ? `${strings.reverseChargeRate} ${rate(0)}`
    : `${sum.displayName ?? strings.tax} ${rate(sum.rateBasisPoints)}`;

const taxRow = (sum: TaxSum, name: string, { amount }: Formats): TaxRow => ({
  rate: name,
  net: amount(sum.taxableCents),
  tax: amount(sum.taxCents),
  gross: amount(sum.taxableCents + sum.taxCents),
});

const taxTable = (sums: readonly TaxSum[], reverseCharge: boolean, strings: DocumentTexts, formats: Formats): TaxTable | null =>
  sums.length === 0
    ? null
    : {
        heading: strings.taxSummary,
        head: { rate: strings.taxRate, net: strings.net, tax: strings.tax, gross: strings.gross },
        rows: sums.map((sum) => taxRow(sum, rateName(sum, reverseCharge, strings, formats), formats)),
      };

export const plain = (label: string, amount: string): Total => ({ label, amount, emphasized: false });
export const emphasized = (label: string, amount: string): Total => ({ label, amount, emphasized: true });

/** Tax on the way from the lines to the total: none where the lines contain it. */
export const addedTaxes = (issued: Invoice | CreditNote, strings: DocumentTexts, formats: Formats): readonly Total[] =>
  issued.taxBehavior === 'exclusive'
    ? issued.tax.map((sum) => plain(rateName(sum, issued.reverseCharge, strings, formats), formats.amount(sum.taxCents)))
    : [];

/** What documents of an invoice and of its corrections say alike: about its tax, and about the mode. */
const notesOf = (issued: Invoice | CreditNote, strings: DocumentTexts): readonly string[] => {
  if (issued.reverseCharge) return [strings.reverseCharge(issued.seller.vatId, issued.buyer.vatNumber)];
  return issued.taxBehavior === 'inclusive' && issued.taxCents !== 0 ? [strings.taxIncluded] : [];
};

const bannerOf = (mode: Mode, strings: DocumentTexts): string | null => (mode === 'test' ? strings.testDocument : null);

/** What every kind of document says in the same way. */
export const commonParts = (issued: Invoice | CreditNote, mode: Mode, strings: DocumentTexts, formats: Formats) =>
  ({
    id: issued.id,
    number: issued.number,
    issuedAt: issued.issuedAt,
    banner: bannerOf(mode, strings),
    seller: sellerParty(issued.seller, strings, formats),
    buyer: buyerParty(issued.buyer, issued.customerId, strings, formats),
    lines: linesTable(issued.lines, strings, formats),
    tax: taxTable(issued.tax, issued.reverseCharge, strings, formats),
    notes: notesOf(issued, strings),
    footer: issued.seller.footer,
    pageLabel: strings.page,
    logoLabel: strings.logoOf(issued.seller.legalName ?? issued.seller.name),
  }) satisfies Partial<DocumentModel>;
