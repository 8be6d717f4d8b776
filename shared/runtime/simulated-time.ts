import type { Stored } from '../domain/aggregate.ts';
import type { Tenant } from '../domain/tenant.ts';
import { type TestClock, testClockAggregate } from '../domain/test-clock/record.ts';
import type { Store } from '../store/writer/store.ts';

/** Fetches a test clock; `null` if `clockId` is `null` or the clock was deleted. */
export const fetchClock = async (store: Store, tenant: Tenant, clockId: string | null): Promise<Stored<TestClock> | null> =>
  clockId === null ? null : store.get(testClockAggregate, tenant, clockId);

/** Fetches the time of a test clock in Unix seconds; `null`, which means real time, if `clockId` is `null` or the clock was deleted. */
export const fetchClockTime = async (store: Store, tenant: Tenant, clockId: string | null): Promise<number | null> =>
  (await fetchClock(store, tenant, clockId))?.record.frozenTime ?? null;
