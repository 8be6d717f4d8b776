import type { Speech } from '../locales/pages/locale.ts';
import { type Html, html, type Piece, raw } from '../platform/html.ts';
import { type Brand, styleOf } from './brand.ts';
import { PAGE_HEADERS, styleSource, UNFRAMED } from './page-headers.ts';
import { STYLE } from './style.ts';

/** What every page has. */
export interface Page {
  /** Also the page's heading, unless `heading` says more. */
  readonly title: string;
  /** `null`: the content has it. */
  readonly heading?: string | null;
  /** Whose shop this is; `null` where that is not known. */
  readonly brand: Brand | null;
  readonly testMode: boolean;
  readonly speech: Speech;
  readonly content: Piece;
  /** Opens `url` after so many seconds. */
  readonly refresh?: { readonly afterSeconds: number; readonly url: string };
}

/** A whole document, and what a browser may load for it. */
export interface RenderedPage {
  readonly markup: string;
  readonly policy: string;
}

const shopOf = ({ name, logoUrl }: Brand): Html =>
  html`<header><p>${
    logoUrl === null ? name : html`<img src="${logoUrl}" alt="${name}" height="32" referrerpolicy="no-referrer">`
  }</p></header>`;

const footerOf = ({ termsUrl, privacyUrl, helpUrl }: Brand, { texts }: Speech): Html | null => {
  const links = [
    [texts.terms, termsUrl],
    [texts.privacy, privacyUrl],
    [texts.help, helpUrl],
  ] as const;
  const known = links.flatMap(([name, url]) => (url === null ? [] : [html`<li><a href="${url}">${name}</a></li>`]));
  return known.length === 0 ? null : html`<footer><ul>${known}</ul></footer>`;
};

/** The whole document. Works without script; nothing is loaded but the merchant's own logo. */
export const renderPage = ({ title, heading = title, brand, testMode, speech: locale, content, refresh }: Page): RenderedPage => {
  const ownStyle = brand === null ? null : styleOf(brand);
  const document: Html = html`<!doctype html>
<html lang="${locale.locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh === undefined ? null : html`<meta http-equiv="refresh" content="${refresh.afterSeconds};url=${refresh.url}">`}
<title>${brand === null ? title : `${title} – ${brand.name}`}</title>
<style>${raw(STYLE)}</style>
${ownStyle === null ? null : html`<style>${raw(ownStyle)}</style>`}
</head>
<body>
${brand === null ? null : shopOf(brand)}
<main>
${heading === null ? null : html`<h1>${heading}</h1>`}
${testMode ? html`<p class="notice">${locale.texts.testNotice}</p>` : null}
${content}
</main>
${brand === null ? null : footerOf(brand, locale)}
</body>
</html>
`;
  return { markup: document.markup, policy: policyFor(ownStyle === null ? [STYLE] : [STYLE, ownStyle], brand?.logoUrl ?? null) };
};

/**
 * No script and no frame; the style sheets by their hashes, and the merchant's logo by its address. `form-action` is left out on
 * purpose: browsers apply it to the redirects that follow a form, and paying redirects to the provider and from there to banks
 * whose addresses nobody can list.
 */
const policyFor = (styles: readonly string[], logoUrl: string | null): string => {
  const logo = logoUrl === null ? '' : ` img-src ${new URL(logoUrl).origin};`;
  return `default-src 'none'; style-src ${styles.map(styleSource).join(' ')};${logo} base-uri 'none'; frame-ancestors 'none'`;
};

/** A page as the whole HTTP result of a function. */
export const pageAnswer = (
  status: number,
  { markup, policy }: RenderedPage,
): { readonly statusCode: number; readonly headers: Record<string, string>; readonly body: string } => ({
  statusCode: status,
  headers: { ...PAGE_HEADERS, ...UNFRAMED, 'cache-control': 'no-store', 'content-security-policy': policy },
  body: markup,
});

/** Sends the browser on with a GET, whatever it came with. */
export const seeOther = (url: string) => ({
  statusCode: 303,
  headers: { location: new URL(url).href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
});
