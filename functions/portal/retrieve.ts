import { PortalSession } from '../../shared/api/objects/portal.ts';
import { defineOperation, portalToken } from '../../shared/api/operation.ts';
import { orRefused } from '../../shared/api/resources.ts';
import { servePortal } from '../../shared/api/serve-portal.ts';
import { viewPortal } from '../../shared/domain/portal-session/view.ts';
import { loadPortal } from '../../shared/flows/load/portal.ts';
import { storeOf } from '../../shared/runtime/services.ts';
import { readingOnce } from '../../shared/store/core/read-once.ts';

export const operation = defineOperation({
  id: 'portal.retrieve',
  method: 'GET',
  path: '/portal/session',
  summary: 'Retrieve what the portal shows',
  description:
    'The subscription of the session, its latest invoices, its customer and the ways to pay that the customer has. `limited`: a link in one of ' +
    "the service's own mails opened it; calls that take an unlimited session answer 403 (`portal_session_limited`).",
  auth: portalToken({ limited: true }),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: PortalSession,
  errors: ['resource_missing'],
});

export const handler = servePortal(operation, async (_input, { store: { table }, tenant, ids, ...keys }) =>
  // The wallet is opened by the same records.
  viewPortal(orRefused(await loadPortal(storeOf(readingOnce(table)), tenant, keys, ids)), tenant),
);
