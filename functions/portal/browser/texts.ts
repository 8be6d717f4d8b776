import type { PortalTexts } from '../../../shared/locales/pages/en.ts';
import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { PORTAL_TEXTS } from '../../../shared/locales/pages/portal.ts';
import type { CallError } from '../../../shared/pages/browser/calls.ts';
import { endedAtOf } from '../../../shared/pages/browser/subscription.ts';
import { namedTax, priceText, type TaxFacts, taxName } from '../../../shared/pages/checkout-texts.ts';
import { refusalText } from '../../../shared/pages/refusal-texts.ts';
import type { Portal } from './types.ts';

export interface PortalLocale extends PageLocale {
  readonly portal: PortalTexts;
}

export const portalLocaleOf = (pageLocale: PageLocale): PortalLocale => ({ ...pageLocale, portal: PORTAL_TEXTS[pageLocale.language] });

/** `€19.99 every month`; `charged`: the price as it is charged, if that is not the list price. */
export const planText = (plan: Portal['subscription']['price'], charged: Portal['charged_price'], pageLocale: PageLocale): string =>
  priceText(
    {
      currency: plan.currency,
      // The API declares a string, so that intervals can be added later. At present these two exist.
      interval: plan.interval as 'month' | 'year',
      amountCents: (charged ?? plan).amount_cents,
      unitAmountDecimal: (charged ?? plan).unit_amount_decimal,
      usageType: plan.usage_type as 'licensed' | 'metered',
    },
    pageLocale,
  );

/** The tax of the customer's charges, and whether the customer owes it (reverse charge). */
export interface PortalTax extends TaxFacts {
  readonly reverseCharge: boolean;
}

/** The tax of the customer's charges. */
export const taxFacts = ({ tax, customer }: Pick<Portal, 'tax' | 'customer'>): PortalTax => ({
  // The API declares a string, so that behaviors can be added.
  taxBehavior: tax.behavior as TaxFacts['taxBehavior'],
  taxRate: tax.rate_basis_points === 0 ? null : { rateBasisPoints: tax.rate_basis_points, displayName: tax.display_name },
  awaitsTax: tax.behavior === 'exclusive' && customer.country_code === null,
  reverseCharge: tax.reverse_charge === true,
});

/** An amount that the customer is charged: `€29.00 incl. 21% VAT`. */
export const chargedText = (cents: number, currency: string, { taxRate }: TaxFacts, locale: PortalLocale): string => {
  const amount = locale.amount(cents, currency);
  return taxRate === null ? amount : locale.texts.inclTax(amount, namedTax(taxRate, locale));
};

/** The name of the tax in a list of amounts. */
export const taxRowName = ({ taxRate, taxBehavior, reverseCharge }: PortalTax, locale: PortalLocale): string => {
  if (reverseCharge) return locale.texts.reverseCharge;
  return taxRate === null ? locale.texts.tax : taxName(taxRate, { taxBehavior, reverseCharge }, locale);
};

/**
 * Text about the effect of a cancellation. A past-due subscription ends at once. Its open invoice is voided, unless it is for usage
 * (record 0064).
 */
export const cancelText = (
  { status, price, current_period_end: end }: Pick<Portal['subscription'], 'status' | 'price' | 'current_period_end'>,
  { portal, day }: PortalLocale,
): string => {
  if (status !== 'past_due') return portal.cancelText(day(end));
  return price.usage_type === 'metered' ? portal.cancelNowMeteredText : portal.cancelNowText;
};

/** The state of the subscription; `null`: the subscription renews as usual. */
export const stateText = ({ subscription }: Portal, { texts, portal, day }: PortalLocale): string | null => {
  const { status, renewal_state: renewal, current_period_end: end, trial_end: trialEnd } = subscription;
  if (status === 'canceled') {
    const ended = portal.endedOn(day(endedAtOf(subscription)));
    return subscription.cancellation_reason === 'withdrawn' ? `${ended}. ${portal.done.withdrawn}` : ended;
  }
  if (renewal === 'ending') return portal.endsOn(day(end));
  if (renewal === 'paused') return portal.paused;
  if (renewal === 'processing') return texts.processing;
  return trialEnd !== null && trialEnd === end ? portal.freeUntil(day(trialEnd)) : null;
};

const TEXT_KEYS_BY_REASON = {
  payment_method_missing: 'pastDueOtherMethod',
  withdrawal_not_possible: 'withdrawalOver',
} as const satisfies Record<string, keyof PortalTexts>;

const hasText = (reason: string): reason is keyof typeof TEXT_KEYS_BY_REASON => Object.hasOwn(TEXT_KEYS_BY_REASON, reason);

/** The error message that the customer sees. */
export const problemText = (error: CallError, locale: PortalLocale): string => {
  const { code, reason, status } = error;
  const { texts, portal } = locale;
  const commonText = refusalText(error, locale);
  if (commonText !== null) return commonText;
  if (code === 'rendering_pending') return portal.pdfLater;
  if (reason !== null && hasText(reason)) return portal[TEXT_KEYS_BY_REASON[reason]];
  return status === 0 || status >= 500 ? texts.broken.text : portal.notNow;
};
