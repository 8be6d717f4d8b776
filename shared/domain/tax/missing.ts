import type { Invoice } from '../invoice/record.ts';
import { vatAreaOf } from './areas.ts';
import { RATED_AREAS } from './rates.ts';

/**
 * The buyer's country if a sale is untaxed although VAT is usually due in that country (the rate table has a rate for it). `null`: the sale
 * is taxed, the buyer owes the tax, the invoice is void or has no amount, or the country is unknown or has no rate in the table.
 */
export const untaxedCountry = (invoice: Pick<Invoice, 'buyer' | 'reverseCharge' | 'status' | 'tax' | 'totalCents'>): string | null => {
  const { buyer, reverseCharge, status, tax, totalCents } = invoice;
  if (reverseCharge || status === 'void' || totalCents === 0 || tax.length > 0) return null;
  const area = vatAreaOf({ countryCode: buyer.countryCode, postalCode: buyer.address?.postalCode ?? null });
  return area !== null && RATED_AREAS.includes(area) ? buyer.countryCode : null;
};
