import type { DecisionContext } from '../../decision.ts';
import { discountedLines, issueInvoice } from '../../invoice/build.ts';
import type { Invoice } from '../../invoice/record.ts';
import { type BillingParties, documentParties, type TaxOf } from '../../parties.ts';
import type { TaxTreatment } from '../../tax/tax.ts';
import { applyCredit, type CreditedInvoice, describeCarriedCredits } from '../change/carried-credit.ts';
import type { UsedCredit } from '../change/coverage.ts';
import { isMetered } from '../state.ts';
import type { Subscription } from '../types.ts';
import { closeUsage } from '../usage/billed.ts';
import { discountFor, nextServicePeriod, nextTaxPoint, renewalTotals, usageLines } from './charges.ts';
import type { PrepareRenewalState } from './prepare-state.ts';

/** A renewal's invoice and the carried credit it uses. */
export interface IssuedRenewal {
  readonly invoice: Invoice;
  readonly credited: UsedCredit;
}

/** Computes the totals of the renewal: the next period of a licensed price or the usage of a metered price, minus carried credit. */
const renewalCharges = (
  before: Subscription,
  { usage, price }: PrepareRenewalState,
  tax: TaxTreatment,
): { readonly subscription: Subscription; readonly credited: CreditedInvoice } => {
  if (!isMetered(before)) return { subscription: before, credited: renewalTotals(before, tax) };
  const period = nextServicePeriod(before);
  const { productName } = before.price;
  const { subscription, ...units } = closeUsage(before, usage, price);
  const lines = discountedLines(usageLines(price, productName, units, period, tax), discountFor(before, period.start), tax);
  return { subscription, credited: applyCredit(lines, describeCarriedCredits(before.carriedCredits, productName), tax) };
};

const issueRenewal = (
  subscription: Subscription,
  {
    credited,
    parties,
    paymentId,
  }: { readonly credited: CreditedInvoice; readonly parties: BillingParties; readonly paymentId: string | null },
  tax: TaxTreatment,
  ctx: DecisionContext,
): IssuedRenewal => {
  const period = nextServicePeriod(subscription);
  const invoice = issueInvoice(
    {
      billingReason: isMetered(subscription) ? 'usage' : 'subscription_cycle',
      customerId: subscription.customerId,
      parties: documentParties(parties),
      subscriptionId: subscription.id,
      oneShotPaymentId: null,
      paymentId,
      currency: subscription.price.currency,
      tax,
      totals: credited.totals,
      period,
    },
    ctx,
  );
  return { invoice, credited: { charges: credited.charges, left: credited.left } };
};

/**
 * Builds the invoice of the next renewal, with the tax of its tax point. In the returned subscription, `usageDone` includes the usage that
 * the invoice bills.
 */
export const buildRenewalInvoice = (
  before: Subscription,
  state: PrepareRenewalState,
  paymentId: string | null,
  taxOf: TaxOf,
  ctx: DecisionContext,
): { readonly subscription: Subscription; readonly issued: IssuedRenewal } => {
  const tax = taxOf(nextTaxPoint(before));
  const { subscription, credited } = renewalCharges(before, state, tax);
  return { subscription, issued: issueRenewal(subscription, { credited, parties: state.parties, paymentId }, tax, ctx) };
};
