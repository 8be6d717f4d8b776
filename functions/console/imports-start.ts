import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { startImport } from '../../shared/domain/customer-import/stages.ts';
import { ConsoleImport } from './api/import-objects.ts';
import { beginStage } from './api/import-stage.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.imports_start',
  method: 'POST',
  path: '/console/imports/{import_id}/start',
  summary: 'Import the checked rows',
  description: doc('Skips faulty rows. Runs asynchronously; the import is `completed` once all rows are processed.'),
  auth: consoleMember('admin', 'test'),
  profile: 'write',
  uses: ['customer-import'],
  params: { import_id: idParams.customerImport },
  query: null,
  body: null,
  response: ConsoleImport,
  errors: ['resource_missing', 'state_conflict'],
});

export const handler = serveConsole(operation, ({ params }, context) =>
  beginStage(context, params.import_id, (stored, memberId, ctx) => startImport({ memberId }, stored, ctx)),
);
