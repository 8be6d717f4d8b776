import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commandFor } from './command.ts';
import { errorReply, type FakeService, jsonReply, type Reply, startFakeService } from './support.ts';

let service: FakeService;
let directory: string;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'usage-import-'));
  return () => rmSync(directory, { recursive: true });
});

interface Sent {
  readonly id: string;
  readonly value?: string;
}
const eventsIn = (body: string): readonly Sent[] => JSON.parse(body).events;

/** Records all events but those with the value `bad`. */
const record: Reply = (response, request) => {
  const outcomes = eventsIn(request.body).map(({ id, value }) => ({
    id,
    outcome: value === 'bad' ? 'refused' : 'recorded',
    error: value === 'bad' ? { code: 'parameter_invalid', param: 'value', reason: null, message: 'Invalid value.' } : null,
  }));
  const count = (outcome: string): number => outcomes.filter((each) => each.outcome === outcome).length;
  jsonReply(200, { outcomes, recorded: count('recorded'), duplicates: 0, refused: count('refused') })(response, request);
};

const write = (name: string, text: string): string => {
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
};
const usage = (...args: readonly string[]) => commandFor(() => service)('usage', ...args);

describe('billing usage import', () => {
  it('sends the rows of a CSV file', async () => {
    const file = write(
      'usage.csv',
      '\uFEFFid,event_name,subscription_id,occurred_at,value,properties.model\r\ne1,tokens,sub_1,1800000000,1.5,"large, fast"\r\n\r\ne2,tokens,sub_1,,2,\r\n',
    );
    service.replyWith(record);
    expect(await usage('import', file)).toEqual({ code: 0, out: ['2 recorded, 0 recorded before, 0 refused'], errors: [] });
    expect(eventsIn(service.received[0]?.body ?? '')).toEqual([
      {
        id: 'e1',
        event_name: 'tokens',
        subscription_id: 'sub_1',
        occurred_at: 1_800_000_000,
        value: '1.5',
        properties: { model: 'large, fast' },
      },
      { id: 'e2', event_name: 'tokens', subscription_id: 'sub_1', value: '2' },
    ]);
  });

  it('splits all rows of a CSV file at the delimiter of the headings', async () => {
    const file = write(
      'usage.csv',
      'id;event_name;subscription_id;properties.tags\ne1;tokens;sub_1;a|b|c|d|e\ne2;tokens;sub_1;1,2,3,4,5,6\n',
    );
    service.replyWith(record);
    expect((await usage('import', file)).errors).toEqual([]);
    expect(eventsIn(service.received[0]?.body ?? '')).toMatchObject([
      { id: 'e1', properties: { tags: 'a|b|c|d|e' } },
      { id: 'e2', properties: { tags: '1,2,3,4,5,6' } },
    ]);
  });

  const sentIds = (): readonly (readonly string[])[] => service.received.map(({ body }) => eventsIn(body).map(({ id }) => id));
  const LINE = '{"event_name":"tokens","occurred_at":1800000000}';

  it('generates different ids for equal lines without ids, and the same ids at each import of the file', async () => {
    const file = write('usage.csv', 'event_name,occurred_at\ntokens,1800000000\ntokens,1800000000\n');
    service.replyWith(record, record);
    await usage('import', file);
    await usage('import', file);
    const [first, second] = sentIds();
    expect(first).toEqual([expect.stringMatching(/^line-[0-9a-f]{32}$/), expect.stringMatching(/^line-[0-9a-f]{32}$/)]);
    expect(new Set(first).size).toBe(2);
    expect(second).toEqual(first);
  });

  it('gives a line without an id the same id after lines were added before it', async () => {
    service.replyWith(record, record);
    await usage('import', write('usage.jsonl', `${LINE}\n${LINE}\n`));
    await usage('import', write('usage.jsonl', `{"id":"e1"}\n\n${LINE}\n${LINE}\n`));
    const [first = [], second = []] = sentIds();
    expect(second.slice(1)).toEqual(first);
  });

  it.each([
    ['usage.csv', 'id,event_name,occurred_at\n,tokens,\n'],
    ['usage.jsonl', '\n{"event_name":"tokens"}\n'],
    ['usage.jsonl', '\n{"event_name":"tokens","occurred_at":null}\n'],
  ])('refuses a line of %s without id and occurred_at: %j', async (name, text) => {
    service.replyWith();
    const { code, errors } = await usage('import', write(name, text));
    expect([code, errors]).toEqual([2, [expect.stringMatching(/^Line 2: needs an id or occurred_at/)]]);
    expect(service.received).toEqual([]);
  });

  it('prints the line numbers of refused events, and fails', async () => {
    const file = write('usage.jsonl', '{"id":"e1","value":"1"}\n{"id":"e2","value":"bad"}\n');
    service.replyWith(record);
    expect(await usage('import', file)).toEqual({
      code: 1,
      out: ['1 recorded, 0 recorded before, 1 refused'],
      errors: ['Line 2: Invalid value.'],
    });
  });

  it('continues after the last recorded batch of an interrupted import', async () => {
    const lines = Array.from({ length: 1200 }, (_, index) => `{"id":"e${index}"}`);
    const file = write('usage.jsonl', lines.join('\n'));
    service.replyWith(record, errorReply(403, 'insufficient_scope'));
    expect((await usage('import', file)).code).toBe(1);
    expect(existsSync(`${file}.progress`)).toBe(true);
    service.replyWith(record, record);
    const { code, errors } = await usage('import', file);
    expect([code, errors[0]]).toEqual([0, expect.stringContaining('Continues after line 500.')]);
    const ids = service.received.flatMap(({ body }) => eventsIn(body).map(({ id }) => id));
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([700, 'e500', 'e1199']);
    expect(existsSync(`${file}.progress`)).toBe(false);
  });

  it('prints the totals of both runs after an interruption, and fails if only the first run had refused events', async () => {
    const lines = Array.from({ length: 700 }, (_, index) => JSON.stringify({ id: `e${index}`, value: index === 3 ? 'bad' : '1' }));
    const file = write('usage.jsonl', lines.join('\n'));
    service.replyWith(record, errorReply(403, 'insufficient_scope'));
    expect((await usage('import', file)).code).toBe(1);
    service.replyWith(record);
    expect(await usage('import', file)).toMatchObject({ code: 1, out: ['699 recorded, 0 recorded before, 1 refused'] });
  });

  const LINES = Array.from({ length: 700 }, (_, index) => `{"id":"e${index}"}`);

  it.each([
    ['a line was inserted', ['{"id":"new"}', ...LINES]],
    ['a sent line was changed', ['{"id":"changed"}', ...LINES.slice(1)]],
    ['the last sent line was removed', LINES.with(499, '')],
    ['the file is shorter', LINES.slice(0, 499)],
  ])('refuses to continue an interrupted import if %s', async (_, changed) => {
    const file = write('usage.jsonl', LINES.join('\n'));
    service.replyWith(record, errorReply(403, 'insufficient_scope'));
    await usage('import', file);
    write('usage.jsonl', changed.join('\n'));
    service.replyWith();
    const { code, errors } = await usage('import', file);
    expect([code, errors]).toEqual([1, [expect.stringContaining('Lines 1 to 500 are not those that were sent')]]);
    expect(errors[0]).toContain(`delete ${file}.progress`);
    expect(service.received).toEqual([]);
    expect(existsSync(`${file}.progress`)).toBe(true);
  });

  it('continues an interrupted import after later lines were corrected or added', async () => {
    const file = write('usage.jsonl', [...LINES.slice(0, 600), 'not JSON'].join('\n'));
    service.replyWith(record);
    expect((await usage('import', file)).code).toBe(2);
    write('usage.jsonl', LINES.join('\n'));
    service.replyWith(record);
    expect(await usage('import', file)).toMatchObject({ code: 0, out: ['700 recorded, 0 recorded before, 0 refused'] });
    expect(sentIds()).toEqual([LINES.slice(500).map((_, index) => `e${index + 500}`)]);
  });

  it('refuses to continue with the progress file of a former version, which does not identify the sent lines', async () => {
    const file = write('usage.jsonl', LINES.join('\n'));
    write('usage.jsonl.progress', '{"line":500,"recorded":500,"duplicates":0,"refused":0}');
    service.replyWith();
    const { code, errors } = await usage('import', file);
    expect([code, errors]).toEqual([1, [expect.stringContaining('remove the lines that were sent, 1 to 500, from')]]);
  });

  it.each(['nonsense', '500', '{"line":-1}'])('ignores the invalid progress file %j', async (progress) => {
    const file = write('usage.jsonl', LINES.join('\n'));
    write('usage.jsonl.progress', progress);
    service.replyWith(record, record);
    expect((await usage('import', file)).code).toBe(0);
    expect(sentIds().flat()).toHaveLength(700);
  });

  it.each([
    ['usage.txt', '', 'The name of the file must end with .csv or .jsonl.'],
    ['usage.csv', 'id,amount\n', 'Line 1: unknown column amount.'],
    ['usage.csv', 'id,value\ne1\n', 'Line 2: 1 columns instead of 2.'],
    ['usage.jsonl', '[]\n', 'Line 1: not a JSON object.'],
    ['usage.jsonl', '{"id"\n', 'Line 1: not JSON.'],
  ])('refuses %s with the text %j', async (name, text, message) => {
    const { code, errors } = await usage('import', write(name, text));
    expect([code, errors.join('\n')]).toEqual([expect.any(Number), expect.stringContaining(message)]);
    expect(code).not.toBe(0);
  });

  it('fails without the name of a file, or if the file does not exist', async () => {
    expect((await usage('import')).errors.join('\n')).toContain('Use: billing usage import FILE');
    expect((await usage('import', join(directory, 'none.csv'))).errors.join('\n')).toContain('No file');
  });
});
