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
  summary: 'List problems that need attention',
  description:
    "Returns current problems, most severe first. In the key's mode: `billing_on_hold`, `webhook_deliveries_failing` (among the ten latest " +
    'deliveries of each endpoint), `subscriptions_past_due`, `reverse_charge_without_vat_number` (customers with a valid VAT number who are ' +
    'charged tax because the account has no VAT number), `webhook_endpoints_disabled`. For the account: `payment_provider_not_connected` ' +
    '(in live mode), `billing_profile_incomplete`. `count` stops at 100: 100 means 100 or more. It is `null` if the problem has no count.',
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  response: Attention,
});

export const handler = serve(operation, async (_input, { tenant, store }) => {
  const items = attentionOf(await attentionFacts(store, tenant, clock.nowMs()));
  return { object: 'account.attention' as const, data: items.map((item) => ({ ...item, href: `${baseUrl()}${item.href}` })) };
});
