import * as v from 'valibot';
import { TaxRate } from '../../shared/api/objects/tax-rate.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { camelKeys } from '../../shared/api/schemas/camel-keys.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { withTenantRepricing } from '../../shared/domain/account/repricing.ts';
import { BASIS_POINTS } from '../../shared/domain/amounts/money.ts';
import { createTaxRate } from '../../shared/domain/tax-rate/create.ts';
import { viewTaxRate } from '../../shared/domain/tax-rate/record.ts';
import { startTenantRepricing } from '../../shared/flows/subscriptions/reprice.ts';

const body = v.strictObject({
  country_code: described(
    fields.countryCode,
    doc('Country of the customers to whom the rate applies: two capital letters (ISO 3166-1 alpha-2), such as `NL`.'),
  ),
  rate_basis_points: described(fields.integer(0, BASIS_POINTS), doc('Rate in hundredths of a percent: 2100 is 21 %.')),
  display_name: described(v.nullish(fields.printed(0, 255)), doc('Name of the tax on invoices, such as `BTW`. Default: `null`.')),
  active: described(v.optional(v.boolean()), doc('True if the rate applies to new charges. Default: true.')),
});

export const operation = defineOperation({
  id: 'tax_rates.create',
  method: 'POST',
  path: '/v1/tax_rates',
  summary: 'Create a tax rate',
  description: doc(
    'The rate applies to customers in the country from their next charge. A country can have only one active rate: to replace it, set the ' +
      'existing rate to `active: false` first. Rate and country cannot be changed.',
  ),
  events: ['subscription.updated'],
  auth: apiKey('tax_rates:write'),
  profile: 'write',
  params: {},
  body,
  response: TaxRate,
  errors: ['state_conflict'],
  reasons: ['tax_rate_country_taken'],
});

export const handler = serve(operation, async ({ body: input }, { tenant, store, run }) =>
  run({
    load: async () => null,
    nowOf: () => null,
    decide: (state, context) =>
      withTenantRepricing(
        createTaxRate(camelKeys(input), state, context),
        { changesSubscriptions: ({ active }) => active, modes: [tenant.mode] },
        context,
      ),
    answer: ({ changed }) => viewTaxRate(changed, tenant),
    afterCommit: async ({ needsRepricing }) => {
      if (needsRepricing) await startTenantRepricing(store, tenant.accountId, [tenant.mode]);
    },
  }),
);
