import * as v from 'valibot';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { customerImportAggregate } from '../../shared/domain/customer-import/record.ts';
import { importChunkAggregate, importChunkIdOf, MAX_CHUNKS } from '../../shared/domain/customer-import/rows.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { originOf } from '../../shared/platform/public-url.ts';
import { ConsoleImportRows, viewRow } from './api/import-objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.imports_rows',
  method: 'GET',
  path: '/console/imports/{import_id}/rows',
  summary: 'List the results for a chunk of rows',
  description: doc(
    'Before the import starts, returns the expected results. A row is identified by its number in the file; the texts of its cells are not returned. `has_more`: there is a next chunk.',
  ),
  auth: consoleMember('viewer', 'test'),
  profile: 'read',
  params: { import_id: fields.idParams.customerImport },
  query: v.strictObject({
    chunk: v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d{1,2}$/, `must be an integer from 0 to ${MAX_CHUNKS - 1}.`),
        v.transform(Number),
        v.maxValue(MAX_CHUNKS - 1),
      ),
      '0',
    ),
  }),
  body: null,
  response: ConsoleImportRows,
  errors: ['resource_missing'],
});

export const handler = serveConsole(operation, async ({ params, query: { chunk } }, { account, tenant, store, ids }) => {
  const [stored, rows] = await Promise.all([
    fetchRecord(store, customerImportAggregate, tenant, params.import_id, 'import'),
    store.get(importChunkAggregate, tenant, importChunkIdOf(ids, params.import_id, chunk)),
  ]);
  const origin = originOf(account.record.domain, baseUrl());
  return {
    object: 'list' as const,
    data: (rows?.record.results ?? []).map((result) => viewRow(tenant, origin, result)),
    has_more: chunk + 1 < stored.record.chunkCount,
  };
});
