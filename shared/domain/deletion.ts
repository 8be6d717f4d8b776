import type { BaseRecord } from './aggregate.ts';

/** Whether it was deleted: the record of a customer is kept, and shown no more. */
export const isDeleted = (record: BaseRecord): boolean => 'deletedAt' in record && (record.deletedAt ?? null) !== null;
