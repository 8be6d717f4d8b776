import * as v from 'valibot';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { importChunkAggregate, importChunkIdOf, MAX_CHUNKS } from '../../shared/domain/customer-import/rows.ts';
import { checkImport } from '../../shared/domain/customer-import/stages.ts';
import { ConsoleImport } from './api/import-objects.ts';
import { beginStage } from './api/import-stage.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.imports_check',
  method: 'POST',
  path: '/console/imports/{import_id}/check',
  summary: 'Check all uploaded rows without importing them',
  description: doc('`chunks`: the number of chunks of the file. Runs asynchronously; the import is `checked` once all rows are checked.'),
  auth: consoleMember('admin', 'test'),
  profile: 'write',
  uses: ['customer-import'],
  params: { import_id: fields.idParams.customerImport },
  query: null,
  body: v.strictObject({ chunks: fields.integer(1, MAX_CHUNKS) }),
  response: ConsoleImport,
  errors: ['resource_missing', 'state_conflict'],
});

export const handler = serveConsole(operation, async ({ params, body: { chunks } }, context) => {
  const { store, tenant, ids } = context;
  const chunkIds = Array.from({ length: chunks }, (_, chunk) => importChunkIdOf(ids, params.import_id, chunk));
  const uploaded = await store.getMany(importChunkAggregate, tenant, chunkIds);
  // The number of rows by chunk; `undefined`: the chunk was not uploaded.
  const rowCounts = chunkIds.map((id) => uploaded.get(id)?.record.rows.length);
  return beginStage(context, params.import_id, (stored, memberId, ctx) => checkImport({ memberId, chunks, rowCounts }, stored, ctx));
});
