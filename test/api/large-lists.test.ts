import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSize } from '../../scripts/local/http-event.ts';
import { makeAccount } from '../../scripts/local/new-account.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { listText } from '../../shared/api/schemas/json-text.ts';
import { serve, serveText } from '../../shared/api/serve/serve.ts';
import { callHandler, startFunctionEnvironment } from './functions.ts';

let stop: () => Promise<void>;
let testKey: string;
beforeAll(async () => {
  stop = (await startFunctionEnvironment()).stop;
  testKey = (await makeAccount({ name: 'Lists', email: 'lists@example.com' })).testKey;
});
afterAll(() => stop());

interface Thing {
  readonly id: string;
  readonly note: string;
}

/** A hundred objects of 100 KB. Each character takes four bytes, or is a quotation mark, which takes four in the JSON of the response. */
const things = (note: string): readonly Thing[] => Array.from({ length: 100 }, (_none, index) => ({ id: `thing_${index}`, note }));
const HUNDRED: readonly (readonly [string, readonly Thing[]])[] = [
  ['emoji', things('\u{1F600}'.repeat(25_000))],
  ['quotation marks', things('"'.repeat(25_000))],
];

const operation = defineOperation({
  id: 'things.list',
  method: 'GET',
  path: '/v1/things',
  summary: 'List things',
  auth: apiKey('customers:read'),
  profile: 'read',
  params: {},
  query: v.strictObject({ ...listQuery, starting_after: v.optional(v.string()) }),
  response: listSchema(v.strictObject({ id: v.string(), note: v.string() })),
});

/** The page after the object `startingAfter`. */
const pageOf = (all: readonly Thing[], startingAfter: string | undefined, limit: number) => {
  const rest = all.slice(all.findIndex(({ id }) => id === startingAfter) + 1);
  return { data: rest.slice(0, limit), hasMore: rest.length > limit };
};

const HANDLERS = [
  [
    'objects',
    (all: readonly Thing[]) =>
      serve(operation, async ({ query }) => {
        const { data, hasMore } = pageOf(all, query.starting_after, query.limit);
        return { object: 'list' as const, data: [...data], has_more: hasMore };
      }),
  ],
  [
    'texts',
    (all: readonly Thing[]) =>
      serveText(operation, async ({ query }) => {
        const { data, hasMore } = pageOf(all, query.starting_after, query.limit);
        return listText(
          data.map((each) => JSON.stringify(each)),
          hasMore,
        );
      }),
  ],
] as const;

describe.each(HANDLERS)('a list of %s whose page is larger than a response of a function', (_kind, handlerOf) => {
  it.each(HUNDRED)('is read completely by following its short pages (%s)', async (_text, all) => {
    const handler = handlerOf(all);
    const read: Thing[] = [];
    let pages = 0;
    for (let hasMore = true; hasMore; pages += 1) {
      const cursor = read.length === 0 ? '' : `&starting_after=${read.at(-1)?.id}`;
      const call = { method: 'GET', path: `${operation.path}?limit=100${cursor}`, headers: { authorization: `Bearer ${testKey}` } };
      const { status, text } = await callHandler(handler, call);
      expect(status).toBe(200);
      checkSize({ statusCode: 200, headers: { 'request-id': 'x'.repeat(1000) }, body: text });
      const page = JSON.parse(text) as { readonly data: readonly Thing[]; readonly has_more: boolean };
      read.push(...page.data);
      hasMore = page.has_more;
    }
    expect([pages, read.length]).toEqual([2, 100]);
    expect(read).toEqual(all);
  });
});

const groups = defineOperation({
  ...operation,
  id: 'things.search',
  path: '/v1/things/search',
  query: v.strictObject({}),
  response: v.strictObject({ few: operation.response, many: operation.response, none: v.null(), more: operation.response }),
});

describe('an object with one long list that fits into a response', () => {
  it('is not shortened', async () => {
    const [, all] = HUNDRED[0] ?? ['', []];
    const list = (data: readonly Thing[]) => ({ object: 'list' as const, data: [...data], has_more: false });
    const handler = serve(groups, async () => ({ few: list([]), many: list(all.slice(0, 30)), none: null, more: list([]) }));
    const headers = { authorization: `Bearer ${testKey}` };
    const { text } = await callHandler(handler, { method: 'GET', path: groups.path, headers });
    expect(JSON.parse(text).many).toEqual(list(all.slice(0, 30)));
  });
});

describe('an object with lists that together are larger than a response of a function', () => {
  it.each(HUNDRED)('has shortened lists (%s)', async (_text, all) => {
    const list = (data: readonly Thing[]) => ({ object: 'list' as const, data: [...data], has_more: false });
    const handler = serve(groups, async () => ({ few: list(all.slice(0, 1)), many: list(all), none: null, more: list(all) }));
    const { status, text } = await callHandler(handler, {
      method: 'GET',
      path: groups.path,
      headers: { authorization: `Bearer ${testKey}` },
    });
    expect(status).toBe(200);
    checkSize({ statusCode: 200, headers: { 'request-id': 'x'.repeat(1000) }, body: text });
    const { few, many, none, more } = JSON.parse(text);
    expect([few, none]).toEqual([{ ...list(all.slice(0, 1)) }, null]);
    expect(many).toEqual({ object: 'list', data: all.slice(0, many.data.length), has_more: true });
    expect(more).toEqual(many);
    expect(many.data.length).toBeGreaterThan(10);
  });
});
