import type { Account } from './account/record.ts';
import type { Customer } from './customer/record.ts';
import type { AppliedRate, TaxTreatment } from './tax.ts';
import { taxTreatmentOf } from './tax.ts';
import { countryOfVatId } from './vat-id.ts';

/** Who bills whom, and the active tax rate of the customer's country (`null`: none). */
export interface BillingParties {
  readonly account: Account;
  readonly customer: Customer;
  readonly taxRate: AppliedRate | null;
}

const verifiedVatCountry = ({ vatNumber, vatVerifiedAt }: Customer): string | null =>
  vatNumber === null || vatVerifiedAt === null ? null : countryOfVatId(vatNumber);

/** How a charge between these two is taxed today. */
export const treatmentFor = (parties: BillingParties): TaxTreatment =>
  taxTreatmentOf({
    sellerCountryCode: parties.account.countryCode,
    buyerCountryCode: parties.customer.countryCode,
    buyerVatCountryCode: verifiedVatCountry(parties.customer),
    behavior: parties.account.taxBehavior,
    rate: parties.taxRate,
  });
