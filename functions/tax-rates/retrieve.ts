import { TaxRate } from '../../shared/api/objects/tax-rate.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { fetchRecord } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { taxRateAggregate, viewTaxRate } from '../../shared/domain/tax-rate/record.ts';

export const operation = defineOperation({
  id: 'tax_rates.retrieve',
  method: 'GET',
  path: '/v1/tax_rates/{tax_rate_id}',
  summary: 'Retrieve a tax rate',
  description: doc('Returns a tax rate, even if it is inactive.'),
  auth: apiKey('tax_rates:read'),
  profile: 'read',
  params: { tax_rate_id: idParams.taxRate },
  response: TaxRate,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params }, { tenant, store }) => {
  const { record } = await fetchRecord(store, taxRateAggregate, tenant, params.tax_rate_id, 'tax rate');
  return viewTaxRate(record, tenant);
});
