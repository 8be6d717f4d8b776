import type { Discount } from '../amounts/discounts.ts';
import type { BillingHold } from '../billing-hold/record.ts';
import type { ChargeIntent } from '../charge-intent/record.ts';
import type { CheckoutSession } from '../checkout-session/record.ts';
import type { CreditNote } from '../credit-note/record.ts';
import type { Customer } from '../customer/record.ts';
import type { ImportEntry } from '../customer-import/reference.ts';
import type { ImportChunk, RowFault } from '../customer-import/rows.ts';
import type { Dispute } from '../dispute/record.ts';
import { type ElectronicAddress, KEPT_REFERENCES } from '../e-invoice/settings.ts';
import type { Address } from '../fields.ts';
import type { Buyer, Seller } from '../invoice/parties.ts';
import type { Invoice, InvoiceLine } from '../invoice/record.ts';
import type { OneShotPayment } from '../one-shot/record.ts';
import type { Attempt } from '../payable/record.ts';
import type { PaymentMethod } from '../payment/methods.ts';
import type { Payment } from '../payment/record.ts';
import type { PaymentMethodSetup } from '../payment-method-setup/record.ts';
import type { PendingOperation } from '../pending-operation/record.ts';
import type { PortalSession } from '../portal-session/record.ts';
import type { PriceSummary } from '../price/summary.ts';
import type { Refund } from '../refund/record.ts';
import type { Subscription } from '../subscription/types.ts';
import type { LocationEvidence } from '../tax/evidence.ts';
import type { TaxSum, TaxTreatment } from '../tax/tax.ts';
import type { TaxTerms } from '../tax/terms.ts';
import type { UsageAlert } from '../usage-alert/record.ts';
import type { UsageRecord } from '../usage-record/record.ts';
import type { Wallet } from '../wallet/record.ts';
import { erased, type RedactionRules } from './purge.ts';

/** Invoicing law requires the country whose VAT is charged, and the buyer's VAT number (`BUYER`). */
const TERMS: RedactionRules<TaxTerms> = { countryCode: 'kept', vatNumber: 'kept' };
/** Terms of credit that no invoice will use any more. */
const TERMS_OF_CREDIT: RedactionRules<TaxTerms> = { countryCode: 'kept', vatNumber: erased(undefined) };
/** Invoicing law requires invoice lines to be kept. */
const LINE: RedactionRules<InvoiceLine> = { description: 'kept', quantity: 'kept', unitAmountDecimal: 'kept', taxTerms: TERMS };
const ADDRESS: RedactionRules<Address> = { line1: 'kept', line2: 'kept', postalCode: 'kept', city: 'kept' };
const ELECTRONIC_ADDRESS: RedactionRules<ElectronicAddress> = { scheme: 'kept', value: 'kept' };
/** The seller is the account, not the customer. */
const SELLER: RedactionRules<Seller> = {
  name: 'kept',
  legalName: 'kept',
  email: 'kept',
  address: ADDRESS,
  countryCode: 'kept',
  registrationNumber: 'kept',
  phone: 'kept',
  footer: 'kept',
  eInvoicing: {
    contactName: 'kept',
    contactPhone: 'kept',
    contactEmail: 'kept',
    electronicAddress: ELECTRONIC_ADDRESS,
    iban: 'kept',
    bic: 'kept',
    exemption: { code: 'kept', reason: 'kept' },
  },
};
/** The VAT Directive, article 226, requires name, address and VAT number. `language` is the language of the document. */
const BUYER: RedactionRules<Buyer> = {
  name: 'kept',
  email: erased(null),
  address: ADDRESS,
  countryCode: 'kept',
  vatNumber: 'kept',
  vatName: 'kept',
  language: 'kept',
  // A part of the e-invoice, which is kept like the document.
  eInvoicing: { ...KEPT_REFERENCES, electronicAddress: ELECTRONIC_ADDRESS },
};
const TAX: RedactionRules<TaxSum> = { displayName: 'kept', taxTerms: TERMS };
const TREATMENT: RedactionRules<TaxTreatment> = {
  rate: { displayName: 'kept', countryCode: 'kept' },
  sellerVatNumber: 'kept',
  // Erased here; the invoice keeps it.
  buyerVatNumber: erased(undefined),
  countryCode: 'kept',
};
const PRICE: RedactionRules<PriceSummary> = { paymentMethods: 'kept', productName: 'kept', unitAmountDecimal: 'kept' };
const DISCOUNT: RedactionRules<Discount> = { code: 'kept' };
/** Type, brand and last four digits do not identify a person. */
const METHOD: RedactionRules<PaymentMethod> = { type: 'kept', brand: 'kept', last4: 'kept' };
/** Only country codes; the VAT regulation (282/2011, article 24f) requires the evidence for ten years. */
const LOCATION: RedactionRules<LocationEvidence> = { ipCountryCode: 'kept', paymentCountryCode: 'kept', confirmedCountryCode: 'kept' };
/** `choice` is a digest of the selected card or bank. */
const ATTEMPT: RedactionRules<Attempt> = { choice: 'kept' };
const FAULT: RedactionRules<RowFault> = { message: 'kept' };

/** Kinds of records that belong to customers, by type. Other records contain no text about customers. */
interface CustomersRecords {
  readonly customer: Customer;
  readonly subscription: Subscription;
  readonly payment: Payment;
  readonly invoice: Invoice;
  readonly credit_note: CreditNote;
  readonly refund: Refund;
  readonly dispute: Dispute;
  readonly checkout_session: CheckoutSession;
  readonly one_shot_payment: OneShotPayment;
  readonly usage_alert: UsageAlert;
  readonly usage_record: UsageRecord;
  readonly portal_session: PortalSession;
  readonly payment_method_setup: PaymentMethodSetup;
  readonly wallet: Wallet;
  readonly charge_intent: ChargeIntent;
  readonly billing_hold: BillingHold;
  readonly pending_operation: PendingOperation;
  readonly imported_reference: ImportEntry;
  readonly customer_import_rows: ImportChunk;
}

/** For each text field of a customer's records: whether a purge keeps or erases it. */
export const STORED_TEXT: { readonly [Type in keyof CustomersRecords]: RedactionRules<CustomersRecords[Type]> } = {
  customer: {
    name: erased(null),
    email: erased(null),
    countryCode: erased(null),
    address: erased(null),
    language: erased(null),
    metadata: erased({}),
    vatNumber: erased(null),
    vatName: erased(null),
    emailChange: erased(null),
    emailDelivery: erased(null),
    eInvoicing: erased(null),
  },
  subscription: {
    // One of a few codes, not free text.
    cancellationReason: 'kept',
    price: PRICE,
    usageDone: { quantity: 'kept' },
    periodUsage: 'kept',
    earlierUsage: { quantity: 'kept' },
    formerMeters: { meters: { quantity: 'kept' } },
    fullRefundsPending: 'kept',
    discount: DISCOUNT,
    paymentMethod: METHOD,
    renewal: { credited: { left: { taxTerms: TERMS_OF_CREDIT } } },
    coverage: { taxTerms: TERMS_OF_CREDIT },
    carriedCredits: { taxTerms: TERMS_OF_CREDIT },
    forfeitedCredits: { left: { taxTerms: TERMS_OF_CREDIT } },
    location: { ipCountryCode: 'kept', confirmedCountryCode: 'kept' },
    pendingChange: {
      change: {
        becomes: {
          price: PRICE,
          discount: DISCOUNT,
          usageDone: { quantity: 'kept' },
          periodUsage: 'kept',
          earlierUsage: { quantity: 'kept' },
          formerMeters: { meters: { quantity: 'kept' } },
          coverage: { taxTerms: TERMS_OF_CREDIT },
          carriedCredits: { taxTerms: TERMS_OF_CREDIT },
        },
        totals: { lines: LINE, tax: TAX },
        tax: TREATMENT,
        redeems: DISCOUNT,
      },
    },
  },
  payment: {
    paymentMethod: METHOD,
    // Stored only until the payment is paid; after that, the invoice contains the parties.
    parties: erased(null),
    // Texts of the provider and of banks.
    failureCode: 'kept',
    failureMessage: 'kept',
    tax: TREATMENT,
    discount: DISCOUNT,
    location: LOCATION,
    idempotencyKey: 'kept',
    providerCheckoutUrl: 'kept',
    // Pages of the seller.
    consent: { language: 'kept', termsUrl: 'kept', privacyUrl: 'kept', withdrawalUrl: 'kept' },
  },
  invoice: { number: 'kept', taxCountryCode: 'kept', lines: LINE, tax: TAX, seller: SELLER, buyer: BUYER },
  credit_note: {
    number: 'kept',
    taxCountryCode: 'kept',
    invoiceNumber: 'kept',
    reason: erased(null),
    lines: LINE,
    tax: TAX,
    seller: SELLER,
    buyer: BUYER,
  },
  refund: { reason: erased(null), failureReason: 'kept', metadata: erased({}) },
  dispute: { reason: 'kept' },
  checkout_session: {
    customerEmail: erased(null),
    customerCountryCode: erased(null),
    price: PRICE,
    successUrl: erased(''),
    cancelUrl: erased(''),
    discount: DISCOUNT,
    metadata: erased({}),
    paymentMethod: 'kept',
    url: 'kept',
    attempt: ATTEMPT,
  },
  one_shot_payment: {
    description: erased(''),
    successUrl: erased(''),
    cancelUrl: erased(''),
    metadata: erased({}),
    paymentMethod: 'kept',
    url: 'kept',
    attempt: ATTEMPT,
    // The provider's bank account.
    transfer: { bankName: 'kept', bankAccount: 'kept', bankBic: 'kept', reference: 'kept' },
  },
  usage_alert: {},
  usage_record: { metadata: erased({}) },
  portal_session: { returnUrl: erased(null), mailedTo: erased(null), hash: 'kept', pepperVersion: 'kept' },
  payment_method_setup: { attempt: { choice: 'kept' } },
  // The record is deleted with the customer: see `purgeCustomer`. Here, `kept` is a field of the wallet and not a rule.
  wallet: { kept: { method: METHOD } },
  charge_intent: {},
  billing_hold: { reason: 'kept' },
  // The record is deleted when its operation ends. If the operation wrote other records, a second pass of the purge redacts those.
  pending_operation: { kind: 'kept', input: 'kept', claim: { keyHash: 'kept', fingerprint: 'kept' } },
  imported_reference: {},
  // The import removes the rows; otherwise they are deleted after two days.
  customer_import_rows: {
    rows: {
      reference: 'kept',
      customer: { name: 'kept', email: 'kept', countryCode: 'kept', address: ADDRESS, language: 'kept' },
      vatNumber: 'kept',
      subscription: { reference: 'kept', plan: 'kept', mandateReference: 'kept' },
      faults: FAULT,
    },
    results: { faults: FAULT },
  },
};
