import type { Appearance } from '../../../shared/pages/browser/look.ts';
import { webAddress } from '../../../shared/platform/web-address.ts';
import type { BillingPaymentElement, BillingPaymentEvents } from './events.ts';
import { APPEARANCE, type Confirm, type FrameMessage, type Opening } from './messages.ts';

/** Where the service is: this script is at its root. */
const FRAME_URL = new URL('element/frame', import.meta.url);

/** Left to the page where the payment was made just now; an event that nobody prevents continues. */
const CANCELABLE: ReadonlySet<string> = new Set<keyof BillingPaymentEvents>(['complete']);

const goTo = (url: string | null): void => {
  const address = webAddress(url);
  if (address !== null) location.assign(address);
};

/**
 * The payment element in a shop's page: `<billing-payment client-secret="...">`.
 *
 * Attributes: `client-secret` of an embedded checkout session or one-off payment, `locale` (BCP 47), `theme` (`light` or `dark`),
 * `view` (`methods`: the customer's saved payment methods in place of the payment) and `without-button` for pages that call `confirm()` themselves; each may be changed at any time. How it looks follows the CSS
 * properties `--billing-*` of the element. Events: `BillingPaymentEvents`.
 */
class BillingPayment extends HTMLElement implements Pick<BillingPaymentElement, 'confirm'> {
  static readonly observedAttributes = ['client-secret', 'locale', 'theme', 'view', 'without-button'];

  #frame: HTMLIFrameElement | null = null;
  #port: MessagePort | null = null;
  #isLoaded = false;

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const frame = document.createElement('iframe');
    frame.src = FRAME_URL.href;
    frame.title = 'Payment';
    frame.referrerPolicy = 'no-referrer';
    frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin');
    frame.style.cssText = 'display:block;width:100%;height:12rem;border:0;color-scheme:inherit';
    frame.addEventListener('load', () => {
      this.#isLoaded = true;
      this.#open();
    });
    this.style.display ||= 'block';
    this.#frame = frame;
    root.replaceChildren(frame);
  }

  disconnectedCallback(): void {
    this.#port?.close();
    this.#port = null;
    this.#frame = null;
    this.#isLoaded = false;
    this.shadowRoot?.replaceChildren();
  }

  attributeChangedCallback(_name: string, before: string | null, after: string | null): void {
    if (before !== after && this.#isLoaded) this.#open();
  }

  /** Pays by what the buyer chose, as the element's own button does. What is missing or wrong is instructed to the buyer. */
  confirm(): void {
    this.#port?.postMessage({ kind: 'confirm' } satisfies Confirm);
  }

  #open(): void {
    const clientSecret = this.getAttribute('client-secret');
    const target = this.#frame?.contentWindow;
    if (!clientSecret || !target) return;
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<FrameMessage>) => this.#hear(data);
    this.#port = port1;
    const opening: Opening = {
      kind: 'open',
      clientSecret,
      locale: this.getAttribute('locale'),
      view: this.getAttribute('view') === 'methods' ? 'methods' : 'payment',
      appearance: this.#appearance(),
      withoutButton: this.hasAttribute('without-button'),
    };
    target.postMessage(opening, FRAME_URL.origin, [port2]);
  }

  #appearance(): Appearance {
    const style = getComputedStyle(this);
    const given = (property: string): string | null => style.getPropertyValue(property).trim() || null;
    return {
      colorPrimary: given(APPEARANCE.colorPrimary),
      colorBackground: given(APPEARANCE.colorBackground),
      colorText: given(APPEARANCE.colorText),
      colorDanger: given(APPEARANCE.colorDanger),
      fontFamily: given(APPEARANCE.fontFamily),
      fontSize: given(APPEARANCE.fontSize),
      borderRadius: given(APPEARANCE.borderRadius),
      theme: this.#theme(style.colorScheme),
    };
  }

  /** What the page says, otherwise what the page itself is: a page that knows no dark side stays light for every reader. */
  #theme(scheme: string): Appearance['theme'] {
    const asked = this.getAttribute('theme');
    if (asked === 'light' || asked === 'dark') return asked;
    if (!scheme.includes('dark')) return 'light';
    return scheme.includes('light') ? null : 'dark';
  }

  #hear(message: FrameMessage): void {
    if (message.kind === 'size') {
      if (this.#frame === null) return;
      this.#frame.style.height = `${message.heightPixels}px`;
      this.#frame.title = message.title;
      return;
    }
    if (message.kind === 'redirect') {
      goTo(message.url);
      return;
    }
    const { kind, detail } = message;
    const isTaken = this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, cancelable: CANCELABLE.has(kind) }));
    if (kind === 'complete' && isTaken) goTo(message.detail.successUrl);
  }
}

if (customElements.get('billing-payment') === undefined) customElements.define('billing-payment', BillingPayment);
