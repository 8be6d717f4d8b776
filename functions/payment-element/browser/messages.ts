import type { Appearance } from '../../../shared/pages/browser/appearance.ts';
import type { BillingPaymentEvents } from './events.ts';

/** The messages between the shop's page and the payment element's frame. Each frame has a separate `MessagePort`. */

/** The CSS property of the shop's page for each field of the appearance. */
export const APPEARANCE_PROPERTIES = {
  colorPrimary: '--billing-color-primary',
  colorBackground: '--billing-color-background',
  colorText: '--billing-color-text',
  colorDanger: '--billing-color-danger',
  fontFamily: '--billing-font-family',
  fontSize: '--billing-font-size',
  borderRadius: '--billing-border-radius',
} as const satisfies Record<Exclude<keyof Appearance, 'theme'>, string>;

/** The first message to the frame, with the port for all other messages. Sent again, with a new port, if an element attribute changes. */
export interface OpenMessage {
  readonly kind: 'open';
  /** The client secret of a checkout session or a one-off payment. */
  readonly clientSecret: string;
  /** BCP 47 language tag; `null`: the first supported language of the browser. */
  readonly locale: string | null;
  readonly appearance: Appearance;
  /** `methods`: the customer's saved payment methods instead of the payment. */
  readonly view: 'payment' | 'methods';
  /** Hides the pay button, because the shop's page has a button that calls `confirm()`. */
  readonly withoutButton: boolean;
}

/** Tells the frame to confirm the payment. */
export interface ConfirmMessage {
  readonly kind: 'confirm';
}

type EventMessage = { readonly [Name in keyof BillingPaymentEvents]: { readonly kind: Name; readonly detail: BillingPaymentEvents[Name] } };

/** A message from the frame to the shop's page. */
export type FrameMessage =
  | EventMessage[keyof BillingPaymentEvents]
  | { readonly kind: 'size'; readonly heightPixels: number; readonly title: string }
  /** The page must redirect the buyer to this URL, such as a page of the bank. */
  | { readonly kind: 'redirect'; readonly url: string };
