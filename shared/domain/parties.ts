import type { Account } from './account/record.ts';
import type { Customer } from './customer/record.ts';
import type { AppliedRate, TaxTreatment } from './tax.ts';
import { taxTreatmentOf } from './tax.ts';

/** Who bills whom, and the active tax rate of the customer's country (`null`: none). */
export interface BillingParties {
  readonly account: Account;
  readonly customer: Customer;
  readonly taxRate: AppliedRate | null;
}

/** How a charge between these two is taxed today. */
export const treatmentFor = (parties: BillingParties): TaxTreatment =>
  taxTreatmentOf({
    sellerCountryCode: parties.account.countryCode,
    buyerCountryCode: parties.customer.countryCode,
    buyerVatVerified: parties.customer.vatVerifiedAt !== null,
    behavior: parties.account.taxBehavior,
    rate: parties.taxRate,
  });
