import * as v from 'valibot';
import { count, openEnum, timestamp } from '../../../shared/api/objects/common.ts';
import { IMPORT_COLUMNS, ROW_OUTCOMES, type RowResult } from '../../../shared/domain/customer-import/rows.ts';
import type { Tenant } from '../../../shared/domain/tenant.ts';
import { checkoutUrlOf } from '../../../shared/flows/deps.ts';

/** An import of customers from another system. */
export const ConsoleImport = v.strictObject({
  id: v.string(),
  object: v.literal('console.import'),
  created: timestamp,
  livemode: v.boolean(),
  file_name: v.string(),
  status: openEnum(),
  member_id: v.string(),
  row_count: count,
  /** Number of rows that the current stage (check, import or undo) has processed. */
  rows_done: count,
  chunk_count: count,
  /** Number of rows by outcome (`ROW_OUTCOMES`). */
  counts: v.strictObject({ ready: count, imported: count, unchanged: count, faulty: count, undone: count, kept: count }),
  customers_created: count,
  checkout_sessions_created: count,
  /** Number of rows that blocked the last undo, because their customer had a payment already. If it is not 0, nothing was undone. */
  billed_rows: count,
  started_at: v.nullable(timestamp),
  ended_at: v.nullable(timestamp),
  /** Time at which the uploaded rows are deleted if the import has not started by then; `null` once the import has started. */
  expires_at: v.nullable(timestamp),
});

/** The result of importing one row of the file. Before the import starts: the result that the check predicts. */
const ConsoleImportRow = v.strictObject({
  object: v.literal('console.import_row'),
  row: count,
  outcome: v.picklist(ROW_OUTCOMES),
  faults: v.array(v.strictObject({ column: v.nullable(v.picklist(IMPORT_COLUMNS)), message: v.string() })),
  customer_id: v.nullable(v.string()),
  checkout_session_id: v.nullable(v.string()),
  /** The page on which the customer authorizes a payment method for the subscription; `null`: the row has no checkout session. */
  checkout_url: v.nullable(v.string()),
});

export const ConsoleImportRows = v.strictObject({ object: v.literal('list'), data: v.array(ConsoleImportRow), has_more: v.boolean() });

export const viewRow = (tenant: Tenant, origin: string, { row, outcome, faults, customerId, sessionId }: RowResult) => ({
  object: 'console.import_row' as const,
  row,
  outcome,
  faults: faults.map(({ column, message }) => ({ column, message })),
  customer_id: customerId,
  checkout_session_id: sessionId,
  checkout_url: sessionId === null ? null : checkoutUrlOf(origin, tenant, sessionId),
});
