import { isInEu } from '../tax/tax.ts';
import { PEPPOL_COUNTRIES } from './formats.ts';

/** What pages ask businesses for, because their e-invoices need it; all of it is optional. */
export interface RequestedBusinessFields {
  readonly address: boolean;
  /** `leitweg_id`: the reference of a German public body; `any`: a reference in any format; `null`: not asked for. */
  readonly buyerReference: 'leitweg_id' | 'any' | null;
  readonly electronicAddress: boolean;
}

const NOTHING: RequestedBusinessFields = { address: false, buyerReference: null, electronicAddress: false };

/**
 * Sellers in the EU ask businesses for the address. German businesses are also asked for the Leitweg-ID. Businesses in countries where
 * Peppol is common are also asked for a reference and their Peppol ID. If the buyer's country is unknown (`null`), the seller's country
 * applies.
 */
export const requestedBusinessFields = (sellerCountryCode: string | null, buyerCountryCode: string | null): RequestedBusinessFields => {
  if (!isInEu(sellerCountryCode)) return NOTHING;
  const country = buyerCountryCode ?? sellerCountryCode ?? '';
  const isPeppol = PEPPOL_COUNTRIES.has(country);
  return { address: true, buyerReference: country === 'DE' ? 'leitweg_id' : isPeppol ? 'any' : null, electronicAddress: isPeppol };
};
