import type { Done } from './answers.ts';
import { keepAnswer, keptAnswer } from './idempotency.ts';
import type { MakingRoute, Route, RouteContext } from './routes.ts';
import { ATTEMPTS, type Found, type SandboxWrite } from './store.ts';

/** The answer that the request's key still means. */
const replayed = ({ claim, now }: RouteContext, found: Found): Done | null => {
  const kept = claim === null ? null : keptAnswer(found('idempotency', claim.key), claim, now);
  return kept === null ? null : { ...kept, notices: [], hang: false };
};

/** What keeps the answer under the request's key. */
const memoryOf = ({ claim, now }: RouteContext, found: Found, { status, body }: Done): readonly SandboxWrite[] => {
  if (claim === null) return [];
  const { key, fingerprint } = claim;
  return [keepAnswer(key, found('idempotency', key), { fingerprint, answeredAt: now, answer: { status, body } })];
};

/**
 * Runs a route that makes something, once for its key: one read, one transaction. What it made is answered again for an hour, also
 * to anyone who sent the same key at the same time; what was refused may be tried again.
 */
export const making =
  (route: MakingRoute): Route =>
  async (context, ids) => {
    const { store, claim } = context;
    const { reads, decide } = route(context, ids);
    const refs = claim === null ? reads : [...reads, { kind: 'idempotency', id: claim.key } as const];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const found = await store.getMany(refs);
      const replay = replayed(context, found);
      if (replay !== null) return replay;
      const { writes, ...outcome } = await decide(found);
      if (writes.length === 0 || (await store.commit([...writes, ...memoryOf(context, found, outcome)]))) return outcome;
    }
    throw new Error('What the request is decided on changed too often.');
  };
