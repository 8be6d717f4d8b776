import { stillStands } from '../../shared/api/pipeline/authenticate.ts';
import { clock } from '../../shared/runtime/services.ts';
import type { Table } from '../../shared/store/core/table.ts';
import { endOfLog, readForward } from '../../shared/store/event-log/entries.ts';
import { lineOf } from './frames.ts';
import type { StreamSource } from './hub.ts';

/** Entries read at once; the table ends a page of large ones earlier. */
const PAGE = 100;

/** The streams' source: the table. */
export const tableSource = (table: Table): StreamSource => ({
  end: (tenant) => endOfLog(table, tenant, clock.nowMs()),
  after: async (tenant, position) => (await readForward(table, tenant, position, PAGE, clock.nowMs())).map(lineOf),
  stillStands: (caller) => stillStands(table, caller),
});
