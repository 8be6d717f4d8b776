import type { Appearance } from '../../../shared/pages/browser/appearance.ts';
import { httpUrl } from '../../../shared/platform/http-url.ts';
import type { BillingPaymentElement, BillingPaymentEvents } from './events.ts';
import { APPEARANCE_PROPERTIES, type ConfirmMessage, type FrameMessage, type OpenMessage } from './messages.ts';

/** URL of the frame, relative to this script, which is at the root of the service. */
const FRAME_URL = new URL('element/frame', import.meta.url);

/** Events whose default action (the redirect) the page can prevent. */
const CANCELABLE: ReadonlySet<string> = new Set<keyof BillingPaymentEvents>(['complete']);

const goTo = (url: string | null): void => {
  const validUrl = httpUrl(url);
  if (validUrl !== null) location.assign(validUrl);
};

/**
 * The payment element in a shop's page: `<billing-payment client-secret="...">`.
 *
 * Attributes: `client-secret` of an embedded checkout session or one-off payment, `locale` (BCP 47), `theme` (`light` or `dark`),
 * `view` (`methods`: saved payment methods instead of the payment) and `without-button` for pages that call `confirm()`. All can change
 * at any time. The CSS properties `--billing-*` set the appearance. Events: `BillingPaymentEvents`.
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
    frame.setAttribute('sandbox', 'allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox');
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

  /** Confirms the payment, like the button of the element. Shows missing or invalid input to the buyer. */
  confirm(): void {
    this.#port?.postMessage({ kind: 'confirm' } satisfies ConfirmMessage);
  }

  #open(): void {
    const clientSecret = this.getAttribute('client-secret');
    const target = this.#frame?.contentWindow;
    if (!clientSecret || !target) return;
    this.#port?.close();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<FrameMessage>) => this.#handleMessage(data);
    this.#port = port1;
    const message: OpenMessage = {
      kind: 'open',
      clientSecret,
      locale: this.getAttribute('locale'),
      view: this.getAttribute('view') === 'methods' ? 'methods' : 'payment',
      appearance: this.#appearance(),
      withoutButton: this.hasAttribute('without-button'),
    };
    target.postMessage(message, FRAME_URL.origin, [port2]);
  }

  #appearance(): Appearance {
    const style = getComputedStyle(this);
    const property = (name: string): string | null => style.getPropertyValue(name).trim() || null;
    return {
      colorPrimary: property(APPEARANCE_PROPERTIES.colorPrimary),
      colorBackground: property(APPEARANCE_PROPERTIES.colorBackground),
      colorText: property(APPEARANCE_PROPERTIES.colorText),
      colorDanger: property(APPEARANCE_PROPERTIES.colorDanger),
      fontFamily: property(APPEARANCE_PROPERTIES.fontFamily),
      fontSize: property(APPEARANCE_PROPERTIES.fontSize),
      borderRadius: property(APPEARANCE_PROPERTIES.borderRadius),
      theme: this.#theme(style.colorScheme),
    };
  }

  /** The `theme` attribute if it is valid, else the page's color scheme: light only, dark only, or `null` (the buyer's setting). */
  #theme(scheme: string): Appearance['theme'] {
    const theme = this.getAttribute('theme');
    if (theme === 'light' || theme === 'dark') return theme;
    if (!scheme.includes('dark')) return 'light';
    return scheme.includes('light') ? null : 'dark';
  }

  #handleMessage(message: FrameMessage): void {
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
    const isDefaultAllowed = this.dispatchEvent(new CustomEvent(kind, { detail, bubbles: true, cancelable: CANCELABLE.has(kind) }));
    if (kind === 'complete' && isDefaultAllowed) goTo(message.detail.successUrl);
  }
}

if (customElements.get('billing-payment') === undefined) customElements.define('billing-payment', BillingPayment);
