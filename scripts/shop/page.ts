import { randomBytes } from 'node:crypto';
import { type Html, html, raw } from '../../shared/platform/html.ts';

/** Pages of the sample shop, which embeds the payment element. */

export interface ShopPage {
  readonly markup: string;
  /** The Content-Security-Policy header. */
  readonly policy: string;
}

const pageOf = (title: string, styles: string, content: Html, policy: readonly string[]): ShopPage => {
  const nonce = randomBytes(16).toString('base64');
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">
body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 2rem auto; padding: 0 1rem; }
${raw(styles)}
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return { markup, policy: ["default-src 'none'", `style-src 'nonce-${nonce}'`, "base-uri 'none'", ...policy].join('; ') };
};

/** Script that logs the element's events, to which a real shop would react. */
export const LISTENER = `
const log = document.querySelector('[role=log]');
for (const kind of ['ready', 'change', 'complete', 'error']) {
  document.querySelector('billing-payment').addEventListener(kind, ({ detail }) => {
    log.append(kind + ' ' + JSON.stringify(detail) + '\\n');
  });
}
`;

export interface CheckoutPageInput {
  /** Base URL of the billing service. */
  readonly serviceUrl: string;
  readonly clientSecret: string;
  /** Attributes of the payment element, such as `theme` and `locale`. */
  readonly attributes: Readonly<Record<string, string>>;
  /** CSS of the shop's page, including the `--billing-*` properties for the payment element. */
  readonly styles: string;
}

/** Builds the shop's checkout page. Its content security policy allows what the element needs: the service's script and frame. */
export const checkoutPage = ({ serviceUrl, clientSecret, attributes, styles }: CheckoutPageInput): ShopPage => {
  const attributeMarkup = Object.entries(attributes).map(([name, value]) => html` ${name}="${value}"`);
  const content = html`<script type="module" src="${serviceUrl}/element.js"></script>
<script type="module" src="/listener.js"></script>
<billing-payment client-secret="${clientSecret}"${attributeMarkup}></billing-payment>
<details><summary>Events of the element</summary><pre role="log"></pre></details>`;
  const origin = new URL(serviceUrl).origin;
  return pageOf('Harbour Tools', styles, content, [`script-src 'self' ${origin}`, `frame-src ${origin}`]);
};

export const thanksPage = (): ShopPage => pageOf('Thank you', '', html`<p>Your order is complete.</p><p><a href="/">Buy again</a></p>`, []);
