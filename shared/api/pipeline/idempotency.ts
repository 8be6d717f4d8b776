import { IDEMPOTENCY_KEY_MAX_LENGTH } from '../../domain/limits.ts';
import type { ReasonCode } from '../../domain/reasons.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { cipher, clock } from '../../runtime/services.ts';
import {
  fingerprintOf,
  hashOfKey,
  type IdempotencyRecord,
  idempotencyAddress,
  idempotencyRecordOf,
  type StoredAnswer,
} from '../../store/core/idempotency.ts';
import type { Item, Table } from '../../store/core/table.ts';
import { ApiError } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { type RequestState, type Step, stateOf, tenantOf } from './state.ts';

/** An answer that was given before under the same key. Thrown, so that nothing after it runs. */
export class Replay extends Error {
  readonly answer: StoredAnswer;
  constructor(answer: StoredAnswer) {
    super('replayed');
    this.name = 'Replay';
    this.answer = answer;
  }
}

/** The key's first use began an operation that is not finished: this request continues with it. Thrown, so that nothing is decided anew. */
export class Unfinished extends Error {
  readonly operationId: string;
  constructor(operationId: string) {
    super('unfinished');
    this.name = 'Unfinished';
    this.operationId = operationId;
  }
}

/** Reads the key and starts looking up what is remembered under it; deciding waits for that, loading does not. */
export const claimKey = (operation: Operation): Step => ({
  before: ({ event, context }) => {
    const state = stateOf(context);
    const key = event.headers['idempotency-key'];
    const tenant = tenantOf(state);
    if (key === undefined || operation.method === 'GET' || tenant === null) return;
    const refuse = (message: string, reason?: ReasonCode): ApiError =>
      new ApiError('parameter_invalid', { message, param: 'Idempotency-Key', reason });
    if (key.trim() === '') throw refuse('The Idempotency-Key is blank.', 'idempotency_key_blank');
    if (key.length > IDEMPOTENCY_KEY_MAX_LENGTH)
      throw refuse(`The Idempotency-Key has more than ${IDEMPOTENCY_KEY_MAX_LENGTH} characters.`);
    // A buyer's keys are the session's own: they neither meet those of the account nor those of other buyers.
    const keyHash = hashOfKey(state.buyer === null ? key : `${state.buyer.sessionId}\n${key}`);
    const remembered = recall(state.store.table, tenant, keyHash);
    remembered.catch(() => undefined);
    state.idempotency = { keyHash, fingerprint: fingerprintOf(operation.method, event.rawPath, state.canonicalBody), remembered };
  },
});

const recall = async (table: Table, tenant: Tenant, keyHash: string): Promise<IdempotencyRecord | null> => {
  const item = await table.get(idempotencyAddress(tenant, keyHash));
  return item === null ? null : idempotencyRecordOf(item, clock.nowMs());
};

/** The replay of what another request finished under this key since this one looked; `null`: nothing was kept. */
export const finishedConcurrently = async (state: RequestState, tenant: Tenant): Promise<Error | null> => {
  const record = state.idempotency === null ? null : await recall(state.store.table, tenant, state.idempotency.keyHash);
  return record === null ? null : replayOf(state, record);
};

/** Throws the replay when the key was used before; 400 when it was used for another request. */
export const replayIfRemembered = async (state: RequestState): Promise<void> => {
  const record = await state.idempotency?.remembered;
  if (record) throw replayOf(state, record);
};

/** The same for a record that another request put under the key while this one was deciding. */
export const takenBy = (state: RequestState, item: Item): Error => {
  const record = idempotencyRecordOf(item, clock.nowMs());
  return record === null ? new Error('an expired idempotency record cannot be in the way') : replayOf(state, record);
};

/** An answer that shows a secret is for the key or session that made the request: another could come to more than it may [IDEM-02]. */
const isFor = (state: RequestState, { sealed, onlyTo }: StoredAnswer): boolean =>
  onlyTo === undefined ? !sealed : onlyTo === credentialOf(state);

const credentialOf = ({ caller, buyer, operator }: RequestState): string | undefined =>
  caller?.id ?? buyer?.sessionId ?? operator?.member.id;

const replayOf = (state: RequestState, { fingerprint, remembered }: IdempotencyRecord): Replay | Unfinished | ApiError => {
  const reused = (by: string): ApiError =>
    new ApiError('parameter_invalid', {
      message: `The Idempotency-Key was used ${by}.`,
      param: 'Idempotency-Key',
      reason: 'idempotency_key_reused',
    });
  if (fingerprint !== state.idempotency?.fingerprint) return reused('for another request');
  if ('answer' in remembered && !isFor(state, remembered.answer)) return reused('by another API key');
  return 'answer' in remembered ? new Replay(remembered.answer) : new Unfinished(remembered.operationId);
};

const sealingContext = (state: RequestState): Record<string, string> => ({
  purpose: 'idempotent-answer',
  accountId: tenantOf(state)?.accountId ?? '',
});

/**
 * The secret of an answer: `held`, it is in the answer itself; `dated`, it is laid over the answer each time; `none`.
 * Either way it is shown to the key alone that made the request.
 */
export type ShownSecret = 'none' | 'held' | 'dated';

/** The answer in the form it is kept: encrypted when it holds a secret. */
export const keepAnswer = async (state: RequestState, body: unknown, secret: ShownSecret): Promise<StoredAnswer> => {
  const text = JSON.stringify(body);
  const sealed = secret === 'held';
  const kept = sealed ? await (await cipher()).encrypt(text, sealingContext(state)) : text;
  const credential = credentialOf(state);
  const onlyTo = secret === 'none' || credential === undefined ? {} : { onlyTo: credential };
  return { status: 200, body: kept, sealed, ...onlyTo };
};

export const openAnswer = async (state: RequestState, answer: StoredAnswer): Promise<string> =>
  answer.sealed ? (await cipher()).decrypt(answer.body, sealingContext(state)) : answer.body;
