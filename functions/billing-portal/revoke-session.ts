import { BillingPortalSessionRevoked } from '../../shared/api/objects/checkout/billing-portal-session.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { idParams } from '../../shared/api/schemas/fields.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { portalSessionAggregate, viewRevoked } from '../../shared/domain/portal-session/record.ts';
import { revokePortalSession } from '../../shared/domain/portal-session/revoke.ts';

export const operation = defineOperation({
  id: 'billing_portal.revoke_session',
  method: 'POST',
  path: '/v1/billing_portal/sessions/{session_id}/revoke',
  summary: 'Revoke a billing portal session',
  description: doc('The token of the session stops working immediately. Revoking a revoked session has no effect.'),
  auth: apiKey('subscriptions:write'),
  profile: 'write',
  uses: ['token-lookups'],
  params: { session_id: idParams.portalSession },
  response: BillingPortalSessionRevoked,
  expectedEventLogEntries: () => 0,
  errors: ['resource_missing'],
});

export const handler = serve(operation, ({ params }, { tenant, store, run }) =>
  run({
    load: async () => ({ session: await store.get(portalSessionAggregate, tenant, params.session_id) }),
    nowOf: () => null,
    decide: (state, context) => revokePortalSession(null, state, context),
    answer: ({ session, revokedAt }) => viewRevoked(session, revokedAt, tenant),
  }),
);
