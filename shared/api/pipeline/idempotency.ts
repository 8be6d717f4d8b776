import { IDEMPOTENCY_KEY_MAX_LENGTH } from '../../domain/limits.ts';
import type { ReasonCode } from '../../domain/reasons.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { cipher, clock } from '../../runtime/services.ts';
import {
  hashOfKey,
  type IdempotencyRecord,
  idempotencyRecordOf,
  requestFingerprintOf,
  type StoredAnswer,
} from '../../store/core/idempotency.ts';
import { idempotencyKey } from '../../store/core/keys.ts';
import type { Item, Table } from '../../store/core/table.ts';
import { ApiError } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { type Middleware, type RequestState, stateOf, tenantOf } from './state.ts';

/** The stored response of an earlier request with the same key. Thrown, to skip the handler. */
export class Replay extends Error {
  readonly answer: StoredAnswer;
  constructor(answer: StoredAnswer) {
    super('replayed');
    this.name = 'Replay';
    this.answer = answer;
  }
}

/** An earlier request with the same key started an operation that is not finished. Thrown, to continue it without deciding again. */
export class UnfinishedOperation extends Error {
  readonly operationId: string;
  constructor(operationId: string) {
    super('unfinished');
    this.name = 'Unfinished';
    this.operationId = operationId;
  }
}

/** Reads the key and starts to look up its stored response. The handler loads records in parallel and decides after the look-up. */
export const startKeyLookup = (operation: Operation): Middleware => ({
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
    // A buyer's keys are scoped to the session, so they cannot collide with keys of the account or of other buyers.
    const keyHash = hashOfKey(state.buyer === null ? key : `${state.buyer.sessionId}\n${key}`);
    const record = readRecord(state.store.table, tenant, keyHash);
    // Errors are reported where the promise is awaited; this prevents an unhandled rejection before that.
    record.catch(() => undefined);
    state.idempotency = { keyHash, fingerprint: requestFingerprintOf(operation.method, event.rawPath, state.canonicalBody), record };
  },
});

const readRecord = async (table: Table, tenant: Tenant, keyHash: string): Promise<IdempotencyRecord | null> => {
  const item = await table.get(idempotencyKey(tenant, keyHash));
  return item === null ? null : idempotencyRecordOf(item, clock.nowMs());
};

/** Returns the replay of a concurrent request that stored the same key after `startKeyLookup`; `null` if no request did. */
export const findConcurrentReplay = async (state: RequestState, tenant: Tenant): Promise<Error | null> => {
  const record = state.idempotency === null ? null : await readRecord(state.store.table, tenant, state.idempotency.keyHash);
  return record === null ? null : replayOf(state, record);
};

/**
 * Throws `Replay` or `UnfinishedOperation` if the key was used before. Throws 400 if it was used for another request, or if its response
 * has a secret and belongs to another credential.
 */
export const replayIfRemembered = async (state: RequestState): Promise<void> => {
  const record = await state.idempotency?.record;
  if (record) throw replayOf(state, record);
};

/** Returns the replay of a record that a concurrent request stored under the key. */
export const replayOfConcurrent = (state: RequestState, item: Item): Error => {
  const record = idempotencyRecordOf(item, clock.nowMs());
  return record === null ? new Error('conflict with an expired idempotency record') : replayOf(state, record);
};

/** Returns true if the caller may get the stored response; a response with a secret is only for the caller that first got it [IDEM-02]. */
const mayReplay = (state: RequestState, { sealed, onlyTo }: StoredAnswer): boolean =>
  onlyTo === undefined ? !sealed : onlyTo === credentialOf(state);

const credentialOf = ({ caller, buyer, operator }: RequestState): string | undefined =>
  caller?.id ?? buyer?.sessionId ?? operator?.member.id;

const replayOf = (state: RequestState, { fingerprint, remembered }: IdempotencyRecord): Replay | UnfinishedOperation | ApiError => {
  const reused = (how: string): ApiError =>
    new ApiError('parameter_invalid', {
      message: `The Idempotency-Key was used ${how}.`,
      param: 'Idempotency-Key',
      reason: 'idempotency_key_reused',
    });
  if (fingerprint !== state.idempotency?.fingerprint) return reused('for another request');
  if ('answer' in remembered && !mayReplay(state, remembered.answer)) return reused('by another API key');
  return 'answer' in remembered ? new Replay(remembered.answer) : new UnfinishedOperation(remembered.operationId);
};

const sealingContext = (state: RequestState): Record<string, string> => ({
  purpose: 'idempotent-answer',
  accountId: tenantOf(state)?.accountId ?? '',
});

/**
 * Secret in a response. `stored`: part of the stored response. `added`: added to each response, not stored. `none`: no secret.
 * A response with a secret is replayed only to the caller that made the request.
 */
export type ShownSecret = 'none' | 'stored' | 'added';

/** Returns the response to store for replays; a response with a secret is encrypted. */
export const toStoredResponse = async (state: RequestState, body: unknown, secret: ShownSecret): Promise<StoredAnswer> => {
  const text = JSON.stringify(body);
  const sealed = secret === 'stored';
  const storedBody = sealed ? await (await cipher()).encrypt(text, sealingContext(state)) : text;
  const credential = credentialOf(state);
  const onlyTo = secret === 'none' || credential === undefined ? {} : { onlyTo: credential };
  return { status: 200, body: storedBody, sealed, ...onlyTo };
};

export const readStoredResponse = async (state: RequestState, answer: StoredAnswer): Promise<string> =>
  answer.sealed ? (await cipher()).decrypt(answer.body, sealingContext(state)) : answer.body;
