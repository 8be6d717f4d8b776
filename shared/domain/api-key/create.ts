import { change } from '../aggregate.ts';
import { audited, type Decision, type DecisionContext } from '../decision.ts';
import { Refusal } from '../refusal.ts';
import { type ApiKey, apiKeyAggregate, type KeyCreator } from './record.ts';

export interface CreateApiKey {
  readonly label?: string | null | undefined;
  /** `null` or left out: those of the creating key [KEY-10]. */
  readonly scopes?: readonly string[] | null | undefined;
  /** First 16 characters of the minted key, and its peppered hash. */
  readonly prefix: string;
  readonly hash: string;
  readonly pepperVersion: string;
}

export interface CreateApiKeyState {
  /** Scopes of the key that creates. */
  readonly creatorScopes: readonly string[];
  readonly isKnownScope: (name: string) => boolean;
  readonly createdBy: KeyCreator;
}

const ALL = '*';

/** A key may hand on fewer scopes than it has, never more [KEY-11], and only scopes that exist [KEY-12]. */
export const createApiKey = (command: CreateApiKey, state: CreateApiKeyState, ctx: DecisionContext): Decision<ApiKey> | Refusal => {
  const scopes = command.scopes ?? state.creatorScopes;
  const held = (scope: string): boolean => state.creatorScopes.includes(ALL) || state.creatorScopes.includes(scope);
  const refused = scopes.find((scope) => (scope !== ALL && !state.isKnownScope(scope)) || !held(scope));
  if (refused !== undefined) {
    const message =
      state.isKnownScope(refused) || refused === ALL ? `The creating key does not hold ${refused}.` : `No such scope: ${refused}.`;
    return new Refusal('parameter_invalid', message, { param: 'scopes' });
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
