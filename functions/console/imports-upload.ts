import * as v from 'valibot';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { customerImportAggregate, viewCustomerImport } from '../../shared/domain/customer-import/record.ts';
import { importChunkAggregate, importChunkIdOf, MAX_CHUNK_ROWS, MAX_CHUNKS } from '../../shared/domain/customer-import/rows.ts';
import { uploadRows } from '../../shared/domain/customer-import/stages.ts';
import { ConsoleImport } from './api/import-objects.ts';
import { parseRow, RawRow } from './api/import-rows.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.imports_upload',
  method: 'POST',
  path: '/console/imports/{import_id}/rows',
  summary: 'Upload a part of the file',
  description: doc(
    `Up to ${MAX_CHUNK_ROWS} rows, as \`chunk\` 0 to ${MAX_CHUNKS - 1}; a repeated upload replaces the chunk. Faulty rows are accepted here ` +
      'and reported by `check`. Rows that are not imported are deleted within two days.',
  ),
  auth: consoleMember('admin', 'test'),
  profile: 'write',
  params: { import_id: fields.idParams.customerImport },
  query: null,
  body: v.strictObject({
    chunk: fields.integer(0, MAX_CHUNKS - 1),
    rows: v.pipe(
      v.array(RawRow),
      v.minLength(1, 'must have at least one row.'),
      v.maxLength(MAX_CHUNK_ROWS, `must have at most ${MAX_CHUNK_ROWS} rows.`),
      v.check((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, 'must have a unique number for each row.'),
    ),
  }),
  response: ConsoleImport,
  errors: ['resource_missing', 'state_conflict'],
});

export const handler = serveConsole(operation, async ({ params, body }, { tenant, store, ids, run }) => {
  const importId = params.import_id;
  return run({
    load: async () => {
      const [stored, rows] = await Promise.all([
        store.get(customerImportAggregate, tenant, importId),
        store.get(importChunkAggregate, tenant, importChunkIdOf(ids, importId, body.chunk)),
      ]);
      return { import: stored, rows };
    },
    nowOf: () => null,
    decide: (state, context) => {
      // If the import does not exist, the date order does not matter, because `uploadRows` refuses the rows.
      const dateOrder = state.import?.record.dateOrder ?? 'year_first';
      return uploadRows({ chunk: body.chunk, rows: body.rows.map((row) => parseRow(row, dateOrder)) }, state, context);
    },
    answer: (customerImport) => viewCustomerImport(customerImport, tenant),
  });
});
