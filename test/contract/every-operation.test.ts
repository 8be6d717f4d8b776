import { isDeepStrictEqual } from 'node:util';
import { safeParse } from 'valibot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, fieldError, statusAndCode } from '../../scripts/support/api.ts';
import { type Receiver, startReceiver } from '../../scripts/support/receiver.ts';
import { eventually } from '../../scripts/support/waiting.ts';
import { isBuyerAuth } from '../../shared/api/operation.ts';
import { service } from '../support/service.ts';
import { expectEnvelope } from './support/envelope.ts';
import { clientWithScopes } from './support/objects.ts';
import {
  bodyOf,
  createSpareIds,
  headersFor,
  type Mode,
  modeOf,
  type Operation,
  operationsWhere,
  paramsOf,
  pathWith,
  requiresApiKey,
  returnsJson,
  withQuery,
} from './support/operations.ts';
import { makeWorld, type World } from './support/world.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });

const { baseUrl, fakeProvider, createAccount, createAccounts } = service();
const api = apiOf(baseUrl);

let receiver: Receiver;
let owner: Client;
let ownerLive: Client;
let stranger: Client;
let world: World;
/** Returns the clients of several accounts in rotation, so that no rate limit is exceeded. */
let nextClient: () => Client;

type ByMode<T> = Readonly<Record<Mode, T>>;
let owners: ByMode<Client>;
let scopedClients: ByMode<readonly Client[]>;
let revokedKeys: ByMode<string>;

const CLIENT_COUNT = 12;
const LIMITED_SCOPES = ['metrics:read', 'audit_logs:read'];

const eachMode = async <T>(make: (mode: Mode) => Promise<T>): Promise<ByMode<T>> => ({
  live: await make('live'),
  test: await make('test'),
});

const createRevokedKey = async (creator: Client): Promise<string> => {
  const key = await creator.post('/v1/api_keys');
  await creator.post(`/v1/api_keys/${key.id}/revoke`);
  return String(key.secret);
};

beforeAll(async () => {
  receiver = await startReceiver();
  const [first, second] = [await createAccount(), await createAccount()];
  owner = api.client(first.testKey);
  ownerLive = api.client(first.liveKey);
  stranger = api.client(second.testKey);
  const clients = (await createAccounts(CLIENT_COUNT)).map(({ testKey }) => api.client(testKey));
  let nextIndex = 0;
  nextClient = () => clients[nextIndex++ % CLIENT_COUNT] ?? stranger;
  world = await makeWorld(owner, receiver);
  owners = { live: ownerLive, test: owner };
  // Two clients with different scopes, so that every operation has a client without its scope.
  scopedClients = await eachMode((mode) => Promise.all(LIMITED_SCOPES.map((scope) => clientWithScopes(api, owners[mode], scope))));
  revokedKeys = await eachMode((mode) => createRevokedKey(owners[mode]));
});

afterAll(() => receiver?.stop());

const bodyFor = (operation: Operation, ids = world): unknown => (operation.method === 'POST' ? bodyOf(operation, ids, baseUrl) : undefined);

const callAs = (client: Client, operation: Operation, path: string, ids = world): Promise<Answer> =>
  client.call(operation.method, path, bodyFor(operation, ids), headersFor(operation, ids));

/** The names and types of all fields, on every level. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
};

const keyOperations = operationsWhere(requiresApiKey);

describe.concurrent.each(keyOperations)('%s without a valid key', (_name, operation) => {
  // Failed authentications are limited per IP address, so each operation is called from a different address.
  const outsider = apiOf(baseUrl);
  const withKey = (key: string | null): Promise<Answer> =>
    outsider.sendWithRetry({ method: operation.method, path: pathWith(operation, world), key, body: bodyFor(operation) });

  it('[AUTH-06] [AUTH-12] [HTTP-26] requires a key', async () => {
    const answer = await withKey(null);
    expect(statusAndCode(answer)).toEqual([401, 'authentication_required']);
    expectEnvelope(answer);
  });

  it('[AUTH-04] [AUTH-07] rejects an unknown key, also with the prefix of the other mode', async () => {
    const swapped = owner.key.replace('svc_test_', 'svc_live_');
    for (const key of ['nonsense', `svc_test_${'z'.repeat(42)}`, swapped]) {
      const answer = await withKey(key);
      expect(statusAndCode(answer)).toEqual([401, 'invalid_api_key']);
      expectEnvelope(answer);
    }
  });

  it('[AUTH-15] rejects a portal token', async () => {
    const answer = await withKey(String(world.portal_token));
    expect(statusAndCode(answer)).toEqual([401, 'invalid_api_key']);
    expectEnvelope(answer);
  });

  it('[AUTH-08] rejects a revoked key', async () => {
    expect(statusAndCode(await withKey(revokedKeys[modeOf(operation)]))).toEqual([401, 'revoked_api_key']);
  });

  it('[SCOPE-02] [HTTP-26] rejects a key without the scope', async () => {
    const { auth } = operation;
    const lacking = scopedClients[modeOf(operation)][auth.kind === 'api_key' && auth.scope === LIMITED_SCOPES[0] ? 1 : 0];
    const answer = await withKey(lacking?.key ?? null);
    expect(statusAndCode(answer)).toEqual([403, 'insufficient_scope']);
    expectEnvelope(answer);
  });
});

describe.concurrent.each(keyOperations.filter(([, operation]) => paramsOf(operation).length > 0))('%s with ids', (_name, operation) => {
  it('[HTTP-40] [HTTP-26] answers 404 for a well-formed id that does not exist', async () => {
    const answer = await callAs(nextClient(), operation, pathWith(operation, {}));
    expect(statusAndCode(answer)).toEqual([404, 'resource_missing']);
    expectEnvelope(answer);
  });

  it('[HTTP-21] [HTTP-23] answers 404 for malformed ids', async () => {
    for (const id of ['x', '0190a5b2c3d47e8f9a0b1c2d3e4f5a6b', 'cus_%00', '%2e%2e', "'--", 'cus_01m7zkavqb964yhp0vqk75ccqn']) {
      const ids = Object.fromEntries(paramsOf(operation).map((name) => [name, id]));
      expect((await callAs(nextClient(), operation, pathWith(operation, ids))).status).toBe(404);
    }
  });

  it('[HTTP-16] [EVT-06] answers 404 for the objects of another account', async () => {
    expect(statusAndCode(await callAs(nextClient(), operation, pathWith(operation, world)))).toEqual([404, 'resource_missing']);
  });

  it('[HTTP-14] [AUTH-11] cannot access test objects with a live key', async () => {
    const testOnly = operation.auth.kind === 'sandbox_key' || (operation.auth.kind === 'api_key' && operation.auth.only === 'test');
    const expected = testOnly ? [403, 'mode_mismatch'] : [404, 'resource_missing'];
    expect(statusAndCode(await callAs(ownerLive, operation, pathWith(operation, world)))).toEqual(expected);
  });
});

describe.concurrent.each(operationsWhere(returnsJson).filter(([, operation]) => operation.response !== 'http-result'))(
  '%s with query parameters',
  (_name, operation) => {
    it('[PAGE-08] [PAGE-10] rejects an unknown parameter and names it in `param`', async () => {
      const client = modeOf(operation) === 'test' ? nextClient() : ownerLive;
      const answer = await callAs(client, operation, withQuery(pathWith(operation, world), 'foo=1'));
      expect(fieldError(answer)).toEqual([400, 'parameter_unknown', 'foo']);
      expectEnvelope(answer);
    });
  },
);

/** Connecting a provider account succeeds only with the fake provider. */
const canSucceed = ({ id }: Operation): boolean => fakeProvider || id !== 'tenant.provider_credential_connect';

describe.each(operationsWhere((operation) => returnsJson(operation) && operation.auth.kind !== 'none' && canSucceed(operation)))(
  '%s with a valid request',
  (_name, operation) => {
    // The requests have no version header.
    it('[HTTP-11] [HTTP-12] [HTTP-02] [HTTP-09] [VER-01] answers 200 with the declared response', async () => {
      const ids = await createSpareIds(operation, world, owner, baseUrl);
      const answer = await callAs(owners[modeOf(operation)], operation, pathWith(operation, ids), ids);
      expect([answer.status, answer.error]).toEqual([200, null]);
      expect(answer.headers['content-type']).toContain('application/json');
      expect(answer.headers['request-id']).toMatch(/./);
      expect(answer.body.object).toEqual(expect.any(String));
      if (typeof operation.response === 'string') throw new Error('Only operations with a JSON response are selected.');
      expect(safeParse(operation.response, answer.body).issues).toBeUndefined();
    });
  },
);

const lists = operationsWhere(
  (operation) => operation.method === 'GET' && returnsJson(operation) && operation.query !== null && !operation.path.endsWith('}'),
);

const idsIn = ({ body }: Answer): readonly string[] => (body.data as readonly { readonly id: string }[]).map(({ id }) => id);

describe.concurrent.each(lists.filter(([, { id }]) => id.endsWith('.list')))('%s (list)', (_name, operation) => {
  it('[HTTP-10] [HTTP-16] returns a list object without objects of another account', async () => {
    const path = pathWith(operation, world);
    const answer = await owner.call('GET', path);
    expect(answer.body).toEqual({ object: 'list', data: expect.any(Array), has_more: expect.any(Boolean) });
    expect(answer.body.data).not.toEqual([]);
    const ownIds = new Set(idsIn(answer));
    const others = await stranger.call('GET', path);
    expect(others.status).toBe(paramsOf(operation).length > 0 ? 404 : 200);
    if (others.status === 200) expect(idsIn(others).filter((id) => ownIds.has(id))).toEqual([]);
  });

  it.each(['0', '101', '500', '-1', 'abc', '1.5', 'true', '', '1e1', '%201', '9999999999'])(
    '[PAGE-01] [PAGE-23] [HTTP-32] rejects limit=%s',
    async (limit) => {
      expect(fieldError(await nextClient().call('GET', withQuery(pathWith(operation, world), `limit=${limit}`)))).toEqual([
        400,
        'parameter_invalid',
        'limit',
      ]);
    },
  );

  it.each(['garbage', '0190a5b2c3d47e8f9a0b1c2d3e4f5a6b', '', '%00'])('[PAGE-03] [HTTP-24] rejects starting_after=%s', async (cursor) => {
    const answer = await nextClient().call('GET', withQuery(pathWith(operation, world), `starting_after=${cursor}`));
    expect(fieldError(answer)).toEqual([400, 'parameter_invalid', 'starting_after']);
  });

  it('[PAGE-03] rejects the id of an object of another kind as cursor', async () => {
    const listedIds = idsIn(await owner.call('GET', pathWith(operation, world)));
    const prefixOf = (id: string): string | undefined => /^[a-z]+_/.exec(id)?.[0];
    const otherIds = Object.values(world).filter((id) => prefixOf(id) !== undefined && prefixOf(id) !== prefixOf(String(listedIds[0])));
    for (const id of otherIds.slice(0, 3)) {
      const answer = await owner.call('GET', withQuery(pathWith(operation, world), `starting_after=${id}`));
      expect(fieldError(answer), id).toEqual([400, 'parameter_invalid', 'starting_after']);
    }
  });

  it('[PAGE-06] rejects ending_before and repeated parameters', async () => {
    const path = pathWith(operation, world);
    expect(fieldError(await nextClient().call('GET', withQuery(path, 'ending_before=x')))).toEqual([
      400,
      'parameter_unknown',
      'ending_before',
    ]);
    expect(fieldError(await nextClient().call('GET', withQuery(path, 'limit=1&limit=2')))).toEqual([400, 'parameter_invalid', 'limit']);
  });
});

const reads = operationsWhere((operation) => operation.method === 'GET');

/** A part of the expected content type. Responses of the kind `http-result` can have any type; every type contains `/`. */
const contentTypeOf = ({ response }: Operation): string =>
  typeof response === 'string'
    ? { html: 'text/html', pdf: 'application/pdf', 'e-invoice': 'application/', 'event-stream': 'text/event-stream', 'http-result': '/' }[
        response
      ]
    : 'application/json';

describe.concurrent.each(reads)('%s with HEAD', (_name, operation) => {
  it('[RATE-02] answers as GET does, without a body', async () => {
    const path = pathWith(operation, world);
    const headers = headersFor(operation, world);
    // A PDF is rendered shortly after its document is issued.
    if (operation.response === 'pdf')
      await eventually(
        () => owner.call('GET', path, undefined, headers),
        ({ status }) => status === 200,
      );
    const [get, head] = [await owner.call('GET', path, undefined, headers), await owner.call('HEAD', path, undefined, headers)];
    expect([head.status, head.text]).toEqual([get.status, '']);
    expect(head.headers['content-type']).toBe(get.headers['content-type']);
    expect(String(head.headers['content-type'])).toContain(contentTypeOf(operation));
    for (const answer of [get, head]) expect(answer.headers['request-id']).toMatch(/./);
    if (!requiresApiKey(operation) && !isBuyerAuth(operation.auth)) return;
    // E-invoices require details of the seller, which this account has not set.
    expect(head.status).toBe(operation.response === 'e-invoice' ? 409 : 200);
    expect(head.headers['x-ratelimit-limit']).toBe(isBuyerAuth(operation.auth) ? '60' : '500');
  });
});

const OTHER_VERSIONS = { 'service-version': '2020-01-01', 'api-version': '1', 'x-api-version': '0', 'stripe-version': '2020-08-27' };

describe.concurrent.each(reads.filter(([, operation]) => requiresApiKey(operation) && returnsJson(operation)))(
  '%s with version headers',
  (_name, operation) => {
    it('[VER-01] answers with the same fields and types as without these headers', async () => {
      const path = pathWith(operation, world);
      // The first object of a list can change between the two calls.
      const [versioned, plain] = await eventually(
        async () => [await owner.call('GET', path, undefined, OTHER_VERSIONS), await owner.call('GET', path)] as const,
        ([one, other]) => isDeepStrictEqual(shapeOf(one.body), shapeOf(other.body)),
      );
      expect([versioned.status, plain.status]).toEqual([200, 200]);
      expect(versioned.headers).not.toHaveProperty('vary');
    });
  },
);
