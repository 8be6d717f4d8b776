import type { IncomingMessage } from 'node:http';
import { checkHost, type GuardSettings } from '../platform/egress/address-guard.ts';
import { dial } from '../platform/egress/dial.ts';
import { logNotice } from '../platform/log-lines.ts';
import { type Logo, parseLogo } from './pdf/image.ts';

/** Limit for the whole fetch, from DNS to the last byte. */
const DEADLINE_MS = 3000;
const MAX_BYTES = 512 * 1024;

/** Fetches an image; `null` if the image is too large, the address of its host is not allowed, or the fetch fails or takes too long. */
export type FetchImage = (url: string) => Promise<Uint8Array | null>;

/** Fetches from public addresses only. Connects to the addresses that were checked, which prevents DNS rebinding. Never throws. */
export const imageFetcher =
  (guard: GuardSettings, deadlineMs: number = DEADLINE_MS): FetchImage =>
  async (url) => {
    const deadline = AbortSignal.timeout(deadlineMs);
    const timeout = new Promise<null>((resolve) => deadline.addEventListener('abort', () => resolve(null), { once: true }));
    return Promise.race([fetchImage(url, guard, deadline).catch(() => null), timeout]);
  };

const fetchImage = async (urlText: string, guard: GuardSettings, signal: AbortSignal): Promise<Uint8Array | null> => {
  const url = new URL(urlText);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  const host = await checkHost(url.hostname, guard);
  if (host.kind !== 'allowed') return null;
  const response = await dial({ url, method: 'GET', headers: { accept: 'image/png, image/jpeg' }, addresses: host.addresses, signal });
  if (response.statusCode === 200) return readBody(response);
  response.destroy();
  return null;
};

const readBody = async (response: IncomingMessage): Promise<Uint8Array | null> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

const CACHE_MS = 5 * 60_000;
const MAX_CACHED = 100;

/** Caches results by URL for five minutes, including `null`. At a month's end, thousands of documents need the same logo. */
export const memoizeForMinutes = <T>(load: (url: string) => Promise<T>, nowMs: () => number): ((url: string) => Promise<T>) => {
  const cache = new Map<string, { readonly result: Promise<T>; readonly untilMs: number }>();
  return (url) => {
    const cached = cache.get(url);
    if (cached !== undefined && nowMs() < cached.untilMs) return cached.result;
    if (cache.size >= MAX_CACHED) cache.clear();
    const result = load(url);
    cache.set(url, { result, untilMs: nowMs() + CACHE_MS });
    return result;
  };
};

/** Parses a logo. If the logo cannot be printed, for example because PDF/A forbids its colors, logs this and returns `null`. */
export const printableLogo = (file: Uint8Array, accountId: string | null): Logo | null => {
  const logo = parseLogo(file);
  if (logo === null) logNotice('logo_omitted', { account: accountId });
  return logo;
};
