import { type Account, taxModeOf } from './account/record.ts';
import { type Customer, verifiedVatCountry } from './customer/record.ts';
import type { Buyer, Seller } from './invoice/parties.ts';
import { isExcludedTerritory } from './tax/areas.ts';
import type { CheckoutLocation, LocationEvidence } from './tax/evidence.ts';
import { consumerAreaOf, type EuSale, euTreatmentOf, isReverseCharge, ratedCountries, type TaxPoint } from './tax/modes.ts';
import { type AppliedRate, type TaxedParties, type TaxTreatment, taxTreatmentOf } from './tax/tax.ts';

/** Seller and customer of a charge, and the account's active tax rate for the charge (see `ratedCountriesOf`; `null`: none). */
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

/** The seller of a document that is issued now. */
export const sellerOf = (account: Account): Seller => ({
  name: account.name,
  legalName: account.legalName,
  email: account.email,
  address: account.address,
  countryCode: account.countryCode,
  vatId: account.vatId,
  registrationNumber: account.registrationNumber,
  phone: account.phone,
  footer: account.invoiceFooter,
  ...(account.eInvoicing ? { eInvoicing: account.eInvoicing } : {}),
});

const buyerOf = (customer: Customer): Buyer => ({
  name: customer.name,
  email: customer.email,
  address: customer.address,
  countryCode: customer.countryCode,
  vatNumber: customer.vatNumber,
  vatName: customer.vatName,
  language: customer.language,
  ...(customer.eInvoicing ? { eInvoicing: customer.eInvoicing } : {}),
});

/** The parties of a document that is issued now. */
export const documentParties = ({ account, customer }: Pick<BillingParties, 'account' | 'customer'>): DocumentParties => ({
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

const placeOf = ({ countryCode, address }: Pick<Account | Customer, 'countryCode' | 'address'>) => ({
  countryCode,
  postalCode: address?.postalCode ?? null,
});

/** Input of `euTreatmentOf`; `null`: the account's tax mode is `manual`, which uses only the account's tax rates. */
const euSaleOf = ({ account, customer, taxRate }: BillingParties): EuSale | null => {
  const mode = taxModeOf(account);
  return mode === 'manual'
    ? null
    : {
        mode,
        seller: placeOf(account),
        sellerRegistered: account.vatId !== null,
        registrations: account.registrations ?? [],
        buyer: placeOf(customer),
        buyerVatCountryCode: verifiedVatCountry(customer),
        behavior: account.taxBehavior,
        rate: taxRate,
      };
};

/** Countries of the tax rates that apply to sales to the customer, most specific first. */
export const ratedCountriesOf = (
  account: Pick<Account, 'taxMode' | 'countryCode' | 'address'>,
  customer: Pick<Customer, 'countryCode' | 'address'>,
): readonly string[] => ratedCountries({ mode: taxModeOf(account), seller: placeOf(account), buyer: placeOf(customer) });

/** Tax of a charge between these parties, with the rate at the tax point (time and tax category). */
export const taxTreatmentFor = (parties: BillingParties, point: TaxPoint): TaxTreatment => {
  const sale = euSaleOf(parties);
  const treatment = sale === null ? taxTreatmentOf(taxedParties(parties)) : euTreatmentOf(sale, point);
  const rateCountryCode = treatment.reverseCharge ? undefined : treatment.rate?.countryCode;
  const { vatNumber } = parties.customer;
  const isInExcludedTerritory = rateCountryCode === undefined && isExcludedTerritory(placeOf(parties.customer));
  return {
    ...treatment,
    countryCode: rateCountryCode ?? parties.customer.countryCode,
    ...(isInExcludedTerritory ? { outsideVatArea: true as const } : {}),
    ...(treatment.reverseCharge && vatNumber !== null ? { buyerVatNumber: vatNumber } : {}),
  };
};

/**
 * The VAT area of a customer whose location must be evidenced: a consumer in the EU, if the account's tax mode is not `manual`. `null`: no
 * evidence is needed.
 */
export const evidencedAreaOf = ({ account, customer }: Pick<BillingParties, 'account' | 'customer'>): string | null => {
  const sale = euSaleOf({ account, customer, taxRate: null });
  return sale === null ? null : consumerAreaOf(sale);
};

/**
 * The field `location` of a payment that is charged without the buyer, such as a renewal: the evidence from the checkout, without the
 * country of the card. No field if no evidence is needed.
 */
export const locationOfCharge = (
  parties: BillingParties,
  { location }: { readonly location?: CheckoutLocation },
): { readonly location?: LocationEvidence } =>
  evidencedAreaOf(parties) === null
    ? {}
    : { location: { ipCountryCode: null, confirmedCountryCode: null, ...location, paymentCountryCode: null } };

/** Computes the tax of a customer's charge at a tax point. */
export type TaxOf = (point: TaxPoint) => TaxTreatment;

/** Returns a function that computes the tax of a charge between these parties. */
export const taxOf =
  (parties: BillingParties): TaxOf =>
  (point) =>
    taxTreatmentFor(parties, point);

/** True when reverse charge would apply if the account had a VAT number. Without one, the customer is charged the tax. */
export const lacksReverseCharge = (account: Account, customer: Customer): boolean => {
  if (account.vatId !== null) return false;
  const parties = { account, customer, taxRate: null };
  const sale = euSaleOf(parties);
  return sale === null
    ? taxTreatmentOf({ ...taxedParties(parties), sellerRegistered: true }).reverseCharge
    : isReverseCharge({ ...sale, sellerRegistered: true });
};
