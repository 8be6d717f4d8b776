import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../shared/client/cli/main.ts';
import { closeConnection, errorReply, type FakeService, json, type Reply, startFakeService } from './support.ts';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());

const text = { type: 'string' };
/** The reply with the OpenAPI document, which every command fetches first. */
const OPENAPI = json(200, {
  components: { schemas: { Address: { type: 'object', properties: { city: text } } } },
  paths: {
    '/v1/things': {
      get: { operationId: 'things.list', summary: '', parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }] },
      post: {
        operationId: 'things.create',
        summary: '',
        requestBody: {
          content: {
            'application/json': {
              schema: {
                type: 'object',
                properties: {
                  name: { type: ['string', 'null'] },
                  code: text,
                  amount_cents: { type: 'integer' },
                  active: { type: 'boolean' },
                  tags: { type: 'array', items: text },
                  address: { anyOf: [{ $ref: '#/components/schemas/Address' }, { type: 'null' }] },
                  metadata: { type: 'object', additionalProperties: text },
                },
              },
            },
          },
        },
      },
    },
    '/v1/things/{thing_id}': {
      get: { operationId: 'things.retrieve', summary: '' },
      delete: { operationId: 'things.delete', summary: '' },
    },
    '/v1/things/{thing_id}/parts/{part_id}/turn_round': { post: { operationId: 'things.turn_round', summary: '' } },
  },
});

/** Runs a command against the fake service; returns its exit code and output. */
const billing = async (...args: readonly string[]) => {
  const [out, errors]: [string[], string[]] = [[], []];
  const env = { BILLING_KEY: 'svc_test_1', BILLING_URL: service.baseUrl };
  const terminal = { print: (line: string) => out.push(line), printError: (line: string) => errors.push(line), progress: () => undefined };
  const code = await run(args, { env, ...terminal, signal: new AbortController().signal });
  return { code, out, errors };
};
/** The requests after the request for the OpenAPI document. */
const sentRequests = () => service.received.slice(1).map(({ method, url, body }) => [method, `${url.pathname}${url.search}`, body]);
const RETRY_NOW = { 'retry-after': '0' };

describe('the billing command', () => {
  it.each<[readonly string[], readonly [string, string, string]]>([
    [
      ['get', 'things', 'a b'],
      ['GET', '/v1/things/a%20b', ''],
    ],
    [
      ['things', 'delete', 't1'],
      ['DELETE', '/v1/things/t1', '{}'],
    ],
    [
      ['things', 'turn-round', 't1', 'p1'],
      ['POST', '/v1/things/t1/parts/p1/turn_round', '{}'],
    ],
    [
      ['list', 'things', '--limit', '5'],
      ['GET', '/v1/things?limit=5', ''],
    ],
    [
      ['create', 'things'],
      ['POST', '/v1/things', '{}'],
    ],
  ])('%j sends the named request', async (args, request) => {
    service.replyWith(OPENAPI, json(200, { id: 't1' }));
    expect(await billing(...args, '--json')).toEqual({ code: 0, out: ['{"id":"t1"}'], errors: [] });
    expect(sentRequests()).toEqual([request]);
  });

  it('converts each field to the type of its schema', async () => {
    service.replyWith(OPENAPI, json(200, { id: 't1' }));
    const fields = [
      '--name',
      'null',
      '--code',
      '007',
      '--amount_cents=1999',
      '--active',
      'true',
      '--tags',
      'a,b',
      '--address.city',
      'Delft',
    ];
    expect(await billing('create', 'things', ...fields, '--metadata.plan', '5')).toMatchObject({ code: 0 });
    expect(JSON.parse(service.received[1]?.body ?? '')).toEqual({
      name: null,
      code: '007',
      amount_cents: 1999,
      active: true,
      tags: ['a', 'b'],
      address: { city: 'Delft' },
      metadata: { plan: '5' },
    });
  });

  it('prints one object per line with --json, and indented JSON without --json', async () => {
    const list = json(200, { object: 'list', data: [{ id: 't2' }, { id: 't1' }], has_more: false });
    service.replyWith(OPENAPI, list);
    expect((await billing('list', 'things', '--json')).out).toEqual(['{"id":"t2"}', '{"id":"t1"}']);
    service.replyWith(OPENAPI, list);
    expect((await billing('list', 'things')).out.join('\n')).toContain('\n    {\n      "id": "t2"\n    }');
  });

  it('prints the lines of an export, which it resumes', async () => {
    const head = '{"object":"tenant_export"';
    const part =
      (text: string, ending: 'end' | 'destroy'): Reply =>
      (response) => {
        response.writeHead(200, { 'export-resume': 'xpt_1' });
        response.write(text, () => setImmediate(() => response[ending]()));
      };
    service.replyWith(
      part(`${head},\n"products":[\n{"id":"prod_1"},\n{"id`, 'destroy'),
      part(`${head},\n"products":[\n{"id":"prod_2"}]\n}\n`, 'end'),
    );
    const { code, out } = await billing('export');
    expect([code, out]).toEqual([0, [`${head},`, '"products":[', '{"id":"prod_1"},', '{"id":"prod_2"}]', '}']]);
    expect(sentRequests().map(([, path]) => path)).toEqual([expect.stringContaining('resume=xpt_1&starting_after=prod_1')]);
  });

  it.each<[readonly string[], RegExp]>([
    [['get', 'nothing', 'x'], /Unknown operation nothing.retrieve. Resources: things/],
    [['things', 'fold'], /Unknown operation things.fold. things has: list, create, retrieve, delete, turn_round/],
    [['get', 'things'], /things.retrieve requires thing_id/],
    [['list', 'things', 'x'], /things.list requires no id/],
    [['create', 'things', '--colour', 'red'], /Unknown field colour/],
    [['create', 'things', '--amount_cents', 'much'], /--amount_cents must be a number/],
    [['create', 'things', '--name'], /--name requires a value/],
    [['create', 'things', '--name', 'a', '--name', 'b'], /--name is set twice/],
    [['listen'], /--forward-to must be a URL/],
    [['trigger', 'thing.done'], /Unknown event type thing.done. Event types: checkout.session.completed, /],
    [['trigger', 'price.created', 'price.archived'], /Only one event type is allowed/],
    [['trigger', 'price.created', '--key', 'svc_live_1'], /Use a test key/],
    [['listen', '--forward-to', 'nowhere'], /--forward-to must be a URL/],
  ])('%j is rejected with a usage message', async (args, message) => {
    service.replyWith(OPENAPI);
    const { code, errors, out } = await billing(...args);
    expect([code, out]).toEqual([2, []]);
    expect(errors.join()).toMatch(message);
  });

  it('prints the error of a rejected request, and fails if the service is unreachable', async () => {
    service.replyWith(OPENAPI, errorReply(400, 'parameter_invalid', { param: 'code' }));
    const rejected = await billing('create', 'things', '--code', '');
    expect(rejected).toEqual({ code: 1, out: [], errors: ['It is parameter_invalid. (400, parameter_invalid, code)'] });
    // The request for the OpenAPI document and its three retries fail.
    service.replyWith(...Array.from({ length: 2 }, () => errorReply(503, 'at_capacity', {}, RETRY_NOW)), closeConnection, closeConnection);
    expect(await billing('list', 'things')).toMatchObject({ code: 1, out: [] });
  });

  it('prints its usage, and requires BILLING_KEY and BILLING_URL', async () => {
    expect(await billing('--help')).toMatchObject({ code: 0, errors: [] });
    expect(await billing()).toMatchObject({ code: 2 });
    const [ignore, signal] = [() => undefined, new AbortController().signal];
    const errors: string[] = [];
    const terminal = { env: {}, print: ignore, printError: (line: string) => errors.push(line), progress: ignore, signal };
    expect(await run(['list', 'things'], terminal)).toBe(2);
    expect(errors).toEqual(['Set BILLING_KEY and BILLING_URL.']);
  });
});
