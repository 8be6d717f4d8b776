import type { Aggregate, BaseRecord, Stored } from '../domain/aggregate.ts';
import { type Decision, unchanged } from '../domain/decision.ts';
import type { Tenant } from '../domain/tenant.ts';
import { fetchClockTime } from '../runtime/simulated-time.ts';
import { SYSTEM } from '../store/audit/entries.ts';
import type { FlowDeps } from './deps.ts';

/** Changes one record with the system as the actor, at the time of the record's test clock, if any. No change if the record is missing. */
export const updateRecord = async <R extends BaseRecord & { readonly clockId?: string | null }>(
  { store }: FlowDeps,
  tenant: Tenant,
  aggregate: Aggregate<R>,
  { id, clockId = null }: R,
  decide: (stored: Stored<R>) => Decision<unknown>,
): Promise<void> => {
  await store.run<{ readonly stored: Stored<R> | null; readonly clockTime: number | null }, unknown>({
    tenant,
    actor: SYSTEM,
    load: async () => ({ stored: await store.get(aggregate, tenant, id), clockTime: await fetchClockTime(store, tenant, clockId) }),
    nowOf: ({ clockTime }) => clockTime,
    decide: ({ stored }) => (stored === null ? unchanged(null) : decide(stored)),
  });
};
