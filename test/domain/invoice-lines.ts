import type { InvoiceLine } from '../../shared/domain/invoice/record.ts';

/** Builds an invoice line of the type `subscription` with the tax rate. */
export const lineOf = (amountCents: number, taxRateBasisPoints: number): InvoiceLine => ({
  type: 'subscription',
  description: 'Plan',
  quantity: '1',
  unitAmountDecimal: String(amountCents),
  amountCents,
  discountCents: 0,
  priceId: 'price_1',
  taxRateBasisPoints,
  periodStart: 0,
  periodEnd: 1,
});
