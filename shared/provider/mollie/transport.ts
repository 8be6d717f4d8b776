import * as v from 'valibot';
import type { Json } from '../../domain/tenant.ts';
import type { Outcome } from '../port.ts';
import { type Intent, noAnswer, readFailure } from './failures.ts';
import { retryAfterSecondsOf } from './retry-after.ts';
import { WireErrorBody } from './wire.ts';

/** One request to the provider. */
export interface WireCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** From `/v2` on, query included. */
  readonly path: string;
  readonly intent: Intent;
  readonly body?: Readonly<Record<string, Json | undefined>>;
  readonly idempotencyKey?: string;
}

/** Where requests go and as whom. */
export interface TransportSettings {
  /** Scheme, host and possibly a path, without a trailing slash and without `/v2`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
}

/** `undefined` for an answer without a body. */
export type Transport = (call: WireCall, deadline: AbortSignal) => Promise<Outcome<unknown>>;

const headersOf = (call: WireCall, apiKey: string): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  accept: 'application/hal+json, application/json',
  ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
});

/** Far more than a page of 250 payments. */
const MOST_BYTES = 8 * 1024 * 1024;

/** `null`: longer than any answer that is meant. What is left of it is not read. */
const textOf = async ({ body }: Response): Promise<string | null> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const parse = (body: string): { readonly json: unknown } | null => {
  try {
    return { json: JSON.parse(body) as unknown };
  } catch {
    return null;
  }
};

/** Reads a complete answer: 2xx with JSON (or nothing) is a value, everything else a typed failure. */
const readAnswer = ({ status, headers }: Response, body: string, intent: Intent): Outcome<unknown> => {
  const succeeded = status >= 200 && status < 300;
  if (succeeded && body === '') return { ok: true, value: undefined };
  const parsed = parse(body);
  if (succeeded)
    return parsed === null ? noAnswer('The payment provider answered with something other than JSON.') : { ok: true, value: parsed.json };
  const error = v.safeParse(WireErrorBody, parsed?.json);
  return readFailure(status, error.success ? error.output : { detail: null, field: null }, intent, retryAfterSecondsOf(headers));
};

/**
 * Sends one request and reads the whole answer before `deadline` aborts. Never retries and follows no
 * redirect; whatever keeps the answer from arriving (connection, time, form) is `unavailable`.
 */
export const openTransport =
  (settings: TransportSettings): Transport =>
  async (call, deadline) => {
    try {
      const response = await settings.fetch(`${settings.baseUrl}${call.path}`, {
        method: call.method,
        headers: headersOf(call, settings.apiKey),
        redirect: 'manual',
        signal: deadline,
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      });
      const body = await textOf(response);
      return body === null ? noAnswer('The payment provider answered without an end.') : readAnswer(response, body, call.intent);
    } catch (error) {
      return noAnswer(
        deadline.aborted ? 'The payment provider did not answer in time.' : `The payment provider could not be reached (${nameOf(error)}).`,
      );
    }
  };

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown error');
