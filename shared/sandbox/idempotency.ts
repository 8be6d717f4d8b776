import { createHash } from 'node:crypto';
import { SandboxError } from './answers.ts';
import type { SandboxIdempotency } from './model.ts';
import { change, type SandboxStore } from './store.ts';

/** How long an answer is kept for its key. */
export const SANDBOX_IDEMPOTENCY_SECONDS = 60 * 60;
/** After this a request that left no answer counts as dead, and its key may run again. */
const ABANDONED_AFTER_SECONDS = 30;
const LONGEST_KEY = 255;

export const fingerprintOf = (method: string, path: string, body: string): string =>
  createHash('sha256').update(`${method} ${path}\n${body}`).digest('hex');

export type Claim =
  | { readonly kind: 'run'; readonly suffix: string }
  | { readonly kind: 'replay'; readonly answer: { readonly status: number; readonly body: string } };

/** What a key means now: run, replay, or refuse (400 for another request, 409 while the first one still runs). */
const decideClaim = (
  current: SandboxIdempotency | null,
  fingerprint: string,
  freshSuffix: string,
  now: number,
): { readonly next: SandboxIdempotency | null; readonly result: Claim } => {
  const fresh: SandboxIdempotency = { fingerprint, suffix: freshSuffix, startedAt: now, answer: null };
  if (current === null || now - current.startedAt >= SANDBOX_IDEMPOTENCY_SECONDS)
    return { next: fresh, result: { kind: 'run', suffix: freshSuffix } };
  if (current.fingerprint !== fingerprint) throw new SandboxError(400, 'The idempotency key was used for a request with other parameters');
  if (current.answer !== null) return { next: null, result: { kind: 'replay', answer: current.answer } };
  if (now - current.startedAt < ABANDONED_AFTER_SECONDS)
    throw new SandboxError(409, 'A request with this idempotency key is still running');
  return { next: { ...current, startedAt: now }, result: { kind: 'run', suffix: current.suffix } };
};

export const claimKey = async (store: SandboxStore, key: string, fingerprint: string, freshSuffix: string, now: number): Promise<Claim> => {
  if (key.length > LONGEST_KEY) throw new SandboxError(400, 'The idempotency key is too long');
  return change(
    store,
    'idempotency',
    key,
    (current) => decideClaim(current, fingerprint, freshSuffix, now),
    now + SANDBOX_IDEMPOTENCY_SECONDS,
  );
};

/** Keeps the answer for the rest of the hour; `null` frees the key, because nothing was made under it. */
export const finishKey = (store: SandboxStore, key: string, answer: SandboxIdempotency['answer'], now: number): Promise<null> =>
  change(
    store,
    'idempotency',
    key,
    (current) => ({ next: current === null ? null : finished(current, answer), result: null }),
    now + SANDBOX_IDEMPOTENCY_SECONDS,
  );

const finished = (claim: SandboxIdempotency, answer: SandboxIdempotency['answer']): SandboxIdempotency => ({
  ...claim,
  answer,
  startedAt: answer === null ? claim.startedAt - SANDBOX_IDEMPOTENCY_SECONDS : claim.startedAt,
});
