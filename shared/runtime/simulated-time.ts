import type { Stored } from '../domain/aggregate.ts';
import type { Tenant } from '../domain/tenant.ts';
import { type TestClock, testClockAggregate } from '../domain/test-clock/record.ts';
import type { Store } from '../store/writer/store.ts';

/** The clock that something lives on; `null` without one, or when it is forgotten. */
export const clockOf = async (store: Store, tenant: Tenant, clockId: string | null): Promise<Stored<TestClock> | null> =>
  clockId === null ? null : store.get(testClockAggregate, tenant, clockId);

/** The moment on the clock (Unix seconds); `null` without one: real time. A deleted clock leaves real time behind too. */
export const clockTime = async (store: Store, tenant: Tenant, clockId: string | null): Promise<number | null> =>
  (await clockOf(store, tenant, clockId))?.record.frozenTime ?? null;
