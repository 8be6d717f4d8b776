import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { COMMANDS } from '../../shared/client/cli/commands.ts';
import { type Document, operationsIn } from '../../shared/client/cli/description.ts';
import { operationHelp, optionFields, resourceHelp } from '../../shared/client/cli/help.ts';
import { run } from '../../shared/client/cli/main.ts';
import { recordingTerminal } from '../support/terminal.ts';
import { commandFor, OPENAPI_REPLY } from './command.ts';
import { type FakeService, startFakeService } from './support.ts';

const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as Document;

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());

const billing = commandFor(() => service);

describe('the help of a resource', () => {
  it('names a short form for each of get, list and create that the resource has', () => {
    const lastLines = Object.fromEntries(
      ['customers', 'refunds', 'account', 'metrics'].map((resource) => [
        resource,
        resourceHelp(operationsIn(DOCUMENT), resource).split('\n').at(-1),
      ]),
    );
    expect(lastLines).toEqual({
      customers: 'Short forms: billing get customers, billing list customers, billing create customers. Fields: --help after a method.',
      refunds: 'Short forms: billing get refunds, billing list refunds, billing create refunds. Fields: --help after a method.',
      account: 'Fields: --help after a method.',
      metrics: 'Short forms: billing get metrics. Fields: --help after a method.',
    });
  });
});

describe('--help', () => {
  it('lists the commands', async () => {
    const { code, out } = await billing('--help');
    expect(code).toBe(0);
    for (const { usage } of Object.values(COMMANDS)) expect(out.join()).toContain(usage);
    expect((await billing('help')).out).toEqual(out);
  });

  it.each([[['create', 'things', '--help']], [['help', 'things', 'create']]])('lists the fields of the operation: %j', async (args) => {
    service.replyWith(OPENAPI_REPLY);
    const { code, out } = await billing(...args);
    expect(code).toBe(0);
    expect(out.join('\n')).toContain(`billing things create

Create a thing. Create a thing

Fields:
  --name  string or null
      Name of the thing.
  --code  string, required
  --amount_cents  integer
  --active  boolean
  --tags  list of string
  --plans  same_product|all|list of string
  --tiers  list as JSON
  --interval  month|year
  --address.city  string
      The city.
  --metadata.NAME  string
      Your own data.
`);
  });

  it('lists the parameters and output options of a list, and the methods of a resource', async () => {
    service.replyWith(OPENAPI_REPLY);
    const { out } = await billing('list', 'things', '--help');
    expect(out.join('\n')).toMatch(/Parameters:\n {2}--limit {2}integer\n {6}How many\.[\s\S]*--csv/);
    service.replyWith(OPENAPI_REPLY);
    expect((await billing('things', '--help')).out.join('\n')).toMatch(/things delete THING_ID +Delete a thing/);
  });

  it('explains a command without a request, and an operation with BILLING_URL but without an API key', async () => {
    service.replyWith();
    expect((await billing('logs', '--help')).out.join('\n')).toMatch(/billing logs \[ENDPOINT\][\s\S]*--limit N/);
    expect(service.received).toEqual([]);
    service.replyWith(OPENAPI_REPLY);
    expect(await run(['create', 'things', '--help'], recordingTerminal({ BILLING_URL: service.baseUrl }))).toBe(0);
    const terminal = recordingTerminal({});
    expect(await run(['create', 'things', '--help'], terminal)).toBe(2);
    expect(terminal.errors.join()).toMatch(/Set BILLING_URL/);
  });
});

describe('the operations of the API', () => {
  it('have no field with the name of an option of the command line', () => {
    const reserved = ['json', 'csv', 'key', 'base-url', 'help', 'out', 'force'];
    const taken = operationsIn(DOCUMENT).flatMap((each) =>
      optionFields(each).flatMap(({ name }) => (reserved.includes(name) ? [`${each.id} ${name}`] : [])),
    );
    expect(taken).toEqual([]);
  });

  it('have help texts that explain every field', () => {
    for (const operation of operationsIn(DOCUMENT)) {
      for (const { name, schema } of optionFields(operation)) expect(schema.description, `${operation.id} ${name}`).toBeTruthy();
      expect(operationHelp(operation, {})).toContain(operation.summary);
    }
  });
});
