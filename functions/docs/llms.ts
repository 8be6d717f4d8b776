import { defineOperation } from '../../shared/api/operation.ts';
import { servePublic } from '../../shared/api/serve/serve.ts';
import { baseUrl } from '../../shared/platform/environment.ts';

/** Serves the list of guides and reference in the format of https://llmstxt.org, for assistants. */
export const operation = defineOperation({
  id: 'docs.llms',
  method: 'GET',
  path: '/llms.txt',
  summary: 'List the documentation for AI assistants',
  auth: { kind: 'none' },
  profile: 'read',
  params: {},
  response: 'http-result',
});

/** A Markdown file of the documentation. */
interface MarkdownFile {
  readonly file: string;
  readonly title: string;
  readonly summary: string;
}

const linkListOf = (url: string, files: readonly MarkdownFile[]): string =>
  files.map(({ file, title, summary }) => `- [${title}](${url}/docs/${file}): ${summary}`).join('\n');

const textOf = (url: string, guides: readonly MarkdownFile[], reference: readonly MarkdownFile[]): string => `# Subscription billing API

> Products, prices and subscription billing for customers, with invoices, refunds, events and webhooks. JSON over HTTPS at ${url}/v1, with an
> API key: \`Authorization: Bearer svc_test_...\`. Amounts are integers in cents, times are Unix seconds, writes take an \`Idempotency-Key\`.

## Guides

${linkListOf(url, guides)}

## Reference

- [OpenAPI description](${url}/openapi.json): every operation, field, event and error, with descriptions and examples.
- [Documentation](${url}/docs): the guides and the reference as pages.
${linkListOf(url, reference)}
`;

const HEADERS = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'public, max-age=300' };

export const handler = servePublic(operation, async () => {
  const [{ default: guides }, { reference }] = await Promise.all([import('guides:list'), import('docs-site:reference')]);
  return { statusCode: 200, headers: HEADERS, body: textOf(baseUrl(), guides, reference) };
});
