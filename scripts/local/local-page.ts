import { SECURITY_HEADERS } from '../../shared/api/serve/http.ts';
import { NO_FRAMING, PAGE_HEADERS, styleSource } from '../../shared/pages/page-headers.ts';
import { LIGHT, TOKENS } from '../../shared/platform/design-tokens.ts';
import { type Html, html, raw } from '../../shared/platform/html.ts';
import type { HttpResponse } from './http-event.ts';

const STYLE = `${TOKENS}:root { font-family: var(--font); line-height: 1.5; }
*, *::before, *::after { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); }
header, main { max-width: 60rem; margin: 0 auto; }
header ul { display: flex; flex-wrap: wrap; gap: 0 1.5rem; margin: 0 0 1rem; padding: 0; list-style: none; }
header a, .pages a { display: inline-block; padding: .75rem 0; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1 { margin: 0 0 1rem; font: 600 var(--text-title) var(--font); }
h2 { margin: 2rem 0 .5rem; font: 600 var(--text-section) var(--font); }
h1, p, a, dd, code { overflow-wrap: anywhere; }
p { margin: 0 0 1rem; }
.soft { color: var(--soft); }
.warn { color: var(--warning); }
.list { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--hairline); }
.list > li { border-bottom: 1px solid var(--hairline); }
.list a { display: grid; gap: 0 1rem; padding: .75rem .25rem; color: inherit; text-decoration: none; }
.list a:hover { background: var(--panel); }
.list strong { color: var(--accent); }
.list span { font: var(--text-body) var(--font); }
dl { margin: 0 0 1.5rem; }
dl > div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .25rem 0; }
dt { flex: 0 0 6rem; color: var(--soft); }
dd { margin: 0; }
iframe { display: block; width: 100%; height: min(44rem, 80vh); border: 1px solid var(--hairline); border-radius: var(--radius); background: ${LIGHT.page}; resize: vertical; }
code, pre { font: var(--text-body) ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 0 0 1rem; padding: .75rem 1rem; border: 1px solid var(--hairline); border-radius: var(--radius); background: var(--panel); white-space: pre-wrap; overflow-wrap: anywhere; }
@media (min-width: 45rem) {
  .mails a { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr) 9rem; }
  .mails .reason { grid-column: 1 / -1; }
}
`;

/** Allows the style sheet and frames of this service; no scripts, forms or other services. */
const POLICY = `default-src 'none'; style-src ${styleSource(STYLE)}; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Response headers of everything that the local service shows to people. */
export const LOCAL_PAGE_HEADERS = { ...SECURITY_HEADERS, ...PAGE_HEADERS, 'cache-control': 'no-store', vary: 'accept' } as const;

interface LocalPage {
  readonly title: string;
  /** Prefix of links to other parts of the service, relative to the page, such as `..`; `''` for absolute paths. */
  readonly root: string;
  readonly content: Html;
}

/** Links to the parts of the service that people open. */
export const SERVICE_LINKS = [
  { name: 'Documentation', path: 'docs', about: 'guides and API reference, with your test key in the examples' },
  { name: 'Console', path: 'console', about: 'customers, subscriptions, payments and settings of the demo account' },
  { name: 'Mail', path: '_local/mail', about: 'emails that were sent or withheld, with their links' },
  { name: 'Components', path: '_local/components', about: 'components of the console in each of their states, for development' },
] as const;

/** The response for a page of the local service. */
export const localPage = (status: number, { title, root, content }: LocalPage): HttpResponse => ({
  status,
  headers: { ...LOCAL_PAGE_HEADERS, ...NO_FRAMING, 'content-security-policy': POLICY },
  body: Buffer.from(
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – local billing service</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header><nav aria-label="Service"><ul>${SERVICE_LINKS.map(({ name, path }) => html`<li><a href="${root}/${path}">${name}</a></li>`)}</ul></nav></header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.markup,
  ),
});
