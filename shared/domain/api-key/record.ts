import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** Creator of a key: a member in the console, another API key, or an operator on the command line (`id: null`). */
export interface KeyCreator {
  readonly type: 'member' | 'api_key' | 'operator_command';
  readonly id: string | null;
}

/** A secret API key, of which only the peppered hash is stored [KEY-13]. */
export interface ApiKey extends BaseRecord {
  readonly label: string | null;
  readonly scopes: readonly string[];
  /** First 16 characters of the key [KEY-07]. */
  readonly prefix: string;
  readonly hash: string;
  /** Version of the pepper that the hash was made with. */
  readonly pepperVersion: string;
  /** `null`: unknown, since the former release that created the key did not store its creator. */
  readonly createdBy: KeyCreator | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** The API's `api_key`, without the plaintext, which only the response of the creation contains [KEY-08]. */
export const viewApiKey = (key: ApiKey, tenant: Tenant) => ({
  id: key.id,
  object: 'api_key' as const,
  created: key.created,
  livemode: livemode(tenant),
  prefix: key.prefix,
  label: key.label,
  scopes: key.scopes,
  created_by: key.createdBy === null ? null : { type: key.createdBy.type, id: key.createdBy.id },
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt,
});
type ApiKeyView = ReturnType<typeof viewApiKey>;

/** Lookup key of an API key by its hash. The lookup's data is sufficient to authenticate a request. */
export const apiKeyLookup = (pepperVersion: string, hash: string): string => `api-key#${pepperVersion}#${hash}`;

/** Version 1 did not store the creator. */
const withCreator = (key: Omit<ApiKey, 'createdBy'>): ApiKey => ({ ...key, createdBy: null });

export const apiKeyAggregate: Aggregate<ApiKey, ApiKeyView> = {
  type: 'api_key',
  prefix: 'ak_',
  migrations: [withCreator],
  view: viewApiKey,
  lookupsOf: (key) => [
    { key: apiKeyLookup(key.pepperVersion, key.hash), data: { key_id: key.id, scopes: key.scopes, revoked_at: key.revokedAt } },
  ],
};
