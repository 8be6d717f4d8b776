import { taxTermsIn } from '../document-terms.ts';
import { isSoldAbroad } from '../tax/areas.ts';
import { type RateAndTerms, taxKey, taxOfLine, treatmentIn } from '../tax/terms.ts';
import type { VatCategory } from './model.ts';
import type { VatExemption } from './settings.ts';
import type { EInvoiceDocument, EInvoiceFacts } from './types.ts';

/**
 * True for an export. The country is that of the amount's terms: credit for unused time can be from a time when the buyer was in another
 * country. If the country was unknown then, the present one counts.
 */
const isExport = ({ document }: EInvoiceFacts, amount: RateAndTerms): boolean => {
  const { seller, buyer } = document;
  const terms = taxTermsIn(document, amount);
  return isSoldAbroad(seller.countryCode, { ...terms, countryCode: terms.countryCode ?? buyer.countryCode });
};

/** True for an export by a seller with a VAT number, which category G needs (BR-G-02). */
const isReportedExport = (facts: EInvoiceFacts, amount: RateAndTerms): boolean =>
  facts.document.seller.vatId !== null && isExport(facts, amount);

/** One amount per `taxKey` of the lines and the tax. The last of several credit notes can have tax and no lines. */
export const taxedAmountsOf = ({ lines, tax }: Pick<EInvoiceDocument, 'lines' | 'tax'>): readonly RateAndTerms[] => {
  const notEmpty = tax.filter(({ taxableCents, taxCents }) => taxableCents !== 0 || taxCents !== 0);
  return [...new Map([...lines.map(taxOfLine), ...notEmpty].map((amount) => [taxKey(amount), amount])).values()];
};

/** True for an amount whose category does not depend on what the seller declared. */
const hasFixedCategory = (facts: EInvoiceFacts, amount: RateAndTerms): boolean =>
  amount.rateBasisPoints !== 0 ||
  ['reverse_charge', 'zero_rated'].includes(treatmentIn(facts.document, amount)) ||
  isReportedExport(facts, amount);

/**
 * The category that the seller declared. A document must not mix `O` (outside the scope) with other categories (BR-O-11): next to amounts
 * of other categories, `O` becomes `E`.
 */
const declaredCategory = (facts: EInvoiceFacts, { category }: VatExemption): VatCategory =>
  category === 'O' && taxedAmountsOf(facts.document).some((amount) => hasFixedCategory(facts, amount)) ? 'E' : category;

/**
 * VAT category of an amount. `null`: no tax is charged and no reason is known, so the seller has to declare one. A rate of 0 from the
 * table `rates.json` is zero-rated (Z). A tax rate of 0 that the account created means an export or the declared exemption, if there is
 * one, and otherwise Z.
 */
export const categoryOf = (facts: EInvoiceFacts, amount: RateAndTerms): VatCategory | null => {
  if (amount.rateBasisPoints !== 0) return 'S';
  const treatment = treatmentIn(facts.document, amount);
  if (treatment === 'reverse_charge') return 'AE';
  if (treatment === 'zero_rated') return 'Z';
  if (isReportedExport(facts, amount)) return 'G';
  if (facts.seller.exemption !== null) return declaredCategory(facts, facts.seller.exemption);
  return treatment === 'rate' ? 'Z' : null;
};

/**
 * Code and text of the reason why tax is not charged; `null`: category `S` or `Z`, which needs no reason. `reverseChargeText`: the text for
 * `AE`.
 */
export const exemptionOf = (
  category: VatCategory,
  { seller: { exemption } }: EInvoiceFacts,
  reverseChargeText: string,
): { readonly code: string | null; readonly reason: string } | null => {
  switch (category) {
    case 'S':
    case 'Z':
      return null;
    case 'AE':
      return { code: 'VATEX-EU-AE', reason: reverseChargeText };
    case 'G':
      return { code: 'VATEX-EU-G', reason: 'Export outside the EU' };
    case 'O':
      return { code: 'VATEX-EU-O', reason: exemption?.reason ?? 'Not subject to VAT' };
    case 'E':
      return { code: exemption?.category === 'E' ? exemption.code : null, reason: exemption?.reason ?? 'Exempt from tax' };
  }
};
