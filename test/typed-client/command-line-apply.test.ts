import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { Terminal } from '../../shared/client/cli/terminal.ts';
import { commandFor } from './command.ts';
import { errorReply, type FakeService, jsonReply, type Reply, startFakeService } from './support.ts';

const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as object;
const NO_OBJECTS = jsonReply(200, { object: 'list', data: [], has_more: false });
/** The replies to the requests that a plan needs, for an empty account. */
const PLAN_REPLIES = [jsonReply(200, DOCUMENT), NO_OBJECTS, NO_OBJECTS, NO_OBJECTS, NO_OBJECTS];
const LIMITED = errorReply(409, 'webhook_endpoint_limit_reached');
const CREATED = jsonReply(200, { id: 'we_1', secret: 'svcwhsec_1' });

let service: FakeService;
let folder: string;
let file: string;
beforeAll(async () => {
  service = await startFakeService();
  folder = mkdtempSync(join(tmpdir(), 'apply-'));
  file = join(folder, 'catalogue.yaml');
  writeFileSync(file, 'webhook_endpoints:\n  a: { url: https://a.example }\n  b: { url: https://b.example }\n');
});
afterAll(() => {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
});

const billing = (...args: readonly string[]) => commandFor(() => service)('apply', ...args);
const billingOnTerminal = (confirm: Terminal['confirm'], ...args: readonly string[]) =>
  commandFor(() => service, { confirm })('apply', file, ...args);
const countWrites = () => service.received.filter(({ method }) => method === 'POST').length;

describe('billing apply', () => {
  it('shows the plan and changes nothing without --yes and without a terminal', async () => {
    service.replyWith(...PLAN_REPLIES);
    expect(await billing(file)).toEqual({
      code: 2,
      errors: [],
      out: [
        `Plan for test mode at ${service.baseUrl}:`,
        '+ create webhook endpoint a',
        '    url: "https://a.example"',
        '    description: "[catalogue: a]"',
        '+ create webhook endpoint b',
        '    url: "https://b.example"',
        '    description: "[catalogue: b]"',
        '2 to create, 0 to update, 0 to archive.',
      ],
    });
    expect(countWrites()).toBe(0);
  });

  it.each<[boolean, number, number]>([
    [true, 0, 2],
    [false, 2, 0],
  ])('asks for confirmation on a terminal; answer %s: exit code %i', async (answer, code, count) => {
    service.replyWith(...PLAN_REPLIES, CREATED, CREATED);
    const questions: string[] = [];
    const confirm = async (question: string): Promise<boolean> => {
      questions.push(question);
      return answer;
    };
    expect(await billingOnTerminal(confirm)).toMatchObject({ code, errors: [] });
    expect([questions, countWrites()]).toEqual([['Apply these changes?'], count]);
  });

  it('requests no confirmation with --plan', async () => {
    service.replyWith(...PLAN_REPLIES);
    expect(await billingOnTerminal(async () => true, '--plan')).toMatchObject({ code: 2 });
    expect(countWrites()).toBe(0);
  });

  it('prints the plan as one JSON document, and progress on standard error', async () => {
    service.replyWith(...PLAN_REPLIES, CREATED, CREATED);
    const { code, out, errors } = await billing(file, '--yes', '--json');
    expect([code, out.length, errors[0]]).toEqual([0, 1, 'create webhook_endpoints.a: done']);
    expect(JSON.parse(out[0] ?? '').changes.map(({ key }: { readonly key: string }) => key)).toEqual(['a', 'b']);
  });

  it('prints the secret of each new endpoint, and the number of executed changes if a request is refused', async () => {
    service.replyWith(...PLAN_REPLIES, CREATED, LIMITED);
    const { code, out, errors } = await billing(file, '--yes');
    expect(code).toBe(1);
    expect(out.slice(-2)).toEqual(['create webhook_endpoints.a: done', 'The signing secret of a, which is shown only now: svcwhsec_1']);
    expect(errors).toEqual([
      'create webhook_endpoints.b failed after 1 of 2 changes. Run the command again to continue.',
      'It is webhook_endpoint_limit_reached. (409, webhook_endpoint_limit_reached)',
    ]);
  });

  it('stops with an error after the current change when the user interrupts it', async () => {
    service.replyWith(...PLAN_REPLIES, CREATED);
    const interruption = new AbortController();
    const print = (line: string): void => {
      if (line.endsWith('done')) interruption.abort();
    };
    const { code, errors } = await commandFor(() => service, { signal: interruption.signal, print })('apply', file, '--yes');
    expect([code, errors]).toEqual([1, ['Stopped after 1 of 2 changes. Run the command again to continue.']]);
  });

  it('fails if a request is refused after the user interrupted the command', async () => {
    const interruption = new AbortController();
    const limited: Reply = (response, request) => {
      interruption.abort();
      LIMITED(response, request);
    };
    service.replyWith(...PLAN_REPLIES, limited);
    expect(await commandFor(() => service, { signal: interruption.signal })('apply', file, '--yes')).toMatchObject({ code: 1 });
  });

  it.each<[readonly string[], number, RegExp]>([
    [[], 2, /apply requires a file: billing apply catalogue.yaml/],
    [['none.yaml'], 1, /Cannot read none.yaml: ENOENT/],
    [['a.yaml', 'b.yaml'], 2, /Too many arguments: billing apply FILE/],
    [['a.yaml', '--plan', '--yes'], 2, /Choose --plan or --yes/],
    [['a.yaml', '--prun', 'x'], 2, /Unknown option --prun. Did you mean --prune\?/],
  ])('with %j ends with exit code %i', async (args, code, message) => {
    service.replyWith();
    const result = await billing(...args);
    expect([result.code, result.errors.join()]).toEqual([code, expect.stringMatching(message)]);
  });

  it('refuses an invalid file before it reads the account', async () => {
    const invalid = join(folder, 'invalid.yaml');
    writeFileSync(invalid, 'products:\n  pro:\n    nam: Pro\n');
    service.replyWith(...PLAN_REPLIES);
    const { code, errors } = await billing(invalid, '--yes');
    expect([code, errors]).toEqual([
      1,
      ['line 2: products.pro: name is missing.\nline 3: products.pro.nam: unknown field. Did you mean name?'],
    ]);
    expect(service.received).toHaveLength(1);
  });
});
