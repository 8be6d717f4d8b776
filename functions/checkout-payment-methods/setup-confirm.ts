import * as v from 'valibot';
import { readSetupSecret } from '../../shared/api/calls/client-secret.ts';
import { confirmForCaller } from '../../shared/api/calls/confirm-payment.ts';
import { ApiError } from '../../shared/api/errors/errors.ts';
import { CheckoutSetupConfirmation } from '../../shared/api/objects/checkout/checkout-payment-methods.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { described, doc } from '../../shared/api/schemas/described.ts';
import { methodDetails, text } from '../../shared/api/schemas/fields.ts';
import type { Input } from '../../shared/api/serve/handler.ts';
import { type BuyerContext, serveBuyerWithRead } from '../../shared/api/serve/serve-buyer.ts';
import { SETUP_SECRET_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { ELEMENT_METHODS } from '../../shared/domain/payment/methods.ts';
import { NO_SETUP } from '../../shared/domain/payment-method-setup/confirm.ts';
import { setupAggregate, viewSetupConfirmation } from '../../shared/domain/payment-method-setup/record.ts';
import type { Tenant } from '../../shared/domain/tenant.ts';
import { setupStrategy } from '../../shared/flows/checkout/confirm-setup.ts';
import { setupReturnUrlOf } from '../../shared/flows/deps.ts';
import { loadWalletAccess } from '../../shared/flows/load/records.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { fetchProviderCredential } from '../../shared/flows/provider.ts';
import { secrets, storeOf } from '../../shared/runtime/services.ts';
import { withReadCache } from '../../shared/store/core/read-cache.ts';

export const operation = defineOperation({
  id: 'checkout_payment_methods.setup_confirm',
  method: 'POST',
  path: '/v1/checkout/payment-methods/setup/confirm',
  summary: 'Confirm the setup of a payment method',
  description: doc(
    'Charges the verification amount. If the buyer must authorize the charge, redirect the buyer to `redirect_url`; from there the buyer ' +
      "returns to the session's `success_url` or `cancel_url`. A failed setup can be confirmed again.",
  ),
  events: ['payment.succeeded', 'payment.failed'],
  auth: clientSecret(null),
  profile: 'provider',
  uses: ['provider-credential'],
  params: {},
  body: v.strictObject({
    client_secret: described(text(1, SETUP_SECRET_MAX_LENGTH), doc('The `client_secret` of the setup.')),
    method: described(v.picklist(ELEMENT_METHODS), doc('Payment method to add.')),
    ...methodDetails,
  }),
  response: CheckoutSetupConfirmation,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'payment_refused', 'provider_unavailable'],
  reasons: ['client_secret_expired', 'payment_refused', 'provider_not_connected', 'test_clock_deleted'],
});

/** Returns the setup's id from the client secret in the body; throws if the secret is invalid, expired or of another tenant. */
const setupIdOf = async (secret: string, { accountId, mode }: Tenant, now: number): Promise<string> => {
  const grant = readSetupSecret(await (await secrets()).apiKeyPeppers(), secret);
  if (grant === null)
    throw new ApiError('parameter_invalid', { message: '`client_secret` is not the client secret of a setup.', param: 'client_secret' });
  if (grant.tenant.accountId !== accountId || grant.tenant.mode !== mode) throw ApiError.from(NO_SETUP);
  if (now < grant.expiresAt) return grant.subjectId;
  const message = 'This client secret has expired. Create another setup.';
  throw new ApiError('parameter_invalid', { message, param: 'client_secret', reason: 'client_secret_expired' });
};

/** Preloads the records of the confirmation into a read cache. Writes fail if a cached record has changed. */
const preloadSetup = async ({ body }: Input<typeof operation>, { tenant, payableId, now, store: { table } }: BuyerContext) => {
  const setupId = await setupIdOf(body.client_secret, tenant, now);
  const store = storeOf(withReadCache(table));
  await Promise.all([
    loadWalletAccess(store, tenant, payableId),
    store.get(setupAggregate, tenant, setupId),
    fetchProviderCredential(store, tenant),
  ]);
  return { setupId, store };
};

export const handler = serveBuyerWithRead(operation, preloadSetup, async ({ body }, context, { setupId, store }) => {
  const { tenant, payableId } = context;
  const { method, card_token: cardToken = null, issuer = null } = body;
  const deps = await flowDeps(store);
  const returnUrl = setupReturnUrlOf(deps.baseUrl, tenant, { sessionId: payableId, setupId });
  // The buyer uses the wallet (the saved payment methods) through the checkout session or one-off payment `payableId`.
  const strategy = setupStrategy(deps, tenant, { walletAccessId: payableId, setupId, method, cardToken, issuer, returnUrl });
  return confirmForCaller(context, deps, strategy, (confirmed) => viewSetupConfirmation(confirmed, tenant));
});
