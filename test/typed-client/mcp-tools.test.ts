import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { Document } from '../../shared/client/cli/description.ts';
import { toolsOf } from '../../shared/client/cli/mcp/tools.ts';

const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as Document;

describe('the tools of the API', () => {
  const tools = toolsOf(DOCUMENT, ['*']);
  const toolOf = (name: string) => tools.find(({ tool }) => tool.name === name)?.tool;

  it('cover exactly the operations that accept an API key, except the API’s event stream and the export', () => {
    const withApiKey = Object.entries(DOCUMENT.paths)
      .filter(([path]) => path.startsWith('/v1/'))
      .flatMap(([, methods]) => Object.values(methods))
      .filter(({ security = [] }) => security.some(({ apiKey }) => apiKey !== undefined))
      .map(({ operationId }) => operationId);
    const omitted = withApiKey.filter((id) => !tools.some(({ operation }) => operation.id === id));
    expect([tools.length, omitted]).toEqual([withApiKey.length - 2, ['events.stream', 'tenant.export']]);
  });

  it('have unique names that every client accepts', () => {
    const names = tools.map(({ tool }) => tool.name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z_]{1,64}$/.test(name))).toEqual([]);
    expect(names).toEqual(
      expect.arrayContaining([
        'create_customer',
        'list_invoices',
        'cancel_subscription',
        'retrieve_webhook_delivery',
        'subscriptions_preview_update',
        'tenant_capabilities',
      ]),
    );
  });

  it('have a description of every argument, and of the operation with its scope and errors', () => {
    const undescribed = tools.flatMap(({ tool }) =>
      Object.entries(tool.inputSchema.properties ?? {})
        .filter(([, schema]) => !('description' in schema))
        .map(([name]) => `${tool.name}: ${name}`),
    );
    expect(undescribed).toEqual([]);
    expect(toolOf('create_refund')?.description).toMatch(/^Refund a charge\..*`refunds:write`.*`charge_disputed`/s);
  });

  it('have the path parameters, query parameters and body fields as arguments, without `$ref`', () => {
    expect(toolOf('update_customer')?.inputSchema).toMatchObject({
      type: 'object',
      properties: { customer_id: { type: 'string' }, name: expect.anything() },
      required: ['customer_id'],
      additionalProperties: false,
    });
    expect(toolOf('list_invoices')?.inputSchema.properties).toMatchObject({
      limit: { type: 'integer', maximum: 100 },
      status: { items: { enum: ['open', 'paid', 'void', 'uncollectible'] } },
    });
    expect(JSON.stringify(tools.map(({ tool }) => tool))).not.toContain('$ref');
  });

  it.each([
    ['list_invoices', { readOnlyHint: true, destructiveHint: false }],
    ['subscriptions_preview_update', { readOnlyHint: true, destructiveHint: false }],
    ['create_customer', { readOnlyHint: false, destructiveHint: false }],
    ['update_customer', { readOnlyHint: false, destructiveHint: true }],
    ['delete_customer', { readOnlyHint: false, destructiveHint: true }],
    ['create_refund', { readOnlyHint: false, destructiveHint: true }],
  ])('have hints about their effects: %s', (name, hints) => {
    expect(toolOf(name)?.annotations).toMatchObject(hints);
  });

  it('resolve references to named schemas', () => {
    const document = JSON.parse(
      JSON.stringify({
        paths: {
          '/v1/things': {
            post: {
              operationId: 'things.create',
              summary: 'Create a thing',
              security: [{ apiKey: ['things:write'] }],
              requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/ThingCreateParams' } } } },
              responses: { 200: { content: { 'application/json': {} } } },
            },
          },
        },
        components: {
          schemas: {
            ThingCreateParams: {
              type: 'object',
              properties: { part: { $ref: '#/components/schemas/Part', description: 'The part.' } },
              required: ['part'],
            },
            Part: { type: 'object', description: 'A part.', properties: { size: { type: 'integer' } } },
          },
        },
      }),
    ) as Document;
    const part = { type: 'object', description: 'The part.', properties: { size: { type: 'integer' } } };
    expect(toolsOf(document, ['*'])[0]?.tool.inputSchema).toMatchObject({ properties: { part }, required: ['part'] });
  });
});
