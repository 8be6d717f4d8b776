import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { type Document, operationsIn } from '../../shared/client/cli/description.ts';
import { listen } from '../../shared/client/cli/listen.ts';
import { followPauseMs } from '../../shared/client/cli/logs.ts';
import { resourceById } from '../../shared/client/cli/operations.ts';
import { overridesOf, overridingFetch } from '../../shared/client/cli/overrides.ts';
import { createBilling, type WebhookEvent } from '../../shared/client/index.ts';
import { commandFor, OPENAPI_REPLY } from './command.ts';
import { errorReply, type FakeService, jsonReply, type Reply, startFakeService } from './support.ts';

const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as Document;
const OPERATIONS = operationsIn(DOCUMENT);

const APP = join(REPOSITORY_ROOT, 'functions/console/browser/app');
/** The console's lists and the id prefixes of their objects. The modules run in a browser only, so the test reads their sources. */
const SCREENS = readdirSync(APP)
  .filter((file) => file.endsWith('-lists.ts'))
  .flatMap((file) => [...readFileSync(join(APP, file), 'utf8').matchAll(/^ {2}(\w+): \{\n {4}title: [\s\S]*?^ {4}prefix: '(\w+)',$/gm)])
  .map(([, name = '', prefix = '']) => [name, prefix] as const);

let service: FakeService;
let folder: string;
beforeAll(async () => {
  service = await startFakeService();
  folder = mkdtempSync(join(tmpdir(), 'billing-'));
});
afterAll(() => {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const opened: string[] = [];
const billing = commandFor(() => service, { openInBrowser: (url) => opened.push(url) });

describe('listen', () => {
  it('reports why a receiver cannot be reached, also at a name with several addresses', async () => {
    const { events: resource, ...billingClient } = createBilling({ key: 'svc_test_1', baseUrl: service.baseUrl });
    const stream = async function* () {
      yield { id: 'evt_1', type: 'customer.created' } as WebhookEvent;
    };
    const causes = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:4242`));
    const fetch = vi
      .spyOn(globalThis, 'fetch')
      .mockRejectedValue(new TypeError('fetch failed', { cause: new AggregateError(causes, 'no address answered') }));
    const outcomes: unknown[] = [];
    const options = { forwardTo: 'http://localhost:4242/hook', secret: 'svcwhsec_1' };
    await listen(
      { ...billingClient, events: { ...resource, stream } },
      { ...options, report: ({ outcome }) => void outcomes.push(outcome) },
    ).finally(() => fetch.mockRestore());
    expect(outcomes).toEqual(['Cannot reach localhost:4242: connect ECONNREFUSED ::1:4242']);
  });
});

describe('a PDF', () => {
  const pdf: Reply = (response) =>
    void response
      .writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': 'inline; filename="INV-1.pdf"' })
      .end('%PDF-1.7');
  const pending = errorReply(501, 'rendering_pending', {}, { 'retry-after': '0' });

  it('is written to --out as soon as it is rendered', async () => {
    const file = join(folder, 'invoice.pdf');
    service.replyWith(OPENAPI_REPLY, pending, pending, pdf);
    expect(await billing('things', 'pdf', 'thg_001', '--out', file)).toEqual({ code: 0, out: [file], errors: [] });
    expect(readFileSync(file, 'utf8')).toBe('%PDF-1.7');
    expect(service.received.at(-1)?.url.pathname).toBe('/v1/things/thg_001/pdf');
  });

  it('replaces a file only with --force', async () => {
    const file = join(folder, 'mine.pdf');
    writeFileSync(file, 'mine');
    service.replyWith(OPENAPI_REPLY, pdf);
    const refused = await billing('things', 'pdf', 'thg_001', '--out', file);
    expect(refused).toEqual({ code: 2, out: [], errors: [`${file} exists. Add --force to overwrite it.`] });
    expect(readFileSync(file, 'utf8')).toBe('mine');
    service.replyWith(OPENAPI_REPLY, pdf);
    expect(await billing('things', 'pdf', 'thg_001', '--force', '--out', file)).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe('%PDF-1.7');
  });

  it('is not written if the service refuses the request, or if the folder does not exist', async () => {
    const file = join(folder, 'none.pdf');
    service.replyWith(OPENAPI_REPLY, errorReply(404, 'resource_missing'));
    expect(await billing('things', 'pdf', 'thg_001', '--out', file)).toMatchObject({ code: 1 });
    expect(() => readFileSync(file)).toThrow('ENOENT');
    service.replyWith(OPENAPI_REPLY, pdf);
    const { code, errors } = await billing('things', 'pdf', 'thg_001', '--out', join(folder, 'missing', 'a.pdf'));
    expect([code, errors.join()]).toEqual([2, expect.stringContaining('Cannot write')]);
  });
});

describe('a report', () => {
  const csv: Reply = (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="report.csv"' })
      .end('a,b\r\n');
  const json: Reply = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"rows":[]}');

  it('is written to a file in the format of --format', async () => {
    const file = join(folder, 'report.csv');
    service.replyWith(OPENAPI_REPLY, csv);
    expect(await billing('things', 'report', '--format', 'csv', '--out', file)).toEqual({ code: 0, out: [file], errors: [] });
    expect(readFileSync(file, 'utf8')).toBe('a,b\r\n');
    expect(service.received.at(-1)?.url.search).toBe('?format=csv');
  });

  it('as JSON is printed, or written to --out', async () => {
    const file = join(folder, 'report.json');
    service.replyWith(OPENAPI_REPLY, json);
    expect(await billing('things', 'report', '--json')).toMatchObject({ code: 0, out: [expect.stringContaining('"rows"')] });
    service.replyWith(OPENAPI_REPLY, json);
    expect(await billing('things', 'report', '--out', file)).toMatchObject({ code: 0, out: [file] });
    expect(readFileSync(file, 'utf8')).toBe('{"rows":[]}');
  });
});

describe('a command', () => {
  it.each([
    ['SIGTERM', 'SIGTERM', 143],
    ['SIGINT', 'SIGINT', 130],
    ['a closed pipe', null, 0],
  ] as const)('that is ended early by %s (signal %s) exits with %i; with --follow, it exits with 0', async (_what, signal, exitCode) => {
    const ended = { signal: AbortSignal.abort(), endedBy: () => signal };
    const { code } = await commandFor(() => service, ended)('export');
    expect(code).toBe(exitCode);
    expect((await commandFor(() => service, ended)('events', '--follow')).code).toBe(0);
  });
});

describe('billing logs', () => {
  const delivery = (id: string, created: number, more: object = {}) => ({
    id,
    created,
    endpoint_id: 'we_1',
    event_id: 'evt_1',
    event_type: 'invoice.paid',
    status: 'delivered',
    attempt_count: 1,
    last_response_code: 200,
    last_error: null,
    ...more,
  });
  const list = (...data: readonly object[]) => jsonReply(200, { object: 'list', data, has_more: false });

  it('prints the deliveries of all endpoints with time, type and outcome, newest first', async () => {
    const failed = { status: 'pending', attempt_count: 2, last_response_code: null, last_error: 'no response' };
    service.replyWith(
      list({ id: 'we_2' }, { id: 'we_1' }),
      list(delivery('whd_2', 1_789_300_860, { ...failed, endpoint_id: 'we_2' })),
      list(delivery('whd_3', 1_789_300_920), delivery('whd_1', 1_789_300_800)),
    );
    const { out } = await billing('logs', '--limit', '2');
    expect(out).toEqual([
      'TIME                  EVENT TYPE    STATUS     ATTEMPTS  RESPONSE     DELIVERY  EVENT  ENDPOINT',
      '2026-09-13T12:02:00Z  invoice.paid  delivered  1         200          whd_3     evt_1  we_1',
      '2026-09-13T12:01:00Z  invoice.paid  pending    2         no response  whd_2     evt_1  we_2',
    ]);
  });

  it('prints the deliveries of one endpoint as one JSON document with --json', async () => {
    service.replyWith(list(delivery('whd_1', 1)));
    const { out } = await billing('logs', 'we_1', '--json');
    expect(out.map((line) => JSON.parse(line))).toEqual([{ object: 'list', data: [delivery('whd_1', 1)], has_more: false }]);
    expect(service.received.map(({ url }) => url.pathname)).toEqual(['/v1/webhook_endpoints/we_1/deliveries']);
  });

  it('--follow prints new deliveries and attempts, oldest first, until the user interrupts the command', async () => {
    const interruption = new AbortController();
    const follow = commandFor(() => service, { signal: interruption.signal });
    const pending = { status: 'pending', attempt_count: 1, last_response_code: 500 };
    service.replyWith(
      list(delivery('whd_2', 1_789_300_860, pending), delivery('whd_1', 1_789_300_800)),
      list(
        delivery('whd_3', 1_789_300_920),
        delivery('whd_2', 1_789_300_860, { ...pending, attempt_count: 2 }),
        delivery('whd_1', 1_789_300_800),
      ),
      (response, request) => {
        list(delivery('whd_3', 1_789_300_920))(response, request);
        interruption.abort();
      },
    );
    const { code, out } = await follow('logs', 'we_1', '--follow');
    expect([code, out]).toEqual([
      0,
      [
        `2026-09-13T12:01:00Z  ${'invoice.paid'.padEnd(36)}  pending    attempt 2  500  whd_2  we_1`,
        `2026-09-13T12:02:00Z  ${'invoice.paid'.padEnd(36)}  delivered  attempt 1  200  whd_3  we_1`,
      ],
    ]);
  });

  it('--follow without an endpoint reads a page per endpoint, lists the endpoints once a minute, and skips deleted endpoints', async () => {
    const interruption = new AbortController();
    const follow = commandFor(() => service, { signal: interruption.signal });
    const firstPage = jsonReply(200, { object: 'list', data: [delivery('whd_1', 1_789_300_800)], has_more: true });
    service.replyWith(list({ id: 'we_1' }, { id: 'we_2' }), firstPage, list(), errorReply(404, 'resource_missing'), (response, request) => {
      list(delivery('whd_2', 1_789_300_920, { endpoint_id: 'we_2' }))(response, request);
      interruption.abort();
    });
    const { code, out } = await follow('logs', '--follow');
    expect([code, out]).toEqual([0, [expect.stringMatching(/ whd_2 {2}we_2$/)]]);
    const [first, second] = ['we_1', 'we_2'].map((id) => `/v1/webhook_endpoints/${id}/deliveries`);
    expect(service.received.map(({ url }) => url.pathname)).toEqual(['/v1/webhook_endpoints', first, second, first, second]);
  });

  it.each([1, 2, 3, 16, 100])('--follow with %i endpoints makes less than 100 requests per minute', (endpoints) => {
    expect(followPauseMs(endpoints)).toBeGreaterThanOrEqual(1000);
    expect((endpoints * 60_000) / followPauseMs(endpoints)).toBeLessThan(100);
  });
});

describe('billing open', () => {
  it.each([
    [[], '/console'],
    [['docs'], '/docs'],
    [['thg_001'], '/console#/test/things/thg_001'],
    [['thg_001', '--key', 'svc_live_1'], '/console#/live/things/thg_001'],
  ])('with the arguments %j opens %s', async (args, path) => {
    service.replyWith(OPENAPI_REPLY);
    const url = `${service.baseUrl}${path}`;
    expect(await billing('open', ...args)).toEqual({ code: 0, out: [url], errors: [] });
    expect(opened.splice(0)).toEqual([url]);
  });

  it('suggests a page if the name is unknown', async () => {
    expect((await billing('open', 'dosc')).errors).toEqual(['Unknown page dosc. Did you mean docs?']);
    expect((await billing('open', 'elsewhere')).errors.join()).toMatch(/Pages: console, docs, mail/);
  });

  it('finds the screens of the console by the prefix of an id', () => {
    expect(SCREENS.length).toBeGreaterThan(15);
    for (const [name, prefix] of SCREENS) expect(resourceById(OPERATIONS, `${prefix}01K`)).toBe(name);
  });
});

describe('overrides of billing trigger', () => {
  const optionsOf = (options: Readonly<Record<string, string>>) => overridesOf(OPERATIONS, new Map(Object.entries(options)));

  it('set fields of requests that create the named object, and leave other requests unchanged', async () => {
    const sent: unknown[] = [];
    const overrides = optionsOf({
      'customer.email': 'a@example.com',
      'customer.metadata.a': '1',
      'price.amount_cents': '5',
      'coupon.code': 'X',
    });
    const { fetch, unused } = overridingFetch(async (input, init) => {
      sent.push([String(input), JSON.parse(String(init?.body ?? 'null'))]);
      return new Response();
    }, overrides);
    const post = (path: string, body: object) => fetch(`https://host/base${path}`, { method: 'POST', body: JSON.stringify(body) });
    await post('/v1/customers', { name: 'Ada', metadata: { b: '2' } });
    await post('/v1/prices', { amount_cents: 1999, currency: 'EUR' });
    await post('/v1/customers/cus_1', { name: 'Ada' });
    await fetch('https://host/base/v1/customers', { method: 'GET' });
    expect(sent).toEqual([
      ['https://host/base/v1/customers', { name: 'Ada', email: 'a@example.com', metadata: { a: '1', b: '2' } }],
      ['https://host/base/v1/prices', { amount_cents: 5, currency: 'EUR' }],
      ['https://host/base/v1/customers/cus_1', { name: 'Ada' }],
      ['https://host/base/v1/customers', null],
    ]);
    expect(unused()).toEqual(['coupon']);
  });

  it.each([
    ['custmer.email', /Unknown option --custmer.email. Did you mean customer\?/],
    ['customer', /Unknown option --customer. To set a field of an object, write for example --customer.email./],
    ['customer.emial', /Unknown field emial. Did you mean --email\?/],
    ['price.amount_cents', /must be a number/],
  ])('refuse --%s', (option, message) => {
    expect(() => optionsOf({ [option]: 'x' })).toThrow(message);
  });
});
