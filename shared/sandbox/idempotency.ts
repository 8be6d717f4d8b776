import { createHash } from 'node:crypto';
import { SandboxError, type SandboxRequest } from './http.ts';
import type { StoredResponse } from './model.ts';
import type { KeyClaim } from './routes.ts';
import { buildWrite, type SandboxWrite, type Versioned } from './store.ts';

/** Lifetime of a stored response, in seconds. */
export const SANDBOX_IDEMPOTENCY_SECONDS = 60 * 60;
const MAX_KEY_LENGTH = 255;

/** Reads the idempotency key of a POST; `null`: the request has no key. Throws 400 if the key is too long. */
export const claimOf = ({ method, path, headers, body }: SandboxRequest): KeyClaim | null => {
  const key = method === 'POST' ? headers['idempotency-key'] : undefined;
  if (key === undefined) return null;
  if (key.length > MAX_KEY_LENGTH) throw new SandboxError(400, 'The idempotency key is too long');
  return { key, fingerprint: createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex') };
};

/** Returns the stored response to replay; `null`: the key is new or has expired. Throws 400 if the key was used for another request. */
export const storedResponseFor = (
  stored: Versioned<StoredResponse> | null,
  { fingerprint }: KeyClaim,
  now: number,
): StoredResponse['answer'] | null => {
  if (stored === null || now - stored.value.answeredAt >= SANDBOX_IDEMPOTENCY_SECONDS) return null;
  if (stored.value.fingerprint !== fingerprint)
    throw new SandboxError(400, 'The idempotency key was used for a request with other parameters');
  return stored.value.answer;
};

/** Builds the write that stores a response for one hour; replaces an expired response. */
export const buildResponseWrite = (key: string, previous: Versioned<StoredResponse> | null, response: StoredResponse): SandboxWrite =>
  buildWrite('idempotency', key, response, previous?.version ?? 0, response.answeredAt + SANDBOX_IDEMPOTENCY_SECONDS);
