import type { DueKindOf } from '../../domain/due.ts';
import type { Tenant } from '../../domain/tenant.ts';
import type { DueEntry } from '../../store/core/due.ts';
import { tenantOfPartition } from '../../store/core/keys.ts';
import { MOST_NOTED } from '../../store/runs/run-queue.ts';

/** The renewals of one tenant that a sweep found due in one shard, and the notices of coming ones. */
export interface TenantRenewals {
  readonly tenant: Tenant;
  /** Subscriptions, those to be billed first, each sort earliest first, as many as a note takes. */
  readonly ids: readonly string[];
  /** How many are due in all. */
  readonly count: number;
  /** When the first renewal was due, Unix seconds; `null`: there are notices only, which may come to be due late. */
  readonly earliest: number | null;
}

interface Found {
  readonly tenant: Tenant;
  readonly renewals: string[];
  readonly notices: string[];
  count: number;
  earliest: number | null;
}

/** Collects due renewals and notices by tenant. Entries come earliest first. */
export class DueRenewals {
  readonly #byTenant = new Map<string, Found>();

  add({ pk, sk, at }: DueEntry, kind: DueKindOf<'billing-run'>): void {
    const found = this.#byTenant.get(pk) ?? { tenant: tenantOfPartition(pk), renewals: [], notices: [], count: 0, earliest: null };
    const ids = kind === 'renewal' ? found.renewals : found.notices;
    if (ids.length < MOST_NOTED) ids.push(sk);
    if (kind === 'renewal') found.earliest ??= at;
    found.count += 1;
    this.#byTenant.set(pk, found);
  }

  tenants(): readonly TenantRenewals[] {
    return [...this.#byTenant.values()].map(({ tenant, renewals, notices, count, earliest }) => ({
      tenant,
      // However many notices there are, renewals are noted before them.
      ids: [...renewals, ...notices].slice(0, MOST_NOTED),
      count,
      earliest,
    }));
  }
}
