import { refusalAnswer } from '../../../shared/api/errors/errors.ts';
import type { Lockable } from '../../../shared/domain/aggregate.ts';
import type { JsonObject } from '../../../shared/domain/tenant.ts';
import {
  beginOperation,
  finishOperation,
  type OperationResult,
  type ProviderCommand,
  resumeOperation,
} from '../../../shared/flows/two-phase/provider-write.ts';
import { SYSTEM } from '../../../shared/store/audit/entries.ts';
import { hashOfKey, idempotencyRecordOf } from '../../../shared/store/core/idempotency.ts';
import { idempotencyKey } from '../../../shared/store/core/keys.ts';
import type { Store } from '../../../shared/store/writer/store.ts';
import type { HistoryShop } from './environment.ts';

/** The `OperationRunner` that completes operations as the system. */
export const OPERATION_RUNNER = { actor: SYSTEM, refusalAnswer: refusalAnswer('req_1') };
/** Builds the response that is stored for replays. */
export const buildStoredResponse = async (answer: object) => ({ status: 200, body: JSON.stringify(answer), sealed: false });

const codeOf = (responseBody: string): string => JSON.parse(responseBody).error.code;

/**
 * Runs a provider write under an idempotency key, as the API does: an interrupted request continues, and a completed one is replayed.
 * Returns an error code, `no_response` if the provider did not respond, or `null` for success.
 */
export const sendWithKey = async <State, R extends Lockable, FlowState, Reply, Result>(
  { shop }: HistoryShop,
  store: Store,
  key: string,
  commandIn: (store: Store) => ProviderCommand<State, R, FlowState, Reply, Result, JsonObject>,
): Promise<string | null> => {
  const { tenant } = shop;
  const deps = { ...shop.deps, store };
  const command = commandIn(store);
  const keyHash = hashOfKey(key);
  const item = await store.table.get(idempotencyKey(tenant, keyHash));
  const remembered = item === null ? null : (idempotencyRecordOf(item, deps.nowMs())?.remembered ?? null);
  if (remembered !== null && 'answer' in remembered) {
    const { status, body } = remembered.answer;
    return status === 200 ? null : codeOf(body);
  }
  const finish = async (): Promise<OperationResult | null> => {
    if (remembered !== null) return resumeOperation(deps, tenant, command.flow, remembered.operationId, OPERATION_RUNNER);
    const now = Math.floor(deps.nowMs() / 1000);
    const started = await beginOperation(deps, command, {
      tenant,
      actor: SYSTEM,
      now,
      claim: { keyHash, fingerprint: 'f' },
      toStoredAnswer: buildStoredResponse,
    });
    if (started.kind === 'open') return finishOperation(deps, tenant, command.flow, started.operation, OPERATION_RUNNER);
    return started.kind === 'refused' ? started : null;
  };
  const finished = await finish();
  if (finished?.kind === 'refused') return finished.refusal.code;
  return finished?.kind === 'no_response' ? 'no_response' : null;
};
