import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { customerImportAggregate, viewCustomerImport } from '../../shared/domain/customer-import/record.ts';
import { ConsoleImport } from './api/import-objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.imports_retrieve',
  method: 'GET',
  path: '/console/imports/{import_id}',
  summary: 'Retrieve an import and its progress',
  auth: consoleMember('viewer', 'test'),
  profile: 'read',
  params: { import_id: idParams.customerImport },
  query: null,
  body: null,
  response: ConsoleImport,
  errors: ['resource_missing'],
});

export const handler = serveConsole(operation, async ({ params }, { tenant, store }) =>
  viewCustomerImport((await fetchRecord(store, customerImportAggregate, tenant, params.import_id, 'import')).record, tenant),
);
