import { clock, ids } from '../../runtime/services.ts';
import { recordSample, type SampledAction } from '../../store/audit/samples.ts';
import type { ErrorCode } from '../errors/errors.ts';
import type { Operation } from '../operation.ts';
import { actorOf, type RequestState } from './state.ts';

/** Errors of which a sample is recorded in the audit log. */
const REFUSALS: Partial<Readonly<Record<ErrorCode, SampledAction>>> = {
  insufficient_scope: 'api_key.insufficient_scope',
  rate_limited: 'rate_limit.exceeded',
};

const recordForKey = async (operation: Operation, state: RequestState, action: SampledAction): Promise<void> => {
  if (state.caller?.kind !== 'api_key') return;
  const { tenant, id: keyId } = state.caller;
  const sample = { tenant, keyId, actor: actorOf(state), action, operation: operation.id };
  await recordSample(state.store.table, { ...sample, newAuditId: () => ids.next('al_'), nowMs: clock.nowMs() });
};

/** Records the use of the caller's key: updates `last_used_at`, and records a sample of the uses in the audit log. Never throws. */
export const sampleUse = (operation: Operation, state: RequestState): Promise<void> => recordForKey(operation, state, 'api_key.used');

/** Records an error of the caller's key in the audit log, at most once a minute per kind of error. Never throws. */
export const sampleRefusal = async (operation: Operation, state: RequestState, code: ErrorCode): Promise<void> => {
  const action = REFUSALS[code];
  if (action !== undefined) await recordForKey(operation, state, action);
};
