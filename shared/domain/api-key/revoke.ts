import { change, type Stored } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext, unchanged } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type ApiKey, apiKeyAggregate } from './record.ts';

export interface ApiKeyState {
  readonly key: Stored<ApiKey> | null;
}

/** Revokes an API key: it is refused from now on, but can still be retrieved [KEY-14]. Idempotent. */
export const revokeApiKey = (_command: null, state: ApiKeyState, ctx: DecisionContext): Decision<ApiKey> | Refusal => {
  if (state.key === null) return new Refusal('resource_missing', 'No such API key.');
  if (state.key.record.revokedAt !== null) return unchanged(state.key.record);
  const after: ApiKey = { ...state.key.record, revokedAt: ctx.now };
  return {
    changes: [change(apiKeyAggregate, state.key, after)],
    events: [],
    audit: audited('api_key', 'revoked', after.id),
    result: after,
  };
};
