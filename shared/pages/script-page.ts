import { fontFaces } from '../platform/font-faces.ts';
import { html, raw } from '../platform/html.ts';
import { NO_FRAMING, PAGE_HEADERS, styleSource } from './page-headers.ts';
import { NEUTRAL_ICON } from './style/favicon.ts';
import { STYLE } from './style/style.ts';

/** A page that a script renders. The document is the same for everyone and contains no personal data. */
export interface ScriptPage {
  readonly title: string;
  /** Appended to the common style sheet. */
  readonly style: string;
  /** Relative URL of the assets, so that the page also works below a path prefix. */
  readonly assets: string;
  /** The element that the script renders into. */
  readonly root: { readonly id: string; readonly tag: 'main' | 'div' };
  /** Text shown without JavaScript; `null`: no text. */
  readonly withoutScript: string | null;
  /** Content-Security-Policy: `img-src`, in addition to the icon; `null`: no images. */
  readonly images: string | null;
  /** Content-Security-Policy: `frame-ancestors`. */
  readonly ancestors: "'none'" | '*';
}

const policyOf = (style: string, { images, ancestors }: ScriptPage): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSource(style)}`,
    "font-src 'self'",
    "connect-src 'self'",
    `img-src ${images === null ? 'data:' : `${images} data:`}`,
    "base-uri 'none'",
    "form-action 'none'",
    // Texts come from tenants and the API and must never be parsed as markup.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');

/** File names in `/assets/` of a page's script and of the chunks that the script needs to start. */
export interface ScriptNames {
  readonly name: string;
  readonly startChunks: readonly string[];
}

/** The HTTP response for the page. */
export const scriptPageResponse = (page: ScriptPage, { name, startChunks }: ScriptNames) => {
  const { title, assets, root, withoutScript } = page;
  const style = `${fontFaces(assets)}${STYLE}${page.style}`;
  return {
    statusCode: 200,
    headers: {
      ...PAGE_HEADERS,
      ...(page.ancestors === '*' ? {} : NO_FRAMING),
      'cache-control': 'no-cache',
      'content-security-policy': policyOf(style, page),
    },
    body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="${NEUTRAL_ICON}">
<title>${title}</title>
<style>${raw(style)}</style>
${startChunks.map(
  (chunk) => html`<link rel="modulepreload" href="${assets}/${chunk}">
`,
)}<script type="module" src="${assets}/${name}"></script>
</head>
<body>
${withoutScript === null ? null : html`<noscript><p>${withoutScript}</p></noscript>`}
<${raw(root.tag)} id="${root.id}"></${raw(root.tag)}>
</body>
</html>
`.markup,
  };
};
