import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../scripts/check/programs.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { type Document, listItemSchemaOf, operationsIn } from '../../shared/client/cli/description.ts';
import { columnsOf } from '../../shared/client/cli/output/columns.ts';
import { CURRENCIES, formatAmount } from '../../shared/domain/amounts/money.ts';
import { commandFor, OPENAPI_REPLY } from './command.ts';
import { type FakeService, jsonReply, startFakeService } from './support.ts';

const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as Document;

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());

const billing = commandFor(() => service);
const CREATED = 1_789_300_800;
const thing = (number: number, more: object = {}) => ({
  id: `thg_00${number}`,
  number: `T-${number}`,
  name: 'Ada',
  active: true,
  currency: 'EUR',
  amount_cents: 1999,
  tags: ['a'],
  created: CREATED,
  ...more,
});
const page = (data: readonly object[], hasMore = false) => jsonReply(200, { object: 'list', data, has_more: hasMore });

describe('a list', () => {
  it('is printed as a table with the most important columns', async () => {
    service.replyWith(OPENAPI_REPLY, page([thing(2, { amount_cents: 100_000, active: false }), thing(1, { currency: 'JPY', name: null })]));
    expect(await billing('list', 'things')).toEqual({
      code: 0,
      out: [
        'ID       NUMBER  NAME  STATUS         AMOUNT  CREATED',
        'thg_002  T-2     Ada   inactive  1000.00 EUR  2026-09-13T12:00:00Z',
        'thg_001  T-1     -     active       1999 JPY  2026-09-13T12:00:00Z',
      ],
      errors: [],
    });
  });

  it('shows amounts with the decimals that the service uses, such as two for HUF', () => {
    const [column] = columnsOf({ properties: { total_cents: {} } });
    const texts = CURRENCIES.map((currency) => column?.textOf({ total_cents: 990_000, currency }));
    expect(texts).toEqual(CURRENCIES.map((currency) => formatAmount(990_000, currency)));
    expect(texts).toContain('9900.00 HUF');
  });

  it('is printed without the control characters of its data, and with long texts shortened', async () => {
    service.replyWith(OPENAPI_REPLY, page([thing(1, { name: `\u001b[2J\n${'x'.repeat(80)}` })]));
    const [, row = ''] = (await billing('list', 'things')).out;
    expect(row).not.toMatch(/\p{Cc}/u);
    expect(row).toContain('x…');
  });

  it('says on standard error that it is empty', async () => {
    service.replyWith(OPENAPI_REPLY, page([]));
    expect(await billing('list', 'things')).toEqual({ code: 0, out: [], errors: ['The list is empty.'] });
  });

  it('fetches as many pages as --limit requires, and says how to read further entries', async () => {
    const many = Array.from({ length: 100 }, (_, index) => thing(index));
    service.replyWith(OPENAPI_REPLY, page(many, true), page(many.slice(0, 30), true), page(many.slice(0, 20), true));
    const { out, errors } = await billing('list', 'things', '--limit', '150');
    expect([out.length, errors]).toEqual([151, ['There are more objects. To show them, use --limit N or --starting_after thg_0019']]);
    expect(service.received.slice(1).map(({ url }) => url.search)).toEqual([
      '?limit=100',
      '?limit=50&starting_after=thg_0099',
      '?limit=20&starting_after=thg_0029',
    ]);
  });

  it('is one JSON document with --json', async () => {
    service.replyWith(OPENAPI_REPLY, page([thing(2)], true), page([thing(1)]));
    const { out, errors } = await billing('list', 'things', '--json');
    expect([out.length, errors]).toEqual([1, []]);
    expect(JSON.parse(out[0] ?? '')).toEqual({ object: 'list', data: [thing(2), thing(1)], has_more: false });
  });

  it('is CSV with --csv, with a header even for an empty list, and without texts that spreadsheets read as formulas', async () => {
    const name = '=HYPERLINK("x"),\n';
    service.replyWith(OPENAPI_REPLY, page([thing(1, { name, amount_cents: -5 })]));
    const { out } = await billing('list', 'things', '--csv');
    const text = out.map((line) => `${line}\n`).join('');
    expect(text.split('\r\n')[0]).toBe('id,number,name,active,currency,amount_cents,tags,created');
    expect(Papa.parse(text, { newline: '\r\n', skipEmptyLines: true }).data[1]).toEqual([
      'thg_001',
      'T-1',
      `'${name}`,
      'true',
      'EUR',
      '-5',
      '["a"]',
      String(CREATED),
    ]);
    service.replyWith(OPENAPI_REPLY, page([]));
    expect((await billing('list', 'things', '--csv')).out).toHaveLength(1);
  });
});

describe("the columns of the API's lists", () => {
  const operations = operationsIn(DOCUMENT);
  const description = { operations, schemas: DOCUMENT.components?.schemas ?? {} };
  const lists = operations.flatMap((operation) => {
    const schema = listItemSchemaOf(operation, description);
    return schema === null ? [] : [[operation.id, columnsOf(schema).map(({ title }) => title)] as const];
  });

  it('begin with the id and end with the creation time', () => {
    // Lists whose entries are not objects with an id.
    const listsWithoutIds = ['webhook_endpoints.event_types', 'tenant.email_texts_list'];
    for (const [id, titles] of lists.filter(([each]) => !listsWithoutIds.includes(each))) {
      expect([titles[0], titles.at(-1)], id).toEqual(['ID', 'CREATED']);
      expect(titles.length, id).toBeGreaterThan(2);
    }
  });

  it.each([
    ['customers', ['ID', 'NAME', 'EMAIL', 'CREATED']],
    ['invoices', ['ID', 'NUMBER', 'CUSTOMER ID', 'STATUS', 'TOTAL', 'CREATED']],
    ['prices', ['ID', 'PRODUCT ID', 'INTERVAL', 'STATUS', 'AMOUNT', 'CREATED']],
    ['subscriptions', ['ID', 'CUSTOMER ID', 'PRICE ID', 'STATUS', 'MRR', 'CREATED']],
    ['webhook_endpoints', ['ID', 'URL', 'DESCRIPTION', 'STATUS', 'CREATED']],
    ['webhook_deliveries', ['ID', 'EVENT TYPE', 'ATTEMPT COUNT', 'STATUS', 'CREATED']],
  ])('of %s are the id, the most important fields and the creation time', (resource, titles) => {
    expect(Object.fromEntries(lists)[`${resource}.list`]).toEqual(titles);
  });
});

describe('a closed pipe', () => {
  it('ends the command without an error message, with exit code 0', async () => {
    const things = Array.from({ length: 100 }, (_, index) => thing(index));
    service.replyWith(OPENAPI_REPLY, ...Array.from({ length: 30 }, (_, index) => page(things, index < 29)));
    const [program, ...args] = programOf(
      'tsx',
      'tsx',
      join(REPOSITORY_ROOT, 'shared/client/cli/bin.ts'),
      'list',
      'things',
      '--limit',
      '3000',
    );
    const child = spawn(program, args, { env: { ...process.env, BILLING_KEY: 'svc_test_1', BILLING_URL: service.baseUrl } });
    const errors: string[] = [];
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
    child.stdout.once('data', () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, errors.join('')]).toEqual([0, '']);
  });
});
