import { Activation } from '../../shared/api/objects/account.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { describeValues } from '../../shared/api/schemas/described-values.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { ACTIVATION_STEPS, activationOf } from '../../shared/domain/account/activation.ts';
import { loadActivationFacts } from '../../shared/flows/accounts/facts.ts';

export const operation = defineOperation({
  id: 'account.activation',
  method: 'GET',
  path: '/v1/account/activation',
  summary: "Retrieve the account's activation checklist",
  description: doc(
    `Computed from the data of both modes. Steps: ${describeValues(ACTIVATION_STEPS)}. \`ready_for_live\` is true if the steps for price, test ` +
      'payment, billing profile and provider are done.',
  ),
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  response: Activation,
});

export const handler = serve(operation, async (_input, { tenant, store }) => {
  const facts = await loadActivationFacts(store, tenant);
  const { steps, completed, total, readyForLive } = activationOf(facts);
  return {
    object: 'onboarding.activation' as const,
    steps: [...steps],
    completed,
    total,
    ready_for_live: readyForLive,
    payment_provider_connected: facts.providerConnected,
    has_product: facts.hasProduct,
    has_price: facts.hasPrice,
    domain_verified: facts.domainVerified,
    has_test_payment: facts.hasTestPayment,
    has_webhook: facts.hasWebhook,
  };
});
