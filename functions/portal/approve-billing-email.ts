import { PortalCustomer } from '../../shared/api/objects/checkout/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { approveEmail } from '../../shared/domain/customer/email-change.ts';
import { customerAggregate } from '../../shared/domain/customer/record.ts';
import { portalSessionAggregate } from '../../shared/domain/portal-session/record.ts';
import { viewPortalCustomer } from '../../shared/domain/portal-session/view.ts';
import { fetchClockTime } from '../../shared/runtime/simulated-time.ts';

export const operation = defineOperation({
  id: 'portal.approve_billing_email',
  method: 'POST',
  path: '/portal/billing_email/approve',
  summary: 'Approve a new email address',
  description: doc(
    'Replaces `email` with `pending_email`; without a pending address, nothing changes. Requires the session of the link mailed to `pending_email`: other sessions get 409 `state_conflict` (`email_not_approvable`).',
  ),
  events: ['customer.updated'],
  auth: portalToken({ acceptsLimited: true }),
  profile: 'write',
  params: {},
  response: PortalCustomer,
  errors: ['resource_missing', 'state_conflict'],
  reasons: ['email_not_approvable'],
});

export const handler = servePortal(operation, async (_input, { tenant, store, run, customerId, sessionId }) =>
  run({
    load: async () => {
      const [session, customer] = await Promise.all([
        store.get(portalSessionAggregate, tenant, sessionId),
        store.get(customerAggregate, tenant, customerId),
      ]);
      return { session, customer, clockTime: await fetchClockTime(store, tenant, customer?.record.testClockId ?? null) };
    },
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => approveEmail(null, state, context),
    answer: viewPortalCustomer,
  }),
);
