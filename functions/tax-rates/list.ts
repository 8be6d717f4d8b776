import * as v from 'valibot';
import { TaxRate } from '../../shared/api/objects/tax-rate.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchList } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams, listQuery, listSchema } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { taxRateAggregate } from '../../shared/domain/tax-rate/record.ts';

export const operation = defineOperation({
  id: 'tax_rates.list',
  method: 'GET',
  path: '/v1/tax_rates',
  summary: 'List tax rates, newest first',
  description: doc('Lists the tax rates of the account, including inactive ones.'),
  auth: apiKey('tax_rates:read'),
  profile: 'read',
  params: {},
  query: v.strictObject(listQuery),
  response: listSchema(TaxRate),
});

export const handler = serve(operation, async ({ query }, { tenant, store }) =>
  fetchList(store, taxRateAggregate, tenant, idParams.taxRate.pattern, query),
);
