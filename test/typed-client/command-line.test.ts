import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../shared/client/cli/main.ts';
import { recordingTerminal } from '../support/terminal.ts';
import { commandFor, OPENAPI_REPLY } from './command.ts';
import { closeConnection, errorReply, type FakeService, jsonReply, type Reply, startFakeService } from './support.ts';

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());

const billing = commandFor(() => service);
/** The requests after the first, which is usually for the OpenAPI document. */
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
      ['get', 'thg_001'],
      ['GET', '/v1/things/thg_001', ''],
    ],
    [
      ['create', 'things'],
      ['POST', '/v1/things', '{}'],
    ],
  ])('%j sends the request of its operation', async (args, request) => {
    service.replyWith(OPENAPI_REPLY, jsonReply(200, { id: 't1' }));
    expect(await billing(...args, '--json')).toEqual({ code: 0, out: ['{"id":"t1"}'], errors: [] });
    expect(sentRequests()).toEqual([request]);
  });

  it('converts each field to the type of its schema', async () => {
    service.replyWith(OPENAPI_REPLY, jsonReply(200, { id: 't1' }));
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

  it.each([
    ['all', 'all'],
    ['price_1,price_2', ['price_1', 'price_2']],
    ['price_1', ['price_1']],
    ['all,price_1', ['all', 'price_1']],
  ])('sends %j as %j for a field that is one of several values or a list', async (text, plans) => {
    service.replyWith(OPENAPI_REPLY, jsonReply(200, { id: 't1' }));
    expect(await billing('create', 'things', '--plans', text)).toMatchObject({ code: 0 });
    expect(JSON.parse(service.received[1]?.body ?? '')).toEqual({ plans });
  });

  it('accepts JSON for a field that is a list of objects', async () => {
    service.replyWith(OPENAPI_REPLY, jsonReply(200, { id: 't1' }));
    expect(await billing('create', 'things', '--tiers', '[{"up_to":5}]')).toMatchObject({ code: 0 });
    expect(JSON.parse(service.received[1]?.body ?? '')).toEqual({ tiers: [{ up_to: 5 }] });
  });

  it('prints an object as indented JSON, and as one line with --json', async () => {
    service.replyWith(OPENAPI_REPLY, jsonReply(200, { id: 't1' }));
    expect((await billing('get', 'things', 't1')).out).toEqual(['{\n  "id": "t1"\n}']);
    service.replyWith(OPENAPI_REPLY, jsonReply(200, { id: 't1' }));
    expect((await billing('get', 'things', 't1', '--json')).out).toEqual(['{"id":"t1"}']);
  });

  it('prints the lines of an export, and resumes the export if the connection breaks', async () => {
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
    [['get', 'nothing', 'x'], /Unknown resource nothing. Resources: things/],
    [['things', 'fold'], /things has no method fold. Methods: list, create, retrieve, delete, pdf, report, turn_round/],
    [['things'], /Which method of things\? Methods: list,/],
    [['get'], /get requires a resource: things/],
    [['get', 'inv_001'], /No object can be retrieved by an id that starts with inv_/],
    [['list', 'things', '--limit', '0'], /--limit must be a whole number above 0/],
    [['create', 'things', '--csv'], /--csv is for lists only/],
    [['list', 'things', '--csv', '--json'], /Choose --json or --csv/],
    [['create', 'things', '--tiers', '5,6]'], /--tiers must be JSON/],
    // Suggestions for mistyped names.
    [['lst', 'things'], /Unknown command lst. Did you mean list\?/],
    [['thing', 'list'], /Unknown command thing. Did you mean things\?/],
    [['list', 'thing'], /Unknown resource thing. Did you mean things\?/],
    [['things', 'delte', 't1'], /things has no method delte. Did you mean delete\?/],
    [['evnts'], /Unknown command evnts. Did you mean events\?/],
    [['create', 'things', '--nmae', 'Ada'], /Unknown field nmae. Did you mean --name\?/],
    [['create', 'things', '--address.cty', 'Delft'], /Unknown field address.cty. Did you mean --address.city\?/],
    [['list', 'things', '--jsn'], /--jsn requires a value. Did you mean --json\?/],
    [['logs', '--limt', '5'], /Unknown option --limt. Did you mean --limit\?/],
    [['trigger', 'invoice.payd'], /Did you mean invoice.paid\?/],
    // Wrong arguments and values.
    [['get', 'things'], /things.retrieve requires thing_id: billing things retrieve THING_ID/],
    [['list', 'things', 'x'], /things.list takes no id/],
    [['create', 'things', '--colour', 'red'], /Unknown field colour/],
    [['create', 'things', '--amount_cents', 'much'], /--amount_cents must be a number/],
    [['create', 'things', '--name'], /--name requires a value/],
    [['create', 'things', '--name', '--code', 'x'], /--name requires a value/],
    [['logs', 'we_1', 'we_2'], /Too many arguments: billing logs \[ENDPOINT\]/],
    [['list', 'things', '--url', 'https://other.example'], /Unknown field url/],
    [['create', 'things', '--name', 'a', '--name', 'b'], /--name is set twice/],
    [['apply', 'x.yaml', '--yes', '--prune=false'], /--prune takes no value. Write --prune, or leave it out./],
    [['apply', 'x.yaml', '--yes=true'], /--yes takes no value/],
    [['mcp', '--live=0'], /--live takes no value/],
    [['things', 'pdf', 'thg_001', '--force=false'], /--force takes no value/],
    [['list', 'things', '--json='], /--json takes no value/],
    [['list', 'things', '--csv=false'], /--csv takes no value/],
    [['listen'], /--forward-to must be a URL with http/],
    [['trigger', 'thing.done'], /Unknown event type thing.done. Event types: checkout.session.completed, /],
    [['trigger', 'price.created', 'price.archived'], /Too many arguments: billing trigger TYPE/],
    [['trigger', 'price.created', '--key', 'svc_live_1'], /Use a test key/],
    [['listen', '--forward-to', 'nowhere'], /--forward-to must be a URL with http or https, such as http:\/\/localhost:4242\/hook/],
    [['listen', '--forward-to', 'localhost:4242/hook'], /--forward-to must be a URL with http/],
    [['listen', '--forward-to', 'ftp://localhost/hook'], /--forward-to must be a URL with http/],
  ])('%j is rejected with a usage message', async (args, message) => {
    service.replyWith(OPENAPI_REPLY);
    const { code, errors, out } = await billing(...args);
    expect([code, out]).toEqual([2, []]);
    expect(errors.join()).toMatch(message);
  });

  it('prints the error of a rejected request, and fails if the service is unreachable', async () => {
    service.replyWith(OPENAPI_REPLY, errorReply(400, 'parameter_invalid', { param: 'code' }));
    const rejected = await billing('create', 'things', '--code', '');
    expect(rejected).toEqual({ code: 1, out: [], errors: ['It is parameter_invalid. (400, parameter_invalid, code)'] });
    // The request for the OpenAPI document and its three retries fail.
    service.replyWith(...Array.from({ length: 2 }, () => errorReply(503, 'at_capacity', {}, RETRY_NOW)), closeConnection, closeConnection);
    expect(await billing('list', 'things')).toMatchObject({ code: 1, out: [] });
  });

  it('prints its usage, and requires BILLING_KEY and BILLING_URL', async () => {
    expect(await billing('--help')).toMatchObject({ code: 0, errors: [] });
    expect(await billing()).toMatchObject({ code: 2 });
    const terminal = recordingTerminal({});
    expect(await run(['list', 'things'], terminal)).toBe(2);
    expect(terminal.errors).toEqual(['Set BILLING_KEY and BILLING_URL.']);
    for (const [env, error] of [
      [{ BILLING_KEY: '', BILLING_URL: 'https://billing.example.com' }, 'Set BILLING_KEY.'],
      [{ BILLING_KEY: 'svc_test_1', BILLING_URL: ' ' }, 'Set BILLING_URL.'],
    ] as const) {
      const withEmpty = recordingTerminal(env);
      expect(await run(['list', 'things'], withEmpty)).toBe(2);
      expect(withEmpty.errors).toEqual([error]);
    }
  });
});
