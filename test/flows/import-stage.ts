import { type CustomerImport, customerImportAggregate, NO_COUNTS } from '../../shared/domain/customer-import/record.ts';
import { type ImportRows, importRowsAggregate, rowsIdOf, type UploadedRow } from '../../shared/domain/customer-import/rows.ts';
import { change, type Tenant } from '../../shared/domain/kernel.ts';
import { idSource } from '../../shared/platform/ids.ts';
import { SYSTEM } from '../../shared/store/audit/entries.ts';
import type { StoreFixture } from '../store/support.ts';

/** A row that nothing is wrong with. */
export const uploaded = (row: number, given: Partial<UploadedRow> = {}): UploadedRow => ({
  row,
  reference: `C-${row}`,
  customer: { name: `Customer ${row}`, email: `c${row}@example.com`, countryCode: 'NL', address: null, language: null },
  subscription: null,
  faults: [],
  ...given,
});

/** Stores an import whose rows are uploaded, `perChunk` together, and that is to be checked. */
export const uploadedImport = async (
  fixture: StoreFixture,
  tenant: Tenant,
  rows: readonly UploadedRow[],
  given: Partial<CustomerImport> & { readonly perChunk?: number } = {},
): Promise<CustomerImport> => {
  const { perChunk = rows.length, ...settings } = given;
  const now = Math.floor(fixture.clock.nowMs / 1000);
  const ids = idSource(() => fixture.clock.nowMs);
  const id = ids.next(customerImportAggregate.prefix);
  const chunks = Array.from({ length: Math.ceil(rows.length / perChunk) }, (_, chunk) =>
    rows.slice(chunk * perChunk, (chunk + 1) * perChunk),
  );
  const record: CustomerImport = {
    id,
    created: now,
    memberId: 'mem_1',
    actingMemberId: 'mem_1',
    fileName: 'customers.csv',
    status: 'checking',
    plans: {},
    returnUrl: 'https://shop.example/back',
    dateOrder: 'year_first',
    rowCount: rows.length,
    chunkCount: chunks.length,
    nextChunk: 0,
    rowsDone: 0,
    counts: NO_COUNTS,
    customersCreated: 0,
    sessionsCreated: 0,
    billedRows: 0,
    startedAt: null,
    endedAt: null,
    lastStepAt: now,
    ...settings,
  };
  const parts = chunks.map(
    (each, chunk): ImportRows => ({
      id: rowsIdOf(ids, id, chunk),
      created: now,
      importId: id,
      chunk,
      rows: each,
      results: [],
    }),
  );
  const changes = [change(customerImportAggregate, null, record), ...parts.map((part) => change(importRowsAggregate, null, part))];
  await fixture.store.run({ tenant, actor: SYSTEM, load: async () => null, decide: () => ({ changes, events: [], result: null }) });
  return record;
};
