import { type ApplicableDiscount, discountsOfLines } from '../amounts/discounts.ts';
import { sum } from '../amounts/money.ts';
import type { DecisionContext } from '../decision.ts';
import type { DocumentParties } from '../parties.ts';
import { chargedBasisPoints, chargedTerms, invoicedAmountCents, storedTerms, type TaxSum, type TaxTreatment, taxSums } from '../tax/tax.ts';
import { type BillingReason, type CarriedRevenue, type Invoice, type InvoiceLine, invoiceAggregate, UNNUMBERED } from './record.ts';

/** A line before discount and tax. */
export type DraftLine = Omit<InvoiceLine, 'discountCents' | 'taxRateBasisPoints' | 'taxTerms'>;

export interface InvoiceTotals {
  readonly lines: readonly InvoiceLine[];
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly tax: readonly TaxSum[];
  readonly taxCents: number;
  readonly totalCents: number;
  /** Revenue that becomes credit for later invoices when this invoice is issued; absent: none. */
  readonly carriedRevenue?: CarriedRevenue;
}

/** The discount as applied to invoice lines: under reverse charge, a fixed amount that includes tax is reduced by that tax. */
export const invoicedDiscount = (discount: ApplicableDiscount | null, tax: TaxTreatment): ApplicableDiscount | null =>
  discount === null || discount.amountOffCents === null
    ? discount
    : { ...discount, amountOffCents: invoicedAmountCents(discount.amountOffCents, tax) };

/** Adds discount and tax rate to the draft lines; the discount is rounded once per line. */
export const discountedLines = (
  draftLines: readonly DraftLine[],
  discount: ApplicableDiscount | null,
  tax: TaxTreatment,
): readonly InvoiceLine[] => {
  const discounts = discountsOfLines(
    invoicedDiscount(discount, tax),
    draftLines.map((line) => line.amountCents),
  );
  const taxRateBasisPoints = chargedBasisPoints(tax);
  const terms = storedTerms({ rateBasisPoints: taxRateBasisPoints, taxTerms: chargedTerms(tax) }, tax);
  return draftLines.map((line, index) => ({ ...line, discountCents: discounts[index] ?? 0, taxRateBasisPoints, ...terms }));
};

/**
 * Computes the totals of lines: subtotal = sum of lines; total = subtotal - discount, plus exclusive tax. The tax of each rate is computed
 * from the sum of its lines, rounded once.
 */
export const totalsOfLines = (lines: readonly InvoiceLine[], tax: TaxTreatment): InvoiceTotals => {
  const sums = taxSums(
    lines.map((line) => ({ ...line, netOfDiscountCents: line.amountCents - line.discountCents })),
    tax,
  );
  const subtotalCents = sum(lines.map((line) => line.amountCents));
  const discountCents = sum(lines.map((line) => line.discountCents));
  const taxCents = sum(sums.map((taxSum) => taxSum.taxCents));
  return {
    lines,
    subtotalCents,
    discountCents,
    tax: sums,
    taxCents,
    totalCents: subtotalCents - discountCents + (tax.behavior === 'exclusive' ? taxCents : 0),
  };
};

/** Computes the totals of draft lines: discount first, then tax. */
export const totalsOf = (draftLines: readonly DraftLine[], discount: ApplicableDiscount | null, tax: TaxTreatment): InvoiceTotals =>
  totalsOfLines(discountedLines(draftLines, discount, tax), tax);

export interface InvoiceDraft {
  readonly billingReason: BillingReason;
  readonly customerId: string;
  readonly parties: DocumentParties;
  readonly subscriptionId: string | null;
  readonly oneShotPaymentId: string | null;
  readonly paymentId: string | null;
  readonly currency: string;
  readonly tax: TaxTreatment;
  readonly totals: InvoiceTotals;
  readonly period: { readonly start: number; readonly end: number } | null;
}

/**
 * Fields that depend on the country of the charged VAT. `seller`: set if the invoice shows the seller's VAT number of that country.
 * `taxCountryCode`: that country, if it is not the buyer's. `oss`: copied from `tax`.
 */
const taxedParties = ({ tax, parties }: InvoiceDraft): Partial<Pick<Invoice, 'seller' | 'taxCountryCode' | 'oss'>> => ({
  ...(tax.sellerVatNumber === undefined ? {} : { seller: { ...parties.seller, vatId: tax.sellerVatNumber } }),
  ...(tax.rate?.countryCode === undefined || tax.reverseCharge ? {} : { taxCountryCode: tax.rate.countryCode }),
  ...(tax.oss === undefined ? {} : { oss: tax.oss }),
});

/** Builds an open invoice. The writer assigns the next number of its series. */
export const issueInvoice = (draft: InvoiceDraft, ctx: DecisionContext): Invoice => ({
  id: ctx.ids.next(invoiceAggregate.prefix),
  created: ctx.now,
  number: UNNUMBERED,
  status: 'open',
  billingReason: draft.billingReason,
  customerId: draft.customerId,
  subscriptionId: draft.subscriptionId,
  oneShotPaymentId: draft.oneShotPaymentId,
  paymentId: draft.paymentId,
  currency: draft.currency,
  taxBehavior: draft.tax.behavior,
  ...draft.totals,
  amountPaidCents: 0,
  amountCreditedCents: 0,
  reverseCharge: draft.tax.reverseCharge,
  ...draft.parties,
  ...taxedParties(draft),
  periodStart: draft.period?.start ?? null,
  periodEnd: draft.period?.end ?? null,
  issuedAt: ctx.now,
  paidAt: null,
  voidedAt: null,
  nextPaymentAttempt: null,
});
