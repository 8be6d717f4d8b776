import { html, raw } from '../platform/html.ts';
import { PAGE_HEADERS, styleSource, UNFRAMED } from './page-headers.ts';
import { STYLE } from './style.ts';

/** What a page with script is made of; its document is the same for everyone, and holds nothing of anybody. */
export interface ScriptPage {
  readonly title: string;
  /** Added to the pages' own style sheet. */
  readonly style: string;
  /** Where the assets are from here. Addresses are relative, so that the page also works behind a prefix. */
  readonly assets: string;
  /** What the script writes into. */
  readonly root: { readonly id: string; readonly tag: 'main' | 'div' };
  /** What is there where no script runs; `null`: nothing. */
  readonly withoutScript: string | null;
  /** Of its policy: which images it may show, and which pages it may are in. */
  readonly images: 'https:' | null;
  readonly ancestors: "'none'" | '*';
}

const policyOf = (style: string, { images, ancestors }: ScriptPage): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styleSource(style)}`,
    "connect-src 'self'",
    ...(images === null ? [] : [`img-src ${images}`]),
    "base-uri 'none'",
    "form-action 'none'",
    // Texts come from tenants and the API; none of them may ever become markup.
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${ancestors}`,
  ].join('; ');

/** The names in `/assets/` of a page's script, and of the parts that it cannot begin without. */
export interface ScriptNames {
  readonly name: string;
  readonly needs: readonly string[];
}

/** The page as the whole HTTP result of a function. */
export const scriptPageAnswer = (page: ScriptPage, { name, needs }: ScriptNames) => {
  const style = `${STYLE}${page.style}`;
  const { title, assets, root, withoutScript } = page;
  return {
    statusCode: 200,
    headers: {
      ...PAGE_HEADERS,
      ...(page.ancestors === '*' ? {} : UNFRAMED),
      'cache-control': 'no-cache',
      'content-security-policy': policyOf(style, page),
    },
    body: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${raw(style)}</style>
${needs.map(
  (part) => html`<link rel="modulepreload" href="${assets}/${part}">
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
