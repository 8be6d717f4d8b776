import { describe, expect, it } from 'vitest';
import { ApiError } from '../../shared/api/errors.ts';
import { paramsOf } from '../../shared/api/matcher.ts';
import { match } from '../../shared/api/pipeline/match.ts';
import { loadOperations } from '../../shared/api/registry.ts';

const operations = (await loadOperations()).map(({ operation }) => operation);

/** The paths of others that a route with a parameter would take for an id. */
const caught = operations.flatMap((operation) =>
  operations
    .filter(({ path }) => path !== operation.path && paramsOf(operation.path, path) !== null)
    .map(({ path }) => ({ operation, path })),
);

/** What the function of `operation` says of a request for `path` before anything else is looked at. */
const matched = async ({ operation, path }: (typeof caught)[number], method: string): Promise<unknown> => {
  const event = { rawPath: path, requestContext: { http: { method } } };
  try {
    return await match(operation).before?.({ event, context: { billing: {} } } as never);
  } catch (error) {
    return error;
  }
};

describe('a literal path that fits a route with a parameter too', () => {
  it('is there to be looked at', () => {
    expect(caught.map(({ operation, path }) => [operation.id, path])).toContainEqual(['coupons.retrieve', '/v1/coupons/validate']);
    expect(caught.map(({ operation, path }) => [operation.id, path])).toContainEqual([
      'webhook_endpoints.update',
      '/v1/webhook_endpoints/event_types',
    ]);
  });

  it.each(caught)('[HTTP-38] [HTTP-39] $path is no id to $operation.id, and says what it serves', async (each) => {
    const served = operations.filter(({ path }) => path === each.path).map(({ method }) => method);
    const allowed = [...served, ...(served.includes('GET') ? ['HEAD'] : [])].sort();
    const methods = each.operation.method === 'GET' ? ['GET', 'HEAD'] : [each.operation.method];
    for (const method of methods) {
      const said = await matched(each, method);
      if (allowed.includes(method)) {
        expect(said).toBeUndefined();
        continue;
      }
      expect(said, method).toBeInstanceOf(ApiError);
      expect(said).toMatchObject({ code: 'method_not_allowed', headers: { allow: allowed.join(', ') } });
    }
  });
});
