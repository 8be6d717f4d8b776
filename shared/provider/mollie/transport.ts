import * as v from 'valibot';
import type { Json } from '../../domain/tenant.ts';
import { logError } from '../../platform/log-lines.ts';
import type { Outcome } from '../port.ts';
import { failureOfResponse, type Intent, isWebhookUrlRefused, unavailableFailure } from './failures.ts';
import { retryAfterSecondsOf } from './retry-after.ts';
import { WireErrorBody } from './wire.ts';

/** One request to the provider. */
export interface WireCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Starts with `/v2`; includes the query. */
  readonly path: string;
  readonly intent: Intent;
  readonly body?: Readonly<Record<string, Json | undefined>>;
  readonly idempotencyKey?: string;
}

/** Base URL and credentials of a provider account. */
export interface TransportSettings {
  /** Without `/v2` and without a trailing slash. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fetch: typeof globalThis.fetch;
}

/** Sends one request; the value is the parsed JSON, or `undefined` without a body. */
export type Transport = (call: WireCall, deadline: AbortSignal) => Promise<Outcome<unknown>>;

const headersOf = (call: WireCall, apiKey: string): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  accept: 'application/hal+json, application/json',
  ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
});

/** Maximum response size, far above a page of 250 payments. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Reads the body; stops and returns `null` if the body is larger than `MAX_BYTES`. */
const textOf = async ({ body }: Response): Promise<string | null> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES) return null;
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

/** Converts a complete response: 2xx with JSON or without a body is a value, everything else a failure. */
const outcomeOf = ({ status, headers }: Response, body: string, intent: Intent): Outcome<unknown> => {
  const succeeded = status >= 200 && status < 300;
  if (succeeded && body === '') return { ok: true, value: undefined };
  const parsed = parse(body);
  if (succeeded)
    return parsed === null ? unavailableFailure('The response of the payment provider is not JSON.') : { ok: true, value: parsed.json };
  const error = v.safeParse(WireErrorBody, parsed?.json);
  const wireError = error.success && error.output.status === status ? error.output : null;
  if (wireError !== null && isWebhookUrlRefused(status, wireError))
    logError(new Error(`The payment provider refuses the webhook URL of the service: ${wireError.detail}`), { part: 'provider' });
  return failureOfResponse(status, wireError, intent, retryAfterSecondsOf(headers));
};

/**
 * Sends one request and reads the complete response before `deadline` aborts. Does not retry or follow
 * redirects. Connection errors, timeouts and invalid responses are `unavailable`.
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
      return body === null
        ? unavailableFailure('The response of the payment provider is too large.')
        : outcomeOf(response, body, call.intent);
    } catch (error) {
      return unavailableFailure(
        deadline.aborted
          ? 'The payment provider did not respond in time.'
          : `The payment provider could not be reached (${nameOf(error)}).`,
      );
    }
  };

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown error');
