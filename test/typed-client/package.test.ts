import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { programOf } from '../../scripts/check/programs.ts';
import { buildClient } from '../../scripts/client/build.ts';
import { npmCommand } from '../../scripts/npm.mjs';
import { type FakeService, jsonReply, startFakeService } from './support.ts';

/** A program that uses only the installed client. */
const PROGRAM = `
import { createBilling, NotFoundError, webhooks, type Answer, type Billing, type Model } from 'billing-service-client';

declare const process: { readonly argv: readonly string[] };
const billing: Billing = createBilling({ key: 'svc_test_1', baseUrl: String(process.argv[2]) });
const customer: Answer<'customers.create'> = await billing.customers.create({ name: 'Ada' });
const same: Model<'Customer'> = customer;
const name: string | null = same.name;
for await (const invoice of billing.invoices.list({ limit: 1 })) {
  const lines: number = invoice.lines.length;
  console.log(lines);
}
// @ts-expect-error: a customer has no such field
const nothing = customer.nothing;
// @ts-expect-error: a name is a string
const createInvalid = () => billing.customers.create({ name: 1 });
console.log(name, typeof webhooks.verify, NotFoundError.name, nothing, typeof createInvalid);
`;

/** The sample of the README, with declarations of the names that an integrator's program defines. */
const readmeSample = (readme: string): string => {
  const [, sample = ''] = /```ts\n([\s\S]+?)```/.exec(readme) ?? [];
  return `${sample}
declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
declare const rawBody: string;
declare const request: Request;
declare const secret: string;
`;
};

/** Code of a shop's page that uses the payment element. */
const PAGE = `
import type {} from 'billing-service-client/element';

const element = document.createElement('billing-payment');
element.addEventListener('complete', (event) => {
  event.preventDefault();
  const url: string | null = event.detail.successUrl;
  console.log(url);
});
element.addEventListener('change', ({ detail }) => console.log(detail.amountDueNow?.toFixed()));
// @ts-expect-error: an error event has no amount
element.addEventListener('error', ({ detail }: CustomEvent<{ readonly amount: number }>) => console.log(detail.amount));
element.addEventListener('click', () => element.confirm());
`;

let folder: string;
let service: FakeService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-'));
  service = await startFakeService();
  await buildClient(join(folder, 'built'));
}, 120_000);
afterAll(() => {
  service.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a program and returns its output. Rejects if the program fails. */
const run = async (cwd: string, [program, ...args]: readonly [string, ...string[]], shell = false): Promise<string> => {
  const { stdout, stderr } = await promisify(execFile)(program, args, { cwd, shell });
  return `${stdout}${stderr}`;
};
const npm = (cwd: string, ...npmArgs: readonly string[]): Promise<string> => {
  const { program, args, shell } = npmCommand([...npmArgs, '--no-audit', '--no-fund', '--loglevel=error']);
  return run(cwd, [program, ...args], shell);
};

describe('the client package', () => {
  it('has no dependencies, and compiles and runs in an empty project', async () => {
    await npm(join(folder, 'built'), 'pack');
    const [packed = ''] = readdirSync(join(folder, 'built')).filter((name) => name.endsWith('.tgz'));
    const project = join(folder, 'project');
    mkdirSync(project);
    writeFileSync(join(project, 'package.json'), '{"type":"module","private":true}');
    await npm(project, 'install', '--offline', join(folder, 'built', packed));
    expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['billing-service-client']);
    writeFileSync(join(project, 'program.ts'), PROGRAM);
    writeFileSync(join(project, 'page.ts'), PAGE);
    writeFileSync(join(project, 'readme.ts'), readmeSample(readFileSync(join(folder, 'built', 'README.md'), 'utf8')));
    for (const resolution of [
      ['--module', 'nodenext'],
      ['--module', 'esnext', '--moduleResolution', 'bundler'],
    ]) {
      const options = [
        '--ignoreConfig',
        '--strict',
        '--target',
        'es2023',
        '--lib',
        'es2023,dom,dom.iterable,dom.asynciterable',
        '--types',
        '',
      ];
      expect(await run(project, programOf('typescript', 'tsc', ...options, ...resolution, 'program.ts', 'page.ts', 'readme.ts'))).toBe('');
    }
    const invoices = { object: 'list', data: [{ id: 'inv_1', lines: [1, 2] }], has_more: false };
    service.replyWith(jsonReply(200, { id: 'cus_1', name: 'Ada' }), jsonReply(200, invoices));
    expect(await run(project, [process.execPath, 'program.js', service.baseUrl])).toBe(
      '2\nAda function NotFoundError undefined function\n',
    );
  }, 120_000);

  it('serves MCP tools, although the MCP library is not installed', async () => {
    const operation = { operationId: 'things.list', summary: 'List things', security: [{ apiKey: ['things:read'] }] };
    const document = { paths: { '/v1/things': { get: { ...operation, responses: { 200: { content: { 'application/json': {} } } } } } } };
    service.replyWith(jsonReply(200, { scopes: ['*'] }), jsonReply(200, document));
    const client = new Client({ name: 'test', version: '1' });
    const args = [join(folder, 'built', 'billing.js'), 'mcp'];
    const env = { BILLING_KEY: 'svc_test_1', BILLING_URL: service.baseUrl };
    await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder, env }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['list_things']);
    await client.close();
  });

  it('reads a catalogue file, although the YAML library is not installed', async () => {
    const file = join(folder, 'catalogue.yaml');
    writeFileSync(file, 'products: 5\n');
    service.replyWith(jsonReply(200, { paths: {} }));
    const env = { ...process.env, BILLING_KEY: 'svc_test_1', BILLING_URL: service.baseUrl };
    const applying = promisify(execFile)(process.execPath, [join(folder, 'built', 'billing.js'), 'apply', file], { env });
    await expect(applying).rejects.toMatchObject({ code: 1, stderr: 'line 1: products: must be object.\n' });
  });
});
