import { refusalAnswer } from '../../../shared/api/errors.ts';
import type { Lockable } from '../../../shared/domain/aggregate.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import {
  beginOperation,
  type Finished,
  finishOperation,
  type ProviderCommand,
  resumeOperation,
} from '../../../shared/flows/two-phase/provider-write.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { hashOfKey, idempotencyAddress, idempotencyRecordOf } from '../../../shared/store/core/idempotency.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import type { Owner } from './stage.ts';

/** For whom operations are finished. */
export const asker = { actor: SYSTEM, refusalAnswer: refusalAnswer('req_1') };
/** Answers as they are kept for replays. */
export const keep = async (answer: object) => ({ status: 200, body: JSON.stringify(answer), sealed: false });

const codeOf = (refused: string): string => JSON.parse(refused).error.code;

/**
 * A write at the provider, asked for as the API is asked: under a key, which continues where an earlier call under it was cut off, and
 * answers what that was answered. Answers the code of a refusal, `no_response` where the provider gave no answer, `null`: done.
 */
export const askUnderKey = async <State, R extends Lockable, FlowState, Reply, Result>(
  { shop }: Owner,
  store: Store,
  key: string,
  commandIn: (store: Store) => ProviderCommand<State, R, FlowState, Reply, Result, JsonObject>,
): Promise<string | null> => {
  const { tenant } = shop;
  const deps = { ...shop.deps, store };
  const command = commandIn(store);
  const keyHash = hashOfKey(key);
  const item = await store.table.get(idempotencyAddress(tenant, keyHash));
  const remembered = item === null ? null : (idempotencyRecordOf(item, deps.nowMs())?.remembered ?? null);
  if (remembered !== null && 'answer' in remembered) {
    const { status, body } = remembered.answer;
    return status === 200 ? null : codeOf(body);
  }
  const finish = async (): Promise<Finished | null> => {
    if (remembered !== null) return resumeOperation(deps, tenant, command.flow, remembered.operationId, asker);
    const now = Math.floor(deps.nowMs() / 1000);
    const begun = await beginOperation(deps, command, { tenant, actor: SYSTEM, now, claim: { keyHash, fingerprint: 'f' }, keep });
    if (begun.kind === 'open') return finishOperation(deps, tenant, command.flow, begun.operation, asker);
    return begun.kind === 'refused' ? begun : null;
  };
  const finished = await finish();
  if (finished?.kind === 'refused') return finished.refusal.code;
  return finished?.kind === 'no_response' ? 'no_response' : null;
};
