import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'aws-lambda';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { toEvent, toResponse } from '../../scripts/local/http-event.ts';
import type { Json } from '../../scripts/support/api.ts';
import { newDevice } from '../contract/support/passkeys.ts';
import { accountWithFakeTime, MINUTE_MS, SIGN_IN_NOT_RECENT } from './account-with-fake-time.ts';
import { callFunction, handlerOf } from './functions.ts';

/** Tests operations that require a recent sign-in, and the emails to owners about them. Runs the handlers in-process, with a fake clock. */

/** The messages that were sent to queues. */
const sent: unknown[] = [];
vi.mock('../../shared/ports/aws-queue.ts', () => ({
  awsQueue: () => ({ send: async (_name: string, message: unknown) => void sent.push(message) }),
}));

/** Operations that the console calls over HTTP, with their files. */
const FORWARDED_OPERATIONS: Readonly<Record<string, string>> = {
  'POST /v1/api_keys': 'api-keys/create',
  'POST /v1/tenant/billing_profile': 'tenant/billing-profile-update',
  'POST /v1/tenant/provider_credential': 'tenant/provider-credential-connect',
};

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const handler = await handlerOf(FORWARDED_OPERATIONS[`${request.method} ${request.url}`] ?? '');
  const event = toEvent(request, Buffer.concat(chunks), { routeKey: '', pathParameters: {} });
  const { status, headers, body } = toResponse(await handler(event, {} as Context));
  response.writeHead(status, headers as Record<string, string>).end(body);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const BASE_URL = `http://localhost:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

const { account, travel, signIn } = accountWithFakeTime({ PUBLIC_BASE_URL: BASE_URL });

type Headers = Readonly<Record<string, string>>;

interface ApiResponse {
  readonly status: number;
  readonly body: Json;
  readonly error: { readonly code: string; readonly reason?: string; readonly message: string } | undefined;
}

const call = async (headers: Headers, file: string, method: string, path: string, body?: unknown): Promise<ApiResponse> => {
  const response = await callFunction(file, '', { method, path, headers, ...(body === undefined ? {} : { body }) });
  const parsed = JSON.parse(response.headers['content-type'] === undefined ? '{}' : text(response.text)) as Json &
    Pick<ApiResponse, 'error'>;
  return { status: response.status, body: parsed, error: parsed.error };
};

/** Decodes a body. Forwarded responses are base64. */
const text = (body: string): string => (body.startsWith('{') ? body : Buffer.from(body, 'base64').toString('utf8'));

const api = (headers: Headers, mode: string, path: string, body: unknown) =>
  call(headers, 'console/call', 'POST', `/console/api/${mode}${path}`, body);
const addMember = (headers: Headers, email: string, role: string) =>
  call(headers, 'console/members-add', 'POST', '/console/members', { email, role });
const setRole = (headers: Headers, id: string, role: string) =>
  call(headers, 'console/members-update', 'POST', `/console/members/${id}`, { role });
const removeMember = (headers: Headers, id: string) => call(headers, 'console/members-remove', 'DELETE', `/console/members/${id}`);

const updateProfile = (headers: Headers, profile: unknown) => api(headers, 'live', '/v1/tenant/billing_profile', profile);
const setIban = (headers: Headers, iban: string | null) => updateProfile(headers, { e_invoicing: { iban } });

/** Adds a member. Returns the id. */
const newMember = async (headers: Headers, role: string): Promise<string> => {
  const { body } = await addMember(headers, `${role}-${Math.random()}@example.com`, role);
  return (body['data'] as readonly { readonly id: string }[]).at(-1)?.id ?? '';
};

/** Adds a passkey. Returns its id. */
const newPasskey = async (headers: Headers): Promise<string> => {
  const options = await call(headers, 'console/passkeys-options', 'POST', '/console/passkeys/options', {});
  const credential = newDevice(BASE_URL).make(options.body['options'] as Json);
  const { body } = await call(headers, 'console/passkeys-add', 'POST', '/console/passkeys', { name: 'Laptop', credential });
  return (body['data'] as readonly { readonly id: string }[]).at(-1)?.id ?? '';
};

/** The stored orders of emails that notify the owners, each as mode and audit action. */
const noticesOf = async (): Promise<readonly string[]> => {
  const { openTable } = await import('../../shared/runtime/services.ts');
  const notices: string[] = [];
  for (const mode of ['live', 'test']) {
    const { items } = await openTable().query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${account().accountId}#${mode}#mail` },
    });
    const orders = items.map(({ order }) => order as { readonly kind: string; readonly notice?: { readonly action: string } });
    notices.push(...orders.flatMap(({ kind, notice }) => (kind === 'owners_notice' ? [`${mode} ${notice?.action}`] : [])));
  }
  return notices;
};

/** Sensitive operations. `prepare` runs right after the sign-in and returns an id for `act`. */
const SENSITIVE: readonly {
  readonly what: string;
  readonly notice: string | null;
  readonly prepare?: (headers: Headers) => Promise<string>;
  readonly act: (headers: Headers, id: string) => Promise<ApiResponse>;
}[] = [
  { what: 'creating a live key', notice: 'live api_key.created', act: (headers) => api(headers, 'live', '/v1/api_keys', { label: 'CI' }) },
  { what: 'changing the IBAN', notice: 'live billing_profile.updated', act: (headers) => setIban(headers, 'NL91ABNA0417164300') },
  {
    what: 'adding an owner',
    notice: 'live team_member.added',
    act: (headers) => addMember(headers, 'eve@example.com', 'owner'),
  },
  {
    what: 'adding an admin',
    notice: 'live team_member.added',
    act: (headers) => addMember(headers, 'eve@example.com', 'admin'),
  },
  {
    what: 'making a member an admin',
    notice: 'live team_member.role_changed',
    prepare: (headers) => newMember(headers, 'viewer'),
    act: (headers, id) => setRole(headers, id, 'admin'),
  },
  {
    what: 'making an admin a viewer',
    notice: 'live team_member.role_changed',
    prepare: (headers) => newMember(headers, 'admin'),
    act: (headers, id) => setRole(headers, id, 'viewer'),
  },
  {
    what: 'removing an owner',
    notice: 'live team_member.removed',
    prepare: (headers) => newMember(headers, 'owner'),
    act: (headers, id) => removeMember(headers, id),
  },
  {
    what: 'removing a passkey',
    notice: 'live passkey.removed',
    prepare: newPasskey,
    act: (headers, id) => call(headers, 'console/passkeys-remove', 'DELETE', `/console/passkeys/${id}`),
  },
  {
    what: 'exporting',
    // This operation only prepares the export. The notice is sent when the export starts.
    notice: null,
    act: (headers) => call(headers, 'console/export', 'POST', '/console/exports', { mode: 'live' }),
  },
];

describe('the console', () => {
  it.each(SENSITIVE)(
    'rejects a sensitive operation more than 15 minutes after signing in, until the member signs in again: $what',
    async ({ notice, prepare, act }) => {
      travel(0);
      const headers = await signIn();
      const id = (await prepare?.(headers)) ?? '';
      const before = await noticesOf();
      travel(16 * MINUTE_MS);
      expect(await act(headers, id)).toMatchObject(SIGN_IN_NOT_RECENT);
      expect(await noticesOf()).toEqual(before);
      const newHeaders = await signIn();
      travel(30 * MINUTE_MS);
      expect(await act(newHeaders, id)).toMatchObject({ status: 200 });
      expect([...(await noticesOf())].sort()).toEqual([...before, ...(notice === null ? [] : [notice])].sort());
    },
  );

  it('rejects connecting a payment provider more than 15 minutes after signing in, in live and test mode', async () => {
    travel(40 * MINUTE_MS);
    const headers = await signIn();
    travel(56 * MINUTE_MS);
    for (const mode of ['live', 'test']) {
      expect(await api(headers, mode, '/v1/tenant/provider_credential', { api_key: `${mode}_key` })).toMatchObject(SIGN_IN_NOT_RECENT);
    }
  });

  it('requires no recent sign-in to create a test key, or to add, change or remove a member whose role is below admin', async () => {
    travel(60 * MINUTE_MS);
    const headers = await signIn();
    travel(180 * MINUTE_MS);
    const viewer = await newMember(headers, 'viewer');
    expect(viewer).toMatch(/^mem_/);
    expect((await setRole(headers, viewer, 'support')).status).toBe(200);
    expect((await removeMember(headers, viewer)).status).toBe(200);
    expect((await api(headers, 'test', '/v1/api_keys', {})).status).toBe(200);
    expect(await noticesOf()).toEqual([]);
  });

  it('requires no recent sign-in for an update of the billing profile that keeps or removes the IBAN', async () => {
    travel(240 * MINUTE_MS);
    const headers = await signIn();
    expect((await setIban(headers, 'NL91ABNA0417164300')).status).toBe(200);
    expect(await noticesOf()).toEqual(['live billing_profile.updated']);
    const withContact = { e_invoicing: { iban: 'NL91 ABNA 0417 1643 00', contact: { name: 'Ada' } } };
    expect((await updateProfile(headers, withContact)).status).toBe(200);
    travel(256 * MINUTE_MS);
    expect((await updateProfile(headers, { legal_name: 'Shop BV' })).status).toBe(200);
    expect((await setIban(headers, null)).status).toBe(200);
    expect(await noticesOf()).toEqual(['live billing_profile.updated']);
  });

  it('sends no notice if nothing changed', async () => {
    travel(200 * MINUTE_MS);
    const headers = await signIn();
    for (let count = 0; count < 2; count += 1) expect((await addMember(headers, 'eve@example.com', 'admin')).status).toBe(200);
    expect(await addMember(headers, 'eve@example.com', 'owner')).toMatchObject({ status: 409 });
    expect(await noticesOf()).toEqual(['live team_member.added']);
  });
});

describe('a sensitive operation with an API key', () => {
  it('requires no recent sign-in, and notifies the owners in live mode', async () => {
    travel(220 * MINUTE_MS);
    const { liveKey, testKey } = account();
    for (const key of [liveKey, testKey]) {
      const create = { method: 'POST', path: '/v1/api_keys', body: { label: 'CI' } };
      expect((await callFunction('api-keys/create', key, create)).status).toBe(200);
    }
    expect(await noticesOf()).toEqual(['live api_key.created']);
    expect(sent.at(-1)).toMatchObject({ accountId: account().accountId, mode: 'live', mailId: expect.stringMatching(/^owners_notice#/) });
  });
});
