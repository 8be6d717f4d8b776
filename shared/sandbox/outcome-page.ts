import { createHash } from 'node:crypto';
import { LIGHT, TOKENS } from '../platform/design-tokens.ts';
import { toWireAmount } from '../provider/mollie/money.ts';
import type { PaymentOutcome, SandboxPayment } from './model.ts';
import { possibleOutcomes } from './rules.ts';

/** The page on which a tester chooses the outcome of a payment. */

const STYLE = `
${TOKENS}:root { font-family: var(--font); line-height: 1.5; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: var(--space-4); background: var(--page); color: var(--text); }
main { max-width: 26rem; margin: 0 auto; }
h1 { font: 600 var(--text-title) var(--font); margin: var(--space-2) 0 var(--space-4); }
a { color: var(--accent); }
dl { padding: var(--space-4); border: 1px solid var(--hairline); border-radius: var(--radius-card); }
dt { color: var(--soft); font: var(--text-body) var(--font); }
dd { margin: 0 0 var(--space-3); overflow-wrap: anywhere; }
dd:last-child { margin: 0; }
fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: var(--space-2); }
legend { padding: 0; margin-bottom: var(--space-2); font: 600 var(--text-section) var(--font); }
button { font: inherit; font-weight: 500; padding: var(--space-2) var(--space-4); min-height: var(--control-buyer); border: 1px solid var(--line); border-radius: var(--radius); background: var(--page); color: var(--text); cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`;

/** The page has an icon, because browsers otherwise request `/favicon.ico`. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${LIGHT.warning}"/></svg>`,
)}`;

/**
 * Headers of the page. The content security policy allows no scripts or external content. It has no `form-action`, because the form
 * redirects to the shop.
 */
export const OUTCOME_PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; base-uri 'none'; frame-ancestors 'none'`,
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

/** The method, or the methods between which the payer chooses. */
const methodText = ({ method, methods }: SandboxPayment): string =>
  method ?? `the payer chooses${methods.length === 0 ? '' : ` (${methods.join(', ')})`}`;

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
<link rel="icon" href="${ICON}">
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
<dt>Method</dt><dd>${escaped(methodText(payment))}</dd>
</dl>
${buttons(payment, actionUrl)}
${backLink(payment)}
</main>
</body>
</html>
`;
};
