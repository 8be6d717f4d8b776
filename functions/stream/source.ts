import { isStillValid } from '../../shared/api/pipeline/authenticate.ts';
import type { Caller } from '../../shared/api/pipeline/state.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { clock } from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { endOfLog, readForward } from '../../shared/store/event-log/entries.ts';
import { type Line, lineOf } from './frames.ts';

/** What the streams read; strongly consistent. */
export interface StreamSource {
  /** The number of the newest entry of the log that may be seen. */
  readonly end: (tenant: Tenant) => Promise<number>;
  readonly after: (tenant: Tenant, position: number) => Promise<readonly Line[]>;
  /** Whether a caller who was let in still may. */
  readonly isStillValid: (caller: Caller) => Promise<boolean>;
}

/** Entries read at once; the table ends a page of large ones earlier. */
const PAGE = 100;

/** The streams' source: the table. */
export const tableSource = (table: Table): StreamSource => ({
  end: (tenant) => endOfLog(table, tenant, clock.nowMs()),
  after: async (tenant, position) => (await readForward(table, tenant, position, PAGE, clock.nowMs())).map(lineOf),
  isStillValid: (caller) => isStillValid(table, caller),
});
