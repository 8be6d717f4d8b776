import type { Tenant } from '../../shared/domain/tenant.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { personalDataTasks } from '../../shared/store/erasure/personal-data.ts';
import { continueTasks } from '../../shared/store/erasure/tasks.ts';

/** Erases the customer's personal data outside the records, without a time limit. Returns whether the erasure is complete. */
export const erasePersonalData = async (table: Table, tenant: Tenant, customerId: string): Promise<boolean> => {
  const erasure = { customerId, skipDeletionEvent: false, isTimeUp: () => false };
  return (await continueTasks(personalDataTasks(table, tenant, erasure), {})).isDone;
};
