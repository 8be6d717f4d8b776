import { Customer } from '../../shared/api/objects/customer.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import * as fields from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { customerAggregate, viewCustomer } from '../../shared/domain/customer/record.ts';
import { withCustomerRepricing } from '../../shared/domain/customer/repricing.ts';
import { updateCustomer } from '../../shared/domain/customer/update.ts';
import { countUncanceledSubscriptions, repriceNow } from '../../shared/flows/subscriptions/reprice.ts';
import { clock } from '../../shared/runtime/services.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';
import { changedCustomerBody, customerInputOf } from './fields.ts';

export const operation = defineOperation({
  id: 'customers.update',
  method: 'POST',
  path: '/v1/customers/{customer_id}',
  summary: 'Update a customer',
  description: doc(
    'Omitted fields keep their values. `null` clears `name` and `e_invoicing`; other fields cannot be cleared. Setting `email`, also to the same address, clears `email_delivery`, so that emails are sent again. A change of the country or the address can change the tax, and so `next_charge_amount_cents` of the customer’s subscriptions.',
  ),
  events: ['customer.updated', 'subscription.updated'],
  auth: apiKey('customers:write'),
  profile: 'write',
  params: { customer_id: fields.idParams.customer },
  body: changedCustomerBody,
  response: Customer,
  errors: ['resource_missing'],
});

export const handler = serve(operation, async ({ params, body: input }, { tenant, store, run }) =>
  run({
    load: async () => {
      const [customer, subscriptionCount] = await Promise.all([
        store.get(customerAggregate, tenant, params.customer_id),
        input.country_code === undefined && input.address === undefined
          ? 0
          : countUncanceledSubscriptions(store, tenant, params.customer_id),
      ]);
      return { customer, subscriptionCount, clockTime: await fetchClockTime(store, tenant, customer?.record.testClockId ?? null) };
    },
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => withCustomerRepricing(updateCustomer(customerInputOf(input), state, context), state, context),
    answer: ({ changed }) => viewCustomer(changed, tenant),
    afterCommit: async ({ needsRepricing, changed }) => {
      if (needsRepricing) await repriceNow(store, clock.nowMs, tenant, changed.id);
    },
  }),
);
