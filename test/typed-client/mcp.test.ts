import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { Document } from '../../shared/client/cli/description.ts';
import { idempotencyKeyOf } from '../../shared/client/cli/idempotency-key.ts';
import { run } from '../../shared/client/cli/main.ts';
import { refusalOf } from '../../shared/client/cli/mcp/http.ts';
import { createServer, fetchToolSet } from '../../shared/client/cli/mcp/server.ts';
import { transportOf } from '../../shared/client/transport.ts';
import { recordingTerminal } from '../support/terminal.ts';
import { errorReply, type FakeService, jsonReply, startFakeService } from './support.ts';

const DOCUMENT = JSON.parse(readFileSync(join(REPOSITORY_ROOT, 'shared/api/openapi.generated.json'), 'utf8')) as Document;
const KEY = 'svc_test_of_this_test';
/** Sent in arguments and returned in a result; must not be in the log. */
const SECRET = 'live_secret_of_the_provider';
const RETRY_NOW = { 'retry-after': '0' };

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
afterAll(() => service.stop());

/** Connects a client in memory to a server whose key has these scopes. */
const connect = async (...scopes: readonly string[]) => {
  const log: string[] = [];
  service.replyWith(jsonReply(200, { object: 'ping', livemode: false, scopes }), jsonReply(200, DOCUMENT));
  const send = transportOf({ key: KEY, baseUrl: service.baseUrl });
  const server = createServer(await fetchToolSet(send, { mode: 'test', log: (line) => log.push(line) }));
  const client = new Client({ name: 'test', version: '1' });
  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(serverTransport), client.connect(clientTransport)]);
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  return { client, call, log };
};
const sent = () => service.received.map(({ method, url, body }) => [method, `${url.pathname}${url.search}`, body]);
const sentIdempotencyKeys = () => service.received.map(({ headers }) => headers['idempotency-key']);

describe('a tool call', () => {
  it('sends path, query and body, and returns the response as JSON', async () => {
    const { call } = await connect('*');
    service.replyWith(jsonReply(200, { object: 'list', data: [], has_more: false }), jsonReply(200, { id: 'cus_1' }));
    const listed = await call('list_invoices', { customer_id: 'cus_1', status: ['paid', 'open'], starting_after: 'inv_9', limit: 2 });
    expect(listed.structuredContent).toEqual({ object: 'list', data: [], has_more: false });
    await call('update_customer', { customer_id: 'a/b', name: 'Ada' });
    expect(sent()).toEqual([
      ['GET', '/v1/invoices?customer_id=cus_1&status=paid%2Copen&starting_after=inv_9&limit=2', ''],
      ['POST', '/v1/customers/a%2Fb', '{"name":"Ada"}'],
    ]);
  });

  it('returns errors of the service with code, message, param, reason and request id', async () => {
    const { call } = await connect('*');
    service.replyWith(errorReply(400, 'parameter_invalid', { param: 'amount_cents', reason: 'too_high' }));
    const { isError, structuredContent } = await call('create_refund', { payment_id: 'pay_1' });
    expect([isError, structuredContent]).toEqual([
      true,
      {
        error: {
          code: 'parameter_invalid',
          message: 'It is parameter_invalid.',
          param: 'amount_cents',
          reason: 'too_high',
          status: 400,
          request_id: 'req_1',
        },
      },
    ]);
  });

  it('names a missing id, and sends nothing', async () => {
    const { call } = await connect('*');
    service.replyWith();
    const { isError, structuredContent } = await call('retrieve_customer');
    expect([isError, structuredContent]).toEqual([
      true,
      { error: { code: 'parameter_invalid', message: 'customer_id must be an id.', param: 'customer_id' } },
    ]);
    expect(sent()).toEqual([]);
  });

  it('returns a PDF as a resource, and refuses responses that are too large', async () => {
    const { call } = await connect('*');
    service.replyWith(
      (response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1'),
      jsonReply(200, { text: 'x'.repeat(1024 * 1024) }),
    );
    const { content } = await call('invoices_pdf', { invoice_id: 'inv_1' });
    const blob = Buffer.from('%PDF-1').toString('base64');
    expect(content).toEqual([{ type: 'resource', resource: { uri: expect.stringContaining('/pdf'), mimeType: 'application/pdf', blob } }]);
    expect(await call('retrieve_metrics')).toMatchObject({ isError: true, structuredContent: { error: { code: 'no_response' } } });
  });

  it('logs neither arguments nor results nor the key', async () => {
    const { call, log } = await connect('*');
    service.replyWith(jsonReply(200, { secret: SECRET }), errorReply(402, 'payment_refused'));
    await call('tenant_provider_credential_connect', { api_key: SECRET });
    await call('create_refund', { payment_id: SECRET });
    expect(log).toEqual([
      expect.stringMatching(/^tenant_provider_credential_connect: ok, \d+ ms$/),
      expect.stringMatching(/^create_refund: payment_refused req_1, \d+ ms$/),
    ]);
  });
});

describe('a repeated call', () => {
  it('of a creation or action has the same idempotency key, in every session and for every order of arguments', async () => {
    const args = { payment_id: 'pay_1', metadata: { a: '1', b: '2' } };
    const keys: unknown[] = [];
    for (const each of [args, { metadata: { b: '2', a: '1' }, payment_id: 'pay_1' }]) {
      const { call } = await connect('*');
      service.replyWith(errorReply(500, 'internal', {}, RETRY_NOW), jsonReply(200, { id: 're_1' }));
      await call('create_refund', each);
      keys.push(...sentIdempotencyKeys());
    }
    expect(new Set(keys)).toEqual(new Set([idempotencyKeyOf('mcp', 'refunds.create', args)]));
    expect(keys).toHaveLength(4);
  });

  it('has another key if an argument, the operation or `idempotency_key` differs', () => {
    const args = { payment_id: 'pay_1' };
    const keys = [
      idempotencyKeyOf('mcp', 'refunds.create', args),
      idempotencyKeyOf('mcp', 'refunds.create', { ...args, amount_cents: 1 }),
      idempotencyKeyOf('mcp', 'refunds.create', { ...args, idempotency_key: '2' }),
      idempotencyKeyOf('mcp', 'invoices.void', args),
    ];
    expect(new Set(keys).size).toBe(4);
  });

  it('of an update or deletion, which are idempotent, has a new idempotency key and is executed again', async () => {
    const { call } = await connect('*');
    service.replyWith(...Array.from({ length: 4 }, () => jsonReply(200, {})));
    for (let count = 0; count < 2; count += 1) {
      await call('update_customer', { customer_id: 'cus_1', name: 'Ada' });
      await call('delete_customer', { customer_id: 'cus_1' });
    }
    expect(new Set(sentIdempotencyKeys()).size).toBe(4);
  });

  it('returns the stored response for a creation and an error for an action; neither is executed again', async () => {
    const { call } = await connect('*');
    const replay = jsonReply(200, { id: 'x_1' }, { 'idempotent-replayed': 'true' });
    service.replyWith(jsonReply(200, { id: 'x_1' }), replay, replay);
    const created = await call('create_refund', { payment_id: 'pay_1' });
    expect(created.content).toHaveLength(1);
    const again = await call('create_refund', { payment_id: 'pay_1' });
    expect([again.isError, again.structuredContent]).toEqual([undefined, { id: 'x_1' }]);
    expect(again.content[1]).toMatchObject({ text: expect.stringContaining('not executed again') });
    const paused = await call('pause_subscription', { subscription_id: 'sub_1', idempotency_key: '2' });
    expect([paused.isError, paused.structuredContent]).toEqual([true, { id: 'x_1' }]);
    expect(service.received.at(-1)?.body).toBe('{}');
  });

  it('of a declined payment returns an error that says that the call was not executed again', async () => {
    const { call } = await connect('*');
    const declined = (headers = {}) => errorReply(402, 'payment_refused', {}, headers);
    service.replyWith(declined(), declined({ 'idempotent-replayed': 'true' }));
    const refund = async () => (await call('create_refund', { payment_id: 'pay_1' })).structuredContent;
    expect(await refund()).toMatchObject({ error: { message: 'It is payment_refused.' } });
    expect(await refund()).toMatchObject({
      error: { message: expect.stringMatching(/^It is payment_refused\. .*not executed again.*idempotency_key/s) },
    });
  });
});

describe('a key with few scopes', () => {
  it('has only the tools of its scopes; calls of other tools are refused without a request', async () => {
    const { client, call } = await connect('invoices:read', 'refunds:read');
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'list_invoices',
      'invoices_totals',
      'retrieve_invoice',
      'invoices_e_invoice',
      'invoices_pdf',
      'retrieve_ping',
      'list_refunds',
      'retrieve_refund',
      'reports_journal',
      'reports_vat',
      'search_query',
    ]);
    service.replyWith();
    expect(await call('create_refund', { payment_id: 'pay_1' })).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'insufficient_scope', message: 'The key lacks the scope refunds:write.' } },
    });
    await expect(call('create_everything')).rejects.toThrow('Unknown tool create_everything');
    expect(sent()).toEqual([]);
  });

  it('is refused if the service does not return its scopes', async () => {
    service.replyWith(jsonReply(200, { object: 'ping', livemode: false }));
    const send = transportOf({ key: KEY, baseUrl: service.baseUrl });
    await expect(fetchToolSet(send, { mode: 'test', log: () => undefined })).rejects.toThrow('Update the service to a newer release.');
  });
});

describe('billing mcp', () => {
  const billing = async (key: string, args: readonly string[], token?: string) => {
    const terminal = recordingTerminal({ BILLING_KEY: key, BILLING_URL: service.baseUrl, BILLING_MCP_TOKEN: token });
    service.replyWith();
    const code = await run(['mcp', ...args], terminal);
    return [code, terminal.errors.join('\n'), service.received.length];
  };

  it.each<[string, readonly string[], RegExp]>([
    ['svc_live_1', [], /live key.*add --live/],
    ['svc_live_1', ['--http'], /live key.*add --live/],
    ['svc_test_1', ['--live'], /--live requires a live key/],
    ['svc_portal_1', [], /must be an API key/],
    ['svc_test_1', ['--http'], /BILLING_MCP_TOKEN/],
    ['svc_test_1', ['--http', '--port', '70000'], /--port/],
  ])('refuses to start with %s %j, before it sends a request', async (key, args, message) => {
    expect(await billing(key, args)).toEqual([2, expect.stringMatching(message), 0]);
  });

  it('refuses a short token', async () => {
    expect(await billing('svc_test_1', ['--http'], 'short')).toEqual([2, expect.stringMatching(/32 random characters/), 0]);
  });
});

describe('a request to the HTTP server', () => {
  const token = 't'.repeat(32);
  const allowed = { host: '127.0.0.1:3900', authorization: `Bearer ${token}` };
  it.each([
    ['this machine', allowed, null],
    ['localhost', { ...allowed, host: 'localhost:3900', origin: 'http://localhost:3900' }, null],
    ['another host name', { ...allowed, host: 'evil.example:3900' }, 403],
    ['another port', { ...allowed, host: '127.0.0.1:80' }, 403],
    ['no host', { authorization: allowed.authorization }, 403],
    ['another origin', { ...allowed, origin: 'https://evil.example' }, 403],
    ['an opaque origin', { ...allowed, origin: 'null' }, 403],
    ['no token', { host: allowed.host }, 401],
    ['another token', { ...allowed, authorization: `Bearer ${'u'.repeat(32)}` }, 401],
    ['a longer token', { ...allowed, authorization: `Bearer ${token}t` }, 401],
  ])('is refused unless it is from this machine and has the token: %s', (_name, headers, status) => {
    expect(refusalOf(headers, 3900, token)?.status ?? null).toBe(status);
  });
});
