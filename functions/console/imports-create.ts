import * as v from 'valibot';
import { consoleMember, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { DATE_ORDERS } from '../../shared/domain/customer-import/dates.ts';
import { viewCustomerImport } from '../../shared/domain/customer-import/record.ts';
import { createImport } from '../../shared/domain/customer-import/stages.ts';
import { ConsoleImport } from './api/import-objects.ts';
import { serveConsole } from './api/serve.ts';

const MAX_PLANS = 100;

export const operation = defineOperation({
  id: 'console.imports_create',
  method: 'POST',
  path: '/console/imports',
  summary: 'Create an import of customers from another system',
  description: doc(
    'Test mode only. `plans` maps each plan of the file to a price; `return_url` is the page to which customers return after they confirmed ' +
      'their subscription. Next, upload the rows and call `check`; nothing is imported before `start`.',
  ),
  auth: consoleMember('admin', 'test'),
  profile: 'write',
  params: {},
  query: null,
  body: v.strictObject({
    file_name: fields.text(1, 255),
    date_order: v.optional(v.picklist(DATE_ORDERS), 'year_first'),
    plans: v.optional(
      v.pipe(v.record(fields.text(1, 255), fields.reference), v.maxEntries(MAX_PLANS, `must have at most ${MAX_PLANS} plans.`)),
      {},
    ),
    return_url: v.nullish(fields.url),
  }),
  response: ConsoleImport,
  errors: [],
});

export const handler = serveConsole(operation, async ({ body }, { tenant, run, member }) =>
  run({
    load: async () => null,
    nowOf: () => null,
    decide: (_state, context) =>
      createImport(
        {
          memberId: member.id,
          fileName: body.file_name,
          plans: body.plans,
          returnUrl: body.return_url ?? null,
          dateOrder: body.date_order,
        },
        context,
      ),
    answer: (customerImport) => viewCustomerImport(customerImport, tenant),
  }),
);
