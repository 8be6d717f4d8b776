import { asksForImmediateService, requiresOrderText } from '../consumer-rights.ts';
import type { BillingParties } from '../parties.ts';

/** What the buyer saw and chose when pressing the order button. */
export interface PressedButton {
  /** Language of the page, such as `de`; `null`: the button is the account's, not that of this service. */
  readonly language: string | null;
  /** True for a button of this service, on its pages or in the payment element. */
  readonly isOurs: boolean;
  /** True if the buyer asked that the purchased service begins at once. */
  readonly immediateService: boolean;
}

/**
 * Versions of the texts of the order button, stored as evidence: a changed text, in any language, needs a new version such as `order-2`.
 * `order-1`: the texts that consumer law requires. `pay-1`: `Pay ...` or `Start free trial`, where the law requires no text.
 */
export type ButtonWording = 'order-1' | 'pay-1';

/** The buyer's consent to an order, stored with its payment as evidence. Not part of events and API objects. */
export interface OrderConsent {
  /** When the buyer pressed the button, Unix seconds of real time. */
  readonly at: number;
  /** `null`: the button is the account's. */
  readonly wording: ButtonWording | null;
  /** Language of the page with the button; `null`: the button is the account's. */
  readonly language: string | null;
  /** The links next to the button; `null`: none. */
  readonly termsUrl: string | null;
  readonly privacyUrl: string | null;
  readonly withdrawalUrl: string | null;
  /** True if the buyer was asked, and wants the service to begin before the withdrawal period ends. */
  readonly immediateService: boolean;
}

/** The consent of a buyer who presses the button at `at`, Unix seconds of real time. */
export const consentTo = (
  { language, isOurs, immediateService }: PressedButton,
  { account, customer }: BillingParties,
  { at, startsTrial }: { readonly at: number; readonly startsTrial: boolean },
): OrderConsent => {
  const { termsUrl, privacyUrl, withdrawalUrl = null } = account.branding;
  return {
    at,
    wording: isOurs ? (requiresOrderText({ account, customer }, startsTrial) ? 'order-1' : 'pay-1') : null,
    language,
    termsUrl,
    privacyUrl,
    withdrawalUrl,
    immediateService: immediateService && asksForImmediateService(account, customer),
  };
};
