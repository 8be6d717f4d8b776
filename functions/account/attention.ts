import { Attention } from '../../shared/api/objects/account.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { describeValues } from '../../shared/api/schemas/described-values.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { ATTENTION_COUNT_MAX, attentionOf, PROBLEMS_OF_ACCOUNT, PROBLEMS_OF_MODE } from '../../shared/domain/account/attention.ts';
import { loadAttentionFacts } from '../../shared/flows/accounts/facts.ts';
import { baseUrl } from '../../shared/platform/environment.ts';
import { clock } from '../../shared/runtime/services.ts';

export const operation = defineOperation({
  id: 'account.attention',
  method: 'GET',
  path: '/v1/account/attention',
  summary: 'List problems that need attention',
  description: doc(
    `Returns current problems, most severe first. In the key's mode: ${describeValues(PROBLEMS_OF_MODE)}. For the account: ` +
      `${describeValues(PROBLEMS_OF_ACCOUNT)}. \`count\` stops at ${ATTENTION_COUNT_MAX}: ${ATTENTION_COUNT_MAX} means ${ATTENTION_COUNT_MAX} or ` +
      'more. It is `null` if the problem has no count.',
  ),
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  response: Attention,
});

export const handler = serve(operation, async (_input, { tenant, store }) => {
  const items = attentionOf(await loadAttentionFacts(store, tenant, clock.nowMs()));
  return { object: 'account.attention' as const, data: items.map((item) => ({ ...item, href: `${baseUrl()}${item.href}` })) };
});
