import type { Appearance } from '../../../shared/pages/browser/look.ts';

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
  /** The page has a button of its own, and calls `confirm()`. */
  readonly withoutButton: boolean;
}

/** What the page tells the frame afterwards, on the port that it opened it with. */
export interface Confirm {
  readonly kind: 'confirm';
}

/** What the element tells the shop's page, as the `detail` of events by these names. */
export interface BillingPaymentEvents {
  /** Shown, and can be used. */
  readonly ready: { readonly sessionId: string };
  /** The buyer chose or entered something. `complete`: all that paying takes is there. */
  readonly change: {
    readonly complete: boolean;
    readonly method: string | null;
    readonly country: string | null;
    readonly couponCode: string | null;
    /** What is paid now, in the currency's smallest unit; `null` of a one-off payment, whose amount the shop knows. */
    readonly amountDueNow: number | null;
    readonly currency: string | null;
  };
  /**
   * It is paid. Unless the page prevents it, the buyer is sent to the success address of the session where the payment was made just
   * now, and the session has one.
   */
  readonly complete: { readonly sessionId: string; readonly successUrl: string | null };
  /** What the buyer was told did not work, by the error of the API; `message` is for developers. */
  readonly error: { readonly code: string; readonly message: string; readonly param: string | null };
}

type Told = { readonly [Name in keyof BillingPaymentEvents]: { readonly kind: Name; readonly detail: BillingPaymentEvents[Name] } };

/** What the frame tells the page. */
export type FrameMessage =
  | Told[keyof BillingPaymentEvents]
  | { readonly kind: 'size'; readonly heightPixels: number; readonly title: string }
  /** The buyer goes on at their bank. */
  | { readonly kind: 'redirect'; readonly url: string };
