import { callerStillHasAccess } from '../../shared/api/pipeline/authenticate.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { clock } from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { endOfLog, readForward } from '../../shared/store/event-log/entries.ts';
import { type Line, lineOf } from './frames.ts';

/** Strongly consistent reads for the streams. */
export interface StreamSource {
  /** Log number of the newest visible entry. */
  readonly end: (tenant: Tenant) => Promise<number>;
  /** Entries after a log number, oldest first, up to the first number whose entry is still being written. */
  readonly after: (tenant: Tenant, position: number) => Promise<readonly Line[]>;
  /** True if the caller's API key is still valid. */
  readonly isStillValid: (caller: Caller) => Promise<boolean>;
}

/** Entries per read; a page of large entries has fewer. */
const PAGE = 100;

/** Reads from the table. */
export const tableSource = (table: Table): StreamSource => ({
  end: (tenant) => endOfLog(table, tenant, clock.nowMs()),
  after: async (tenant, position) => (await readForward(table, tenant, position, PAGE, clock.nowMs())).map(lineOf),
  isStillValid: (caller) => callerStillHasAccess(table, caller),
});
