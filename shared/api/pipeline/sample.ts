import { clock, ids } from '../../runtime/services.ts';
import { recordSample, type SampledAction } from '../../store/audit/samples.ts';
import type { ErrorCode } from '../errors.ts';
import type { Operation } from '../operation.ts';
import { actorOf, type RequestState } from './state.ts';

/** Refusals that the audit log tells of. */
const REFUSALS: Partial<Readonly<Record<ErrorCode, SampledAction>>> = {
  insufficient_scope: 'api_key.insufficient_scope',
  rate_limited: 'rate_limit.exceeded',
};

const record = async (operation: Operation, state: RequestState, action: SampledAction): Promise<void> => {
  if (state.caller?.kind !== 'api_key') return;
  const { tenant, id: keyId } = state.caller;
  const sample = { tenant, keyId, actor: actorOf(state), action, operation: operation.id };
  await recordSample(state.store.table, { ...sample, newAuditId: () => ids.next('al_'), nowMs: clock.nowMs() });
};

/** Notes that the caller's key was used: shown as its `last_used_at`, and sampled in the audit log. Never fails. */
export const sampleUse = (operation: Operation, state: RequestState): Promise<void> => record(operation, state, 'api_key.used');

/** Samples a refusal that concerns the caller's key. Nothing else runs by then; only the first of a minute waits for a write. Never fails. */
export const sampleRefusal = async (operation: Operation, state: RequestState, code: ErrorCode): Promise<void> => {
  const action = REFUSALS[code];
  if (action !== undefined) await record(operation, state, action);
};
