import { PortalSessionsRevoked } from '../../shared/api/objects/checkout/billing-portal-session.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { viewAllRevoked } from '../../shared/domain/portal-session/record.ts';
import { revokePortalSessions } from '../../shared/domain/portal-session/revoke.ts';

export const operation = defineOperation({
  id: 'customers.revoke_portal_sessions',
  method: 'POST',
  path: '/v1/customers/{customer_id}/revoke_portal_sessions',
  summary: 'Revoke all billing portal sessions of a customer',
  description: doc(
    'Ends all existing portal sessions of the customer immediately, for all subscriptions, including the portal links in emails. Sessions created later are not affected.',
  ),
  auth: apiKey('customers:write'),
  profile: 'write',
  params: { customer_id: idParams.customer },
  response: PortalSessionsRevoked,
  expectedEventLogEntries: () => 0,
  errors: ['resource_missing', 'operation_pending'],
});

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: async () => ({ customer: await store.get(customerAggregate, tenant, params.customer_id) }),
    nowOf: () => null,
    decide: (state, context) => revokePortalSessions(null, state, context),
    answer: ({ customer, revokedAt }) => viewAllRevoked(customer, revokedAt, tenant),
  }),
);
