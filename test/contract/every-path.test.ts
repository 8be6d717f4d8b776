import { beforeAll, describe, expect, it, vi } from 'vitest';
import { apiOf, type Client, statusAndCode } from '../../scripts/support/api.ts';
import { service } from '../support/service.ts';
import { expectEnvelope } from './support/envelope.ts';
import { type Operation, operations, pathWith } from './support/operations.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);

let owner: Client;
beforeAll(async () => {
  owner = api.client((await createAccount()).testKey);
});

const bodyFor = ({ method }: Operation): unknown => (method === 'POST' ? {} : undefined);
const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const withHead = (methods: readonly string[]): readonly string[] => (methods.includes('GET') ? [...methods, 'HEAD'] : methods);

const methodsAt = (path: string): readonly string[] =>
  withHead(operations.filter(([, other]) => other.path === path).map(([, { method }]) => method));

/** The path with ids that do not exist, without query parameters. */
const barePath = (operation: Operation): string => pathWith(operation, {}).replace(/\?.*$/, '');

describe.each(operations)('%s with other methods and paths', (_name, operation) => {
  it('[HTTP-03] [HTTP-04] [HTTP-38] [HTTP-39] answers 405 to other methods, with the declared methods in Allow', async () => {
    const allowedMethods = methodsAt(operation.path);
    for (const method of EVERY_METHOD.filter((other) => !allowedMethods.includes(other))) {
      const answer = await owner.call(method, barePath(operation), method === 'GET' || method === 'HEAD' ? undefined : {});
      expect(answer.status, method).toBe(405);
      expect(String(answer.headers.allow).split(/, */).sort()).toEqual([...allowedMethods].sort());
      if (method === 'HEAD') continue;
      expect(statusAndCode(answer)).toEqual([405, 'method_not_allowed']);
      expectEnvelope(answer);
    }
  });

  it('[HTTP-05] [HTTP-37] answers 404 to a trailing slash, without a redirect', async () => {
    const answer = await owner.call(operation.method, `${barePath(operation)}/`, bodyFor(operation));
    expect(statusAndCode(answer)).toEqual([404, 'route_not_found']);
    expect(answer.headers.location).toBeUndefined();
    expectEnvelope(answer);
  });

  it('[HTTP-01] is served either with the prefix /v1 or without it, not both', async () => {
    const otherPath = operation.path.startsWith('/v1/') ? barePath(operation).slice('/v1'.length) : `/v1${barePath(operation)}`;
    // A buyer page may have the same path with other methods.
    expect([404, 405]).toContain((await owner.call(operation.method, otherPath, bodyFor(operation))).status);
  });
});
