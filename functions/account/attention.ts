import { Attention } from '../../shared/api/objects/account.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { serve } from '../../shared/api/serve.ts';
import { attentionOf } from '../../shared/domain/account/attention.ts';
import { attentionFacts } from '../../shared/flows/accounts/facts.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { clock } from '../../shared/runtime/services.ts';

export const operation = defineOperation({
  id: 'account.attention',
  method: 'GET',
  path: '/v1/account/attention',
  summary: 'List what needs attention',
  description:
    "Computed at each call, the worst first, for the key's mode: `billing_on_hold`, `webhook_deliveries_failing` (among each endpoint's ten " +
    'latest deliveries), `subscriptions_past_due`, `reverse_charge_without_vat_number` (customers with a valid VAT number who are charged tax ' +
    'because the account has none), `webhook_endpoints_disabled`; and for the account: `payment_provider_not_connected` (in ' +
    'live mode), `billing_profile_incomplete`. `count` stops at 100, which means 100 or more; `null` where there is nothing to count.',
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  query: null,
  body: null,
  response: Attention,
  errors: [],
});

export const handler = serve(operation, async (_input, { tenant, store }) => {
  const items = attentionOf(await attentionFacts(store, tenant, clock.nowMs()));
  return { object: 'account.attention' as const, data: items.map((item) => ({ ...item, href: `${baseUrl()}${item.href}` })) };
});
