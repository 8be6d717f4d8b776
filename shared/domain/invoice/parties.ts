import type { EInvoicingBuyer, EInvoicingSeller } from '../e-invoice/settings.ts';
import { type Address, viewAddress } from '../fields.ts';

/** The seller of a document, frozen when it is issued. `null`: not set at that time. */
export interface Seller {
  readonly name: string;
  readonly legalName: string | null;
  readonly email: string;
  readonly address: Address | null;
  readonly countryCode: string | null;
  readonly vatId: string | null;
  readonly registrationNumber: string | null;
  readonly phone: string | null;
  /** Footer of the seller's documents. Not in the API object. */
  readonly footer: string | null;
  /** Settings for e-invoices. Not in the API object. Missing: none. */
  readonly eInvoicing?: EInvoicingSeller;
}

/** The buyer of a document, frozen when it is issued. `null`: not known at that time. */
export interface Buyer {
  readonly name: string | null;
  readonly email: string | null;
  readonly address: Address | null;
  readonly countryCode: string | null;
  readonly vatNumber: string | null;
  readonly vatName: string | null;
  /** Language of the buyer's documents, BCP 47. Not in the API object. */
  readonly language: string | null;
  /** Settings for e-invoices. Not in the API object. Missing: none. */
  readonly eInvoicing?: EInvoicingBuyer;
}

/** The API's `seller` of an invoice. */
export const viewSeller = (seller: Seller) => ({
  name: seller.name,
  legal_name: seller.legalName,
  email: seller.email,
  address: viewAddress(seller.address),
  country_code: seller.countryCode,
  vat_id: seller.vatId,
  registration_number: seller.registrationNumber,
  phone: seller.phone,
});

/** The API's `buyer` of an invoice. */
export const viewBuyer = (buyer: Buyer) => ({
  name: buyer.name,
  email: buyer.email,
  address: viewAddress(buyer.address),
  country_code: buyer.countryCode,
  vat_number: buyer.vatNumber,
  vat_name: buyer.vatName,
});
