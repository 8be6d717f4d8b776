import type { Tenant } from '../domain/kernel.ts';
import { testClockAggregate } from '../domain/test-clock/record.ts';
import type { Store } from '../store/store.ts';

/** The moment on the clock (Unix seconds); `null` without one: real time. A deleted clock leaves real time behind too. */
export const clockTime = async (store: Store, tenant: Tenant, clockId: string | null): Promise<number | null> =>
  clockId === null ? null : ((await store.get(testClockAggregate, tenant, clockId))?.record.frozenTime ?? null);
