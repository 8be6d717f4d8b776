import type { IncomingMessage } from 'node:http';
import type { PostResult } from '../domain/webhook-delivery/record.ts';
import { checkHost, type GuardSettings } from '../platform/egress/address-guard.ts';
import { dial } from '../platform/egress/dial.ts';

/** Time limit of a request, from DNS resolution to the last byte of the response [LIM-06]. */
export const POST_DEADLINE_MS = 10_000;
/** Limit of the response body that is read and stored, in bytes of UTF-8 [LIM-08]. */
export const EXCERPT_BYTES = 2048;

export interface PostRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export type Post = (request: PostRequest) => Promise<PostResult>;

export interface PostSettings extends GuardSettings {
  readonly deadlineMs: number;
}

/**
 * Posts to receivers. Resolves and checks the host for every request, opens a new connection to the checked addresses only,
 * and does not follow redirects [WHD-13, WHD-14]. Never throws.
 */
export const createPoster =
  (settings: PostSettings): Post =>
  async (request) => {
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), settings.deadlineMs);
    try {
      return await Promise.race([exchange(request, settings, deadline.signal), expiry(deadline.signal, settings.deadlineMs)]);
    } catch (error) {
      return failureOf(error);
    } finally {
      clearTimeout(timer);
      // A string as reason avoids the cost of an error with a stack for every post.
      deadline.abort('the request has ended');
    }
  };

/** Resolves at the deadline, because a DNS lookup cannot be aborted. */
const expiry = (signal: AbortSignal, deadlineMs: number): Promise<PostResult> =>
  new Promise((resolve) => {
    signal.addEventListener(
      'abort',
      () => resolve({ error: `no complete answer within ${deadlineMs / 1000} seconds`, failure: 'timeout' }),
      { once: true },
    );
  });

const exchange = async (request: PostRequest, settings: PostSettings, signal: AbortSignal): Promise<PostResult> => {
  const url = new URL(request.url);
  const host = await checkHost(url.hostname, settings);
  if (host.kind === 'unresolved') return { error: 'the host name does not resolve', failure: 'name_unresolved' };
  if (host.kind === 'refused') return { error: 'the host resolves to an address that is not public', failure: 'address_refused' };
  signal.throwIfAborted();
  const { headers, body } = request;
  const response = await dial({ url, method: 'POST', headers, body, addresses: host.addresses, signal });
  return { statusCode: response.statusCode ?? 0, excerpt: excerptOf(await readStart(response)) };
};

/** Reads until the excerpt is full or the body ends, then closes the connection. */
const readStart = async (response: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.byteLength;
    if (length > EXCERPT_BYTES) break;
  }
  return Buffer.concat(chunks);
};

/** The start of a body as text of at most 2048 bytes, cut between characters. Invalid UTF-8 becomes replacement characters. */
export const excerptOf = (body: Buffer): string => {
  const text = cut(body).toString('utf8');
  const bytes = Buffer.from(text, 'utf8');
  return bytes.byteLength > EXCERPT_BYTES ? cut(bytes).toString('utf8') : text;
};

/**
 * An excerpt of at most this length is a whole body. The excerpt of a longer body is cut between characters at most 3 bytes before the
 * limit, so it is longer than this.
 */
const LONGEST_WHOLE_BYTES = EXCERPT_BYTES - 4;

/**
 * True if the whole response was read. False if the connection was closed early or there was no response: the receiver may still be busy
 * with the request. Also false for a complete response near the limit.
 */
export const wasReadCompletely = (result: PostResult): boolean =>
  'statusCode' in result && Buffer.byteLength(result.excerpt) <= LONGEST_WHOLE_BYTES;

const cut = (bytes: Buffer): Buffer => {
  if (bytes.byteLength <= EXCERPT_BYTES) return bytes;
  let end = EXCERPT_BYTES;
  while (end > EXCERPT_BYTES - 4 && isContinuation(bytes[end])) end -= 1;
  return bytes.subarray(0, end);
};

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;

const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  EPIPE: 'the connection was closed before the answer was complete',
  EHOSTUNREACH: 'the host could not be reached',
  ENETUNREACH: 'the host could not be reached',
  ETIMEDOUT: 'the connection timed out',
};

const failureOf = (error: unknown): Extract<PostResult, { error: string }> => {
  const code = (error as { readonly code?: unknown }).code;
  if (typeof code !== 'string') return { error: 'the connection was closed before the answer was complete', failure: 'connection' };
  if (KNOWN_FAILURES[code] !== undefined) {
    return { error: KNOWN_FAILURES[code], failure: code === 'ETIMEDOUT' ? 'timeout' : 'connection' };
  }
  return /CERT|TLS|SSL/.test(code)
    ? { error: `the TLS connection failed (${code})`, failure: 'tls' }
    : { error: `the request failed (${code})`, failure: 'connection' };
};
