import type { BaseRecord } from '../aggregate.ts';

/** True for a record that is marked as deleted: it remains in the table, but the API does not return it. */
export const isDeleted = (record: BaseRecord): boolean => 'deletedAt' in record && (record.deletedAt ?? null) !== null;
