import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Context } from 'aws-lambda';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { toAnswer, toEvent } from '../../scripts/local/http-event.ts';
import type { Json } from '../../scripts/support/api.ts';
import { REPOSITORY_ROOT } from '../../shared/api/registry.ts';
import type { LambdaHandler } from '../../shared/api/serve.ts';
import { newDevice } from '../contract/support/passkeys.ts';
import { accountUnderClock, OWNER } from './account-under-clock.ts';
import { callFunction } from './functions.ts';

/** Operations that take a recent sign-in, and what the owners are notified of: the functions themselves, under a clock that is set. */

const MINUTE_MS = 60_000;

const sent: unknown[] = [];
vi.mock('../../shared/ports/aws-queue.ts', () => ({
  awsQueue: () => ({ send: async (_name: string, message: unknown) => void sent.push(message) }),
}));

const handlerOf = async (file: string): Promise<LambdaHandler> =>
  ((await import(/* @vite-ignore */ `${REPOSITORY_ROOT}/functions/${file}.ts`)) as { readonly handler: LambdaHandler }).handler;

/** The functions that the console calls by HTTP. */
const BEHIND_CONSOLE: Readonly<Record<string, string>> = {
  'POST /v1/api_keys': 'api-keys/create',
  'POST /v1/tenant/provider_credential': 'tenant/provider-credential-connect',
};

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const handler = await handlerOf(BEHIND_CONSOLE[`${request.method} ${request.url}`] ?? '');
  const event = toEvent(request, Buffer.concat(chunks), { routeKey: '', pathParameters: {} });
  const { status, headers, body } = toAnswer(await handler(event, {} as Context));
  response.writeHead(status, headers as Record<string, string>).end(body);
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const BASE_URL = `http://localhost:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

const { account, travel } = accountUnderClock(BASE_URL);

type Headers = Readonly<Record<string, string>>;

/** What a member's browser sends once it is signed in. */
const signedIn = async (email = OWNER): Promise<Headers> => {
  const { signInLink } = await import('../../scripts/account/sign-in.ts');
  const token = (await signInLink(account().accountId, email)).url.split('#sign-in=')[1];
  const { cookies, text, headers } = await callFunction('console/open-session', '', {
    method: 'POST',
    path: '/console/sessions',
    body: { token },
  });
  return {
    cookie: String(cookies[0] ?? headers['set-cookie']).split(';')[0] ?? '',
    origin: BASE_URL,
    'x-csrf-token': (JSON.parse(text) as { readonly csrf_token: string }).csrf_token,
  };
};

interface Answer {
  readonly status: number;
  readonly body: Json;
  readonly error: { readonly code: string; readonly reason?: string; readonly message: string } | undefined;
}

const call = async (headers: Headers, file: string, method: string, path: string, body?: unknown): Promise<Answer> => {
  const answer = await callFunction(file, '', { method, path, headers, ...(body === undefined ? {} : { body }) });
  const parsed = JSON.parse(answer.headers['content-type'] === undefined ? '{}' : text(answer.text)) as Json & Pick<Answer, 'error'>;
  return { status: answer.status, body: parsed, error: parsed.error };
};

/** What the console passes on is encoded. */
const text = (given: string): string => (given.startsWith('{') ? given : Buffer.from(given, 'base64').toString('utf8'));

const api = (headers: Headers, mode: string, path: string, body: unknown) =>
  call(headers, 'console/call', 'POST', `/console/api/${mode}${path}`, body);
const addMember = (headers: Headers, email: string, role: string) =>
  call(headers, 'console/members-add', 'POST', '/console/members', { email, role });
const setRole = (headers: Headers, id: string, role: string) =>
  call(headers, 'console/members-update', 'POST', `/console/members/${id}`, { role });
const removeMember = (headers: Headers, id: string) => call(headers, 'console/members-remove', 'DELETE', `/console/members/${id}`);

/** A member who is added by the owner; the id. */
const newMember = async (headers: Headers, role: string): Promise<string> => {
  const { body } = await addMember(headers, `${role}-${Math.random()}@example.com`, role);
  return (body['data'] as readonly { readonly id: string }[]).at(-1)?.id ?? '';
};

const newPasskey = async (headers: Headers): Promise<string> => {
  const options = await call(headers, 'console/passkeys-options', 'POST', '/console/passkeys/options', {});
  const credential = newDevice(BASE_URL).make(options.body['options'] as Json);
  const { body } = await call(headers, 'console/passkeys-add', 'POST', '/console/passkeys', { name: 'Laptop', credential });
  return (body['data'] as readonly { readonly id: string }[]).at(-1)?.id ?? '';
};

/** The mails that were ordered to the owners, each reported by what was done. */
const noticesOf = async (): Promise<readonly string[]> => {
  const { openTable } = await import('../../shared/runtime/services.ts');
  const found: string[] = [];
  for (const mode of ['live', 'test']) {
    const { items } = await openTable().query({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `A#${account().accountId}#${mode}#mail` },
    });
    const orders = items.map(({ order }) => order as { readonly kind: string; readonly notice?: { readonly action: string } });
    found.push(...orders.flatMap(({ kind, notice }) => (kind === 'owners_notice' ? [`${mode} ${notice?.action}`] : [])));
  }
  return found;
};

/** What takes a recent sign-in; `prepare`: with a fresh one. */
const SENSITIVE: readonly {
  readonly what: string;
  readonly notice: string | null;
  readonly prepare?: (headers: Headers) => Promise<string>;
  readonly act: (headers: Headers, id: string) => Promise<Answer>;
}[] = [
  { what: 'creating a live key', notice: 'live api_key.created', act: (headers) => api(headers, 'live', '/v1/api_keys', { label: 'CI' }) },
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
    what: 'taking the role of an admin',
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
    // It is notified of where the export begins.
    notice: null,
    act: (headers) => call(headers, 'console/export', 'POST', '/console/exports', { mode: 'live' }),
  },
];

const REFUSED = {
  status: 403,
  error: {
    code: 'insufficient_scope',
    reason: 'sign_in_not_recent',
    message: 'You signed in more than 15 minutes ago. Sign in again to do this.',
  },
};

describe('a sensitive operation in the console', () => {
  it.each(SENSITIVE)('is refused 15 minutes after signing in, and done after signing in again: $what', async ({ notice, prepare, act }) => {
    travel(0);
    const headers = await signedIn();
    const id = (await prepare?.(headers)) ?? '';
    const before = await noticesOf();
    travel(16 * MINUTE_MS);
    expect(await act(headers, id)).toMatchObject(REFUSED);
    expect(await noticesOf()).toEqual(before);
    const again = await signedIn();
    travel(30 * MINUTE_MS);
    expect(await act(again, id)).toMatchObject({ status: 200 });
    expect([...(await noticesOf())].sort()).toEqual([...before, ...(notice === null ? [] : [notice])].sort());
  });

  it('is refused for the key of the payment provider before anybody is asked about it', async () => {
    travel(40 * MINUTE_MS);
    const headers = await signedIn();
    travel(56 * MINUTE_MS);
    for (const mode of ['live', 'test']) {
      expect(await api(headers, mode, '/v1/tenant/provider_credential', { api_key: `${mode}_key` })).toMatchObject(REFUSED);
    }
  });

  it('is not what concerns test mode or roles below admin alone', async () => {
    travel(60 * MINUTE_MS);
    const headers = await signedIn();
    travel(180 * MINUTE_MS);
    const viewer = await newMember(headers, 'viewer');
    expect(viewer).toMatch(/^mem_/);
    expect((await setRole(headers, viewer, 'support')).status).toBe(200);
    expect((await removeMember(headers, viewer)).status).toBe(200);
    expect((await api(headers, 'test', '/v1/api_keys', {})).status).toBe(200);
    expect(await noticesOf()).toEqual([]);
  });

  it('tells nobody of what changed nothing', async () => {
    travel(200 * MINUTE_MS);
    const headers = await signedIn();
    for (let count = 0; count < 2; count += 1) expect((await addMember(headers, 'eve@example.com', 'admin')).status).toBe(200);
    expect(await addMember(headers, 'eve@example.com', 'owner')).toMatchObject({ status: 409 });
    expect(await noticesOf()).toEqual(['live team_member.added']);
  });
});

describe('a sensitive operation with an API key', () => {
  it('is done whenever, and the owners are reported', async () => {
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
