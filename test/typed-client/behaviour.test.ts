import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as client from '../../shared/client/index.ts';

// The tables of `behaviour/` describe the clients of every language; `behaviour/test_behaviour.py` reads them, too.

interface Options {
  readonly idempotency_key?: string;
  readonly max_retries?: number;
}

interface Reply {
  readonly close?: boolean;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly text?: string;
  readonly stream?: readonly string[];
  readonly ending?: 'ends' | 'breaks';
}

interface ExpectedError {
  readonly class: string;
  readonly message?: string;
  readonly message_contains?: string;
  readonly request_id?: string;
}

interface ExpectedRequest {
  readonly method: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string | null>>;
}

interface RequestCase {
  readonly name: string;
  readonly call: {
    readonly operation: string;
    readonly ids?: readonly (string | null)[];
    readonly params?: object;
    readonly options?: Options;
  };
  readonly replies: readonly Reply[];
  /** Value that `Math.random` returns; default 0. */
  readonly random?: number;
  /** Number of entries after which the test stops iterating. */
  readonly take?: number;
  /** Whether the test iterates over the list; default: only if `entries` is set. */
  readonly iterate?: boolean;
  readonly requests?: readonly ExpectedRequest[];
  readonly request_count?: number;
  readonly same_idempotency_key?: boolean;
  readonly delays_ms?: readonly number[];
  readonly result?: unknown;
  /** Ids of the objects in the expected page. */
  readonly page?: readonly string[];
  /** Ids of the objects that the iteration must return. */
  readonly entries?: readonly string[];
  /** The expected bytes, as UTF-8 text. */
  readonly bytes?: string;
  readonly error?: ExpectedError;
}

interface StreamCase {
  readonly name: string;
  readonly options?: { readonly types?: readonly string[]; readonly starting_after?: string };
  readonly replies: readonly Reply[];
  readonly events: readonly string[];
  readonly queries?: readonly Readonly<Record<string, string>>[];
  readonly delays_ms?: readonly number[];
  readonly error?: ExpectedError;
}

interface WebhookCase {
  readonly name: string;
  readonly header: string | null;
  readonly body: string;
  readonly secret: string;
  readonly now_seconds: number;
  readonly tolerance_seconds?: number;
  readonly error: string | null;
}

interface SettingsCase {
  readonly name: string;
  readonly key: string | null;
  readonly base_url: string | null;
  readonly message_contains: string;
  readonly url: string;
  readonly authorization: string;
}

const tableOf = <Table>(name: string): Table =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'behaviour', `${name}.json`), 'utf8')) as Table;
const requestTables = tableOf<{
  readonly requests: readonly RequestCase[];
  readonly refused_settings: readonly SettingsCase[];
  readonly urls: readonly SettingsCase[];
}>('requests');
const { streams } = tableOf<{ readonly streams: readonly StreamCase[] }>('streams');
const webhookTables = tableOf<{
  readonly webhooks: readonly WebhookCase[];
  readonly is_newer: readonly (readonly [string, string, boolean])[];
}>('webhooks');

/** Differs from all delays between attempts, so that tests recognize the timeout of an attempt. */
const ATTEMPT_TIMEOUT_MS = 54_321;
/** The client's timeout for a stream on which no data arrives. */
const SILENCE_MS = 45_000;

let delaysMs: number[];
beforeEach(() => {
  delaysMs = [];
  const { setTimeout: realSetTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, ms = 0) => {
    if (ms === ATTEMPT_TIMEOUT_MS || ms === SILENCE_MS) return realSetTimeout(() => undefined, 0);
    delaysMs.push(ms);
    return realSetTimeout(callback, 0);
  }) as typeof setTimeout);
});
afterEach(() => {
  vi.restoreAllMocks();
});

const bodyOf = ({ stream, ending, json, text }: Reply): string | ReadableStream => {
  if (stream === undefined) return text ?? JSON.stringify(json);
  const chunks = [...stream];
  return new ReadableStream({
    pull: (controller) => {
      const chunk = chunks.shift();
      if (chunk !== undefined) controller.enqueue(new TextEncoder().encode(chunk));
      else if (ending === 'breaks') controller.error(new TypeError('terminated'));
      else controller.close();
    },
  });
};

interface Received {
  readonly url: URL;
  readonly init: RequestInit;
}

/** Returns a client whose requests get the replies in order, and the requests that it sent. */
const clientWith = (
  replies: readonly Reply[],
  settings: { readonly key?: string | undefined; readonly baseUrl?: string | undefined } = {},
) => {
  const received: Received[] = [];
  const remaining = [...replies];
  const fetch = (url: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    received.push({ url: new URL(String(url)), init });
    const reply = remaining.shift();
    if (reply === undefined) throw new Error('More requests than replies.');
    if (reply.close === true) return Promise.reject(new TypeError('fetch failed', { cause: new Error('connection refused') }));
    return Promise.resolve(new Response(bodyOf(reply), { status: reply.status ?? 200, headers: reply.headers ?? {} }));
  };
  const billing = client.createBilling({
    key: 'svc_test_1',
    baseUrl: 'https://billing.example.com',
    ...settings,
    fetch,
    timeoutMs: ATTEMPT_TIMEOUT_MS,
  });
  return { billing, received };
};

const camel = (name: string): string => name.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Makes the call of a case; returns only the ids of the objects in a list. */
const makeCall = async (billing: client.Billing, { call, take, ...expected }: RequestCase): Promise<unknown> => {
  const [resource = '', method = ''] = call.operation.split('.').map(camel);
  const methods = (billing as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>)[resource] ?? {};
  const { idempotency_key: idempotencyKey, max_retries: maxRetries } = call.options ?? {};
  const options = { ...(idempotencyKey === undefined ? {} : { idempotencyKey }), ...(maxRetries === undefined ? {} : { maxRetries }) };
  const withoutNulls = (params: object): object =>
    Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value === null ? undefined : value]));
  const params = call.params === undefined ? [] : [withoutNulls(call.params)];
  const result = methods[method]?.(
    ...(call.ids ?? []).map((id) => id ?? undefined),
    ...params,
    ...(call.options === undefined ? [] : [options]),
  );
  if (expected.entries === undefined && expected.iterate !== true) {
    const answer = (await result) as { readonly data: readonly { readonly id: string }[] };
    return expected.page === undefined ? answer : answer.data.map(({ id }) => id);
  }
  const ids: string[] = [];
  for await (const { id } of result as AsyncIterable<{ readonly id: string }>) {
    ids.push(id);
    if (ids.length === take) break;
  }
  return ids;
};

const expectError = (
  thrown: unknown,
  { class: name, message, message_contains: part, request_id: requestId, ...fields }: ExpectedError,
): void => {
  const ErrorClass = name === 'argument' ? TypeError : (client as unknown as Record<string, new () => Error>)[name];
  expect(thrown).toBeInstanceOf(ErrorClass);
  expect((thrown as Error).constructor).toBe(ErrorClass);
  expect(thrown).toMatchObject({
    ...fields,
    ...(requestId === undefined ? {} : { requestId }),
    ...(message === undefined ? {} : { message }),
  });
  if (part !== undefined) expect((thrown as Error).message).toContain(part);
};

const headersOf = ({ init }: Received): Headers => new Headers(init.headers);

describe('a request of the TypeScript client', () => {
  it.each(requestTables.requests)('$name', async (expected) => {
    vi.spyOn(Math, 'random').mockReturnValue(expected.random ?? 0);
    const { billing, received } = clientWith(expected.replies);
    const outcome = await makeCall(billing, expected).then(
      (result) => ({ result }),
      (thrown: unknown) => ({ thrown }),
    );
    if (expected.error !== undefined) expectError('thrown' in outcome ? outcome.thrown : outcome, expected.error);
    else if (expected.bytes !== undefined)
      expect(new TextDecoder().decode(('result' in outcome ? outcome.result : undefined) as Uint8Array)).toBe(expected.bytes);
    else expect(outcome).toEqual({ result: expected.entries ?? expected.page ?? expected.result });
    expect(received).toHaveLength(expected.requests?.length ?? expected.request_count ?? expected.replies.length);
    for (const [index, request] of (expected.requests ?? []).entries()) {
      const actual = received[index] as Received;
      expect([actual.init.method, actual.url.pathname]).toEqual([request.method, request.path]);
      expect(Object.fromEntries(actual.url.searchParams)).toEqual(request.query ?? {});
      if (request.body !== undefined)
        expect(actual.init.body === undefined ? null : JSON.parse(String(actual.init.body))).toEqual(request.body);
      for (const [name, value] of Object.entries(request.headers ?? {})) expect(headersOf(actual).get(name), name).toBe(value);
    }
    if (expected.same_idempotency_key === true)
      expect(new Set(received.map((each) => headersOf(each).get('idempotency-key'))).size).toBe(1);
    if (expected.delays_ms !== undefined) expect(delaysMs).toEqual(expected.delays_ms);
  });

  it.each(requestTables.refused_settings)('is impossible with $name', ({ key, base_url: baseUrl, message_contains: part }) => {
    const create = () => client.createBilling({ key: key ?? undefined, baseUrl: baseUrl ?? undefined });
    expect(create).toThrow(TypeError);
    expect(create).toThrow(part);
  });

  it.each(requestTables.urls)('is sent to the right URL with $name', async ({ key, base_url: baseUrl, url, authorization }) => {
    const { billing, received } = clientWith([{ json: {} }], { key: key ?? undefined, baseUrl: baseUrl ?? undefined });
    await billing.customers.retrieve('cus_1');
    expect(received.map((each) => [each.url.href, headersOf(each).get('authorization')])).toEqual([[url, authorization]]);
  });
});

describe('the event stream of the TypeScript client', () => {
  it.each(streams)('$name', async ({ options, replies, events, queries, delays_ms: delays, error }) => {
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const { billing, received } = clientWith(replies);
    const ids: string[] = [];
    const read = async (): Promise<void> => {
      const { types, starting_after: startingAfter } = options ?? {};
      for await (const { id } of billing.events.stream({
        ...(types === undefined ? {} : { types }),
        ...(startingAfter === undefined ? {} : { startingAfter }),
      })) {
        ids.push(id);
        if (error === undefined && ids.length === events.length) return;
      }
    };
    const thrown = await read().catch((failure: unknown) => failure);
    if (error === undefined) expect(thrown).toBeUndefined();
    else expectError(thrown, error);
    expect(ids).toEqual(events);
    if (queries !== undefined) expect(received.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual(queries);
    if (delays !== undefined) expect(delaysMs).toEqual(delays);
  });
});

describe('the webhook check of the TypeScript client', () => {
  it.each(webhookTables.webhooks)(
    '$name',
    async ({ header, body, secret, now_seconds: nowSeconds, tolerance_seconds: toleranceSeconds, error }) => {
      const verified = client.webhooks.verify(body, header, secret, {
        nowMs: nowSeconds * 1000,
        ...(toleranceSeconds === undefined ? {} : { toleranceSeconds }),
      });
      if (error === null) expect(await verified).toEqual(JSON.parse(body));
      else {
        await expect(verified).rejects.toThrow(client.SignatureError);
        await expect(verified).rejects.toThrow(error);
      }
    },
  );

  it.each(webhookTables.is_newer)('finds that %s is newer than %s: %s', (one, other, expected) => {
    expect(client.webhooks.isNewer({ id: one }, { id: other })).toBe(expected);
  });
});
