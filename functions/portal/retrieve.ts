import { PortalSession } from '../../shared/api/objects/checkout/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { orThrow } from '../../shared/api/resources.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { servePortal } from '../../shared/api/serve/serve-portal.ts';
import { viewPortal } from '../../shared/domain/portal-session/view.ts';
import { loadPortal } from '../../shared/flows/load/portal.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { withReadCache } from '../../shared/store/core/read-cache.ts';

export const operation = defineOperation({
  id: 'portal.retrieve',
  method: 'GET',
  path: '/portal/session',
  summary: 'Retrieve the contents of the portal',
  description: doc(
    'The subscription of the session with its latest invoices, and the customer with the saved payment methods. `limited`: the session was ' +
      'opened by the link in an email about an invoice, a failed renewal or a changed address; operations that do not accept limited ' +
      'sessions return 403 (`portal_session_limited`).',
  ),
  auth: portalToken({ acceptsLimited: true }),
  profile: 'read',
  params: {},
  response: PortalSession,
  errors: ['resource_missing'],
});

export const handler = servePortal(operation, async (_input, { store: { table }, tenant, ids, now, ...session }) =>
  // Reads are cached: loading the wallet reads the same records again.
  viewPortal(orThrow(await loadPortal(storeOf(withReadCache(table)), tenant, session, { ids, now })), tenant),
);
