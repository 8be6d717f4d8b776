import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterEach, describe, expect, it } from 'vitest';
import { apiOf, type Client, type Json } from '../../scripts/support/api.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import { newPlan, pay, subscribe } from '../contract/support/objects.ts';
import { service } from '../support/service.ts';
import { defined } from './support.ts';

const { baseUrl, createAccount } = service();
const PROGRAM = ['--import', 'tsx', 'scripts/billing.ts', 'mcp'];
const TOKEN = 'token_of_this_test_0123456789abcdef';
const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

const envFor = (key: string) => ({ BILLING_KEY: key, BILLING_URL: baseUrl, BILLING_MCP_TOKEN: TOKEN });

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

type Call = (name: string, args: Json) => Promise<Json>;

/** Connected client; `call` fails for results that are errors. */
const clientOf = (client: McpClient) => {
  const result = (name: string, args: Json) => client.callTool({ name, arguments: args });
  const call: Call = async (name, args) => {
    const { isError, structuredContent } = await result(name, args);
    expect([name, isError ?? false, structuredContent]).toEqual([name, false, expect.anything()]);
    return structuredContent as Json;
  };
  const toolNames = async (): Promise<readonly string[]> => (await client.listTools()).tools.map(({ name }) => name);
  return { result, call, toolNames };
};

/** Starts the server as an assistant does, and connects over standard input and output. `log`: the standard error of the server. */
const connectStdio = async (key: string, ...options: readonly string[]) => {
  const env = { ...process.env, ...envFor(key) } as Record<string, string>;
  const args = [...PROGRAM, ...options];
  const transport = new StdioClientTransport({ command: process.execPath, args, cwd: REPOSITORY_ROOT, env, stderr: 'pipe' });
  const log: string[] = [];
  transport.stderr?.on('data', (chunk: Buffer) => log.push(chunk.toString()));
  const client = new McpClient({ name: 'test', version: '1' });
  await client.connect(transport);
  closers.push(() => client.close());
  return { ...clientOf(client), log };
};

const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.once('close', resolve));

/** Starts the HTTP server on a free port. `stop` ends the server, and returns its exit code and output. */
const startHttp = async (key: string) => {
  const child = spawn(process.execPath, [...PROGRAM, '--http', '--port', '0'], {
    cwd: REPOSITORY_ROOT,
    env: { ...process.env, ...envFor(key) },
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const exit = ended(child);
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', (line) => resolve(line.replace('Listening on ', '')));
    exit.then(() => reject(new Error(output.join(''))), reject);
  });
  const stop = async () => {
    child.kill('SIGTERM');
    return { code: await exit, output: output.join('') };
  };
  closers.push(stop);
  return { url, stop };
};

const connectHttp = async (url: string) => {
  const client = new McpClient({ name: 'test', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${TOKEN}` } } });
  // `exactOptionalPropertyTypes`: accessors that can return `undefined` do not match the optional properties of `Transport`.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  closers.push(() => client.close());
  return clientOf(client);
};

/** Sells a subscription with MCP tools only; the buyer pays in the sandbox. Returns the id of the customer. */
const sell = async (call: Call, sandbox: Client): Promise<string> => {
  const product = await call('create_product', { name: 'Plan' });
  const price = await call('create_price', { product_id: product['id'], amount_cents: 1999, currency: 'EUR', interval: 'month' });
  const customer = await call('create_customer', { name: 'Ada', email: 'ada@example.com' });
  const checkout = await call('create_checkout_session', { price_id: price['id'], customer_id: customer['id'], ...PAGES });
  expect(checkout['url']).toContain(baseUrl);
  await pay(sandbox, String(checkout['id']));
  return String(customer['id']);
};

/** Refunds half of the customer's newest invoice with `call`, and repeats the call with `again`. Returns both results. */
const refundHalf = async (call: Call, customerId: string, again: Call): Promise<readonly Json[]> => {
  const { data } = await call('list_invoices', { customer_id: customerId, limit: 1 });
  const invoice = defined((data as readonly Json[])[0]);
  const refund = { payment_id: invoice['payment_id'], amount_cents: Math.floor(Number(invoice['total_cents']) / 2) };
  return [await call('create_refund', refund), await again('create_refund', refund)];
};

const newAccount = async () => {
  const account = await createAccount();
  return { ...account, owner: apiOf(baseUrl).client(account.testKey) };
};

describe.skipIf(baseUrl.startsWith('https:'))('an assistant over standard input and output', () => {
  it('sells a subscription, and refunds half of the last invoice only once, although another session repeats the call', async () => {
    const { testKey, owner } = await newAccount();
    const [first, second] = await Promise.all([connectStdio(testKey), connectStdio(testKey)]);
    const customerId = await sell(first.call, owner);
    const [refund, repeated] = await refundHalf(first.call, customerId, second.call);
    expect([refund?.['amount_cents'], repeated?.['id']]).toEqual([999, refund?.['id']]);
    expect(await owner.list('/v1/refunds')).toHaveLength(1);
    expect([...first.log, ...second.log].join('')).toMatch(/^(?:\w+: ok, \d+ ms\n)+$/);
  });

  it('pages through a list, and gets errors with code, param and request id', async () => {
    const { testKey, owner } = await newAccount();
    for (const name of ['Ada', 'Grace', 'Edsger']) await owner.post('/v1/customers', { name });
    const { call, result } = await connectStdio(testKey);
    const names: unknown[] = [];
    for (let page: Json = { has_more: true, data: [] }; page['has_more'] === true; ) {
      const last = (page['data'] as readonly Json[]).at(-1);
      page = await call('list_customers', { limit: 2, ...(last === undefined ? {} : { starting_after: last['id'] }) });
      names.push(...(page['data'] as readonly Json[]).map(({ name }) => name));
    }
    expect(names).toEqual(['Edsger', 'Grace', 'Ada']);
    expect(await result('create_customer', { email: 5 })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'parameter_invalid', param: 'email', status: 400, request_id: expect.stringMatching(/./) } },
    });
  });

  it('has only the tools that a restricted key allows', async () => {
    const { owner } = await newAccount();
    const { priceId } = await newPlan(owner);
    await subscribe(owner, priceId);
    const scopes = ['invoices:read', 'payments:read'];
    const { secret } = await owner.post('/v1/api_keys', { scopes });
    const { call, result, toolNames } = await connectStdio(String(secret));
    const names = await toolNames();
    expect(names).toEqual(expect.arrayContaining(['list_invoices', 'retrieve_payment']));
    expect(names.filter((name) => /^(create|update|delete|void|list_customers)/.test(name))).toEqual([]);
    const { data } = await call('list_invoices', {});
    const refused = await result('create_refund', { payment_id: defined((data as readonly Json[])[0])['payment_id'] });
    expect(refused).toMatchObject({ isError: true, structuredContent: { error: { code: 'insufficient_scope' } } });
    expect(await owner.list('/v1/refunds')).toEqual([]);
  });

  it('cannot use a live key without --live', async () => {
    const { liveKey } = await newAccount();
    const child = spawn(process.execPath, PROGRAM, { cwd: REPOSITORY_ROOT, env: { ...process.env, ...envFor(liveKey) } });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    expect(await ended(child)).toBe(2);
    expect(errors).toMatch(/This is a live key: .* add --live/);
    expect(errors).not.toContain(liveKey);
    const { call } = await connectStdio(liveKey, '--live');
    expect(await call('retrieve_ping', {})).toMatchObject({ livemode: true });
  });
});

describe.skipIf(baseUrl.startsWith('https:'))('an assistant over HTTP', () => {
  it('sells a subscription, and refunds half of the last invoice only once', async () => {
    const { testKey, owner } = await newAccount();
    const { url, stop } = await startHttp(testKey);
    const [first, second] = await Promise.all([connectHttp(url), connectHttp(url)]);
    const customerId = await sell(first.call, owner);
    const [refund, repeated] = await refundHalf(first.call, customerId, second.call);
    expect([refund?.['amount_cents'], repeated?.['id']]).toEqual([999, refund?.['id']]);
    expect(await owner.list('/v1/refunds')).toHaveLength(1);
    const { code, output } = await stop();
    expect(code).toBe(0);
    for (const secret of [testKey, TOKEN]) expect(output).not.toContain(secret);
  });

  it('needs the token; requests of web pages, to other paths and with other methods are refused', async () => {
    const { testKey } = await newAccount();
    const { url } = await startHttp(testKey);
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const accept = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const authorization = `Bearer ${TOKEN}`;
    const statusOf = async (target: string, headers: Readonly<Record<string, string>>, method = 'POST') =>
      (await fetch(target, { method, headers: { ...accept, ...headers }, ...(method === 'POST' ? { body } : {}) })).status;
    expect([
      await statusOf(url, { authorization }),
      await statusOf(url, {}),
      await statusOf(url, { authorization, origin: 'https://evil.example' }),
      await statusOf(url.replace('/mcp', '/other'), { authorization }),
      await statusOf(url, { authorization }, 'GET'),
    ]).toEqual([200, 401, 403, 404, 405]);
  });
});
