import * as v from 'valibot';
import { runAttempt } from '../../shared/api/attempt-write.ts';
import { readSetupSecret } from '../../shared/api/client-secret.ts';
import { ApiError } from '../../shared/api/errors.ts';
import { cardToken, issuer, text } from '../../shared/api/fields.ts';
import { CheckoutSetupConfirmation } from '../../shared/api/objects/checkout-payment-methods.ts';
import { clientSecret, defineOperation } from '../../shared/api/operation.ts';
import { actorOf } from '../../shared/api/pipeline/state.ts';
import { serveBuyerAtProvider } from '../../shared/api/serve-buyer.ts';
import type { Tenant } from '../../shared/domain/kernel.ts';
import { SETUP_SECRET_MAX_LENGTH } from '../../shared/domain/limits.ts';
import { NO_SETUP } from '../../shared/domain/payment-method-setup/confirm.ts';
import { viewSetupConfirmation } from '../../shared/domain/payment-method-setup/record.ts';
import { ELEMENT_METHODS } from '../../shared/domain/payment-methods.ts';
import { flowDeps } from '../../shared/flows/open-deps.ts';
import { confirmAtProvider } from '../../shared/flows/setups.ts';
import { secrets } from '../../shared/runtime/services.ts';

export const operation = defineOperation({
  id: 'checkout_payment_methods.setup_confirm',
  method: 'POST',
  path: '/v1/checkout/payment-methods/setup/confirm',
  summary: 'Confirm that a payment method is added to the wallet',
  description:
    'Charges the verification amount. Where the provider wants the buyer to do something first, `redirect_url` leads there, and from ' +
    'there back to the success or cancel address of the session. A setup that failed may be confirmed again.',
  auth: clientSecret(null),
  profile: 'provider',
  uses: ['provider-credential'],
  params: {},
  query: null,
  body: v.strictObject({
    client_secret: text(1, SETUP_SECRET_MAX_LENGTH),
    method: v.picklist(ELEMENT_METHODS),
    card_token: v.nullish(cardToken),
    issuer: v.nullish(issuer),
  }),
  response: CheckoutSetupConfirmation,
  errors: ['resource_missing', 'state_conflict', 'operation_pending', 'payment_refused', 'provider_unavailable'],
});

/** The setup that the body's secret opens: the session's own, which was sent as the credential, opens none. */
const setupIdOf = async (secret: string, { accountId, mode }: Tenant, now: number): Promise<string> => {
  const grant = readSetupSecret(await (await secrets()).apiKeyPeppers(), secret);
  if (grant === null)
    throw new ApiError('parameter_invalid', { message: 'This is not the client secret of a setup.', param: 'client_secret' });
  if (grant.tenant.accountId !== accountId || grant.tenant.mode !== mode) throw ApiError.from(NO_SETUP);
  if (now < grant.expiresAt) return grant.sessionId;
  const message = 'This client secret has expired. Begin another setup.';
  throw new ApiError('parameter_invalid', { message, param: 'client_secret', reason: 'client_secret_expired' });
};

export const handler = serveBuyerAtProvider(
  operation,
  ({ body }, { tenant, now }) => setupIdOf(body.client_secret, tenant, now),
  async ({ body }, context, setupId) => {
    const { tenant, sessionId, request, store } = context;
    const confirmation = { sessionId, setupId, method: body.method, cardToken: body.card_token ?? null, issuer: body.issuer ?? null };
    return runAttempt(context, async () => {
      const outcome = await confirmAtProvider(await flowDeps(store), tenant, actorOf(request), confirmation);
      if (outcome.kind === 'unavailable') return 'no_response';
      return outcome.kind === 'refused' ? outcome.refusal : viewSetupConfirmation(outcome.setup, outcome.redirectUrl, tenant);
    });
  },
);
