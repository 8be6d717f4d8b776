import type { PriceSummary } from '../price/summary.ts';
import { chargedBasisPoints, invoicedAmountCents, invoicedUnitAmount, removesTax, type TaxTreatment } from '../tax/tax.ts';

/** The tax of a customer's charges in the portal, and the amounts that it changes. */

/** The tax of charges. A rate of 0: no tax is charged. */
export const viewTax = (tax: TaxTreatment) => ({
  behavior: tax.behavior,
  rate_basis_points: chargedBasisPoints(tax),
  display_name: tax.rate?.displayName ?? null,
  // Fields that were added after 1.0 are absent where they do not apply [VER-05].
  ...(tax.reverseCharge ? { reverse_charge: true } : {}),
});

/** The price as it is charged; absent if the list price is charged. */
export const viewChargedPrice = ({ amountCents, unitAmountDecimal }: PriceSummary, tax: TaxTreatment) =>
  removesTax(tax)
    ? {
        charged_price: {
          amount_cents: amountCents === null ? null : invoicedAmountCents(amountCents, tax),
          unit_amount_decimal: unitAmountDecimal === null ? null : invoicedUnitAmount(unitAmountDecimal, tax),
        },
      }
    : {};

/** The maximum amount of usage as it is charged; absent if there is no maximum, or if tax does not change it. */
export const viewChargedMaximum = (maxAmountCents: number | null, tax: TaxTreatment) =>
  maxAmountCents !== null && removesTax(tax) ? { charged_max_amount_cents: invoicedAmountCents(maxAmountCents, tax) } : {};
