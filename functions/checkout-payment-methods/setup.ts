import { mintClientSecret } from '../../shared/api/calls/client-secret.ts';
import { CheckoutSetup } from '../../shared/api/objects/checkout/checkout-payment-methods.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { doc } from '../../shared/api/schemas/described.ts';
import { serveBuyer } from '../../shared/api/serve/serve-buyer.ts';
import { createSetup } from '../../shared/domain/payment-method-setup/create.ts';
import { setupAggregate, viewSetup } from '../../shared/domain/payment-method-setup/record.ts';
import { loadForSetup } from '../../shared/flows/checkout/setup.ts';
import { secrets } from '../../shared/runtime/services.ts';

export const operation = defineOperation({
  id: 'checkout_payment_methods.setup',
  method: 'POST',
  path: '/v1/checkout/payment-methods/setup',
  summary: 'Start the setup of a payment method',
  description: doc('`amount_due_now` is the verification charge. Use `client_secret` to confirm this setup within 30 minutes.'),
  auth: clientSecret(null),
  profile: 'write',
  params: {},
  response: CheckoutSetup,
  errors: ['resource_missing', 'state_conflict', 'operation_pending'],
  reasons: ['test_clock_deleted'],
});

export const handler = serveBuyer(operation, async (_input, { store, tenant, payableId, run, now, ids }) => {
  const setupId = ids.next(setupAggregate.prefix);
  const peppers = await (await secrets()).apiKeyPeppers();
  return run({
    load: () => loadForSetup(store, tenant, payableId),
    nowOf: ({ clockTime }) => clockTime,
    decide: (state, context) => createSetup({ setupId }, state, context),
    answer: (setup) => viewSetup(setup, tenant),
    withSecret: (answer) => ({ ...answer, client_secret: mintClientSecret(peppers, tenant, answer.setup_id, now) }),
  });
});
