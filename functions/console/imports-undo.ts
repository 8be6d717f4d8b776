import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { undoImport } from '../../shared/domain/customer-import/stages.ts';
import { ConsoleImport } from './api/import-objects.ts';
import { beginStage } from './api/import-stage.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.imports_undo',
  method: 'POST',
  path: '/console/imports/{import_id}/undo',
  summary: 'Undo an import',
  description: doc(
    'Deletes the imported customers and expires their checkout sessions. Possible only while none of these customers has started a payment: otherwise nothing is undone, the import returns to `completed`, and `billed_rows` is the number of rows with payments.',
  ),
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
  beginStage(context, params.import_id, (stored, memberId, ctx) => undoImport({ memberId }, stored, ctx)),
);
