import type { PageLocale } from '../../../shared/locales/pages/locale.ts';
import { PORTAL_TEXTS } from '../../../shared/locales/pages/portal.ts';
import type { PortalTexts } from '../../../shared/locales/pages/texts.ts';
import type { CallError } from '../../../shared/pages/browser/calls.ts';
import { discountText, priceText, type Reduction } from '../../../shared/pages/checkout-texts.ts';
import { refusalText } from '../../../shared/pages/refusal-texts.ts';
import type { Plan, Portal } from './calls.ts';

/** What the portal says of what it shows. */

export interface Said extends PageLocale {
  readonly portal: PortalTexts;
}

export const saidIn = (pageLocale: PageLocale): Said => ({ ...pageLocale, portal: PORTAL_TEXTS[pageLocale.language] });

/** `€19.99 every month` */
export const planText = (plan: Plan, pageLocale: PageLocale): string =>
  priceText(
    {
      currency: plan.currency,
      // A price's interval is one of those that periods have; its answer leaves space for more.
      interval: plan.interval as 'month' | 'year',
      amountCents: plan.amount_cents,
      unitAmountDecimal: plan.unit_amount_decimal,
      usageType: plan.usage_type as 'licensed' | 'metered',
    },
    pageLocale,
  );

/** `20% off for 3 months (code SPRING)` */
export const reductionText = (
  discount: NonNullable<Portal['subscription']['discount']>,
  currency: string,
  pageLocale: PageLocale,
): string =>
  discountText(
    {
      percentOffBasisPoints: discount.percent_off === null ? null : Math.round(discount.percent_off * 100),
      amountOffCents: discount.amount_off_cents,
      currency: discount.currency,
      // One of those that coupons have; its answer leaves space for more.
      duration: discount.duration as Reduction['duration'],
      durationInMonths: discount.duration_in_months,
      code: discount.code,
    },
    currency,
    pageLocale,
  );

/** Where the subscription is, in a few texts; `null`: it simply continues. */
export const stateText = ({ subscription }: Portal, { portal, day }: Said): string | null => {
  const { status, renewal_state: renewal, current_period_end: end, canceled_at: canceledAt, trial_end: trialEnd } = subscription;
  if (status === 'canceled') return portal.endedOn(day(canceledAt ?? end));
  if (renewal === 'ending') return portal.endsOn(day(end));
  if (renewal === 'paused') return portal.paused;
  if (renewal === 'processing') return portal.processing;
  return trialEnd !== null && trialEnd === end ? portal.freeUntil(day(trialEnd)) : null;
};

/** Why a payment is missing, and what to do; `null`: none is. */
export const owedText = ({ subscription }: Portal, { portal }: Said): string | null => {
  if (subscription.status !== 'past_due' || subscription.renewal_state === 'processing') return null;
  return subscription.next_payment_attempt === null ? portal.pastDueNew : portal.pastDue;
};

const BY_REASON = {
  payment_method_missing: 'pastDueNew',
  renewal_processing: 'processing',
  payment_processing: 'processing',
} as const satisfies Record<string, keyof PortalTexts>;

const isKnown = (reason: string): reason is keyof typeof BY_REASON => Object.hasOwn(BY_REASON, reason);

/** What the customer is notified of a refused call. */
export const problemText = (refused: CallError, said: Said): string => {
  const { code, reason, param, status } = refused;
  const { texts, portal } = said;
  const common = refusalText(refused, said);
  if (common !== null) return common;
  if (code === 'rendering_pending') return portal.pdfLater;
  if (reason !== null && isKnown(reason)) return portal[BY_REASON[reason]];
  if (reason === 'vat_service_unavailable') return texts.vatLater;
  if (param === 'vat_number') return texts.vatWrong;
  if (param === 'email') return texts.emailWrong;
  return status === 0 || status >= 500 ? texts.broken.text : portal.notNow;
};
