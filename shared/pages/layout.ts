import { createHash } from 'node:crypto';
import { type Html, html, type Piece, raw } from '../platform/html.ts';
import { STYLE } from './style.ts';

/** What every page has. */
export interface Page {
  /** Also the page's heading, unless `heading` says more. */
  readonly title: string;
  readonly heading?: string;
  /** Whose shop this is; `null` where that is not known. */
  readonly merchantName: string | null;
  readonly testMode: boolean;
  readonly content: Piece;
  /** Opens `url` after so many seconds. */
  readonly refresh?: { readonly afterSeconds: number; readonly url: string };
}

const TEST_NOTICE = html`<p class="notice">Test mode: no money moves here.</p>`;

/** The whole document. Works without script; nothing is loaded from elsewhere. */
export const renderPage = ({ title, heading, merchantName, testMode, content, refresh }: Page): string => {
  const document: Html = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh === undefined ? null : html`<meta http-equiv="refresh" content="${refresh.afterSeconds};url=${refresh.url}">`}
<title>${merchantName === null ? title : `${title} – ${merchantName}`}</title>
<style>${raw(STYLE)}</style>
</head>
<body>
${merchantName === null ? null : html`<header><p>${merchantName}</p></header>`}
<main>
<h1>${heading ?? title}</h1>
${testMode ? TEST_NOTICE : null}
${content}
</main>
</body>
</html>
`;
  return document.markup;
};

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/**
 * No script, no image, no frame; the one style sheet by its hash. `form-action` is left out on purpose: browsers
 * apply it to the redirects that follow a form, and paying redirects to the provider and from there to banks whose
 * addresses nobody can list.
 */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; frame-ancestors 'none'`;

/** The address of a page is what lets its reader act: it is kept from caches, search engines and other sites' logs. */
const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': POLICY,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
};

/** A page as the whole HTTP result of a function. */
export const pageAnswer = (
  status: number,
  page: string,
): { readonly statusCode: number; readonly headers: Record<string, string>; readonly body: string } => ({
  statusCode: status,
  headers: { 'content-type': 'text/html; charset=utf-8', ...SECURITY_HEADERS },
  body: page,
});

/** Sends the browser on with a GET, whatever it came with. */
export const seeOther = (url: string) => ({
  statusCode: 303,
  headers: { location: new URL(url).href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
});
