import type { Appearance } from '../../../shared/pages/browser/appearance.ts';
import type { BillingPaymentEvents } from './events.ts';

/** The messages between the shop's page and the frame of the payment element. */

/** The CSS properties that set the element's appearance. */
export const APPEARANCE = {
  colorPrimary: '--billing-color-primary',
  colorBackground: '--billing-color-background',
  colorText: '--billing-color-text',
  colorDanger: '--billing-color-danger',
  fontFamily: '--billing-font-family',
  fontSize: '--billing-font-size',
  borderRadius: '--billing-border-radius',
} as const satisfies Record<Exclude<keyof Appearance, 'theme'>, string>;

/** Opens the frame; sent again whenever the page changes a value. */
export interface Opening {
  readonly kind: 'open';
  /** Of a checkout session or a one-off payment. */
  readonly clientSecret: string;
  /** BCP 47; `null`: the browser's first supported language. */
  readonly locale: string | null;
  readonly appearance: Appearance;
  /** `methods`: the customer's saved payment methods instead of the payment. */
  readonly view: 'payment' | 'methods';
  /** The page has its own button, which calls `confirm()`. */
  readonly withoutButton: boolean;
}

/** A message from the page to the opened frame, on the port of the opening. */
export interface Confirm {
  readonly kind: 'confirm';
}

type EventMessage = { readonly [Name in keyof BillingPaymentEvents]: { readonly kind: Name; readonly detail: BillingPaymentEvents[Name] } };

/** A message from the frame to the page. */
export type FrameMessage =
  | EventMessage[keyof BillingPaymentEvents]
  | { readonly kind: 'size'; readonly heightPixels: number; readonly title: string }
  /** Redirects the buyer to the bank. */
  | { readonly kind: 'redirect'; readonly url: string };
