import type { CustomerImport } from '../../domain/customer-import/record.ts';
import type { ImportChunk, RowResult } from '../../domain/customer-import/rows.ts';
import type { AdvanceImport } from '../../domain/customer-import/stages.ts';
import type { Tenant } from '../../domain/tenant.ts';
import { logError } from '../../platform/log-lines.ts';
import { type Actor, SYSTEM } from '../../store/audit/entries.ts';
import type { BatchMemberOutcome } from '../../store/writer/batch.ts';
import type { FlowDeps } from '../deps.ts';

/** Dependencies of the steps of an import. */
export type ImportDeps = Pick<FlowDeps, 'store' | 'ids' | 'nowMs' | 'baseUrl'>;

/** One chunk of an import in one of its stages. */
export interface ImportStep {
  readonly tenant: Tenant;
  readonly import: CustomerImport;
  readonly rows: ImportChunk;
}

/** Result of a step. */
export type StepResult = Pick<AdvanceImport, 'rows' | 'progress'>;

/**
 * The member who started the current stage of the import (check, import or undo), as the actor. The member's IP address is only in the
 * audit entry of the request that started the stage.
 */
export const actorOf = ({ actingMemberId }: CustomerImport): Actor => ({ ...SYSTEM, type: 'operator', id: actingMemberId });

/** Returns the result of a row after a batch of writes. A row that could not be written is faulty and may be uploaded again. */
export const rowResultOf = (before: RowResult, outcome: BatchMemberOutcome<RowResult> | undefined): RowResult => {
  if (outcome?.kind === 'done') return outcome.result;
  if (outcome?.kind === 'failed') logError(outcome.error, { worker: 'customer-import', row: String(before.row) });
  const message = outcome?.kind === 'refused' ? outcome.refusal.message : 'could not be imported. Upload the file again.';
  return { ...before, outcome: 'faulty', faults: [{ column: null, message }] };
};
