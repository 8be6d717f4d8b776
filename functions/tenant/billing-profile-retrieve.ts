import { BillingProfile } from '../../shared/api/objects/billing-profile.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { viewBillingProfile } from '../../shared/domain/account/record.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';

export const operation = defineOperation({
  id: 'tenant.billing_profile_retrieve',
  method: 'GET',
  path: '/v1/tenant/billing_profile',
  summary: "Retrieve the account's billing profile",
  description: doc('Both modes share one profile. Test keys can read it.'),
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  response: BillingProfile,
});

export const handler = serve(operation, async (_input, { tenant, store }) => {
  const { record } = await fetchAccount(store, tenant);
  return viewBillingProfile(record);
});
