import { PortalBranding } from '../../shared/api/objects/portal-branding.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { viewBranding } from '../../shared/pages/view-branding.ts';

export const operation = defineOperation({
  id: 'tenant.portal_branding_retrieve',
  method: 'GET',
  path: '/v1/tenant/portal_branding',
  summary: "Retrieve the account's portal branding",
  description: doc('Both modes share one branding. Test keys can read it.'),
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  response: PortalBranding,
});

export const handler = serve(operation, async (_input, { tenant, store }) => {
  const { record } = await fetchAccount(store, tenant);
  return viewBranding(record);
});
