import type { VatExemption } from '../e-invoicing.ts';
import { isInEu } from '../tax.ts';
import type { VatCategory } from './model.ts';
import type { EInvoiceDocument, EInvoiceFacts } from './types.ts';

/** True for a sale to another country, unless both countries are in the EU. */
const isExport = ({ document: { seller, buyer } }: EInvoiceFacts): boolean =>
  seller.countryCode !== null &&
  buyer.countryCode !== null &&
  seller.countryCode !== buyer.countryCode &&
  !(isInEu(seller.countryCode) && isInEu(buyer.countryCode));

/** The rates of the lines, and of tax without lines: the last of several credit notes of an invoice can consist of tax only. */
export const ratesOf = ({ lines, tax }: Pick<EInvoiceDocument, 'lines' | 'tax'>): readonly number[] => {
  const notEmpty = tax.filter(({ taxableCents, taxCents }) => taxableCents !== 0 || taxCents !== 0);
  return [
    ...new Set([...lines.map(({ taxRateBasisPoints }) => taxRateBasisPoints), ...notEmpty.map(({ rateBasisPoints }) => rateBasisPoints)]),
  ];
};

/** The declared category. `O` (outside the scope) must not be mixed with others (BR-O-11), so next to taxed ones it becomes `E`. */
const declaredCategory = (source: EInvoiceFacts, { category }: VatExemption): VatCategory =>
  category === 'O' && ratesOf(source.document).some((rate) => rate !== 0) ? 'E' : category;

/**
 * VAT category of lines at a rate. `null`: no tax is charged and no reason is known, so the seller has to declare one. An untaxed sale is
 * never zero-rated (Z), because the service knows of no zero rates.
 */
export const categoryOf = (source: EInvoiceFacts, rateBasisPoints: number): VatCategory | null => {
  if (rateBasisPoints !== 0) return 'S';
  if (source.document.reverseCharge) return 'AE';
  // BR-G-02: an export needs the seller's VAT number.
  if (isExport(source) && source.document.seller.vatId !== null) return 'G';
  return source.seller.exemption === null ? null : declaredCategory(source, source.seller.exemption);
};

/** Code and text of the reason why a category is not taxed; `null` for taxed lines. `reverseCharge`: text for category `AE`. */
export const exemptionOf = (
  category: VatCategory,
  { seller: { exemption } }: EInvoiceFacts,
  reverseCharge: string,
): { readonly code: string | null; readonly reason: string } | null => {
  switch (category) {
    case 'S':
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
