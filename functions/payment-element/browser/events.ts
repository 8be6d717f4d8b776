/** Types of the payment element for shop pages that load `/element.js`. Contains no code. */

/** The events of the element by name; the values are their `detail`. */
export interface BillingPaymentEvents {
  /** The element is rendered and usable. */
  readonly ready: { readonly sessionId: string };
  /**
   * The buyer changed an input. `complete`: a payment method is chosen, so the payment can be confirmed. A field that is `null` is not
   * chosen, not entered or not known.
   */
  readonly change: {
    readonly complete: boolean;
    readonly method: string | null;
    readonly country: string | null;
    readonly couponCode: string | null;
    /** The amount due now in the currency's smallest unit; `null` for a one-off payment, whose amount the shop knows. */
    readonly amountDueNow: number | null;
    readonly currency: string | null;
  };
  /**
   * The payment is complete. If the buyer paid just now and the session has a success URL, the element redirects the buyer there, unless
   * the page calls `preventDefault()`.
   */
  readonly complete: { readonly sessionId: string; readonly successUrl: string | null };
  /** An API error that the element showed to the buyer; `message` is for developers. */
  readonly error: { readonly code: string; readonly message: string; readonly param: string | null };
}

type EventName = keyof BillingPaymentEvents;
type Listener<Name extends EventName> = (this: BillingPaymentElement, event: CustomEvent<BillingPaymentEvents[Name]>) => unknown;

/**
 * `<billing-payment client-secret="...">`. The attributes `client-secret`, `locale`, `theme`, `view` and `without-button` can change
 * at any time. The CSS properties `--billing-*` set the appearance.
 */
export interface BillingPaymentElement extends HTMLElement {
  /** Confirms the payment, like the button of the element. Shows missing or invalid input to the buyer. */
  confirm(): void;
  addEventListener<Name extends EventName>(type: Name, listener: Listener<Name>, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Name extends EventName>(type: Name, listener: Listener<Name>, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'billing-payment': BillingPaymentElement;
  }
}
