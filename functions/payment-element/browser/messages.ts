import type { Appearance } from '../../../shared/pages/browser/look.ts';
import type { BillingPaymentEvents } from './events.ts';

/** What a shop's page and the payment element's frame tell each other. */

/** The CSS properties that say how the element looks. */
export const APPEARANCE = {
  colorPrimary: '--billing-color-primary',
  colorBackground: '--billing-color-background',
  colorText: '--billing-color-text',
  colorDanger: '--billing-color-danger',
  fontFamily: '--billing-font-family',
  fontSize: '--billing-font-size',
  borderRadius: '--billing-border-radius',
} as const satisfies Record<Exclude<keyof Appearance, 'theme'>, string>;

/** What the frame is opened with, and opened anew whenever the page changes any of it. */
export interface Opening {
  readonly kind: 'open';
  /** Of a checkout session or a one-off payment. */
  readonly clientSecret: string;
  /** BCP 47; `null`: the first of the browser's languages that the element speaks. */
  readonly locale: string | null;
  readonly appearance: Appearance;
  /** `methods`: what the customer has saved, and how to add to it, in place of the payment. */
  readonly view: 'payment' | 'methods';
  /** The page has a separate button, and calls `confirm()`. */
  readonly withoutButton: boolean;
}

/** What the page tells the frame afterwards, on the port that it opened it with. */
export interface Confirm {
  readonly kind: 'confirm';
}

type Report = { readonly [Name in keyof BillingPaymentEvents]: { readonly kind: Name; readonly detail: BillingPaymentEvents[Name] } };

/** What the frame tells the page. */
export type FrameMessage =
  | Report[keyof BillingPaymentEvents]
  | { readonly kind: 'size'; readonly heightPixels: number; readonly title: string }
  /** The buyer continues at their bank. */
  | { readonly kind: 'redirect'; readonly url: string };
