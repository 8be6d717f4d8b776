import type { Discount } from '../domain/amounts/discounts.ts';
import type { Tier } from '../domain/amounts/tiers.ts';
import type { CouponProblem } from '../domain/coupon/eligibility.ts';
import { METHOD_NAMES, verificationAmountCents } from '../domain/payment/methods.ts';
import type { PriceSummary } from '../domain/price/summary.ts';
import type { AppliedRate } from '../domain/tax/tax.ts';
import type { CheckoutView, PayableView } from '../flows/checkout/view.ts';
import type { Texts } from '../locales/pages/en.ts';
import type { PageLocale } from '../locales/pages/locale.ts';
import { numberFormat } from '../platform/intl.ts';
import { countryName } from './country-names.ts';
import { laterPaymentOf } from './later-payment.ts';

/** Prices, taxes, discounts and amounts due as texts for the buyer. */

/** Payment methods whose name is translated. */
const TRANSLATED = { creditcard: 'card', directdebit: 'directDebit', banktransfer: 'bankTransfer' } as const satisfies Record<
  string,
  keyof Texts
>;

const isTranslated = (method: string): method is keyof typeof TRANSLATED => Object.hasOwn(TRANSLATED, method);

export const methodName = (method: string, { texts }: PageLocale): string =>
  isTranslated(method) ? texts[TRANSLATED[method]] : (METHOD_NAMES[method] ?? method);

/** `€19.99 per month`; for a metered price the unit price and its interval. */
export const priceText = (
  price: Pick<PriceSummary, 'currency' | 'interval' | 'amountCents' | 'unitAmountDecimal' | 'usageType'>,
  { texts, amount, unitAmount }: PageLocale,
): string => {
  const { currency, interval, amountCents, unitAmountDecimal } = price;
  if (price.usageType !== 'metered') return texts.every[interval](amount(amountCents ?? 0, currency));
  if (unitAmountDecimal !== null) return texts.eachUnit[interval](unitAmount(unitAmountDecimal, currency));
  return amountCents === null ? texts.byUse[interval] : texts.eachUnit[interval](amount(amountCents, currency));
};

/** `21% VAT` */
export const namedTax = ({ displayName, rateBasisPoints }: AppliedRate, { texts, rate }: PageLocale): string =>
  texts.namedTax(displayName ?? texts.tax, rate(rateBasisPoints));

/** The fields of a view that determine how a page describes the tax of an amount. */
export type TaxFacts = Pick<PayableView, 'awaitsTax' | 'taxBehavior' | 'taxRate'>;

/** A price with its tax: `€19.99 per month incl. 21% VAT`, or `plus VAT, depending on your country`. */
export const taxedText = (price: string, { awaitsTax, taxBehavior, taxRate }: TaxFacts, locale: PageLocale): string => {
  if (awaitsTax) return locale.texts.plusUnknownTax(price);
  if (taxRate === null) return price;
  const tax = namedTax(taxRate, locale);
  return taxBehavior === 'inclusive' ? locale.texts.inclTax(price, tax) : locale.texts.plusTax(price, tax);
};

/** The session's price. With reverse charge, the tax that an inclusive price contains is deducted. */
const chargedPrice = ({ session: { price }, firstPeriod, invoicedUnitAmountDecimal }: CheckoutView) => ({
  ...price,
  amountCents: firstPeriod?.subtotalCents ?? price.amountCents,
  unitAmountDecimal: invoicedUnitAmountDecimal ?? price.unitAmountDecimal,
});

const taxedPriceText = (view: CheckoutView, locale: PageLocale): string => taxedText(priceText(chargedPrice(view), locale), view, locale);

/** `1,001–5,000 units`; `toUnits`: `null` for the last tier. */
export const tierUnitsText = (fromUnits: number, toUnits: number | null, { texts, tag }: PageLocale): string => {
  const count = (units: number): string => numberFormat(tag, {}).format(units);
  return toUnits === null ? texts.unitsFrom(count(fromUnits)) : texts.unitsBetween(count(fromUnits), count(toUnits));
};

/** `€0.05 per unit`, with the flat fee of the tier if it has one. */
export const tierPriceText = (
  { unitAmountDecimal, flatAmountCents }: Tier,
  currency: string,
  { texts, amount, unitAmount }: PageLocale,
): string => {
  const unit = texts.perUnit(unitAmount(unitAmountDecimal, currency));
  return flatAmountCents === 0 ? unit : `${amount(flatAmountCents, currency)} + ${unit}`;
};

/** `14 days free, then €19.99 per month` */
export const afterTrialText = (trialDays: number, price: string, { texts }: PageLocale): string =>
  trialDays > 0 ? texts.freeThen(trialDays, price) : price;

/** `14 days free, then €19.99 per month incl. 21% VAT` */
export const costText = (view: CheckoutView, locale: PageLocale): string =>
  afterTrialText(view.trialDays, taxedPriceText(view, locale), locale);

/** The fields of a discount that its text needs. */
export type Reduction = Pick<Discount, 'percentOffBasisPoints' | 'amountOffCents' | 'currency' | 'duration' | 'durationInMonths' | 'code'>;

const discountValue = (discount: Reduction, currency: string, { amount, rate }: PageLocale): string =>
  discount.percentOffBasisPoints === null
    ? amount(discount.amountOffCents ?? 0, discount.currency ?? currency)
    : rate(discount.percentOffBasisPoints);

/** `20% off for 3 months (code SPRING)` */
export const discountText = (discount: Reduction, currency: string, locale: PageLocale): string =>
  locale.texts.discounts[discount.duration](discountValue(discount, currency, locale), discount.code, discount.durationInMonths ?? 1);

/** The name of a tax row: `21% VAT`, `Includes 21% VAT` or `VAT (reverse charge)`. */
export const taxName = (
  tax: AppliedRate,
  { taxBehavior, reverseCharge }: Pick<PayableView, 'taxBehavior' | 'reverseCharge'>,
  locale: PageLocale,
): string => {
  if (reverseCharge && tax.rateBasisPoints === 0) return locale.texts.reverseCharge;
  const name = namedTax(tax, locale);
  return taxBehavior === 'inclusive' ? locale.texts.includesTax(name) : name;
};

/** Names the accepted methods that are not available in the buyer's country; `null`: there are none, or the country is unknown. */
export const unavailableMethodsText = (
  { unavailableMethods, countryCode }: Pick<PayableView, 'unavailableMethods' | 'countryCode'>,
  locale: PageLocale,
): string | null => {
  if (unavailableMethods.length === 0 || countryCode === null) return null;
  const names = unavailableMethods.map((method) => methodName(method, locale));
  return locale.texts.methodsWithheld(new Intl.ListFormat(locale.tag).format(names), countryName(countryCode, locale.tag));
};

/** How the buyer's details changed the tax; `null`: the price includes the tax, so the tax does not change the total. */
const taxChangeText = ({ reverseCharge, taxBehavior, taxRate }: PayableView, locale: PageLocale): string | null => {
  if (reverseCharge) return locale.texts.reverseChargeApplies;
  if (taxBehavior === 'inclusive') return null;
  return taxRate === null ? locale.texts.noTaxAdded : locale.texts.taxAdded(namedTax(taxRate, locale));
};

/** The new amount of the next payment; `null`: it depends on the usage, or on the tax of a country that is not known yet. */
const newAmountText = (view: PayableView, { texts, amount, day }: PageLocale): string | null => {
  if (view.awaitsTax) return null;
  if (!('session' in view)) return texts.newTotal(amount(view.totals.totalCents, view.oneShot.currency));
  const { firstCharge, session } = view;
  if (!firstCharge.verification) return texts.newTotal(amount(firstCharge.amountCents, session.price.currency));
  const { amountCents, dueAt, isFirst } = laterPaymentOf(view);
  if (amountCents === null) return null;
  return (isFirst ? texts.newFirstPayment : texts.newNextPayment)(amount(amountCents, session.price.currency), day(dueAt));
};

/** `We added 21% VAT. New total: €26.32.` `isForDetails`: the details that the buyer entered changed the total. */
export const totalNotice = (view: PayableView, isForDetails: boolean, locale: PageLocale): string =>
  [(isForDetails ? taxChangeText(view, locale) : null) ?? locale.texts.totalChanged, newAmountText(view, locale)]
    .filter((text) => text !== null)
    .join(' ');

/** `Promotion code applied: −€4.00. New total: €15.99.` */
export const codeNotice = (view: CheckoutView, locale: PageLocale): string => {
  const { session, firstPeriod } = view;
  const { price, discount } = session;
  const offCents = firstPeriod?.discountCents ?? 0;
  const text =
    discount === null || offCents > 0 ? locale.amount(-offCents, price.currency) : discountText(discount, price.currency, locale);
  return [locale.texts.codeApplied(text), newAmountText(view, locale)].filter((part) => part !== null).join(' ');
};

/**
 * The amount due today with a method. For a verification charge in a session without a chosen method, this is the minimum amount of the
 * method. Other amounts do not depend on the method.
 */
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
  /** The price is charged for usage: nothing is due when the trial ends. */
  readonly isMetered: boolean;
}

const chargeKindOf = ({ firstCharge, trialDays, session }: CheckoutView): ChargeKind => ({
  isVerification: firstCharge.verification,
  trialDays,
  isMetered: session.price.usageType === 'metered',
});

/** Explains a verification charge; `null` for other charges. */
export const verificationText = ({ isVerification, trialDays, isMetered }: ChargeKind, { texts }: PageLocale): string | null => {
  if (!isVerification) return null;
  return trialDays > 0 && !isMetered ? texts.verificationBeforeTrial : texts.verification;
};

/** The text of a button that places an order: the text that consumer law requires, or else `defaultText`, such as `Pay €19.99`. */
export const orderButtonText = (isTextRequired: boolean, defaultText: string, { texts }: PageLocale): string =>
  isTextRequired ? texts.order : defaultText;

/** `Pay €19.99`, or `Start free trial`. `due` is `null` if the amount is unknown or depends on the method. */
export const payButtonText = ({ isVerification, trialDays }: ChargeKind, due: string | null, { texts }: PageLocale): string =>
  isVerification && trialDays > 0 ? texts.startTrial : texts.pay(due);

/** Pages of the seller that are linked next to the order button. `null`: the seller has no such page. */
interface OrderUrls {
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly withdrawalUrl: string | null;
}

/** The links next to the order button: name and URL. */
export const orderLinks = (
  { termsUrl, privacyUrl, withdrawalUrl }: OrderUrls,
  { texts }: PageLocale,
): readonly (readonly [string, string])[] =>
  (
    [
      [texts.terms, termsUrl],
      [texts.privacy, privacyUrl],
      [texts.withdrawalRight, withdrawalUrl],
    ] as const
  ).flatMap(([name, url]) => (url === null ? [] : [[name, url] as const]));

export const verificationHint = (view: CheckoutView, locale: PageLocale): string | null => verificationText(chargeKindOf(view), locale);

/** Text of the pay button, with the amount if the amount is the same for all methods. */
export const payLabel = (view: CheckoutView, locale: PageLocale): string => {
  const { firstCharge, session } = view;
  const isSameForAll = view.methods.every((method) => dueCentsBy(view, method) === firstCharge.amountCents);
  const due = isSameForAll ? locale.amount(firstCharge.amountCents, session.price.currency) : null;
  return orderButtonText(view.requiresOrderText, payButtonText(chargeKindOf(view), due, locale), locale);
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
