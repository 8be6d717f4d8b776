import type { RouteResult } from './http.ts';
import { buildResponseWrite, storedResponseFor } from './idempotency.ts';
import type { CreateRoute, Route, RouteContext } from './routes.ts';
import { type BatchLookup, MAX_ATTEMPTS, type SandboxWrite } from './store.ts';

/** Returns the response stored for the request's idempotency key; `null`: no response is stored. */
const storedResult = ({ claim, now }: RouteContext, lookup: BatchLookup): RouteResult | null => {
  const stored = claim === null ? null : storedResponseFor(lookup('idempotency', claim.key), claim, now);
  return stored === null ? null : { ...stored, webhooks: [], hang: false };
};

/** Builds the write that stores the response under the idempotency key. */
const responseWrites = ({ claim, now }: RouteContext, lookup: BatchLookup, { status, body }: RouteResult): readonly SandboxWrite[] => {
  if (claim === null) return [];
  const { key, fingerprint } = claim;
  return [buildResponseWrite(key, lookup('idempotency', key), { fingerprint, answeredAt: now, answer: { status, body } })];
};

/**
 * Runs a route that creates an object, once per idempotency key, with one batch read and one transaction. The response is replayed for an
 * hour, also to concurrent requests with the same key. The response of a refused request is not stored, so the request may be retried.
 */
export const idempotentRoute =
  (route: CreateRoute): Route =>
  async (context, ids) => {
    const { store, claim } = context;
    const { reads, decide } = route(context, ids);
    const refs = claim === null ? reads : [...reads, { kind: 'idempotency', id: claim.key } as const];
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const lookup = await store.getMany(refs);
      const replay = storedResult(context, lookup);
      if (replay !== null) return replay;
      const { writes, ...outcome } = await decide(lookup);
      if (writes.length === 0 || (await store.commit([...writes, ...responseWrites(context, lookup, outcome)]))) return outcome;
    }
    throw new Error('The request failed because of too many concurrent changes.');
  };
