import { describe, expect, it } from 'vitest';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { paramsOf } from '../../shared/api/matcher.ts';
import { match } from '../../shared/api/pipeline/match.ts';
import { loadOperations } from '../../shared/api/registry.ts';

const operations = (await loadOperations()).map(({ operation }) => operation);

/**
 * Pairs of a literal path, such as `/v1/coupons/validate`, and another operation whose route also matches it, such as `/v1/coupons/{id}`.
 */
const ambiguousPaths = operations.flatMap((operation) =>
  operations
    .filter(({ path }) => path !== operation.path && paramsOf(operation.path, path) !== null)
    .map(({ path }) => ({ operation, path })),
);

/** Matches a request for `path` with the route of `operation`. Returns the error, or undefined. */
const matchError = async ({ operation, path }: (typeof ambiguousPaths)[number], method: string): Promise<unknown> => {
  const event = { rawPath: path, requestContext: { http: { method } } };
  try {
    return await match(operation).before?.({ event, context: { billing: {} } } as never);
  } catch (error) {
    return error;
  }
};

const METHODS = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'];

describe('the function of a GET operation, which receives all methods that have no other route', () => {
  it.each(operations.filter(({ method }) => method === 'GET'))(
    '[HTTP-38] [HTTP-39] serves GET and HEAD, and refuses methods that the path does not serve: $id',
    async (operation) => {
      const others = operations.filter(({ path, method }) => path === operation.path && method !== 'GET').map(({ method }) => method);
      const allowed = ['GET', 'HEAD', ...others].sort();
      const path = operation.path.replaceAll(/\{[^}]+\}/g, 'some_1');
      for (const method of METHODS) {
        const error = await matchError({ operation, path }, method);
        if (allowed.includes(method)) expect(error, method).toBeUndefined();
        else expect(error, method).toMatchObject({ code: 'method_not_allowed', headers: { allow: allowed.join(', ') } });
      }
    },
  );
});

describe('a literal path that also matches a route with a parameter', () => {
  it('exists for coupons and webhook endpoints', () => {
    expect(ambiguousPaths.map(({ operation, path }) => [operation.id, path])).toContainEqual(['coupons.retrieve', '/v1/coupons/validate']);
    expect(ambiguousPaths.map(({ operation, path }) => [operation.id, path])).toContainEqual([
      'webhook_endpoints.update',
      '/v1/webhook_endpoints/event_types',
    ]);
  });

  it.each(ambiguousPaths)(
    '[HTTP-38] [HTTP-39] is no id for $operation.id: a method that $path does not serve gets 405; `Allow` lists the served methods',
    async (ambiguous) => {
      const served = operations.filter(({ path }) => path === ambiguous.path).map(({ method }) => method);
      const allowed = [...served, ...(served.includes('GET') ? ['HEAD'] : [])].sort();
      const methods = ambiguous.operation.method === 'GET' ? ['GET', 'HEAD'] : [ambiguous.operation.method];
      for (const method of methods) {
        const error = await matchError(ambiguous, method);
        if (allowed.includes(method)) {
          expect(error).toBeUndefined();
          continue;
        }
        expect(error, method).toBeInstanceOf(ApiError);
        expect(error).toMatchObject({ code: 'method_not_allowed', headers: { allow: allowed.join(', ') } });
      }
    },
  );
});
