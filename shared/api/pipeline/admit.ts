import { clock } from '../../runtime/services.ts';
import { fillHoles } from '../../store/event-log/entries.ts';
import { type Admission, takeToken } from '../../store/limits/account-limiter.ts';
import { type BucketState, bucketState, debitConsole, debitElement, READ_BUCKET } from '../../store/limits/rate-limit.ts';
import type { Operation } from '../operation.ts';
import { refusedAsSuspended, throttled } from './authenticate.ts';
import { sampleUse } from './sample.ts';
import { type Caller, type RequestState, rateHeaders, type Step, stateOf } from './state.ts';

/**
 * Starts to take a rate-limit token from the account's bucket (or the session's of a buyer or member), and for a command also a log number
 * for its usual event. Loading continues in parallel; every response waits for it (`admitted`). It is the last step, so that a request
 * refused before allocates no number; its token is taken then (`admittedOrRefused`).
 */
export const admit = (operation: Operation): Step => ({
  before: ({ context }) => {
    const state = stateOf(context);
    const admission = begun(operation, state, operation.profile === 'write' ? (operation.logEntries?.(state.body) ?? 1) : 0);
    if (admission === null) return;
    state.useNoted = sampleUse(operation, state);
    state.admission = admission;
    // Its failure is reported where it is awaited; until then it must not count as unhandled.
    state.admission.catch(() => undefined);
  },
});

/** Returns `null` for a request without cost. */
const begun = (operation: Operation, state: RequestState, allocate: number): Promise<Admission> | null => {
  const nowMs = clock.nowMs();
  const { table } = state.store;
  if (state.buyer !== null) return ofSession(debitElement(table, state.buyer.tenant, state.buyer.sessionId, nowMs));
  if (state.operator !== null) return ofSession(debitConsole(table, state.operator.session.accountId, state.operator.session.id, nowMs));
  return state.caller === null || operation.auth.kind === 'optional_key' ? null : take(operation, state, state.caller, allocate);
};

/** Session buckets have neither log numbers nor suspension: buyers continue as on hosted pages, and members were checked before. */
const ofSession = async (debited: Promise<BucketState>): Promise<Admission> => ({ state: await debited, sequences: [], suspended: false });

/** Rejects for a suspended account, whose keys do not work. Its members can still read; their session paid for the call. */
const take = async (operation: Operation, state: RequestState, { tenant, kind }: Caller, allocate: number): Promise<Admission> => {
  const nowMs = clock.nowMs();
  const reads = operation.method === 'GET';
  const taken = await takeToken(state.store.table, tenant, reads ? 'read' : 'write', allocate, nowMs);
  if (!taken.suspended) return taken;
  if (kind === 'operator' && reads) return { ...taken, state: bucketState(READ_BUCKET, nowMs, nowMs, true) };
  throw await refusedAsSuspended(operation, state);
};

/** Waits for the token; an empty bucket answers 429 before any other error. */
const waitFor = async (state: RequestState, admission: Promise<Admission>): Promise<Admission> => {
  const taken = await admission;
  Object.assign(state.headers, rateHeaders(taken));
  if (!taken.state.allowed) throw throttled(taken.state);
  return taken;
};

/** The log numbers allocated with the token, returned once. */
export const admitted = async (state: RequestState): Promise<readonly number[]> => {
  if (state.admission === null) return [];
  const { sequences } = await waitFor(state, state.admission);
  const first = !state.numbersTaken;
  state.numbersTaken = true;
  return first ? sequences : [];
};

/** Completes admission before a response: takes the token, and fills unused log numbers. */
export const finishAdmission = async (operation: Operation, state: RequestState): Promise<void> => {
  if (state.admission === null) {
    // Refused between the scope check and the last step: an object's 404 and a 400 cost a token, a missing scope does not.
    const admission = state.authorized ? begun(operation, state, 0) : null;
    if (admission !== null) await waitFor(state, admission);
    return;
  }
  const [unused] = await Promise.all([admitted(state), state.useNoted]);
  if (unused.length > 0 && state.caller !== null) await fillHoles(state.store.table, state.caller.tenant, unused, clock.nowMs());
};
