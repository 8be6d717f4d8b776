import { createHash } from 'node:crypto';
import { SandboxError, type SandboxRequest } from './answers.ts';
import type { KeptAnswer } from './model.ts';
import type { KeyClaim } from './routes.ts';
import { type SandboxWrite, type Versioned, write } from './store.ts';

/** How long an answer is kept for its key. */
export const SANDBOX_IDEMPOTENCY_SECONDS = 60 * 60;
const LONGEST_KEY = 255;

/** `null` for a request that makes nothing or carries no key; 400 for a key that is longer than any. */
export const claimOf = ({ method, path, headers, body }: SandboxRequest): KeyClaim | null => {
  const key = method === 'POST' ? headers['idempotency-key'] : undefined;
  if (key === undefined) return null;
  if (key.length > LONGEST_KEY) throw new SandboxError(400, 'The idempotency key is too long');
  return { key, fingerprint: createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex') };
};

/** The answer that the key still means; `null`: the request is to be processed. 400 when the key means another request. */
export const keptAnswer = (kept: Versioned<KeptAnswer> | null, { fingerprint }: KeyClaim, now: number): KeptAnswer['answer'] | null => {
  if (kept === null || now - kept.value.answeredAt >= SANDBOX_IDEMPOTENCY_SECONDS) return null;
  if (kept.value.fingerprint !== fingerprint)
    throw new SandboxError(400, 'The idempotency key was used for a request with other parameters');
  return kept.value.answer;
};

/** Keeps an answer for the hour, in the place of one that is over. */
export const keepAnswer = (key: string, previous: Versioned<KeptAnswer> | null, kept: KeptAnswer): SandboxWrite =>
  write('idempotency', key, kept, previous?.version ?? 0, kept.answeredAt + SANDBOX_IDEMPOTENCY_SECONDS);
