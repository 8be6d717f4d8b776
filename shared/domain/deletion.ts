import type { BaseRecord } from './aggregate.ts';

/** True for a record that is marked as deleted, such as a customer's, which remains in the table but not in the API. */
export const isDeleted = (record: BaseRecord): boolean => 'deletedAt' in record && (record.deletedAt ?? null) !== null;
