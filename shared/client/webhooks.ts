import { SignatureError } from './errors.ts';
import type { WebhookEvent } from './types.ts';

const TOLERANCE_SECONDS = 300;

export interface VerifyOptions {
  /** Maximum difference between the time of the signature and the current time; 300 seconds by default. */
  readonly toleranceSeconds?: number;
  /** Current time, Unix milliseconds; the system time by default. */
  readonly nowMs?: number;
}

const bytesOf = (body: string | Uint8Array): Uint8Array => (typeof body === 'string' ? new TextEncoder().encode(body) : body);

const fromHex = (text: string): Uint8Array<ArrayBuffer> | null =>
  /^(?:[0-9a-f]{2})+$/i.test(text) ? Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) : null;

const fieldsOf = (header: string): { readonly timestamp: number; readonly signatures: readonly string[] } => {
  const fields = header.split(',').map((field) => field.split('=', 2).map((part) => part.trim()));
  const timestamp = Number(fields.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  return { timestamp, signatures: fields.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : [])) };
};

/**
 * Verifies the `Service-Signature` header of a delivery and returns the event. Throws `SignatureError` for a missing, invalid or old
 * signature. `body`: the raw body, unchanged. `header`: the header's value, as `node:http`, Express or `Headers.get` return it. For 24
 * hours after a rotation, deliveries are also signed with the old secret, so both secrets work.
 */
const verify = async (
  body: string | Uint8Array,
  header: string | readonly string[] | null | undefined,
  secret: string,
  { toleranceSeconds = TOLERANCE_SECONDS, nowMs = Date.now() }: VerifyOptions = {},
): Promise<WebhookEvent> => {
  const { timestamp, signatures } = fieldsOf(String(header ?? ''));
  if (!Number.isInteger(timestamp)) throw new SignatureError('The delivery has no signature.');
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const received = bytesOf(body);
  const prefix = new TextEncoder().encode(`${timestamp}.`);
  const signed = new Uint8Array(prefix.length + received.length);
  signed.set(prefix);
  signed.set(received, prefix.length);
  // `subtle.verify` compares in constant time.
  const checks = signatures.map(async (each) => {
    const bytes = fromHex(each);
    return bytes !== null && crypto.subtle.verify('HMAC', key, bytes, signed);
  });
  if (!(await Promise.all(checks)).includes(true)) throw new SignatureError('The delivery is not signed with this secret.');
  if (Math.abs(nowMs / 1000 - timestamp) > toleranceSeconds) throw new SignatureError('The signature is too old or in the future.');
  return JSON.parse(new TextDecoder().decode(received)) as WebhookEvent;
};

/**
 * True if event `one` was recorded after event `other`; both belong to the same account and mode. Deliveries can arrive in any order, and
 * `created` has a resolution of one second, but the ids of events sort in the order in which the events were recorded.
 */
const isNewer = (one: Pick<WebhookEvent, 'id'>, other: Pick<WebhookEvent, 'id'>): boolean => one.id > other.id;

export const webhooks = { verify, isNewer };
