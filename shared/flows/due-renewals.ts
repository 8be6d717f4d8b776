import type { Tenant } from '../domain/kernel.ts';
import type { DueEntry } from '../store/core/due.ts';
import { tenantOfPartition } from '../store/core/keys.ts';
import { MOST_NOTED } from '../store/runs/inbox.ts';

/** The renewals of one tenant that a sweep found due in one shard. */
export interface TenantRenewals {
  readonly tenant: Tenant;
  /** Subscriptions, earliest first, as many as a note takes. */
  readonly ids: readonly string[];
  /** How many are due in all. */
  readonly count: number;
  /** When the first was due, Unix seconds. */
  readonly earliest: number;
}

/** Collects due renewals by tenant. Entries come earliest first. */
export class DueRenewals {
  readonly #byTenant = new Map<string, TenantRenewals>();

  add({ pk, sk, at }: DueEntry): void {
    const known = this.#byTenant.get(pk) ?? { tenant: tenantOfPartition(pk), ids: [], count: 0, earliest: at };
    const ids = known.ids.length < MOST_NOTED ? [...known.ids, sk] : known.ids;
    this.#byTenant.set(pk, { ...known, ids, count: known.count + 1 });
  }

  tenants(): readonly TenantRenewals[] {
    return [...this.#byTenant.values()];
  }
}
