import { beforeAll, describe, expect, it, vi } from 'vitest';
import { type Answer, apiOf, type Client, fieldError, type Json } from '../../scripts/support/api.ts';
import { resolveReferences } from '../../shared/client/cli/description.ts';
import { service } from '../support/service.ts';
import { CLEARABLE } from './support/clearable-fields.ts';
import { clientWithScopes, embeddedCheckout, embeddedOneShot, newPlan, openPortal, subscribe } from './support/objects.ts';
import {
  bodyOf,
  headersFor,
  isCheckedPerItem,
  modeOf,
  type Operation,
  operations,
  operationsWhere,
  pathWith,
  requiresApiKey,
  requiresClientSecret,
  requiresPortalToken,
  returnsJson,
  withQuery,
} from './support/operations.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 180_000 });
const { baseUrl, createAccount } = service();
const api = apiOf(baseUrl);
/** The parts of an OpenAPI schema that these tests read. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly 'x-extensible-enum'?: readonly string[];
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

/** A field of a body with its path and schema. The only field of a list is its first item, with the name `0`. */
interface Field {
  readonly path: readonly string[];
  readonly schema: Schema;
}

const nameOf = ({ path }: Field): string => path.join('.');
const variantsOf = (schema: Schema): readonly Schema[] => schema.anyOf?.flatMap(variantsOf) ?? [schema];
const hasType = (schema: Schema, type: string): boolean => variantsOf(schema).some((variant) => [variant.type].flat().includes(type));

const fieldsOf = (schema: Schema, path: readonly string[] = []): readonly Field[] =>
  variantsOf(schema).flatMap((variant) => [
    ...Object.entries(variant.properties ?? {}).flatMap(([name, inner]) => [
      { path: [...path, name], schema: inner },
      ...fieldsOf(inner, [...path, name]),
    ]),
    ...(variant.items === undefined ? [] : [{ path: [...path, '0'], schema: variant.items }, ...fieldsOf(variant.items, [...path, '0'])]),
  ]);

/** A copy of `body` with `value` at a path. Replaces parents that are not objects. */
const withValue = (body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown => {
  if (name === undefined) return value;
  if (/^\d+$/.test(name)) return [withValue(Array.isArray(body) ? body[0] : null, rest, value)];
  const fields: Json = typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Json) : {};
  return { ...fields, [name]: withValue(fields[name], rest, value) };
};

/** Well-formed ids that do not exist. The service validates all fields before it looks up ids. */
const UNKNOWN_IDS = { product_id: `prod_${'0'.repeat(26)}`, price_id: `price_${'0'.repeat(26)}` };

const takesCredential = (operation: Operation): boolean =>
  requiresApiKey(operation) || requiresClientSecret(operation) || requiresPortalToken(operation);

const operationsWithBody = operationsWhere(
  (operation) =>
    takesCredential(operation) &&
    operation.method === 'POST' &&
    (operation.path.startsWith('/v1/') || requiresPortalToken(operation)) &&
    operation.body !== null,
);

/** Fields that a body needs so that the fields of a list item can be tested. */
const REQUIRED_FIELDS: Readonly<Record<string, Json>> = { 'prices.create': { tiers: [{ up_to: null }] } };

let description: OpenApi;
beforeAll(async () => {
  description = JSON.parse((await api.sendWithRetry({ method: 'GET', path: '/openapi.json' })).text) as OpenApi;
});

/** Calls an operation with the credential that it requires: an API key of its mode, a client secret or a portal token. */
type Send = (operation: Operation, query: string, body?: unknown) => Promise<Answer>;

/** Returns a function that sends requests of a new account. Rejected requests cost rate limit tokens, so accounts are not shared. */
const newSender = async (): Promise<Send> => {
  const { liveKey, testKey } = await createAccount();
  const client = api.client(testKey);
  const { priceId } = await newPlan(client);
  const portal = await openPortal(client, (await subscribe(client, priceId)).id);
  const ids = { ...(await embeddedCheckout(client, priceId)), ...(await embeddedOneShot(client)), ...portal };
  return (operation, query, body) =>
    api.sendWithRetry({
      method: operation.method,
      path: withQuery(pathWith(operation, ids), query),
      key: modeOf(operation) === 'live' ? liveKey : testKey,
      body,
      headers: headersFor(operation, ids),
    });
};

const schemaOf = ({ path }: Operation): Schema => {
  const schema = description.paths[path]?.post?.requestBody?.content['application/json']?.schema;
  if (schema === undefined) throw new Error(`${path} has no described body`);
  return resolveReferences(schema, description.components.schemas);
};

/** The fields of the body. Excludes the items of usage events, because a request with an invalid item is not refused. */
const testedFields = (operation: Operation) => fieldsOf(schemaOf(operation)).filter(({ path }) => !isCheckedPerItem(operation.id, path));

describe.concurrent.each(operationsWithBody)('the body of %s', (_name, operation) => {
  let send: Send;
  beforeAll(async () => {
    send = await newSender();
  });

  const validBody = (): Json => ({ ...bodyOf(operation, UNKNOWN_IDS, baseUrl), ...REQUIRED_FIELDS[operation.id] });
  const post = (body: unknown): Promise<Answer> => send(operation, '', body);

  it('[PAGE-09] [HTTP-27] is rejected if it has an unknown field at any level', async () => {
    const objects = testedFields(operation).filter(({ schema }) => variantsOf(schema).some(({ properties }) => properties !== undefined));
    for (const path of [[], ...objects.map((field) => field.path)]) {
      const unknown = [...path, 'unknown'];
      expect(fieldError(await post(withValue(validBody(), unknown, 1)))).toEqual([400, 'parameter_unknown', unknown.join('.')]);
    }
  });

  it('[PAGE-23] is rejected if an integer field is true or false', async () => {
    for (const field of testedFields(operation).filter(({ schema }) => hasType(schema, 'integer'))) {
      for (const value of [true, false]) {
        const answer = await post(withValue(validBody(), field.path, value));
        expect(fieldError(answer), nameOf(field)).toEqual([400, 'parameter_invalid', nameOf(field)]);
      }
    }
  });
});

// Updates of subscriptions, also in the portal, and of email texts are excluded: a request with only one of their fields can be invalid.
const updates = operationsWithBody.filter(
  ([, { id }]) => id.endsWith('update') && !/^(subscriptions\.|portal\.|tenant\.email_texts)/.test(id),
);

describe.concurrent.each(updates)('the fields of %s', (_name, operation) => {
  it('[PAGE-11] accept null only if they can be cleared', async () => {
    const send = await newSender();
    const clearable = CLEARABLE[operation.id];
    if (clearable === undefined) throw new Error(`Add ${operation.id} to CLEARABLE`);
    const names = Object.keys(schemaOf(operation).properties ?? {});
    const refused: string[] = [];
    for (const name of names) {
      const answer = await send(operation, '', { [name]: null });
      if (answer.status === 400) {
        expect(fieldError(answer)).toEqual([400, 'parameter_invalid', name]);
        refused.push(name);
      } else expect([200, 404]).toContain(answer.status); // 404: null is accepted, but the object does not exist.
    }
    expect(names).toEqual(expect.arrayContaining([...clearable]));
    expect(refused.sort()).toEqual(names.filter((name) => !clearable.includes(name)).sort());
  });
});

const withExpand = operations.filter(([, { expand }]) => expand !== undefined);
const withoutExpand = operationsWhere(
  (operation) => operation.method === 'GET' && takesCredential(operation) && returnsJson(operation) && operation.expand === undefined,
);

describe('the parameter `expand`', () => {
  let send: Send;
  let owner: Client;
  beforeAll(async () => {
    send = await newSender();
    owner = api.client((await createAccount()).testKey);
  });

  /** A 404 means that the expansion is accepted: the ids in the path do not exist. */
  const get = (operation: Operation, expand: string, client = owner): Promise<Answer> =>
    client.call('GET', `${pathWith(operation, {})}?expand=${encodeURIComponent(expand)}`);

  it.each(withExpand)('[LIM-04] of %s accepts only known names, separated by commas, up to 256 characters', async (_name, operation) => {
    const names = Object.keys(operation.expand ?? {});
    expect([200, 404]).toContain((await get(operation, names.join(','))).status);
    const longest = listOfLength(names, 256);
    if (longest !== null) expect([200, 404]).toContain((await get(operation, longest)).status);
    const tooLong = [listOfLength(names, 257) ?? 'x'.repeat(257), `${names[0]},`.repeat(60) + names[0]];
    for (const invalid of [
      '',
      'nothing',
      `${names[0]},nothing`,
      `${names[0]},`,
      `,${names[0]}`,
      `${names[0]} `,
      names[0]?.toUpperCase() ?? '',
      '__proto__',
      ...tooLong,
    ]) {
      expect(fieldError(await get(operation, invalid)), invalid).toEqual([400, 'parameter_invalid', 'expand']);
    }
  });

  it.each(withoutExpand)('[PAGE-08] of %s is rejected as unknown', async (_name, operation) => {
    expect(fieldError(await send(operation, 'expand=customer'))).toEqual([400, 'parameter_unknown', 'expand']);
  });

  it.each(withExpand)('[EXP-02] of %s requires the read scope of the expanded object', async (_name, operation) => {
    const operationScope = operation.auth.kind === 'api_key' ? operation.auth.scope : '';
    const reader = await clientWithScopes(api, owner, operationScope);
    for (const [name, needed] of Object.entries(operation.expand ?? {})) {
      if (needed === null || needed === operationScope) {
        expect([200, 404]).toContain((await get(operation, name, reader)).status);
        continue;
      }
      expect(needed).toMatch(/:read$/);
      expect(fieldError(await get(operation, name, reader))).toEqual([403, 'insufficient_scope', 'expand']);
      expect([200, 404]).toContain((await get(operation, name, await clientWithScopes(api, owner, operationScope, needed))).status);
    }
  });
});

/** A comma-separated list of the names that has exactly `length` characters; `null` if no list has this length. */
const listOfLength = (names: readonly string[], length: number): string | null => {
  const [first = '', second = ''] = names;
  for (let count = 0; count * (second.length + 1) <= length && (second !== '' || count === 0); count += 1) {
    const rest = length + 1 - count * (second.length + 1);
    if (rest > 0 && rest % (first.length + 1) === 0) {
      return [...Array.from({ length: rest / (first.length + 1) }, () => first), ...Array.from({ length: count }, () => second)].join(',');
    }
  }
  return null;
};

describe('a filter that accepts a list of values', () => {
  let send: Send;
  beforeAll(async () => {
    send = await newSender();
  });

  const listOperations = operationsWhere((operation) => operation.method === 'GET' && takesCredential(operation) && returnsJson(operation));
  /** The filters of an operation that accept a comma-separated list, with their values. */
  const filtersOf = ({ path }: Operation): readonly (readonly [string, readonly string[]])[] =>
    (description.paths[path]?.get?.parameters ?? [])
      .filter((parameter) => parameter.in === 'query' && parameter.schema.type === 'array')
      .map(({ name, schema }) => [name, schema.items?.['x-extensible-enum'] ?? []]);

  it('[PAGE-24] [PAGE-25] [PAGE-28] [PAGE-29] [PAGE-30] accepts one or more of its values and rejects other values', async () => {
    let count = 0;
    for (const [, operation] of listOperations) {
      for (const [name, values] of filtersOf(operation)) {
        count += 1;
        const [first = '', second = first] = values;
        const listWith = (value: string): Promise<Answer> => send(operation, `?${name}=${encodeURIComponent(value)}`);
        for (const list of [first, second, `${first},${second}`, `${second},${first}`, `${first},${first}`]) {
          expect((await listWith(list)).status, `${operation.path} ${name}=${list}`).toBe(200);
        }
        const invalidLists = [
          '',
          ',',
          'bogus',
          `${first},bogus`,
          `${first},`,
          `,${first}`,
          `${first},,${second}`,
          `${first}, ${second}`,
          first.toUpperCase(),
          `${first},`.repeat(300) + first,
        ];
        for (const list of invalidLists)
          expect(fieldError(await listWith(list)), `${operation.path} ${name}=${list}`).toEqual([400, 'parameter_invalid', name]);
      }
    }
    expect(count).toBeGreaterThanOrEqual(4);
  });
});
