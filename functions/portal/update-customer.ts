import * as v from 'valibot';
import * as fields from '../../shared/api/fields.ts';
import { PortalCustomer } from '../../shared/api/objects/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { servePortal } from '../../shared/api/serve-portal.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { updateCustomer } from '../../shared/domain/customer/update.ts';
import { viewPortalCustomer } from '../../shared/domain/portal-session/view.ts';
import { clockTime } from '../../shared/runtime/simulated-time.ts';

export const operation = defineOperation({
  id: 'portal.update_customer',
  method: 'POST',
  path: '/portal/customer',
  summary: "Update the customer's details",
  description: 'Fields left out keep their values. Of these fields, only `name` can be cleared with `null`.',
  auth: portalToken({ limited: false }),
  profile: 'write',
  params: {},
  query: null,
  body: v.strictObject({
    name: v.optional(v.nullable(fields.text(0, 255))),
    country_code: v.optional(fields.countryCode),
    address: v.optional(fields.address),
    language: v.optional(fields.language),
  }),
  response: PortalCustomer,
  errors: ['resource_missing'],
});

export const handler = servePortal(operation, async ({ body }, { tenant, store, run, customerId }) => {
  const { name, country_code: countryCode, address, language } = body;
  const command = { name, countryCode, address: address === undefined ? undefined : fields.addressOf(address), language };
  return run({
    load: async () => {
      const customer = await store.get(customerAggregate, tenant, customerId);
      return { customer, moment: await clockTime(store, tenant, customer?.record.testClockId ?? null) };
    },
    nowOf: ({ moment }) => moment,
    decide: (state, context) => updateCustomer(command, state, context),
    answer: viewPortalCustomer,
  });
});
