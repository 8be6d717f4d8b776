import type { PageLocale } from '../locales/pages/locale.ts';
import { fontFaces } from '../platform/font-faces.ts';
import { type Html, html, type Piece, raw } from '../platform/html.ts';
import { NO_FRAMING, PAGE_HEADERS, styleSource } from './page-headers.ts';
import { type Brand, styleOf } from './style/brand.ts';
import { NEUTRAL_ICON } from './style/favicon.ts';
import { STYLE } from './style/style.ts';

export interface Page {
  /** Also the heading, unless `heading` is set. */
  readonly title: string;
  /** `null`: the content contains the heading. */
  readonly heading?: string | null;
  /** `null`: the merchant is unknown. */
  readonly brand: Brand | null;
  readonly testMode: boolean;
  readonly locale: PageLocale;
  readonly content: Piece;
  /** Opens `url` after `afterSeconds`. */
  readonly refresh?: { readonly afterSeconds: number; readonly url: string };
}

/** An HTML document and its Content-Security-Policy. */
export interface RenderedPage {
  readonly markup: string;
  readonly policy: string;
}

const headerOf = ({ name, logoUrl }: Brand): Html =>
  html`<header><p>${
    logoUrl === null ? name : html`<img src="${logoUrl}" alt="${name}" height="32" referrerpolicy="no-referrer">`
  }</p></header>`;

const footerOf = ({ termsUrl, privacyUrl, withdrawalUrl, helpUrl }: Brand, { texts }: PageLocale): Html | null => {
  const links = [
    [texts.terms, termsUrl],
    [texts.privacy, privacyUrl],
    [texts.withdrawalRight, withdrawalUrl],
    [texts.help, helpUrl],
  ] as const;
  const items = links.flatMap(([name, url]) => (url === null ? [] : [html`<li><a href="${url}">${name}</a></li>`]));
  return items.length === 0 ? null : html`<footer><ul>${items}</ul></footer>`;
};

/**
 * The common style sheet with the fonts. Their URL is absolute, because pages have paths of different depth; pages that are rendered
 * outside of a deployment have no fonts.
 */
const styleSheet = (): string => {
  const baseUrl = process.env['PUBLIC_BASE_URL'];
  return baseUrl === undefined ? STYLE : `${fontFaces(`${baseUrl}/assets`)}${STYLE}`;
};

/** Renders the HTML document. It works without scripts and loads only the fonts and the merchant's logo and icon. */
export const renderPage = ({ title, heading = title, brand, testMode, locale, content, refresh }: Page): RenderedPage => {
  const style = styleSheet();
  const brandStyle = brand === null ? null : styleOf(brand);
  const document: Html = html`<!doctype html>
<html lang="${locale.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refresh === undefined ? null : html`<meta http-equiv="refresh" content="${refresh.afterSeconds};url=${refresh.url}">`}
<link rel="icon" href="${brand?.iconUrl ?? NEUTRAL_ICON}">
<title>${brand === null ? title : `${title} – ${brand.name}`}</title>
<style>${raw(style)}</style>
${brandStyle === null ? null : html`<style>${raw(brandStyle)}</style>`}
</head>
<body>
${brand === null ? null : headerOf(brand)}
<main>
${heading === null ? null : html`<h1>${heading}</h1>`}
${testMode ? html`<p class="notice test">${locale.texts.testNotice}</p>` : null}
${content}
</main>
${brand === null ? null : footerOf(brand, locale)}
</body>
</html>
`;
  return { markup: document.markup, policy: policyFor(brandStyle === null ? [style] : [style, brandStyle], brand) };
};

const imageSource = (url: string): string => (url.startsWith('data:') ? 'data:' : new URL(url).origin);

/**
 * Forbids scripts and framing; allows the style sheets by hash, the fonts, and logo and icon by origin. Omits `form-action`, because
 * browsers also apply it to redirects after a form, and a payment redirects to the provider and then to banks at unknown origins.
 */
const policyFor = (styles: readonly string[], brand: Brand | null): string => {
  const images = [brand?.logoUrl, brand?.iconUrl ?? NEUTRAL_ICON].flatMap((url) => (url == null ? [] : [imageSource(url)]));
  return `default-src 'none'; style-src ${styles.map(styleSource).join(' ')}; img-src ${[...new Set(images)].join(' ')}; font-src 'self'; base-uri 'none'; frame-ancestors 'none'`;
};

/** The HTTP response for a page. */
export const pageResponse = (
  status: number,
  { markup, policy }: RenderedPage,
): { readonly statusCode: number; readonly headers: Record<string, string>; readonly body: string } => ({
  statusCode: status,
  headers: { ...PAGE_HEADERS, ...NO_FRAMING, 'cache-control': 'no-store', 'content-security-policy': policy },
  body: markup,
});

const redirect = (statusCode: number, url: string) => ({
  statusCode,
  headers: { location: new URL(url).href, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  body: '',
});

/** Redirects the browser with a GET request, also after a POST. */
export const seeOther = (url: string) => redirect(303, url);

/** Makes the browser send the same request, with the same form, to the URL. */
export const sameRequestTo = (url: string) => redirect(307, url);
