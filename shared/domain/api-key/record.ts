import type { Aggregate, BaseRecord, Tenant } from '../kernel.ts';
import { livemode } from '../kernel.ts';

/** A secret key as it is kept: only its peppered hash [KEY-13]. */
export interface ApiKey extends BaseRecord {
  readonly label: string | null;
  readonly scopes: readonly string[];
  /** First 16 characters of the key [KEY-07]. */
  readonly prefix: string;
  readonly hash: string;
  /** Which pepper made the hash. */
  readonly pepperVersion: string;
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
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt,
});
type ApiKeyView = ReturnType<typeof viewApiKey>;

/** Where a key is looked up by what the caller sends; holds all that a request needs to know of it. */
export const apiKeyLookup = (pepperVersion: string, hash: string): string => `api-key#${pepperVersion}#${hash}`;

export const apiKeyAggregate: Aggregate<ApiKey, ApiKeyView> = {
  type: 'api_key',
  prefix: 'ak_',
  view: viewApiKey,
  lookupsOf: (key) => [
    { key: apiKeyLookup(key.pepperVersion, key.hash), data: { key_id: key.id, scopes: key.scopes, revoked_at: key.revokedAt } },
  ],
};
