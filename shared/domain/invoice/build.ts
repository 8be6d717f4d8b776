import type { DecisionContext } from '../decision.ts';
import { type ApplicableDiscount, discountsOfLines } from '../discounts.ts';
import { sum } from '../money.ts';
import type { DocumentParties } from '../parties.ts';
import { chargedBasisPoints, invoicedAmountCents, type TaxSum, type TaxTreatment, taxSums } from '../tax.ts';
import { type BillingReason, type Invoice, type InvoiceLine, invoiceAggregate, UNNUMBERED } from './record.ts';

/** A line before discount and tax; `amountCents` is what is invoiced for it. */
export type DraftLine = Omit<InvoiceLine, 'discountCents' | 'taxRateBasisPoints'>;

export interface InvoiceTotals {
  readonly lines: readonly InvoiceLine[];
  readonly subtotalCents: number;
  readonly discountCents: number;
  readonly tax: readonly TaxSum[];
  readonly taxCents: number;
  readonly totalCents: number;
}

/** A discount as the invoice takes it off: a fixed amount is invoiced as the prices are that it is deducted. */
const invoicedDiscount = (discount: ApplicableDiscount | null, tax: TaxTreatment): ApplicableDiscount | null =>
  discount === null || discount.amountOffCents === null
    ? discount
    : { ...discount, amountOffCents: invoicedAmountCents(discount.amountOffCents, tax) };

/** Drafts with what the discount deducts each, taxed as this charge is: one rounding per line. */
export const discountedLines = (
  drafts: readonly DraftLine[],
  discount: ApplicableDiscount | null,
  tax: TaxTreatment,
): readonly InvoiceLine[] => {
  const discounts = discountsOfLines(
    invoicedDiscount(discount, tax),
    drafts.map((line) => line.amountCents),
  );
  const taxRateBasisPoints = chargedBasisPoints(tax);
  return drafts.map((line, index) => ({ ...line, discountCents: discounts[index] ?? 0, taxRateBasisPoints }));
};

/**
 * subtotal = sum of lines; total = subtotal - discount, plus the tax when it is exclusive (inclusive tax is inside). The lines of each
 * rate are summed and then taxed, one rounding per rate.
 */
export const totalsOfLines = (lines: readonly InvoiceLine[], tax: TaxTreatment): InvoiceTotals => {
  const sums = taxSums(
    lines.map((line) => ({ taxRateBasisPoints: line.taxRateBasisPoints, netOfDiscountCents: line.amountCents - line.discountCents })),
    tax,
  );
  const subtotalCents = sum(lines.map((line) => line.amountCents));
  const discountCents = sum(lines.map((line) => line.discountCents));
  const taxCents = sum(sums.map((each) => each.taxCents));
  return {
    lines,
    subtotalCents,
    discountCents,
    tax: sums,
    taxCents,
    totalCents: subtotalCents - discountCents + (tax.behavior === 'exclusive' ? taxCents : 0),
  };
};

/** Discount, then tax. */
export const totalsOf = (drafts: readonly DraftLine[], discount: ApplicableDiscount | null, tax: TaxTreatment): InvoiceTotals =>
  totalsOfLines(discountedLines(drafts, discount, tax), tax);

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

/** Issues an invoice: open and frozen. Its number is the next of its series when it is written. */
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
  periodStart: draft.period?.start ?? null,
  periodEnd: draft.period?.end ?? null,
  issuedAt: ctx.now,
  paidAt: null,
  voidedAt: null,
  nextPaymentAttempt: null,
});
