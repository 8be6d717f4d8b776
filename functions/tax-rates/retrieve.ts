import { TaxRate } from '../../shared/api/objects/tax-rate.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serveRecord } from '../../shared/api/serve/serve-record.ts';
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

export const handler = serveRecord(operation, taxRateAggregate, async (record, _input, { tenant }) => viewTaxRate(record, tenant));
