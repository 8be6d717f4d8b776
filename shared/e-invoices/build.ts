import { sum } from '../domain/amounts/money.ts';
import { isCreditNote } from '../domain/credit-note/record.ts';
import { sumsByTax } from '../domain/document-terms.ts';
import { categoryOf, exemptionOf } from '../domain/e-invoice/categories.ts';
import { FRENCH_NOTES, FRENCH_SERVICES_PROCESS, isBetweenFrenchBusinesses } from '../domain/e-invoice/french.ts';
import type { DayRange, EInvoiceModel, ModelLine, ModelNote, ModelTotals, VatBreakdown, VatCategory } from '../domain/e-invoice/model.ts';
import { modelBuyer, modelSeller } from '../domain/e-invoice/parties.ts';
import { referencesIn } from '../domain/e-invoice/settings.ts';
import { isSettled } from '../domain/e-invoice/types.ts';
import { groupsBy } from '../domain/groups.ts';
import type { RateAndTerms } from '../domain/tax/terms.ts';
import { type DocumentTexts, documentLocaleFor } from '../locales/documents.ts';
import { dayOf, dayRange, enclosingRange } from './days.ts';
import { modelLines } from './lines.ts';
import { modelPayment } from './payment.ts';
import { BILLING_PROCESS } from './profiles.ts';
import type { EInvoiceSource } from './types.ts';

/** Returns the VAT category of an amount. Throws if it is not known, which is impossible for a document without missing fields. */
const knownCategory = (source: EInvoiceSource, amount: RateAndTerms): VatCategory => {
  const category = categoryOf(source, amount);
  if (category === null) throw new Error('The document lacks the reason why it has no tax; call missingFields first.');
  return category;
};

/** The tax of each category and rate that has lines. */
const taxesOf = (source: EInvoiceSource, lines: readonly ModelLine[], texts: DocumentTexts): readonly VatBreakdown[] => {
  const keyOf = (category: VatCategory, rateBasisPoints: number): string => `${category} ${rateBasisPoints}`;
  const withLines = new Set(lines.map(({ category, rateBasisPoints }) => keyOf(category, rateBasisPoints)));
  // EN 16931 requires one entry for each category and rate, even if sales to several countries have this rate.
  const groups = groupsBy(sumsByTax(source.document), (each) => keyOf(knownCategory(source, each), each.rateBasisPoints));
  return [...groups].flatMap(([key, group]) => {
    const category = knownCategory(source, group[0]);
    if (!withLines.has(key)) return [];
    return {
      category,
      rateBasisPoints: group[0].rateBasisPoints,
      taxableCents: sum(group.map(({ taxableCents }) => taxableCents)),
      taxCents: sum(group.map(({ taxCents }) => taxCents)),
      exemption: exemptionOf(category, source, texts.reverseChargeRate),
    };
  });
};

const totalsOf = ({ document }: EInvoiceSource, lines: readonly ModelLine[]): ModelTotals => {
  const paidCents = isSettled(document) ? document.totalCents : 0;
  return {
    linesCents: sum(lines.map(({ netCents }) => netCents)),
    taxCents: document.taxCents,
    totalCents: document.totalCents,
    paidCents,
    dueCents: document.totalCents - paidCents,
  };
};

/** The service period. It contains the periods of all lines, as Peppol requires (PEPPOL-EN16931-R110 and R111). */
const periodOf = ({ document }: EInvoiceSource, lines: readonly ModelLine[]): DayRange | null =>
  enclosingRange([
    isCreditNote(document) ? null : dayRange(document.periodStart, document.periodEnd),
    ...lines.map(({ period }) => period),
  ]);

const plainNotes = ({ document }: EInvoiceSource, texts: DocumentTexts): readonly string[] => [
  ...(document.reverseCharge ? [texts.reverseCharge(document.seller.vatId, document.buyer.vatNumber)] : []),
  ...(isCreditNote(document) && document.reason !== null ? [document.reason === 'withdrawal' ? texts.withdrawal : document.reason] : []),
];

const notesOf = (source: EInvoiceSource, texts: DocumentTexts): readonly ModelNote[] => [
  ...(isBetweenFrenchBusinesses(source) ? FRENCH_NOTES : []),
  ...plainNotes(source, texts).map((text) => ({ subject: null, text })),
];

/**
 * Maps a stored invoice or credit note to EN 16931. Needs a document without missing fields (`missingFields`); throws if the document has
 * untaxed lines and no reason for the exemption. The sums of the model are equal to those of the document.
 */
export const eInvoiceModel = (source: EInvoiceSource): EInvoiceModel => {
  const { document, corrected, buyer } = source;
  const { texts } = documentLocaleFor(document.buyer.language);
  const lines = modelLines(source, texts, (amount) => knownCategory(source, amount));
  const taxes = taxesOf(source, lines, texts);
  const totals = totalsOf(source, lines);
  const period = periodOf(source, lines);
  const options = { showsVatIds: taxes.every(({ category }) => category !== 'O') };
  return {
    typeCode: isCreditNote(document) ? '381' : '380',
    number: document.number,
    issueDay: dayOf(document.issuedAt),
    dueDay: totals.dueCents > 0 ? dayOf(document.issuedAt) : null,
    currency: document.currency,
    accountingTax: source.accountingTax ?? null,
    ...referencesIn(buyer),
    processId: isBetweenFrenchBusinesses(source) ? FRENCH_SERVICES_PROCESS : BILLING_PROCESS,
    notes: notesOf(source, texts),
    preceding: corrected === null ? null : { number: corrected.number, issueDay: dayOf(corrected.issuedAt) },
    seller: modelSeller(source, options),
    buyer: modelBuyer(source, options),
    period,
    deliveryDay: period?.last ?? dayOf(document.issuedAt),
    payment: modelPayment(source, texts),
    taxes,
    totals,
    lines,
  };
};
