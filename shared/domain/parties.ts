import type { Account } from './account/record.ts';
import { type Customer, verifiedVatCountry } from './customer/record.ts';
import type { Buyer, Seller } from './invoice/record.ts';
import { type AppliedRate, type TaxedParties, type TaxTreatment, taxTreatmentOf } from './tax.ts';

/** Seller and customer of a charge, and the active tax rate of the customer's country (`null`: none). */
export interface BillingParties {
  readonly account: Account;
  readonly customer: Customer;
  readonly taxRate: AppliedRate | null;
}

/** Seller and buyer on a document. Stored with the payment when a charge starts, together with the tax of the charge. */
export interface DocumentParties {
  readonly seller: Seller;
  readonly buyer: Buyer;
}

const sellerOf = (account: Account): Seller => ({
  name: account.name,
  legalName: account.legalName,
  email: account.email,
  address: account.address,
  countryCode: account.countryCode,
  vatId: account.vatId,
  registrationNumber: account.registrationNumber,
  phone: account.phone,
  footer: account.invoiceFooter,
});

const buyerOf = (customer: Customer): Buyer => ({
  name: customer.name,
  email: customer.email,
  address: customer.address,
  countryCode: customer.countryCode,
  vatNumber: customer.vatNumber,
  vatName: customer.vatName,
  language: customer.language,
});

/** The parties of a document that is issued now. */
export const documentParties = ({ account, customer }: BillingParties): DocumentParties => ({
  seller: sellerOf(account),
  buyer: buyerOf(customer),
});

const taxedParties = ({ account, customer, taxRate }: BillingParties): TaxedParties => ({
  sellerCountryCode: account.countryCode,
  sellerRegistered: account.vatId !== null,
  buyerCountryCode: customer.countryCode,
  buyerVatCountryCode: verifiedVatCountry(customer),
  behavior: account.taxBehavior,
  rate: taxRate,
});

/** Tax of a charge that the account makes to the customer now. */
export const taxTreatmentFor = (parties: BillingParties): TaxTreatment => taxTreatmentOf(taxedParties(parties));

/** True when reverse charge would apply if the account had a VAT number. Without one, the customer is charged the tax. */
export const lacksReverseCharge = (account: Account, customer: Customer): boolean =>
  account.vatId === null && taxTreatmentOf({ ...taxedParties({ account, customer, taxRate: null }), sellerRegistered: true }).reverseCharge;
