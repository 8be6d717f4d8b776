/** The payment element as a shop's page meets it, once `/element.js` of the service is loaded. Types only: the script is the service's. */

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
  /** What the buyer was reported did not work, by the error of the API; `message` is for developers. */
  readonly error: { readonly code: string; readonly message: string; readonly param: string | null };
}

type Name = keyof BillingPaymentEvents;
type Listener<Report extends Name> = (this: BillingPaymentElement, event: CustomEvent<BillingPaymentEvents[Report]>) => unknown;

/**
 * `<billing-payment client-secret="...">`. Its attributes `client-secret`, `locale`, `theme`, `view` and `without-button` may be
 * changed at any time; how it looks follows its CSS properties `--billing-*`.
 */
export interface BillingPaymentElement extends HTMLElement {
  /** Pays by what the buyer chose, as the element's own button does. What is missing or wrong is instructed to the buyer. */
  confirm(): void;
  addEventListener<Report extends Name>(type: Report, listener: Listener<Report>, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<Report extends Name>(type: Report, listener: Listener<Report>, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'billing-payment': BillingPaymentElement;
  }
}
