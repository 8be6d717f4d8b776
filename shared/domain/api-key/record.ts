import type { Aggregate, BaseRecord } from '../aggregate.ts';
import { livemode, type Tenant } from '../tenant.ts';

/** Who created a key: a member through the console, another key, or an operator from the command line, who has no id. */
export interface KeyCreator {
  readonly type: 'member' | 'api_key' | 'operator_command';
  readonly id: string | null;
}

/** A secret key as it is kept: only its peppered hash [KEY-13]. */
export interface ApiKey extends BaseRecord {
  readonly label: string | null;
  readonly scopes: readonly string[];
  /** First 16 characters of the key [KEY-07]. */
  readonly prefix: string;
  readonly hash: string;
  /** Which pepper made the hash. */
  readonly pepperVersion: string;
  /** `null`: the key is older than the note of it. */
  readonly createdBy: KeyCreator | null;
  readonly lastUsedAt: number | null;
  readonly revokedAt: number | null;
}

/** Without the plaintext, which only the answer of the creation carries [KEY-08]. */
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

/** Where a key is looked up by what the caller sends; holds all that a request needs to know of it. */
export const apiKeyLookup = (pepperVersion: string, hash: string): string => `api-key#${pepperVersion}#${hash}`;

/** A step of `upgrades`: of keys of that form it is not known who created them. */
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
