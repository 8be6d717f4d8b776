import { createHash } from 'node:crypto';
import { toWireAmount } from '../provider/mollie/money.ts';
import type { PaymentOutcome, SandboxPayment } from './model.ts';
import { possibleOutcomes } from './rules.ts';

/** The page on which a tester chooses the outcome of a payment. */

const STYLE = `
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5; }
body { margin: 0; padding: 1rem; }
main { max-width: 26rem; margin: 0 auto; }
dt { font-weight: 600; }
dd { margin: 0 0 .5rem; overflow-wrap: anywhere; }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: .75rem; }
legend { padding: 0; margin-bottom: .5rem; }
button { font: inherit; padding: .75rem 1rem; min-height: 44px; border: 2px solid; border-radius: .5rem; background: Canvas; color: CanvasText; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`;

/**
 * Headers of the page. The content security policy allows no scripts or external content. It has no `form-action`, because the form
 * redirects to the shop.
 */
export const OUTCOME_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`,
  'referrer-policy': 'no-referrer',
};

const BUTTONS: readonly (readonly [outcome: PaymentOutcome, name: string])[] = [
  ['paid', 'Paid'],
  ['pending', 'Pending'],
  ['failed', 'Failed'],
  ['canceled', 'Canceled'],
  ['expired', 'Expired'],
];

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const buttons = (payment: SandboxPayment, actionUrl: string): string => {
  const possible = possibleOutcomes(payment);
  const offered = BUTTONS.filter(([outcome]) => possible.includes(outcome));
  if (offered.length === 0) return `<p role="status">This payment is ${payment.status}. There is nothing left to decide.</p>`;
  const each = offered.map(([outcome, name]) => `<button type="submit" name="outcome" value="${outcome}">${name}</button>`);
  return `<form method="post" action="${escaped(actionUrl)}">
<fieldset>
<legend>How does this payment go?</legend>
${each.join('\n')}
</fieldset>
</form>`;
};

const isLink = (url: string): boolean => /^https?:\/\//i.test(url);
const backLink = (payment: SandboxPayment): string =>
  payment.redirectUrl === null || !isLink(payment.redirectUrl)
    ? ''
    : `<p><a href="${escaped(payment.redirectUrl)}">Back to the shop</a></p>`;

/**
 * Renders the page. Buttons post the field `outcome` to `actionUrl`; impossible outcomes are omitted.
 * Works without scripts and styles.
 */
export const renderOutcomePage = (payment: SandboxPayment, actionUrl: string): string => {
  const { value, currency } = toWireAmount(payment);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Sandbox payment</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Sandbox payment</h1>
<p>No money moves here. Choose what the payer does.</p>
<dl>
<dt>Amount</dt><dd>${value} ${escaped(currency)}</dd>
<dt>Description</dt><dd>${escaped(payment.description)}</dd>
<dt>Method</dt><dd>${escaped(payment.method ?? 'the payer chooses')}</dd>
</dl>
${buttons(payment, actionUrl)}
${backLink(payment)}
</main>
</body>
</html>
`;
};
