import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { viewEInvoice } from '../e-invoice/view.ts';
import type { TaxBehavior, TaxSum } from '../tax/tax.ts';
import type { TaxTerms } from '../tax/terms.ts';
import { isTaxedAbroad, isTaxedAtHome, yearOf } from '../tax/threshold.ts';
import { livemode, type Mode, type Tenant } from '../tenant.ts';
import { type Buyer, type Seller, viewBuyer, viewSeller } from './parties.ts';

/** Invoices are issued immediately, so there is no `draft` [INV-07]. */
export const INVOICE_STATUSES = ['open', 'paid', 'void', 'uncollectible'] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'usage' | 'one_shot';
export type LineType = 'subscription' | 'proration_credit' | 'proration_charge' | 'usage' | 'one_shot' | 'carried_credit';

export interface InvoiceLine {
  readonly type: LineType;
  readonly description: string;
  /** Number of units as a decimal string. */
  readonly quantity: string;
  readonly unitAmountDecimal: string | null;
  readonly amountCents: number;
  readonly discountCents: number;
  readonly priceId: string | null;
  readonly taxRateBasisPoints: number;
  /** How the line is taxed, if the invoice does not imply it: see `termsIn`. */
  readonly taxTerms?: TaxTerms;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  /** Net amount that a line of carried credit releases from the journal's `customer_credit`; absent: none. Not in the API object. */
  readonly creditReleasedCents?: number;
}

/** Revenue of the unused rest of a period, without VAT, that a plan change turns into credit for later invoices. */
export interface CarriedRevenue {
  readonly netCents: number;
  readonly periodStart: number;
  readonly periodEnd: number;
}

export const INVOICE_SERIES = 'invoice_number';

/** `number` of a document that is not stored yet. */
export const UNNUMBERED = '';

/** An issued invoice. Parties, lines and tax never change. */
export interface Invoice extends BaseRecord {
  /** `UNNUMBERED` until the invoice is stored. */
  readonly number: string;
  readonly status: InvoiceStatus;
  readonly billingReason: BillingReason;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly oneShotPaymentId: string | null;
  /** The payment that paid the invoice; while the invoice is unpaid, the payment of the latest attempt. */
  readonly paymentId: string | null;
  readonly currency: string;
  readonly taxBehavior: TaxBehavior;
  readonly lines: readonly InvoiceLine[];
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
  readonly totalCents: number;
  readonly amountPaidCents: number;
  readonly amountCreditedCents: number;
  readonly tax: readonly TaxSum[];
  /** Set if the plan change of this invoice created carried credit. Not in the API object. */
  readonly carriedRevenue?: CarriedRevenue;
  /** Set if the invoice used carried credit and was uncollectible when it was voided: see `forfeitCredit`. Not in the API object. */
  readonly creditForfeited?: true;
  readonly reverseCharge: boolean;
  /** Country whose VAT is charged; set if it is not the buyer's country, or if the buyer's country is unknown. */
  readonly taxCountryCode?: string;
  /** Set for a sale to another member state with the VAT of the buyer's country: see `TaxTreatment`. Not in the API object. */
  readonly oss?: true;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly issuedAt: number;
  readonly paidAt: number | null;
  readonly voidedAt: number | null;
  readonly nextPaymentAttempt: number | null;
}

/** Unpaid amount: total - paid. Carried credit is a negative line, already part of the total. */
export const amountDueCents = (invoice: Invoice): number => invoice.totalCents - invoice.amountPaidCents;

export const viewLine = (line: InvoiceLine) => ({
  type: line.type,
  description: line.description,
  quantity: line.quantity,
  unit_amount_decimal: line.unitAmountDecimal,
  amount_cents: line.amountCents,
  discount_cents: line.discountCents,
  price_id: line.priceId,
  tax_rate_basis_points: line.taxRateBasisPoints,
  period_start: line.periodStart,
  period_end: line.periodEnd,
});

export const viewTaxSum = (tax: TaxSum) => ({
  rate_basis_points: tax.rateBasisPoints,
  display_name: tax.displayName,
  taxable_cents: tax.taxableCents,
  tax_cents: tax.taxCents,
});

/** The API's `invoice` without the fields that all objects have, and without `e_invoice`. */
export const viewInvoiceFields = (invoice: Invoice) => ({
  number: invoice.number,
  status: invoice.status,
  billing_reason: invoice.billingReason,
  customer_id: invoice.customerId,
  subscription_id: invoice.subscriptionId,
  one_shot_payment_id: invoice.oneShotPaymentId,
  payment_id: invoice.paymentId,
  currency: invoice.currency,
  tax_behavior: invoice.taxBehavior,
  lines: invoice.lines.map(viewLine),
  subtotal_cents: invoice.subtotalCents,
  discount_cents: invoice.discountCents,
  tax_cents: invoice.taxCents,
  total_cents: invoice.totalCents,
  amount_paid_cents: invoice.amountPaidCents,
  amount_due_cents: amountDueCents(invoice),
  amount_credited_cents: invoice.amountCreditedCents,
  tax: invoice.tax.map(viewTaxSum),
  reverse_charge: invoice.reverseCharge,
  seller: viewSeller(invoice.seller),
  buyer: viewBuyer(invoice.buyer),
  period_start: invoice.periodStart,
  period_end: invoice.periodEnd,
  issued_at: invoice.issuedAt,
  paid_at: invoice.paidAt,
  voided_at: invoice.voidedAt,
  next_payment_attempt: invoice.nextPaymentAttempt,
});

export const viewInvoice = (invoice: Invoice, tenant: Tenant) => ({
  id: invoice.id,
  object: 'invoice' as const,
  created: invoice.created,
  livemode: livemode(tenant),
  ...viewInvoiceFields(invoice),
  e_invoice: viewEInvoice(invoice),
});
type InvoiceView = ReturnType<typeof viewInvoice>;

/** `INV-000001` in live mode, `TEST-000001` in test mode; counted per account and mode without gaps. */
const invoiceNumber = (mode: Mode, ordinal: number): string => `${mode === 'live' ? 'INV' : 'TEST'}-${String(ordinal).padStart(6, '0')}`;

/** The invoice number that a person means by `INV-000123`, `inv-123` or `123`; `null`: none. */
export const possibleInvoiceNumber = (text: string, { mode }: Tenant): string | null => {
  const [, letters, digits] = /^(?:([a-z]+)-?)?(\d{1,12})$/i.exec(text) ?? [];
  if (digits === undefined) return null;
  const number = invoiceNumber(mode, Number(digits));
  return letters === undefined || number.startsWith(`${letters.toUpperCase()}-`) ? number : null;
};

interface Version1 extends BaseRecord {
  readonly seller: Omit<Seller, 'footer'>;
  readonly buyer: Omit<Buyer, 'language'>;
}

/** Version 1 of invoices and credit notes had neither footer nor language. */
export const withFooterAndLanguage = <Issued extends Version1>(issued: Issued) => ({
  ...issued,
  seller: { ...issued.seller, footer: null },
  buyer: { ...issued.buyer, language: null },
});

/** Version 2 had a separate field for carried credit, which was always 0. */
const withoutUsedCredit = ({
  carriedCreditUsedCents: _none,
  ...invoice
}: Invoice & { readonly carriedCreditUsedCents?: number }): Invoice => invoice;

/** Sparse index key of a year's invoices that charge the seller's VAT to consumers in other member states (`tax/threshold.ts`). */
export const thresholdIndexKey = (year: number): string => `eu_threshold#${year}`;

/** Sparse index key of a year's invoices that charge consumers the VAT of their member state. They count towards the EU threshold, too. */
export const ossIndexKey = (year: number): string => `eu_oss#${year}`;

/** The keys of a sale to a consumer in another member state. */
const crossBorderIndexKeys = (invoice: Invoice): readonly string[] => {
  const year = yearOf(invoice.issuedAt);
  return [...(isTaxedAtHome(invoice) ? [thresholdIndexKey(year)] : []), ...(isTaxedAbroad(invoice) ? [ossIndexKey(year)] : [])];
};

/** Sparse index key of an invoice number. */
export const numberIndexKey = (number: string): string => `number#${number}`;

export const invoiceAggregate: Aggregate<Invoice, InvoiceView> = {
  type: 'invoice',
  prefix: 'inv_',
  migrations: [withFooterAndLanguage, withoutUsedCredit],
  view: viewInvoice,
  customerIdOf: (invoice) => invoice.customerId,
  parentIdOf: (invoice) => invoice.subscriptionId,
  listStateOf: (invoice) => invoice.status,
  // Also returns a key while the invoice has no number, because the writer counts the items of a transaction before it assigns numbers.
  sparseIndexKeysOf: (invoice) => [numberIndexKey(invoice.number), ...crossBorderIndexKeys(invoice)],
  series: {
    name: INVOICE_SERIES,
    number: (invoice, ordinal, { mode }) => ({ ...invoice, number: invoiceNumber(mode, ordinal) }),
  },
};
