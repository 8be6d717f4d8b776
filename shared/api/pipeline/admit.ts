import { clock } from '../../runtime/services.ts';
import { fillGaps } from '../../store/event-log/entries.ts';
import { type Admission, takeAccountToken } from '../../store/limits/account-limiter.ts';
import { type BucketState, bucketState, debitConsole, debitElement, READ_BUCKET } from '../../store/limits/rate-limit.ts';
import type { Operation } from '../operation.ts';
import { rateLimitedError, suspendedError } from './authenticate.ts';
import { sampleUse } from './sample.ts';
import { type Caller, type Middleware, type RequestState, rateHeaders, stateOf } from './state.ts';

/**
 * Starts taking a rate-limit token from the account's bucket, or from the bucket of a buyer's or member's session. A write also starts
 * allocating event log numbers. The handler loads its state in parallel; every response waits for the token (`awaitAdmission`). This step
 * is the last of the pipeline. If an earlier step refuses a request, no numbers are allocated, and `finishAdmission` takes the token.
 */
export const admit = (operation: Operation): Middleware => ({
  before: ({ context }) => {
    const state = stateOf(context);
    const admission = startAdmission(
      operation,
      state,
      operation.profile === 'write' ? (operation.expectedEventLogEntries?.(state.body) ?? 1) : 0,
    );
    if (admission === null) return;
    state.lastUsedUpdate = sampleUse(operation, state);
    state.admission = admission;
    // Errors are reported where the promise is awaited; this prevents an unhandled rejection before that.
    state.admission.catch(() => undefined);
  },
});

/** Starts taking the token and allocating `logNumberCount` event log numbers; `null`: the request takes no token. */
const startAdmission = (operation: Operation, state: RequestState, logNumberCount: number): Promise<Admission> | null => {
  const nowMs = clock.nowMs();
  const { buyer, operator, caller } = state;
  const { table } = state.store;
  if (buyer !== null) return admissionOf(debitElement(table, buyer.tenant, buyer.sessionId, nowMs));
  if (operator !== null) return admissionOf(debitConsole(table, operator.session.accountId, operator.session.id, nowMs));
  return caller === null || operation.auth.kind === 'optional_key' ? null : debitCaller(operation, state, caller, logNumberCount);
};

/**
 * Returns the admission for a token from the bucket of a session. The admission has no log numbers and ignores suspension: buyers of a
 * suspended account can continue, and `authorize` has checked members.
 */
const admissionOf = async (bucket: Promise<BucketState>): Promise<Admission> => ({ state: await bucket, sequences: [], suspended: false });

/**
 * Takes a token from the account's bucket. If the account is suspended, takes none and throws, except for a read that the console forwards
 * for a member (a caller of kind `operator`). For this read, the console has already taken a token from the bucket of the member's session.
 */
const debitCaller = async (
  operation: Operation,
  state: RequestState,
  { tenant, kind }: Caller,
  logNumberCount: number,
): Promise<Admission> => {
  const nowMs = clock.nowMs();
  const isRead = operation.method === 'GET';
  const admission = await takeAccountToken(state.store.table, tenant, isRead ? 'read' : 'write', logNumberCount, nowMs);
  if (!admission.suspended) return admission;
  if (kind === 'operator' && isRead) return { ...admission, state: bucketState(READ_BUCKET, nowMs, nowMs, true) };
  throw await suspendedError(operation, state);
};

/** Waits for the token and sets the rate-limit headers; throws 429 if the bucket is empty. */
const waitFor = async (state: RequestState, pending: Promise<Admission>): Promise<Admission> => {
  const admission = await pending;
  Object.assign(state.headers, rateHeaders(admission));
  if (!admission.state.allowed) throw rateLimitedError(admission.state);
  return admission;
};

/** Waits for the token before costly work; throws 429 if the bucket is empty. The log numbers stay available to the request's write. */
export const awaitRateLimitToken = async (state: RequestState): Promise<void> => {
  if (state.admission !== null) await waitFor(state, state.admission);
};

/** Waits for the token and returns the log numbers allocated with it; empty on later calls, and if no token was requested. */
export const awaitAdmission = async (state: RequestState): Promise<readonly number[]> => {
  if (state.admission === null) return [];
  const { sequences } = await waitFor(state, state.admission);
  const isFirstCall = !state.logNumbersTaken;
  state.logNumbersTaken = true;
  return isFirstCall ? sequences : [];
};

/** Completes admission before the response: takes the token if none was taken, and fills unused log numbers. */
export const finishAdmission = async (operation: Operation, state: RequestState): Promise<void> => {
  if (state.admission === null) {
    // A request that is refused after the scope check and before `admit` (400, or 404 of an object) takes a token here.
    const admission = state.authorized ? startAdmission(operation, state, 0) : null;
    if (admission !== null) await waitFor(state, admission);
    return;
  }
  const [unused] = await Promise.all([awaitAdmission(state), state.lastUsedUpdate]);
  if (unused.length > 0 && state.caller !== null) await fillGaps(state.store.table, state.caller.tenant, unused, clock.nowMs());
};
