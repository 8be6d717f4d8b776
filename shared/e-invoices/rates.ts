import type { VatBreakdown, VatCategory } from '../domain/e-invoice/model.ts';
import type { EInvoiceProfile } from './profiles.ts';
import { percentOf } from './xml.ts';

/** Rate of a line (BT-152); `null` outside the scope of tax (BR-O-05). */
export const lineRateOf = (category: VatCategory, rateBasisPoints: number): string | null =>
  category === 'O' ? null : percentOf(rateBasisPoints);

/** Rate of a VAT breakdown (BT-119); `null` outside the scope of tax (BR-48), if the profile does not require a rate. */
export const breakdownRateOf = ({ category, rateBasisPoints }: VatBreakdown, { requiresRate }: EInvoiceProfile): string | null =>
  category === 'O' && !requiresRate ? null : percentOf(rateBasisPoints);
