import * as v from 'valibot';
import { TaxRate } from '../../shared/api/objects/tax-rate.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { withTenantRepricing } from '../../shared/domain/account/repricing.ts';
import { taxRateAggregate, viewTaxRate } from '../../shared/domain/tax-rate/record.ts';
import { updateTaxRate } from '../../shared/domain/tax-rate/update.ts';
import { startTenantRepricing } from '../../shared/flows/subscriptions/reprice.ts';

export const operation = defineOperation({
  id: 'tax_rates.update',
  method: 'POST',
  path: '/v1/tax_rates/{tax_rate_id}',
  summary: 'Update a tax rate',
  description: doc('`display_name: null` clears the name. `active: false` disables the rate; existing invoices do not change.'),
  events: ['subscription.updated'],
  auth: apiKey('tax_rates:write'),
  profile: 'write',
  params: { tax_rate_id: fields.idParams.taxRate },
  body: v.strictObject({
    display_name: described(v.optional(v.nullable(fields.printed(0, 255))), doc('Name of the tax on invoices; `null` clears it.')),
    active: described(v.optional(v.boolean()), doc('True if the rate applies to new charges.')),
  }),
  response: TaxRate,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['tax_rate_country_taken'],
});

export const handler = serve(operation, async ({ params, body: input }, { tenant, store, run }) =>
  run({
    load: async () => ({ rate: await store.get(taxRateAggregate, tenant, params.tax_rate_id) }),
    nowOf: () => null,
    decide: (state, context) =>
      withTenantRepricing(
        updateTaxRate({ displayName: input.display_name, active: input.active }, state, context),
        { changesSubscriptions: ({ active }) => active !== state.rate?.record.active, modes: [tenant.mode] },
        context,
      ),
    answer: ({ changed }) => viewTaxRate(changed, tenant),
    afterCommit: async ({ needsRepricing }) => {
      if (needsRepricing) await startTenantRepricing(store, tenant.accountId, [tenant.mode]);
    },
  }),
);
