import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { TaxRate } from '../../shared/api/objects/tax-rate.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { withTenantRepricing } from '../../shared/domain/account/repricing.ts';
import { BASIS_POINTS } from '../../shared/domain/money.ts';
import { createTaxRate } from '../../shared/domain/tax-rate/create.ts';
import { viewTaxRate } from '../../shared/domain/tax-rate/record.ts';
import { repriceFirst } from '../../shared/flows/subscriptions/reprice.ts';

const body = v.strictObject({
  country_code: fields.countryCode,
  rate_basis_points: fields.integer(0, BASIS_POINTS),
  display_name: v.nullish(fields.text(0, 255)),
  active: v.optional(v.boolean()),
});

export const operation = defineOperation({
  id: 'tax_rates.create',
  method: 'POST',
  path: '/v1/tax_rates',
  summary: 'Create a tax rate',
  description:
    'Customers of the country are taxed at it from their next charge on. A country has one active rate; to change it, set the former one to `active: false` first. Rate and country are fixed once created.',
  auth: apiKey('tax_rates:write'),
  profile: 'write',
  params: {},
  query: null,
  body,
  response: TaxRate,
  errors: ['state_conflict'],
});

const commandOf = (given: v.InferOutput<typeof body>) => ({
  countryCode: given.country_code,
  rateBasisPoints: given.rate_basis_points,
  displayName: given.display_name,
  active: given.active,
});

export const handler = serve(operation, async ({ body: given }, { tenant, store, run }) =>
  run({
    load: async () => null,
    nowOf: () => null,
    decide: (state, context) =>
      withTenantRepricing(
        createTaxRate(commandOf(given), state, context),
        { taxesOtherwise: ({ active }) => active, modes: [tenant.mode] },
        context,
      ),
    answer: ({ changed }) => viewTaxRate(changed, tenant),
    afterwards: async ({ reprices }) => {
      if (reprices) await repriceFirst(store, tenant.accountId, [tenant.mode]);
    },
  }),
);
