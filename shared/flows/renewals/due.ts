import type { DueKindOf } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { DueEntry } from '../../store/core/due.ts';
import { tenantOfPartition } from '../../store/core/keys.ts';
import { MAX_ENQUEUED } from '../../store/runs/run-queue.ts';

/** Renewals and notices of one tenant that a sweep found due in one shard. */
export interface TenantRenewals {
  readonly tenant: Tenant;
  /** Up to `MAX_ENQUEUED` subscription ids: first renewals, then notices, each earliest first. */
  readonly ids: readonly string[];
  /** Total number of due entries. */
  readonly count: number;
  /** Due time of the first renewal in Unix seconds; `null`: notices only. */
  readonly earliest: number | null;
}

interface TenantEntries {
  readonly tenant: Tenant;
  readonly renewals: string[];
  readonly notices: string[];
  count: number;
  earliest: number | null;
}

/** Groups due renewals and notices by tenant. Entries arrive earliest first. */
export class DueRenewals {
  readonly #byTenant = new Map<string, TenantEntries>();

  add({ pk, sk, at }: DueEntry, kind: DueKindOf<'billing-run'>): void {
    const entries = this.#byTenant.get(pk) ?? { tenant: tenantOfPartition(pk), renewals: [], notices: [], count: 0, earliest: null };
    const ids = kind === 'renewal' ? entries.renewals : entries.notices;
    if (ids.length < MAX_ENQUEUED) ids.push(sk);
    if (kind === 'renewal') entries.earliest ??= at;
    entries.count += 1;
    this.#byTenant.set(pk, entries);
  }

  tenants(): readonly TenantRenewals[] {
    return [...this.#byTenant.values()].map(({ tenant, renewals, notices, count, earliest }) => ({
      tenant,
      // Renewals come first, so that many notices do not displace them.
      ids: [...renewals, ...notices].slice(0, MAX_ENQUEUED),
      count,
      earliest,
    }));
  }
}
