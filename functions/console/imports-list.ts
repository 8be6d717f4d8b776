import * as v from 'valibot';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { customerImportAggregate } from '../../shared/domain/customer-import/record.ts';
import { ConsoleImport } from './api/import-objects.ts';
import { serveConsole } from './api/serve.ts';

export const operation = defineOperation({
  id: 'console.imports_list',
  method: 'GET',
  path: '/console/imports',
  summary: 'List imports, newest first',
  auth: consoleMember('viewer', 'test'),
  profile: 'read',
  params: {},
  query: v.strictObject(fields.listQuery),
  body: null,
  response: fields.listSchema(ConsoleImport),
  errors: [],
});

export const handler = serveConsole(operation, ({ query }, { tenant, store }) =>
  fetchList(store, customerImportAggregate, tenant, fields.idParams.customerImport.pattern, query),
);
