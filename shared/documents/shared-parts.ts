import type { CreditNote } from '../domain/credit-note/record.ts';
import { categoryOf, taxedAmountsOf } from '../domain/e-invoice/categories.ts';
import { eInvoiceFactsOf } from '../domain/e-invoice/view.ts';
import { flatFeeCents } from '../domain/invoice/flat-fee.ts';
import type { Invoice, InvoiceLine } from '../domain/invoice/record.ts';
import type { TaxSum } from '../domain/tax/tax.ts';
import { treatmentIn } from '../domain/tax/terms.ts';
import type { Mode } from '../domain/tenant.ts';
import { type DocumentTexts, lineName } from '../locales/documents.ts';
import type { DocumentFormatters } from './formats.ts';
import type { DocumentModel, Line, LinesTable, TaxRow, TaxTable, Total } from './model.ts';
import { buyerParty, sellerParty } from './parties.ts';

/** `€0.015 + €2.50` for a tier with a flat fee; empty for a line without a price for each unit. */
const unitPriceOf = (line: InvoiceLine, formats: DocumentFormatters): string => {
  if (line.unitAmountDecimal === null) return '';
  const flatCents = flatFeeCents(line);
  const unit = formats.unitAmount(line.unitAmountDecimal);
  return flatCents === 0 ? unit : `${unit} + ${formats.amount(flatCents)}`;
};

const lineOf = (line: InvoiceLine, texts: DocumentTexts, formats: DocumentFormatters): Line => ({
  description: lineName(line, texts),
  details: [
    ...(line.periodStart === null || line.periodEnd === null ? [] : [formats.period(line.periodStart, line.periodEnd)]),
    ...(line.discountCents === 0 ? [] : [texts.lineDiscount(formats.amount(-line.discountCents))]),
  ],
  quantity: formats.quantity(line.quantity),
  unitPrice: unitPriceOf(line, formats),
  taxRate: formats.rate(line.taxRateBasisPoints),
  amount: formats.amount(line.amountCents),
});

const linesTable = (lines: readonly InvoiceLine[], texts: DocumentTexts, formats: DocumentFormatters): LinesTable => ({
  head: {
    description: texts.description,
    quantity: texts.quantity,
    unitPrice: texts.unitPrice,
    taxRate: texts.taxRate,
    amount: texts.amount,
  },
  rows: lines.map((line) => lineOf(line, texts, formats)),
});

/**
 * Names a rate: its display name (or else the general name of the tax) and its percentage, as in `VAT 21%`; for reverse charge,
 * `Reverse charge 0%`.
 */
const rateName = (sum: TaxSum, issued: Invoice | CreditNote, texts: DocumentTexts, { rate }: DocumentFormatters): string =>
  treatmentIn(issued, sum) === 'reverse_charge'
    ? `${texts.reverseChargeRate} ${rate(0)}`
    : `${sum.displayName ?? texts.tax} ${rate(sum.rateBasisPoints)}`;

const taxRow = (sum: TaxSum, name: string, { amount }: DocumentFormatters): TaxRow => ({
  rate: name,
  net: amount(sum.taxableCents),
  tax: amount(sum.taxCents),
  gross: amount(sum.taxableCents + sum.taxCents),
});

const taxTable = (issued: Invoice | CreditNote, texts: DocumentTexts, formats: DocumentFormatters): TaxTable | null =>
  issued.tax.length === 0
    ? null
    : {
        heading: texts.taxSummary,
        head: { rate: texts.taxRate, net: texts.net, tax: texts.tax, gross: texts.gross },
        rows: issued.tax.map((sum) => taxRow(sum, rateName(sum, issued, texts, formats), formats)),
      };

export const plainTotal = (label: string, amount: string): Total => ({ label, amount, emphasized: false });
export const emphasizedTotal = (label: string, amount: string): Total => ({ label, amount, emphasized: true });

/** Tax added to the subtotal; empty if prices include tax. */
export const addedTaxes = (issued: Invoice | CreditNote, texts: DocumentTexts, formats: DocumentFormatters): readonly Total[] =>
  issued.taxBehavior === 'exclusive'
    ? issued.tax.map((sum) => plainTotal(rateName(sum, issued, texts, formats), formats.amount(sum.taxCents)))
    : [];

/** The reason why an amount has no tax, as the seller declared it; empty if there is no such amount. The law requires the reason. */
const exemptionNote = (issued: Invoice | CreditNote): readonly string[] => {
  const facts = eInvoiceFactsOf(issued);
  const { exemption } = facts.seller;
  const isExempt = taxedAmountsOf(issued).some((amount) => ['E', 'O'].includes(categoryOf(facts, amount) ?? ''));
  return exemption !== null && isExempt ? [exemption.reason] : [];
};

/** Notes about tax: reverse charge, the reason of an exemption, or that prices include tax. */
const notesOf = (issued: Invoice | CreditNote, texts: DocumentTexts): readonly string[] => {
  if (issued.reverseCharge) return [texts.reverseCharge(issued.seller.vatId, issued.buyer.vatNumber)];
  const isTaxIncluded = issued.taxBehavior === 'inclusive' && issued.taxCents !== 0;
  return [...exemptionNote(issued), ...(isTaxIncluded ? [texts.taxIncluded] : [])];
};

/** The reason of a credit note as text. Replaces the code `withdrawal`, which is stored as the reason after a withdrawal. */
export const creditReason = (reason: string, texts: Pick<DocumentTexts, 'withdrawal'>): string =>
  reason === 'withdrawal' ? texts.withdrawal : reason;

const bannerOf = (mode: Mode, texts: DocumentTexts): string | null => (mode === 'test' ? texts.testDocument : null);

/** The parts that invoices and credit notes share. */
export const commonParts = (issued: Invoice | CreditNote, mode: Mode, texts: DocumentTexts, formats: DocumentFormatters) =>
  ({
    id: issued.id,
    number: issued.number,
    issuedAt: issued.issuedAt,
    banner: bannerOf(mode, texts),
    seller: sellerParty(issued.seller, texts, formats),
    buyer: buyerParty(issued.buyer, issued.customerId, texts, formats),
    lines: linesTable(issued.lines, texts, formats),
    tax: taxTable(issued, texts, formats),
    notes: notesOf(issued, texts),
    footer: issued.seller.footer,
    pageLabel: texts.page,
    logoLabel: texts.logoOf(issued.seller.legalName ?? issued.seller.name),
  }) satisfies Partial<DocumentModel>;
