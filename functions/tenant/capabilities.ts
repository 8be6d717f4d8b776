import { LIMITS, ROUTED_FEATURES } from '../../shared/api/calls/capabilities.ts';
import { Capabilities } from '../../shared/api/objects/reports/capabilities.ts';
import { apiKey, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { serve } from '../../shared/api/serve/serve.ts';
import { CURRENCIES } from '../../shared/domain/amounts/money.ts';
import { methodTakesCurrency, PAYMENT_METHODS, SUBSCRIPTION_METHODS } from '../../shared/domain/payment/methods.ts';
import { isFeatureEnabled } from '../../shared/platform/environment.ts';

export const operation = defineOperation({
  id: 'tenant.capabilities',
  method: 'GET',
  path: '/v1/tenant/capabilities',
  summary: "Retrieve the account's capabilities and limits",
  description: doc(
    'Returns the currencies and payment methods that the service supports. The payment provider decides which payment methods are active ' +
      'for the account. The name of a limit contains its unit. `features` are the features of this deployment. Later versions ' +
      'can add limits and features.',
  ),
  auth: apiKey('tenant:read'),
  profile: 'read',
  params: {},
  response: Capabilities,
});

const recurringMethods: readonly string[] = SUBSCRIPTION_METHODS;

export const handler = serve(operation, async (_input, { tenant }) => ({
  object: 'tenant_capabilities' as const,
  livemode: tenant.mode === 'live',
  currencies: [...CURRENCIES],
  payment_methods: PAYMENT_METHODS.map((id) => ({
    id,
    recurring: recurringMethods.includes(id),
    currencies: CURRENCIES.filter((currency) => methodTakesCurrency(id, currency)),
  })),
  limits: { ...LIMITS },
  features: {
    ...ROUTED_FEATURES,
    sandbox: tenant.mode === 'test' && isFeatureEnabled('SANDBOX_ENABLED'),
    custom_domain: isFeatureEnabled('CUSTOM_DOMAIN'),
  },
}));
