import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { invalidParam, type Refusal } from '../refusal.ts';
import { type ApiKey, apiKeyAggregate, type KeyCreator } from './record.ts';

export interface CreateApiKey {
  readonly label?: string | null | undefined;
  /** `null` or omitted: the scopes of the creator [KEY-10]. */
  readonly scopes?: readonly string[] | null | undefined;
  /** First 16 characters of the new key. */
  readonly prefix: string;
  /** Peppered hash of the new key. */
  readonly hash: string;
  readonly pepperVersion: string;
}

export interface CreateApiKeyState {
  /** Scopes of the creator: of its key, or of a member's role. */
  readonly creatorScopes: readonly string[];
  /** Returns the error message for a name that is not a scope; `null` for a scope. */
  readonly scopeErrorOf: (name: string) => string | null;
  readonly createdBy: KeyCreator;
}

/** The scope that includes all scopes. */
const ALL = '*';

/** Creates an API key. Refuses scopes that the creator does not have [KEY-11] and unknown scopes [KEY-12]. */
export const createApiKey = (command: CreateApiKey, state: CreateApiKeyState, ctx: DecisionContext): Decision<ApiKey> | Refusal => {
  const scopes = command.scopes ?? state.creatorScopes;
  const creatorHasScope = (scope: string): boolean => state.creatorScopes.includes(ALL) || state.creatorScopes.includes(scope);
  for (const scope of scopes) {
    const error = scope === ALL ? null : state.scopeErrorOf(scope);
    if (error !== null) return invalidParam('scopes', error);
    if (!creatorHasScope(scope)) return invalidParam('scopes', `You cannot grant the scope ${scope}, because you do not have it.`);
  }
  const key: ApiKey = {
    id: ctx.ids.next(apiKeyAggregate.prefix),
    created: ctx.now,
    label: command.label ?? null,
    scopes: [...new Set(scopes)],
    prefix: command.prefix,
    hash: command.hash,
    pepperVersion: command.pepperVersion,
    createdBy: state.createdBy,
    lastUsedAt: null,
    revokedAt: null,
  };
  return {
    changes: [change(apiKeyAggregate, null, key)],
    events: [],
    audit: audited('api_key', 'created', key.id),
    result: key,
  };
};
