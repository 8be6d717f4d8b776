import { termsIn } from '../document-terms.ts';
import { isInEu } from '../tax/tax.ts';
import { type TaxedAmount, taxKey, taxOfLine, treatmentIn } from '../tax/terms.ts';
import type { VatCategory } from './model.ts';
import type { VatExemption } from './settings.ts';
import type { EInvoiceDocument, EInvoiceFacts } from './types.ts';

/** True for a sale to another country, unless both countries are in the EU, and to a territory outside the VAT area of the EU. */
const isExport = ({ document }: EInvoiceFacts, amount: TaxedAmount): boolean => {
  const { seller, buyer } = document;
  if (isInEu(seller.countryCode) && termsIn(document, amount).outsideVatArea === true) return true;
  return (
    seller.countryCode !== null &&
    buyer.countryCode !== null &&
    seller.countryCode !== buyer.countryCode &&
    !(isInEu(seller.countryCode) && isInEu(buyer.countryCode))
  );
};

/** The different taxes of the lines, and of tax without lines: the last of several credit notes of an invoice can consist of tax only. */
export const taxedAmountsOf = ({ lines, tax }: Pick<EInvoiceDocument, 'lines' | 'tax'>): readonly TaxedAmount[] => {
  const notEmpty = tax.filter(({ taxableCents, taxCents }) => taxableCents !== 0 || taxCents !== 0);
  return [...new Map([...lines.map(taxOfLine), ...notEmpty].map((amount) => [taxKey(amount), amount])).values()];
};

/** True for an amount that a rate or reverse charge applied to. */
const isTaxed = ({ document }: EInvoiceFacts, amount: TaxedAmount): boolean =>
  amount.rateBasisPoints !== 0 || ['reverse_charge', 'zero_rated'].includes(treatmentIn(document, amount));

/** The declared category. `O` (outside the scope) must not be mixed with others (BR-O-11), so next to taxed ones it becomes `E`. */
const declaredCategory = (source: EInvoiceFacts, { category }: VatExemption): VatCategory =>
  category === 'O' && taxedAmountsOf(source.document).some((amount) => isTaxed(source, amount)) ? 'E' : category;

/**
 * VAT category of an amount. `null`: no tax is charged and no reason is known, so the seller has to declare one. A rate of 0 is zero-rated
 * (Z), but an account's own rate of 0 can also mean an export or the declared exemption.
 */
export const categoryOf = (source: EInvoiceFacts, amount: TaxedAmount): VatCategory | null => {
  if (amount.rateBasisPoints !== 0) return 'S';
  const treatment = treatmentIn(source.document, amount);
  if (treatment === 'reverse_charge') return 'AE';
  if (treatment === 'zero_rated') return 'Z';
  // BR-G-02: an export needs the seller's VAT number.
  if (isExport(source, amount) && source.document.seller.vatId !== null) return 'G';
  if (source.seller.exemption !== null) return declaredCategory(source, source.seller.exemption);
  return treatment === 'rate' ? 'Z' : null;
};

/** Code and text of the reason why a category is not taxed; `null` for lines with a rate. `reverseCharge`: text for category `AE`. */
export const exemptionOf = (
  category: VatCategory,
  { seller: { exemption } }: EInvoiceFacts,
  reverseCharge: string,
): { readonly code: string | null; readonly reason: string } | null => {
  switch (category) {
    case 'S':
    case 'Z':
      return null;
    case 'AE':
      return { code: 'VATEX-EU-AE', reason: reverseCharge };
    case 'G':
      return { code: 'VATEX-EU-G', reason: 'Export outside the EU' };
    case 'O':
      return { code: 'VATEX-EU-O', reason: exemption?.reason ?? 'Not subject to VAT' };
    case 'E':
      return { code: exemption?.category === 'E' ? exemption.code : null, reason: exemption?.reason ?? 'Exempt from tax' };
  }
};
