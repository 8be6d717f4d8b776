import type { Account } from '../../domain/account/record.ts';
import type { Discount } from '../../domain/amounts/discounts.ts';
import { discountFor, nextServicePeriod, nextTaxPoint, recurringTotals } from '../../domain/subscription/renewal/charges.ts';
import { paysByDirectDebit } from '../../domain/subscription/renewal/dated-emails.ts';
import { isInTrial, isMetered } from '../../domain/subscription/state.ts';
import type { Subscription } from '../../domain/subscription/types.ts';
import { chargedBasisPoints, invoicedUnitAmount, type TaxTreatment } from '../../domain/tax/tax.ts';
import { type EmailContext, methodText } from '../email-context.ts';
import type { Row } from '../email-template.ts';
import type { SubscriptionWithTaxes } from './subject.ts';

/** `VAT included`, `plus VAT` or `no VAT (reverse charge)`; `null`: no tax applies. `behavior`: whether the shown amount includes tax. */
const taxText = (tax: TaxTreatment, { texts }: EmailContext, behavior = tax.behavior): string | null => {
  if (tax.reverseCharge) return texts.terms.reverseCharge;
  if (chargedBasisPoints(tax) === 0) return null;
  return behavior === 'inclusive' ? texts.terms.withVat : texts.terms.plusVat;
};

/** The price for one period without discount, with the tax that is charged. */
const priceText = ({ subscription, taxes }: SubscriptionWithTaxes, context: EmailContext): string => {
  const { price } = subscription;
  const { terms } = context.texts;
  const tax = taxes(nextTaxPoint(subscription));
  if (!isMetered(subscription)) {
    const { totalCents } = recurringTotals(price, null, nextServicePeriod(subscription), tax);
    return withTax(terms.per[price.interval](context.amount(totalCents, price.currency)), taxText(tax, context, 'inclusive'));
  }
  if (price.unitAmountDecimal === null) return withTax(terms.tiered, taxText(tax, context));
  const unitAmount = context.unitAmount(invoicedUnitAmount(price.unitAmountDecimal, tax), price.currency);
  return withTax(terms.perUnit(unitAmount), taxText(tax, context));
};

const withTax = (text: string, tax: string | null): string => (tax === null ? text : `${text}, ${tax}`);

const discountValue = ({ percentOffBasisPoints, amountOffCents }: Discount, { price }: Subscription, context: EmailContext): string =>
  percentOffBasisPoints === null ? context.amount(amountOffCents ?? 0, price.currency) : context.percent(percentOffBasisPoints);

/** The discount as agreed in the order, with its duration. */
export const agreedDiscountRow = ({ subscription }: SubscriptionWithTaxes, context: EmailContext): readonly Row[] => {
  const { discount } = subscription;
  if (discount === null) return [];
  const { labels, terms } = context.texts;
  const value = discountValue(discount, subscription, context);
  const text =
    discount.duration === 'repeating'
      ? terms.discount.repeating(value, discount.durationInMonths ?? 1)
      : terms.discount[discount.duration](value);
  return [[labels.discount, text]];
};

/** The discount of the next charge. */
export const currentDiscountRow = ({ subscription }: SubscriptionWithTaxes, context: EmailContext): readonly Row[] => {
  const { discount } = subscription;
  if (discount === null || discountFor(subscription, nextServicePeriod(subscription).start) === null) return [];
  return [[context.texts.labels.discount, discountValue(discount, subscription, context)]];
};

/** Product, price, and when the price is charged. */
export const planRows = (subject: SubscriptionWithTaxes, context: EmailContext): readonly Row[] => {
  const { price } = subject.subscription;
  const { labels, terms } = context.texts;
  return [
    [labels.product, price.productName],
    [labels.price, priceText(subject, context)],
    [labels.billing, terms.billing[price.usageType][price.interval]],
  ];
};

/** Date and amount of the next charge; empty if nothing is charged at the end of the period. A metered price has no amount yet. */
export const nextChargeRow = ({ subscription }: SubscriptionWithTaxes, context: EmailContext): readonly Row[] => {
  const { pausedAt, cancelAtPeriodEnd, currentPeriodEnd, nextChargeAmountCents, price, renewal } = subscription;
  // While a renewal is unpaid, the period has ended: its end is not the date of the next charge.
  if (renewal !== null || pausedAt !== null || cancelAtPeriodEnd || (nextChargeAmountCents === null && isInTrial(subscription))) return [];
  const date = context.date(currentPeriodEnd);
  const text = nextChargeAmountCents === null ? date : `${date} (${context.amount(nextChargeAmountCents, price.currency)})`;
  return [[context.texts.labels.nextCharge, text]];
};

/** Amount of the next charge with discount, carried credit and tax; empty for a metered price, whose amount depends on the usage. */
export const nextChargeAmounts = (
  { subscription: { nextChargeAmountCents, currentPeriodEnd, price } }: SubscriptionWithTaxes,
  context: EmailContext,
): readonly Row[] =>
  nextChargeAmountCents === null
    ? []
    : [[context.texts.terms.nextCharge(context.date(currentPeriodEnd)), context.amount(nextChargeAmountCents, price.currency)]];

export const methodRow = ({ subscription: { paymentMethod } }: SubscriptionWithTaxes, { texts }: EmailContext): readonly Row[] =>
  paymentMethod === null ? [] : [[texts.labels.paymentMethod, methodText(paymentMethod, texts)]];

/** When SEPA debits are announced; empty for other methods, and for a metered price, whose debits are not announced. */
export const debitRow = ({ subscription }: SubscriptionWithTaxes, { texts }: EmailContext): readonly Row[] =>
  paysByDirectDebit(subscription) && !isMetered(subscription) ? [[texts.methods.directdebit, texts.directDebitNotice.agreed]] : [];

/** Until when a consumer can withdraw, and whether the buyer asked for service at once; empty without the right to withdraw. */
export const withdrawalRow = ({ subscription: { withdrawal } }: SubscriptionWithTaxes, { texts, date }: EmailContext): readonly Row[] => {
  if (withdrawal === undefined) return [];
  const until = date(withdrawal.until);
  return [[texts.labels.withdrawalUntil, withdrawal.proRata ? `${until}. ${texts.terms.immediateService}` : until]];
};

/** Links to the seller's terms, privacy policy and information about the right of withdrawal, as far as they are set. */
export const legalRows = (
  { branding: { termsUrl, privacyUrl, withdrawalUrl = null } }: Pick<Account, 'branding'>,
  { texts: { labels } }: EmailContext,
): readonly Row[] => [
  ...(termsUrl === null ? [] : [[labels.terms, termsUrl] as const]),
  ...(privacyUrl === null ? [] : [[labels.privacy, privacyUrl] as const]),
  ...(withdrawalUrl === null ? [] : [[labels.withdrawalRight, withdrawalUrl] as const]),
];
