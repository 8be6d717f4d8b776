import { AccountBilling } from '../../shared/api/objects/account.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { COUNTED_RESOURCE_KEYS, loadUsageAmounts } from '../../shared/flows/accounts/facts.ts';
import { fetchAccount } from '../../shared/flows/accounts/fetch.ts';
import { billingView } from './billing-view.ts';

export const operation = defineOperation({
  id: 'account.billing',
  method: 'GET',
  path: '/v1/account/billing',
  summary: "Retrieve the account's own plan and usage",
  description: doc(
    `\`usage\` has the meters ${COUNTED_RESOURCE_KEYS.map((key) => `\`${key}\``).join(' and ')}, each once per mode. Plans are free: \`subscription\` and ` +
      '`next_invoice` are always `null`, `collection_available` and `billing_authorized` are always `false`.',
  ),
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  response: AccountBilling,
});

export const handler = serve(operation, async (_input, { tenant, store }) => {
  const [account, usage] = await Promise.all([fetchAccount(store, tenant), loadUsageAmounts(store, tenant)]);
  return billingView(account.record, usage);
});
