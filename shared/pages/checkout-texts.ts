import type { CouponProblem } from '../domain/coupon/eligibility.ts';
import type { Discount } from '../domain/discounts.ts';
import { METHOD_NAMES, verificationAmountCents } from '../domain/payment-methods.ts';
import type { PriceSummary } from '../domain/price/summary.ts';
import type { TaxBehavior, TaxSum } from '../domain/tax.ts';
import type { CheckoutView } from '../flows/checkout/view.ts';
import type { Texts } from '../locales/pages/en.ts';
import type { PageLocale } from '../locales/pages/locale.ts';

/** Prices, taxes, discounts and amounts due as texts for the buyer. */

/** Payment methods whose name is translated. */
const TRANSLATED = { creditcard: 'card', directdebit: 'directDebit', banktransfer: 'bankTransfer' } as const satisfies Record<
  string,
  keyof Texts
>;

const isTranslated = (method: string): method is keyof typeof TRANSLATED => Object.hasOwn(TRANSLATED, method);

export const methodName = (method: string, { texts }: PageLocale): string =>
  isTranslated(method) ? texts[TRANSLATED[method]] : (METHOD_NAMES[method] ?? method);

/** `€19.99 every month`; for a metered price the unit price and its interval. */
export const priceText = (
  price: Pick<PriceSummary, 'currency' | 'interval' | 'amountCents' | 'unitAmountDecimal' | 'usageType'>,
  { texts, amount, unitAmount }: PageLocale,
): string => {
  const { currency, interval, amountCents, unitAmountDecimal } = price;
  if (price.usageType !== 'metered') return texts.every[interval](amount(amountCents ?? 0, currency));
  if (unitAmountDecimal !== null) return texts.eachUnit[interval](unitAmount(unitAmountDecimal, currency));
  return amountCents === null ? texts.byUse[interval] : texts.eachUnit[interval](amount(amountCents, currency));
};

/** `VAT 21%` */
const namedTax = ({ displayName, rateBasisPoints }: TaxSum, { texts, rate }: PageLocale): string =>
  `${displayName ?? texts.tax} ${rate(rateBasisPoints)}`;

/** The price with its taxes, if these are known: `€19.99 every month incl. VAT 21%`. */
const taxedPriceText = ({ session, firstPeriod, taxBehavior }: CheckoutView, locale: PageLocale): string => {
  const price = priceText(session.price, locale);
  const taxes = (firstPeriod?.tax ?? []).map((tax) => namedTax(tax, locale)).join(', ');
  if (taxes === '') return price;
  return taxBehavior === 'inclusive' ? locale.texts.inclTax(price, taxes) : locale.texts.plusTax(price, taxes);
};

/** `14 days free, then €19.99 every month` */
export const afterTrialText = (trialDays: number, price: string, { texts }: PageLocale): string =>
  trialDays > 0 ? texts.freeThen(trialDays, price) : price;

/** `14 days free, then €19.99 every month incl. VAT 21%` */
export const costText = (view: CheckoutView, locale: PageLocale): string =>
  afterTrialText(view.trialDays, taxedPriceText(view, locale), locale);

/** The fields of a discount that its text needs. */
export type Reduction = Pick<Discount, 'percentOffBasisPoints' | 'amountOffCents' | 'currency' | 'duration' | 'durationInMonths' | 'code'>;

const reductionText = (discount: Reduction, currency: string, { amount, rate }: PageLocale): string =>
  discount.percentOffBasisPoints === null
    ? amount(discount.amountOffCents ?? 0, discount.currency ?? currency)
    : rate(discount.percentOffBasisPoints);

/** `20% off for 3 months (code SPRING)` */
export const discountText = (discount: Reduction, currency: string, locale: PageLocale): string =>
  locale.texts.discounts[discount.duration](reductionText(discount, currency, locale), discount.code, discount.durationInMonths ?? 1);

/** `VAT 21%, included`; for exclusive prices `..., on top`. */
export const taxName = (tax: TaxSum, behavior: TaxBehavior, locale: PageLocale): string =>
  `${namedTax(tax, locale)}, ${behavior === 'inclusive' ? locale.texts.included : locale.texts.onTop}`;

/** The amount due today with a method. Only the amount of a verification charge depends on the method: it is the method's minimum. */
const dueCentsBy = ({ firstCharge, session }: CheckoutView, method: string): number =>
  firstCharge.verification && session.paymentMethod === null ? verificationAmountCents(method) : firstCharge.amountCents;

/** `Card`, or `Card (€0.01 today)` if the amount due with this method differs from the amount on the page. */
export const methodLabel = (view: CheckoutView, method: string, locale: PageLocale): string => {
  const dueCents = dueCentsBy(view, method);
  const name = methodName(method, locale);
  if (dueCents === view.firstCharge.amountCents) return name;
  return `${name} (${locale.texts.amountToday(locale.amount(dueCents, view.session.price.currency))})`;
};

/** The kind of the first charge, on which its texts depend. */
interface ChargeKind {
  /** The charge is small and only verifies the payment method. */
  readonly isVerification: boolean;
  readonly trialDays: number;
}

const chargeKindOf = ({ firstCharge, trialDays }: CheckoutView): ChargeKind => ({ isVerification: firstCharge.verification, trialDays });

/** Explains a verification charge; `null` for other charges. */
export const verificationText = ({ isVerification, trialDays }: ChargeKind, { texts }: PageLocale): string | null => {
  if (!isVerification) return null;
  return trialDays > 0 ? texts.verificationBeforeTrial : texts.verification;
};

/** `Pay €19.99`. `due` is `null` if the amount is unknown or depends on the method. */
export const payButtonText = ({ isVerification, trialDays }: ChargeKind, due: string | null, { texts }: PageLocale): string =>
  isVerification && trialDays > 0 ? texts.payAndStartTrial(due) : texts.pay(due);

export const verificationOf = (view: CheckoutView, locale: PageLocale): string | null => verificationText(chargeKindOf(view), locale);

/** Text of the pay button, with the amount if the amount is the same for all methods. */
export const payLabel = (view: CheckoutView, locale: PageLocale): string => {
  const { firstCharge, session } = view;
  const isSameForAll = view.methods.every((method) => dueCentsBy(view, method) === firstCharge.amountCents);
  return payButtonText(chargeKindOf(view), isSameForAll ? locale.amount(firstCharge.amountCents, session.price.currency) : null, locale);
};

const CODE_PROBLEMS = {
  coupon_not_found: 'unknown',
  coupon_inactive: 'expired',
  coupon_expired: 'expired',
  coupon_exhausted: 'usedUp',
  coupon_already_redeemed: 'alreadyUsed',
  coupon_currency_mismatch: 'notForThis',
  coupon_not_applicable: 'notForThis',
  coupon_minimum_not_reached: 'tooSmall',
  promotion_codes_not_allowed: 'notAccepted',
} as const satisfies Record<CouponProblem | 'promotion_codes_not_allowed', keyof Texts['codeProblems']>;

const isCodeProblem = (reason: string): reason is keyof typeof CODE_PROBLEMS => Object.hasOwn(CODE_PROBLEMS, reason);

/** Why a code was rejected, from the error's `reason`; `null`: the error is not about the code. */
export const codeProblemText = (reason: string | undefined, { texts }: PageLocale): string | null =>
  reason !== undefined && isCodeProblem(reason) ? texts.codeProblems[CODE_PROBLEMS[reason]] : null;
