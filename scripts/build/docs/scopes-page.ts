import { ALL_SCOPES, SCOPES, type Scope } from '../../../shared/api/scopes.ts';
import { html } from '../../../shared/platform/html.ts';
import { codeBlock } from './highlight.ts';
import { internalUrl } from './links.ts';
import type { Operation } from './openapi.ts';
import { plain, type SitePage } from './page.ts';

const EXAMPLE = { label: 'assistant', scopes: ['customers:read', 'subscriptions:read', 'invoices:read'] satisfies Scope[] };

const requires = ({ security = [] }: Operation, scope: Scope): boolean =>
  security.some((alternative) => Object.values(alternative).some((scopes) => scopes.includes(scope)));

/** Builds the page of the scopes of API keys; each has its name as anchor. */
export const scopesPage = (operations: readonly Operation[]): SitePage => {
  const allowedBy = (scope: Scope): readonly Operation[] => operations.filter((operation) => requires(operation, scope));
  return {
    path: 'scopes',
    title: 'API key scopes',
    description: 'Every scope of API keys, with the operations that it allows.',
    toc: [],
    body: html`<h1>API key scopes</h1>
<p>The scopes of an API key determine which operations it may call; other operations respond with 403 <a href="${internalUrl('errors', 'insufficient_scope')}"><code>insufficient_scope</code></a>. <code>${ALL_SCOPES}</code> allows everything; the keys of a new account have it. A scope <code>:write</code> does not include <code>:read</code>: a key that creates and reads customers needs both.</p>
<p><a href="${internalUrl('api/api-keys', 'api_keys.create')}">Create a restricted key</a> with a key that has at least the same scopes. The body, here for the <a href="${internalUrl('guides/client', 'use-from-an-ai-assistant-mcp')}">MCP server</a> of an assistant that only reads:</p>
${codeBlock(JSON.stringify(EXAMPLE, null, 2), 'json', 'POST /v1/api_keys')}
<div class="table" tabindex="0"><table><thead><tr><th>Scope</th><th>Allows</th></tr></thead><tbody>${SCOPES.map(
      (scope) => html`<tr id="${scope}"><td><a class="anchor" href="#${scope}"><code>${scope}</code></a></td><td>${allowedBy(scope).map(
        ({ page, anchor, summary = anchor }, index) =>
          html`${index === 0 ? null : ', '}<a href="${internalUrl(page, anchor)}">${summary}</a>`,
      )}</td></tr>
`,
    )}</tbody></table></div>`,
    entries: [
      {
        title: 'API key scopes',
        context: 'Reference',
        text: plain(`Every scope of API keys and restricted keys, with what it allows. ${SCOPES.join(' ')}`),
        url: 'scopes',
      },
      ...SCOPES.map((scope) => ({
        title: scope,
        context: 'API key scope',
        text: plain(
          `scope of an API key, permission: ${allowedBy(scope)
            .map(({ summary = '' }) => summary)
            .join(', ')}`,
        ),
        url: `scopes#${scope}`,
      })),
    ],
  };
};
